/* Units that workers have done: counted, stored, learned from. */
#include "fuse/campaign/campaign_impl.h"
#include "fuse/campaign/tally.h"

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
    tally_unit(r->status, report);
    r->worker_cpu += report->cpu;
    if (report->made_at > 0 &&
        (r->status->first_made == 0 || report->made_at < r->status->first_made))
        r->status->first_made = report->made_at;
    r->unit_seconds += report->seconds;
    if (report->made) {
        schedule_lesson lesson = tally_lesson(report);
        lesson.edges = campaign_add_edges(r, report);
        lesson.covered = r->c->setting->coverage && report->runs.n;
        schedule_learn(r->c->setting->schedule, &lesson);
    }
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
