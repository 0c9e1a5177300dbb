/* What one model of integers knows, tried in another: invariants of the program read with ideal
 * integers (nothing wraps around, conversions change nothing) are quickly found, and are candidates
 * for the real one, where only what is inductive there stays.
 *
 * Nothing here is a proof: what is left is confirmed like any other invariant. */
#ifndef TANDEM_PROVE_SMT_IDEAL_H
#define TANDEM_PROVE_SMT_IDEAL_H

#include "prove/smt/learn.h"

/* Whether variables and cut points of the two correspond. */
bool ideal_fits(const ir_system *ideal, const ir_system *s);
/* The formula over the variables of `s`; 0: it cannot be said there. In bits numbers have 64. */
term_id ideal_translate(const ir_system *ideal, const ir_system *s, term_id t);
/* Learns on the ideal system (of the teacher), and appends translated candidates to all[cut], those
 * that are worth a first try to few[cut]. False when nothing came of it. */
bool ideal_learn(teacher *ideal, const ir_system *s, const vocabulary_config *config, term_vec *few,
                 term_vec *all);
/* Leaves the conjuncts that are inductive together. LEARN_SAFE, LEARN_WEAK or LEARN_STUCK. */
learn_result ideal_weed(teacher *t, term_vec *conjuncts);

#endif
