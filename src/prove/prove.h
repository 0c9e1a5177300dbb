/* Proving the assertions of a program: loop invariants from a portfolio of learners, or a run that
 * breaks one. Opaque-free programs, mathematical integers.
 *
 * `proved` rests on one thing: the invariants that are returned were checked, transition by
 * transition, by a fresh SMT engine that refuted every way out. `violated` comes with a run that
 * was executed by the evaluator. Everything else is `unknown`, with what was tried. */
#ifndef TANDEM_PROVE_PROVE_H
#define TANDEM_PROVE_PROVE_H

#include "prove/run/run.h"

typedef enum prove_verdict {
    PROVE_PROVED,
    PROVE_ALMOST, /* no counterexample was found by running it */
    PROVE_VIOLATED,
    PROVE_UNKNOWN
} prove_verdict;

/* Who looks for counterexamples. */
typedef enum prove_teacher {
    PROVE_AUTO,  /* SMT; with opaque operations that can be run: both */
    PROVE_SMT,   /* an SMT engine; opaque operations may be any functions */
    PROVE_FUZZ,  /* executions only */
    PROVE_HYBRID /* an SMT engine where it knows, executions and the closed-box solver elsewhere */
} prove_teacher;

typedef struct prove_config {
    listener listener;
    double seconds;       /* 0: no limit */
    bool quick;           /* only what is cheap */
    const char *learners; /* names of those that may be used, with commas; NULL: all */
    prove_teacher teacher;
    struct box_set *boxes;             /* the opaque operations; NULL: they cannot be run */
    const struct inv_grammar *grammar; /* of invariants from executions; may be NULL */
    uint64_t seed;
    unsigned k;          /* steps of exploration from one state; 0: 64 */
    bool single;         /* learn from one counterexample at a time */
    uint64_t effort;     /* multiplies the budgets of executions; 0: 1 */
    double call_seconds; /* of one opaque operation; 0: 0.5 */
} prove_config;

/* How sure one condition of the invariant is: that of one transition. */
typedef enum prove_sureness {
    PROVE_BY_SMT,      /* refuted by SMT: for any opaque operations */
    PROVE_BY_VALUES,   /* refuted by SMT with observed values of opaque operations */
    PROVE_BY_EXECUTION /* no counterexample in executions */
} prove_sureness;

typedef struct prove_result {
    prove_verdict verdict;
    term_vec *invariants; /* when (almost) proved: the conjuncts for each cut point (none at the
                             entry) */
    size_t n_cuts;
    const char *learner;          /* who found them */
    run run;                      /* when violated */
    strbuf reason;                /* when unknown */
    VEC(prove_sureness) sureness; /* of each transition, when almost proved */
    strbuf crash;                 /* when violated by an opaque operation that crashed: how */
    uint64_t executions;          /* of steps */
    uint64_t states;              /* that the final check began with */
    uint64_t counterexamples;
    uint64_t unanswered; /* opaque calls that did not return, or ended the process */
    uint64_t questions;  /* to SMT engines */
    double seconds;
} prove_result;

void prove(const ir_system *s, const prove_config *config, prove_result *result);
/* Only whether these invariants (conjuncts for each cut point) prove the program. On PROVE_UNKNOWN
 * the reason says where they fail, with a state. */
void prove_check(const ir_system *s, const prove_config *config, const term_vec *conjuncts,
                 prove_result *result);
void prove_result_free(prove_result *r);
/* Whether there is a learner with this name of `n` bytes. */
bool prove_knows_learner(const char *name, size_t n);

#endif
