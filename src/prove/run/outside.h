/* Candidates for other fuzzers: the question whether a step leads out of the invariants, as a C program
 * in the shape of the paper on almost correct invariants (any state, assume the invariant, one step, is
 * it broken?), written to a file, or compiled and given to libFuzzer or AFL++. What they find is
 * confirmed with the real operations. Their processes are not confined. */
#ifndef TANDEM_PROVE_RUN_OUTSIDE_H
#define TANDEM_PROVE_RUN_OUTSIDE_H

#include "prove/prove.h"
#include "prove/walk/frame.h"

typedef struct outside outside;

/* NULL when config->outside is. */
outside *outside_new(const ir_system *s, const prove_config *config, double deadline);
void outside_free(outside *x);
/* A program could not be written to its file. NULL has not failed. */
bool outside_failed(const outside *x);
/* False: a step of the transition leads out of the conjuncts (of each cut point), from a state that was
 * appended to the hints. */
bool outside_judge(outside *x, const ir_transition *t, const term_vec *conjuncts, word_vec *hints);

#endif
