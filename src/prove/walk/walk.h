/* Walks: executions with inputs that follow habits. They reach faults that lie deep, and the states
 * on the way are examples for learners. A program that has one run only is run to its end, which
 * decides it. For programs without opaque operations. */
#ifndef TANDEM_PROVE_WALK_WALK_H
#define TANDEM_PROVE_WALK_WALK_H

#include "prove/limits.h"
#include "prove/run/run.h"

/* States that were reached: values of all variables one after the other, for each cut point. */
typedef struct walk_states {
    vec_u32 *values;
    size_t n_cuts;
} walk_states;

void walk_states_init(walk_states *w, const ir_system *s);
void walk_states_free(walk_states *w);

typedef struct walker walker;

typedef enum walk_result {
    WALK_FAULT, /* the run is in *r */
    WALK_OVER,  /* the only run that there is came to its end without a fault */
    WALK_QUIET  /* nothing was found */
} walk_result;

/* `s` has inputs within their types, `told` is the same without that. NULL when it cannot be run
 * (machine.h). */
walker *walker_new(const ir_system *told, const ir_system *s, const prove_limits *limits,
                   uint64_t seed);
void walker_free(walker *w);
/* Until so many steps were made, or the deadline (clock_wall; 0: none) is there. States are added
 * to *states (may be NULL), unless there are enough. The only run goes on where it stopped. */
walk_result walk(walker *w, uint64_t steps, double deadline, walk_states *states, run *r);
/* The program has one run only. */
bool walker_is_determined(const walker *w);
/* So many steps of it are worth so many instructions. */
uint64_t walker_steps_of(const walker *w, uint64_t instructions);
/* The longest walk so far, in steps. */
uint64_t walker_deepest(const walker *w);

#endif
