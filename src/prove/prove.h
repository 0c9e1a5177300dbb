/* Proving the assertions of a program: loop invariants from a portfolio of learners, or a run that
 * breaks one. Opaque-free programs, mathematical integers.
 *
 * `proved` rests on one thing: the invariants that are returned were checked, transition by
 * transition, by a fresh SMT engine that refuted every way out. `violated` comes with a run that
 * was executed by the evaluator. Everything else is `unknown`, with what was tried. */
#ifndef TANDEM_PROVE_PROVE_H
#define TANDEM_PROVE_PROVE_H

#include "prove/run.h"

typedef enum prove_verdict { PROVE_PROVED, PROVE_VIOLATED, PROVE_UNKNOWN } prove_verdict;

typedef struct prove_config {
    listener listener;
    double seconds; /* 0: no limit */
    bool quick;     /* only what is cheap */
} prove_config;

typedef struct prove_result {
    prove_verdict verdict;
    term_vec *invariants; /* when proved: the conjuncts for each cut point (none at the entry) */
    size_t n_cuts;
    const char *learner; /* who found them */
    run run;             /* when violated */
    strbuf reason;       /* when unknown */
    uint64_t questions;  /* to SMT engines */
    double seconds;
} prove_result;

void prove(const ir_system *s, const prove_config *config, prove_result *result);
/* Only whether these invariants (conjuncts for each cut point) prove the program. On PROVE_UNKNOWN
 * the reason says where they fail, with a state. */
void prove_check(const ir_system *s, const prove_config *config, const term_vec *conjuncts,
                 prove_result *result);
void prove_result_free(prove_result *r);

#endif
