/* Learner and teacher that only run the program: no formula is solved.
 *
 * Runs from the entry give states; the strongest invariant of a vocabulary that holds of them is
 * weakened by steps that lead out of it from any state inside, reachable or not (the
 * non-deterministic program of the paper on almost correct invariants, with exploration up to K
 * steps: what counts is the last pair of states). If no fault is possible from it either, conjuncts
 * are chosen that suffice, and the rest is forgotten; what is left is tried again with another seed
 * and a larger budget.
 *
 * Budgets count states that were tried. The work is done in a worker when there are opaque
 * operations: what comes back is to be confirmed. */
#ifndef TANDEM_PROVE_RUN_FUZZ_TEACHER_H
#define TANDEM_PROVE_RUN_FUZZ_TEACHER_H

#include "prove/invariant/portrait.h"

typedef enum fuzz_teach_outcome {
    FUZZ_NO_ANSWER,   /* it was ended: time, or too many changes */
    FUZZ_HOLDS,       /* no counterexample to the chosen conjuncts */
    FUZZ_TOO_WEAK,    /* nothing of the vocabulary excludes all faults */
    FUZZ_FAULT,       /* a run from the entry breaks an assertion, or crashes */
    FUZZ_FAR,         /* the same, but so far away that it cannot be told */
    FUZZ_NO_START,    /* no run from the entry gets anywhere */
    FUZZ_NO_FUNCTION, /* an opaque operation answered differently on equal arguments */
    FUZZ_HANGS        /* opaque operations did not return, again and again */
} fuzz_teach_outcome;

typedef struct fuzz_config {
    const prove_limits *limits;
    uint64_t seed;
    double deadline;     /* clock_wall; 0: none */
    unsigned k;          /* steps of exploration from one state */
    bool single;         /* one counterexample at a time, then another candidate */
    uint64_t effort;     /* multiplies all budgets; 0: 1 */
    double call_seconds; /* how long an opaque operation may take */
    const word *hints;   /* states to try first: cut point, then the frame, for each */
    size_t n_hints;
    bool only;  /* the program has one run only */
    bool fixed; /* nothing is learned: is the conjunction of all conditions an invariant? */
} fuzz_config;

typedef struct fuzz_result {
    fuzz_teach_outcome outcome;
    conjunct_vec conjuncts; /* of FUZZ_HOLDS; owned */
    VEC(word)
    run;                 /* of FUZZ_FAULT: frames, each before its step with the inputs; of other
                            breaks of fixed conjuncts: the state */
    uint32_t cut;        /* … and where it is */
    uint64_t executions; /* steps that were run */
    uint64_t states;     /* that the answer was tried with */
    uint64_t deepest;    /* steps of the longest run from the entry */
    uint64_t counterexamples;
    uint64_t unanswered; /* opaque calls that did not return, or ended the process: not repeated */
    bool ran_far;        /* the only run was followed as far as the limit says */
    decl_id opaque;      /* of FUZZ_NO_FUNCTION and FUZZ_HANGS: which one */
} fuzz_result;

/* `boxes` is NULL for programs without opaque operations. False with *error set (caller frees) when
 * nothing could be run. */
bool fuzz_teach(const vocabulary *v, box_set *boxes, const fuzz_config *config, fuzz_result *result,
                char **error);
void fuzz_result_free(fuzz_result *r);

#endif
