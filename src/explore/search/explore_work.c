/* What time is to the search: that of the user's limit, or work that is counted. */
#include "base/clock.h"
#include "explore/search/explore_impl.h"

static double counted(const explorer *x)
{
    const explore_limits *l = x->limits;
    const flip_counters *f = flip_counts(x->flips);
    return (double)(x->p->runs + x->p->mutants + x->p->sanitized) / (double)l->work_runs +
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
    double runs = (until - explorer_now(x)) * (double)x->limits->work_runs;
    uint64_t turn = runs < 1 ? 1 : runs < 1e9 ? (uint64_t)runs : UINT64_C(1000000000);
    return explore_mutate_step(x->mutate, 0, turn < left ? turn : left, keep, x);
}
