/* Many runs of solvers, several at a time, each with the runner's limits.
 *
 * Runs are started in the order of their numbers; results come as they finish. Threads only wait
 * for children: everything that the caller does with a result happens in the thread that called. */
#ifndef TANDEM_SOLVER_BATCH_H
#define TANDEM_SOLVER_BATCH_H

#include "solver/runner.h"

typedef struct batch {
    size_t n;    /* runs, numbered from 0 */
    size_t jobs; /* at the same time */
    /* Fills in the job of run i; called from several threads, so it only looks things up. */
    void (*job)(const void *context, size_t i, runner_job *job);
    /* The result of run i, the caller's to free. */
    void (*done)(void *context, size_t i, runner_result *result);
    /* Now and then, also while nothing finishes; may be NULL. */
    void (*tick)(void *context);
    void *context;
    const volatile sig_atomic_t *interrupt; /* no more runs are started when it is true */
} batch;

/* Returns when all runs are done, or, after an interrupt, when those that ran have ended. */
void batch_run(const batch *b);

#endif
