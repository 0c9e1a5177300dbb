#include "fuse/campaign/tally.h"

#include <math.h>

#include "base/hash.h"

/* A hash of what the solvers showed: answers and how long they took, to a factor of four. */
static uint64_t behaviour_of(const unit_report *report)
{
    uint64_t h = report->plan.strategy;
    for (size_t i = 0; i < report->runs.n; i++) {
        const unit_run *one = &report->runs.at[i];
        int class = one->wall > 0 ? (int)floor(log2(one->wall * 1000) / 2) : 0;
        h = hash_mix(h ^ one->solver, hash_mix(one->verdict, (uint64_t)(class < 0 ? 0 : class)));
    }
    return h == MAP_NO_KEY ? 0 : h;
}

schedule_lesson tally_lesson(const unit_report *report)
{
    bool timeout = false;
    for (size_t i = 0; i < report->runs.n; i++)
        timeout |= report->runs.at[i].verdict == RUNNER_TIMEOUT;
    return (schedule_lesson){.strategy = report->plan.strategy,
                             .first = report->plan.first,
                             .second = report->plan.second,
                             .functions = report->functions.at,
                             .n_functions = report->functions.n,
                             .timeout = timeout,
                             .behaviour = behaviour_of(report)};
}

void tally_unit(fuse_status *s, const unit_report *report)
{
    s->units++;
    s->formulas += report->made;
    s->bytes += report->bytes;
    s->solver_calls += report->runs.n;
    s->strategies[report->plan.strategy] += report->made;
    for (int i = 0; i < FUSE_OUTCOME_COUNT; i++)
        s->dropped[i] += report->dropped[i];
    for (size_t i = 0; i < report->runs.n; i++)
        s->answers[report->runs.at[i].solver][report->runs.at[i].verdict]++;
    s->worker_seconds += report->seconds;
    s->solver_seconds += report->solver_seconds;
}
