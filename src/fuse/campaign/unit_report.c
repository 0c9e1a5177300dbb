/* What a worker tells of a unit, as a message. */
#include "fuse/campaign/unit.h"

void unit_report_free(unit_report *report)
{
    vec_free(&report->functions);
    vec_free(&report->edges);
    free(report->text);
    vec_free(&report->runs);
    *report = (unit_report){0};
}

void unit_report_put(strbuf *out, const unit_report *report)
{
    message_put_u64(out, report->unit);
    message_put_u64(out, report->plan.strategy);
    message_put_u64(out, report->plan.first);
    message_put_u64(out, report->plan.second);
    message_put_u64(out, report->made);
    message_put_bytes(out, report->dropped, sizeof report->dropped);
    message_put_bytes(out, report->functions.at,
                      report->functions.n * sizeof *report->functions.at);
    message_put_bytes(out, report->edges.at, report->edges.n * sizeof *report->edges.at);
    message_put_text(out, report->text ? report->text : "");
    message_put_bytes(out, report->runs.at, report->runs.n * sizeof *report->runs.at);
    message_put_u64(out, report->bytes);
    message_put_double(out, report->solver_seconds);
    message_put_double(out, report->seconds);
    message_put_double(out, report->cpu);
    message_put_double(out, report->made_at);
}

void unit_report_read(message_reader *r, unit_report *report)
{
    *report = (unit_report){.unit = message_u64(r)};
    report->plan.strategy = (fuse_strategy)message_below(r, FUSE_STRATEGY_COUNT);
    report->plan.first = (size_t)message_u64(r);
    report->plan.second = (size_t)message_u64(r);
    report->made = message_u64(r) != 0;
    size_t n;
    const char *bytes = message_bytes(r, &n);
    r->failed |= n != sizeof report->dropped;
    if (!r->failed)
        memcpy(report->dropped, bytes, n);
    message_vec(r, &report->functions);
    message_vec(r, &report->edges);
    report->text = message_text(r);
    message_vec(r, &report->runs);
    for (size_t i = 0; i < report->runs.n; i++)
        r->failed |= report->runs.at[i].verdict >= RUNNER_VERDICT_COUNT;
    report->bytes = (size_t)message_u64(r);
    report->solver_seconds = message_double(r);
    report->seconds = message_double(r);
    report->cpu = message_double(r);
    report->made_at = message_double(r);
}
