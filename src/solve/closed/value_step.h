/* The part of fuzz_step.h for constraints that do not fit machine words: the search over values,
 * inside a box worker with a bank of its own. */
#ifndef TANDEM_SOLVE_CLOSED_VALUE_STEP_H
#define TANDEM_SOLVE_CLOSED_VALUE_STEP_H

#include "box/box.h"
#include "fuzz/values/vsearch.h"
#include "solve/closed/fuzz_step.h"

typedef struct value_step_config {
    uint64_t seed;
    uint64_t executions;
    double deadline;       /* clock_wall; 0: none */
    uint64_t placement;    /* of the worker */
    const value_id *seeds; /* rows of one value for each input of the graph; 0: any */
    size_t n_seeds;
    const value_id *words; /* for the dictionary */
    size_t n_words;
} value_step_config;

/* Appends one value for each input to `values` when the search has left some: a model with
 * FUZZ_FOUND, else its best. *error (caller frees) says why it could not run. */
fuzz_step_result value_step(vgraph *g, box_set *boxes, const value_step_config *config,
                            vec_u32 *values, char **error);

#endif
