#include "solver/await.h"

#include <time.h>

#include "base/clock.h"
#include "process/group.h"

#define CPU_INTERVAL 0.1 /* between looks at the CPU time of the family… */
#define OWN_INTERVAL 0.01
#define CPU_SHARE 0.02 /* …which may take this share of the time */

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

/* When the CPU time is to be looked at. */
typedef struct cpu_watch {
    double own_due, family_due;
} cpu_watch;

/* Looks at the CPU time when it is due; true when it is over the limit. What the process itself has
 * used costs little to ask, and tells before when it cannot be over its limit; the family does not.
 */
static bool over_cpu(process *p, const await_job *job, double now, cpu_watch *watch, double *cpu)
{
    double limit = job->limits->cpu_seconds;
    if (limit <= 0)
        return false;
    if (now >= watch->own_due) {
        double own = await_cpu(p) - job->cpu_before;
        *cpu = own > *cpu ? own : *cpu;
        watch->own_due = now + (limit - own > OWN_INTERVAL ? limit - own : OWN_INTERVAL);
    }
    if (now >= watch->family_due) {
        double used = group_cpu(process_pid(p)) - job->cpu_before;
        *cpu = used > *cpu ? used : *cpu;
        double later = clock_wall(), pause = (later - now) / CPU_SHARE;
        watch->family_due = later + (pause > CPU_INTERVAL ? pause : CPU_INTERVAL);
    }
    return *cpu > limit;
}

run_end await_reply(process *p, const await_job *job, double *cpu)
{
    double start = clock_wall(), limit = job->limits->cpu_seconds;
    cpu_watch watch = {start + limit, start + CPU_INTERVAL};
    for (;;) {
        if (over_cpu(p, job, clock_wall(), &watch, cpu))
            return END_CPU;
        double until = job->deadline;
        double look = watch.own_due < watch.family_due ? watch.own_due : watch.family_due;
        if (limit > 0 && (until <= 0 || look < until))
            until = look;
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
