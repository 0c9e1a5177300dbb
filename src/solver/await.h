/* Waiting for a solver, within its limits. */
#ifndef TANDEM_SOLVER_AWAIT_H
#define TANDEM_SOLVER_AWAIT_H

#include "process/process.h"
#include "solver/verdict.h"

typedef struct await_job {
    const runner_limits *limits;
    double deadline;          /* clock_wall; 0: none */
    double cpu_before;        /* what the process had used before this formula */
    bool (*complete)(void *); /* is all of the reply there? NULL: when the process ends */
    void *context;
} await_job;

/* *cpu becomes the CPU seconds of the process group for this formula, as far as they were looked
 * at. The process may still run afterwards. */
run_end await_reply(process *p, const await_job *job, double *cpu);
/* CPU seconds of a running process, exactly; without its children. */
double await_cpu(const process *p);
/* With its descendants, for await_job.cpu_before. */
double await_family_cpu(const process *p);

#endif
