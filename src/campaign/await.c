#include "campaign/await.h"

#include <time.h>

#include "base/clock.h"
#include "engine/group.h"

#define CPU_INTERVAL 0.1 /* between looks at the CPU time of the family… */
#define CPU_SHARE 0.02   /* …which may take this share of the time */

double await_cpu(const process *p)
{
    clockid_t clock;
    struct timespec used;
    if (!process_running(p) || clock_getcpuclockid(process_pid(p), &clock) ||
        clock_gettime(clock, &used))
        return 0;
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

double await_family_cpu(const process *p)
{
    double seconds;
    return group_cpu_alone(process_pid(p), &seconds) ? seconds : group_cpu(process_pid(p));
}

/* Looks at the CPU time when it is due; true when it is over the limit. */
static bool over_cpu(process *p, const await_job *job, double now, double *due, double *cpu)
{
    if (job->limits->cpu_seconds <= 0 || now < *due)
        return false;
    double used = group_cpu(process_pid(p)) - job->cpu_before;
    *cpu = used > *cpu ? used : *cpu;
    double later = clock_wall(), pause = (later - now) / CPU_SHARE;
    *due = later + (pause > CPU_INTERVAL ? pause : CPU_INTERVAL);
    return used > job->limits->cpu_seconds;
}

run_end await_reply(process *p, const await_job *job, double *cpu)
{
    double cpu_due = clock_wall() + CPU_INTERVAL;
    for (;;) {
        if (over_cpu(p, job, clock_wall(), &cpu_due, cpu))
            return END_CPU;
        double until = job->deadline;
        if (job->limits->cpu_seconds > 0 && (until <= 0 || cpu_due < until))
            until = cpu_due;
        switch (process_wait(p, until)) {
        case PROCESS_EXIT:
            return END_EXIT;
        case PROCESS_MEMORY:
            return END_MEMORY;
        case PROCESS_FLOOD:
            return END_FLOOD;
        case PROCESS_INTERRUPT:
            return END_INTERRUPT;
        case PROCESS_OUTPUT:
        case PROCESS_DEADLINE: /* it may come with output */
            if (job->complete && job->complete(job->context))
                return END_ANSWER;
            if (job->deadline > 0 && clock_wall() >= job->deadline)
                return END_WALL;
            break;
        }
    }
}
