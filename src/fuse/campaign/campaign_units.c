/* Units that workers have done: counted, stored, learned from. */
#include <math.h>

#include "base/hash.h"
#include "fuse/campaign/campaign_impl.h"

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

static void learn(campaign_run *r, const unit_report *report)
{
    bool timeout = false;
    for (size_t i = 0; i < report->runs.n; i++)
        timeout |= report->runs.at[i].verdict == RUNNER_TIMEOUT;
    schedule_lesson lesson = {.strategy = report->plan.strategy,
                              .first = report->plan.first,
                              .second = report->plan.second,
                              .functions = report->functions.at,
                              .n_functions = report->functions.n,
                              .timeout = timeout,
                              .behaviour = behaviour_of(report)};
    schedule_learn(r->c->setting->schedule, &lesson);
}

static void count_unit(campaign_run *r, const unit_report *report)
{
    fuse_status *s = r->status;
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
    r->unit_seconds += report->seconds;
}

static void store_unit(campaign_run *r, const unit_report *report)
{
    if (!campaign_begin(r))
        return;
    for (size_t i = 0; i < report->runs.n; i++) {
        const unit_run *one = &report->runs.at[i];
        store_run row = {report->unit, (uint32_t)one->solver, one->verdict, one->wall, one->cpu,
                         one->memory};
        campaign_stored(r, store_add_run(r->c->store, &row));
    }
    campaign_stored(r,
                    store_unit_done(r->c->store, report->unit, report->made ? "" : "no formula"));
}

static void take_report(campaign_run *r, campaign_assignment *a, const unit_report *report)
{
    bool stopped = false; /* by our own interrupt: the unit is made again */
    bool sound = true;
    for (size_t i = 0; i < report->runs.n; i++) {
        stopped |= report->runs.at[i].verdict == RUNNER_STOPPED;
        sound &= report->runs.at[i].solver < r->c->setting->solvers.n;
    }
    if (!sound || stopped || report->unit != a->next ||
        report->plan.first >= r->c->setting->seeds->seeds.n ||
        report->plan.second >= r->c->setting->seeds->seeds.n)
        return;
    a->next++;
    count_unit(r, report);
    if (report->made)
        learn(r, report);
    store_unit(r, report);
}

void campaign_take_units(campaign_run *r, campaign_assignment *a, message_reader *m)
{
    while (!m->failed && m->at < m->end) {
        unit_report report;
        unit_report_read(m, &report);
        if (!m->failed)
            take_report(r, a, &report);
        unit_report_free(&report);
    }
}
