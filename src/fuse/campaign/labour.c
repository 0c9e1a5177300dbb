#include "fuse/campaign/labour.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "judge/builds/bisect.h"

void labour_ask_units(strbuf *request, const strbuf *weights, uint64_t first, uint64_t count)
{
    message_put_u64(request, LABOUR_UNITS);
    message_put_bytes(request, weights->text, weights->n);
    message_put_u64(request, first);
    message_put_u64(request, count);
}

void labour_ask_finding(strbuf *request, labour_request what, const strbuf *weights,
                        const finding *f)
{
    message_put_u64(request, what);
    message_put_bytes(request, weights->text, weights->n);
    message_put_finding(request, f);
}

#define TOGETHER_SECONDS 0.005

/* ---- The worker ------------------------------------------------------------------------------ */

static void read_weights(fuse_setting *s, message_reader *r)
{
    size_t n;
    const char *bytes = message_bytes(r, &n);
    schedule_decode(s->schedule, bytes, n);
}

static void say_seen(fuse_setting *s, pool_line *line, const unit_report *report, const finding *f)
{
    const seed *seeds = s->seeds->seeds.at;
    strbuf out = STRBUF_INIT;
    message_put_u64(&out, LABOUR_SEEN);
    message_put_u64(&out, seeds[report->plan.first].theories | seeds[report->plan.second].theories);
    message_put_finding(&out, f);
    pool_say(line, &out);
    strbuf_free(&out);
}

/* Reports of units that were quickly done go together: a message costs more than a formula does. */
static void do_units(fuse_setting *s, pool_line *line, uint64_t first, uint64_t count)
{
    strbuf out = STRBUF_INIT;
    double said = clock_wall();
    for (uint64_t i = 0; i < count; i++) {
        unit_report report;
        finding_list findings = {0};
        unit_run_all(s, first + i, &report, &findings);
        if (report.unasked && !(s->limits.interrupt && *s->limits.interrupt)) {
            /* What it might have found must not count as looked for: others try again. */
            if (out.n)
                pool_say(line, &out);
            _exit(EXIT_FAILURE);
        }
        for (size_t k = 0; k < findings.n; k++) {
            say_seen(s, line, &report, &findings.at[k]);
            finding_free(&findings.at[k]);
        }
        vec_free(&findings);
        if (!out.n)
            message_put_u64(&out, LABOUR_UNIT);
        unit_report_put(&out, &report);
        unit_report_free(&report);
        double now = clock_wall();
        if (i + 1 == count || now - said > TOGETHER_SECONDS) {
            pool_say(line, &out);
            strbuf_clear(&out);
            said = now;
        }
    }
    strbuf_free(&out);
}

static void say_doubt(pool_line *line, const unit_doubt *doubt)
{
    strbuf out = STRBUF_INIT;
    message_put_u64(&out, LABOUR_DOUBT);
    message_put_u64(&out, doubt->seed);
    message_put_text(&out, doubt->why);
    pool_say(line, &out);
    strbuf_free(&out);
}

static void do_finding(fuse_setting *s, pool_line *line, message_reader *r, labour_request kind)
{
    finding f;
    unit_doubt doubt = {0};
    double start = clock_wall(), spent = 0;
    s->limits.spent = &spent;
    finding_init(&f);
    message_finding(r, &f);
    if (!r->failed && kind == LABOUR_CONFIRM)
        unit_confirm(s, &f, &doubt);
    else if (!r->failed && kind == LABOUR_REDUCE)
        unit_reduce(s, &f);
    else if (!r->failed)
        bisect_finding(&f, s->solvers.at, s->solvers.n, &s->limits);
    s->limits.spent = NULL;
    if (doubt.why)
        say_doubt(line, &doubt);
    free(doubt.why);
    strbuf out = STRBUF_INIT;
    message_put_u64(&out, LABOUR_FINDING);
    message_put_double(&out, clock_wall() - start);
    message_put_double(&out, spent);
    message_put_finding(&out, &f);
    pool_say(line, &out);
    strbuf_free(&out);
    finding_free(&f);
}

void labour_begin(void *context, size_t worker)
{
    fuse_setting *s = context;
    char *error = NULL;
    if (s->coverage && !(s->edges = coverage_new(&error)))
        base_out_of_memory(error, 0);
    if (!bank_detach(s->seeds->bank, true))
        base_out_of_memory("the terms of a worker", bank_term_bytes(s->seeds->bank));
}

void labour_work(void *context, pool_line *line, const char *request, size_t n)
{
    fuse_setting *s = context;
    message_reader r = {.at = request, .end = request + n};
    labour_request kind = (labour_request)message_u64(&r);
    read_weights(s, &r);
    if (kind != LABOUR_UNITS) {
        do_finding(s, line, &r, kind);
        return;
    }
    uint64_t first = message_u64(&r), count = message_u64(&r);
    if (!r.failed)
        do_units(s, line, first, count);
}
