/* The SMT side of the hybrid teacher: each condition of a candidate as a question about terms, in
 * which opaque operations may be any functions; where that has an answer that the real ones do not
 * bear out, the closed-box solver, which calls them. */
#ifndef TANDEM_PROVE_SMT_OPEN_SMT_H
#define TANDEM_PROVE_SMT_OPEN_SMT_H

#include "prove/prove.h"
#include "prove/walk/frame.h"

typedef struct open_smt open_smt;

/* NULL with *error set (caller frees) when there is no solver. */
open_smt *open_smt_new(const ir_system *s, const prove_config *config, double deadline,
                       char **error);
void open_smt_free(open_smt *o);
uint64_t open_smt_questions(const open_smt *o);
/* Judges one transition for the invariants. False when they do not stand: a state from which the
 * step really leads out was appended to `hints`, or there is one that has no words. */
/* `wide` is the same transition without limits on inputs: it is often easier to refute. */
bool open_smt_judge(open_smt *o, const ir_transition *t, const ir_transition *wide,
                    const term_vec *conjuncts, prove_sureness *sure, word_vec *hints);
/* Leaves the conjuncts that are inductive together whatever opaque operations do. False: they are too
 * few for the assertions, or it is not known. */
bool open_smt_weed(open_smt *o, term_vec *conjuncts);
/* States at the entry from which a step is possible, as hints. False: none was found. */
bool open_smt_starts(open_smt *o, word_vec *hints);

#endif
