/* Walks: executions with random inputs. They reach faults that lie deep, and the states on the way
 * are examples for learners. For programs without opaque operations. */
#ifndef TANDEM_PROVE_RUN_WALK_H
#define TANDEM_PROVE_RUN_WALK_H

#include "base/rng.h"
#include "prove/limits.h"
#include "prove/run/run.h"

/* States that were reached: values of all variables one after the other, for each cut point. */
typedef struct walk_states {
    vec_u32 *values;
    size_t n_cuts;
} walk_states;

void walk_states_init(walk_states *w, const ir_system *s);
void walk_states_free(walk_states *w);
/* Walks until so many steps were made. True when one broke an assertion: the run is in *r. States
 * are added to *states, unless there are enough. */
bool walk(const ir_system *s, const prove_limits *limits, rng *random, size_t steps,
          double deadline, walk_states *states, run *r);

#endif
