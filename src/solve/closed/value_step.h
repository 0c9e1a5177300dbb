/* The part of fuzz_step.h for mixed bytecode: the search inside a box worker with a bank of its own. */
#ifndef TANDEM_SOLVE_CLOSED_VALUE_STEP_H
#define TANDEM_SOLVE_CLOSED_VALUE_STEP_H

#include "box/box.h"
#include "solve/closed/fuzz_step.h"

typedef struct value_step_config {
    uint64_t seed;
    uint64_t executions;
    double deadline;       /* clock_wall; 0: none */
    bool trail;            /* calls in steps, what is new in them leads (box/worker/trail.h) */
    uint64_t placement;    /* of the worker */
    const uint64_t *seeds; /* as fuzz_search_config has them */
    size_t n_seeds;
    const fuzz_limits *limits; /* NULL: the defaults */
    const value_id *words;     /* for the dictionary */
    size_t n_words;
} value_step_config;

/* Sets `inputs`, one for each of the bytecode, when the search has left some (*left): a model with
 * FUZZ_FOUND, else its best. *error (caller frees) says why it could not run. */
fuzz_step_result value_step(const fuzz_bytecode *p, box_set *boxes, const value_step_config *config,
                            uint64_t *inputs, bool *left, char **error);

#endif
