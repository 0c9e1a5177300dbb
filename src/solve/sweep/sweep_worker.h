/* A sweep (fuzz/sweep/sweep.h) in a box worker: the supervisor's side. The worker stays between
 * slices and keeps its place; a fresh one, at other addresses, is a new sweep_run. Several workers get a strip of
 * points at a time, each a piece of it; what they say together is what one would have said. */
#ifndef TANDEM_SOLVE_SWEEP_SWEEP_WORKER_H
#define TANDEM_SOLVE_SWEEP_SWEEP_WORKER_H

#include "fuzz/sweep/sweep.h"

typedef struct sweep_run sweep_run;

typedef struct sweep_run_config {
    const fuzz_bytecode *p; /* these two as sweep_task has them; they must outlive the run */
    const sweep_domain *domain;
    uint64_t seed;
    bool interpret;
    uint64_t least, patience, most_deaths;
    uint64_t jobs;             /* workers at the same time, where there is work for them; 0: one */
    const sweep_shared *first; /* of the complete sweep 0, to be repeated; NULL: this is it */
} sweep_run_config;

/* NULL with *error set (caller frees). */
sweep_run *sweep_run_new(const term_bank *b, box_set *set, const sweep_run_config *config,
                         char **error);
void sweep_run_free(sweep_run *r);
/* Looks at `points` more, or for about `seconds`, at most until `deadline` (clock_wall; 0: none).
 * What it left is copied to `shared`, which is not to be trusted. False when it cannot go on. */
bool sweep_run_slice(sweep_run *r, uint64_t points, double seconds, double deadline,
                     sweep_shared *shared);

#endif
