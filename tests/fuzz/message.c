#include "fuse/campaign/unit.h"
#include "fuzz/targets.h"

/* As the supervisor reads what workers send: a report and a finding. */
void fuzz_message_one(const uint8_t *data, size_t size)
{
    message_reader r = {.at = (const char *)data, .end = (const char *)data + size};
    unit_report report = {0};
    unit_report_read(&r, &report);
    for (size_t i = 0; !r.failed && i < report.runs.n; i++)
        MUST(report.runs.at[i].verdict < RUNNER_VERDICT_COUNT);
    if (!r.failed)
        MUST(report.plan.strategy < FUSE_STRATEGY_COUNT);
    PLANTED(!r.failed && report.runs.n == 2 && report.functions.n == 1);
    unit_report_free(&report);
    finding f;
    finding_init(&f);
    message_finding(&r, &f);
    if (!r.failed)
        MUST(f.kind < FINDING_KIND_COUNT);
    finding_free(&f);
}
