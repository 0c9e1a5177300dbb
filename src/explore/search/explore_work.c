/* What time is to the search: that of the user's limit, or work that is counted. */
#include "base/clock.h"
#include "explore/search/explore_impl.h"

/* Runs in one process that are a second. */
static uint64_t looped_second(const explorer *x)
{
    return x->harness ? x->limits->work_loop_runs : x->limits->work_program_runs;
}

static double counted(const explorer *x)
{
    const explore_limits *l = x->limits;
    const flip_counters *f = flip_counts(x->flips);
    uint64_t forked = x->p->runs + x->p->mutants - x->p->looped + x->p->sanitized;
    return (double)forked / (double)l->work_runs + (double)x->p->looped / (double)looped_second(x) +
           (double)f->executions / (double)l->work_executions +
           (double)f->calls / (double)l->work_calls +
           (double)f->smt_checks / (double)l->work_checks;
}

double explorer_now(const explorer *x)
{
    return x->config->seconds > 0 ? clock_wall() - x->started : counted(x);
}

uint64_t explorer_runs_left(const explorer *x)
{
    uint64_t most = x->config->max_runs, made = x->p->runs + x->p->mutants;
    return !most ? UINT64_MAX : made < most ? most - made : 0;
}

uint64_t explorer_mutate_until(explorer *x, double until, mutate_keep keep)
{
    uint64_t left = explorer_runs_left(x);
    if (x->config->seconds > 0)
        return explore_mutate_step(x->mutate, x->started + until, left == UINT64_MAX ? 0 : left,
                                   keep, x);
    uint64_t looped,
        second = explore_mutate_loops(x->mutate, &looped) ? looped_second(x) : x->limits->work_runs;
    double runs = (until - explorer_now(x)) * (double)second;
    uint64_t turn = runs < 1 ? 1 : runs < 1e9 ? (uint64_t)runs : UINT64_C(1000000000);
    return explore_mutate_step(x->mutate, 0, turn < left ? turn : left, keep, x);
}
