#include "cli/cluster/cluster_status.h"

#include <stdio.h>

#include "base/json.h"

typedef unsigned long long count;

/* Numbers of a campaign: METRIC(field, help). */
#define METRICS(METRIC)                                             \
    METRIC(units, "units done, as far as the coordinator has read") \
    METRIC(formulas, "formulas that were made")                     \
    METRIC(calls, "solver calls")                                   \
    METRIC(open, "chunks that wait")                                \
    METRIC(leased, "chunks under way")                              \
    METRIC(quarantined, "chunks put aside")                         \
    METRIC(unread, "chunks done that the coordinator has not read") \
    METRIC(finding_chunks, "findings to be confirmed or reduced")   \
    METRIC(findings, "findings in any state")                       \
    METRIC(confirmed, "findings confirmed or reduced")

static const char *mode_of(const cluster_agent *a)
{
    return a->left < 0 ? "lost" : a->state;
}

void cluster_put_text(const cluster_state *s, strbuf *out)
{
    for (size_t i = 0; i < s->campaigns.n; i++) {
        const cluster_campaign *k = &s->campaigns.at[i];
        strbuf_printf(out, "campaign %s: %s, %s\n", k->name, k->state,
                      k->led ? k->coordinator : "without a coordinator");
        strbuf_printf(out, "  %llu units, %llu formulas, %llu solver calls, %.0f s of work\n",
                      (count)k->units, (count)k->formulas, (count)k->calls, k->seconds);
        strbuf_printf(out, "  chunks: %llu open, %llu leased, %llu put aside, %llu not read yet\n",
                      (count)k->open, (count)k->leased, (count)k->quarantined, (count)k->unread);
        strbuf_printf(out, "  findings: %llu, of them %llu confirmed; %llu to be looked at\n",
                      (count)k->findings, (count)k->confirmed, (count)k->finding_chunks);
    }
    for (size_t i = 0; i < s->agents.n; i++) {
        const cluster_agent *a = &s->agents.at[i];
        strbuf_printf(out, "agent %s: %s, %s, %llu jobs, %llu chunks, heard %.1f s ago\n", a->id,
                      mode_of(a), *a->campaign ? a->campaign : "no campaign", (count)a->jobs,
                      (count)a->leased, a->silent);
    }
    if (!s->campaigns.n)
        strbuf_puts(out, "no campaigns\n");
}

static void put_text(json_writer *j, const char *key, const char *text)
{
    json_key(j, key);
    json_string(j, text);
}

static void put_number(json_writer *j, const char *key, double number)
{
    json_key(j, key);
    json_double(j, number);
}

void cluster_put_json(const cluster_state *s, strbuf *out)
{
    json_writer j;
    json_init(&j, out);
    j.pretty = true;
    json_object(&j);
    json_key(&j, "campaigns");
    json_array(&j);
    for (size_t i = 0; i < s->campaigns.n; i++) {
        const cluster_campaign *k = &s->campaigns.at[i];
        json_object(&j);
        put_text(&j, "name", k->name);
        put_text(&j, "state", k->state);
        put_text(&j, "version", k->version);
        put_text(&j, "coordinator", k->led ? k->coordinator : "");
        put_number(&j, "priority", (double)k->priority);
        put_number(&j, "share", k->share);
        put_number(&j, "seconds", k->seconds);
#define METRIC(field, help) \
    json_key(&j, #field);   \
    json_uint(&j, k->field);
        METRICS(METRIC)
#undef METRIC
        json_end(&j);
    }
    json_end(&j);
    json_key(&j, "agents");
    json_array(&j);
    for (size_t i = 0; i < s->agents.n; i++) {
        const cluster_agent *a = &s->agents.at[i];
        json_object(&j);
        put_text(&j, "id", a->id);
        put_text(&j, "host", a->host);
        put_text(&j, "machine", a->machine);
        put_text(&j, "version", a->version);
        put_text(&j, "solvers", a->solvers);
        put_text(&j, "state", mode_of(a));
        put_text(&j, "campaign", a->campaign);
        put_number(&j, "silent", a->silent);
        json_key(&j, "jobs");
        json_uint(&j, a->jobs);
        json_key(&j, "leased");
        json_uint(&j, a->leased);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    strbuf_putc(out, '\n');
}

/* A label's value, with what has a meaning there escaped. */
static void put_label(strbuf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            strbuf_putc(out, '\\');
        strbuf_putc(out, *text == '\n' ? ' ' : *text);
    }
}

static void put_sample(strbuf *out, const char *metric, const char *campaign, double value)
{
    strbuf_printf(out, "tandem_%s{campaign=\"", metric);
    put_label(out, campaign);
    strbuf_printf(out, "\"} %.15g\n", value);
}

void cluster_put_prometheus(const cluster_state *s, strbuf *out)
{
#define METRIC(field, help)                                                                  \
    strbuf_puts(out, "# HELP tandem_" #field " " help "\n# TYPE tandem_" #field " gauge\n"); \
    for (size_t i = 0; i < s->campaigns.n; i++)                                              \
        put_sample(out, #field, s->campaigns.at[i].name, (double)s->campaigns.at[i].field);
    METRICS(METRIC)
#undef METRIC
    size_t lost = 0;
    double jobs = 0;
    for (size_t i = 0; i < s->agents.n; i++) {
        lost += s->agents.at[i].left < 0;
        jobs += s->agents.at[i].left < 0 ? 0 : (double)s->agents.at[i].jobs;
    }
    strbuf_printf(out, "# TYPE tandem_agents gauge\ntandem_agents %zu\n", s->agents.n - lost);
    strbuf_printf(out, "# TYPE tandem_agents_lost gauge\ntandem_agents_lost %zu\n", lost);
    strbuf_printf(out, "# TYPE tandem_jobs gauge\ntandem_jobs %.0f\n", jobs);
}
