#include "fuse/cluster/serve.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "fuse/campaign/labour.h"
#include "fuse/cluster/payload.h"

typedef struct fuse_service {
    fuse_setting *setting;
    store *store;
    map behaviours; /* that were told */
    strbuf weights;
    uint64_t epoch; /* of them; UINT64_MAX: none */
} fuse_service;

/* What a chunk has besides. */
typedef struct fuse_chunk {
    chunk_tally tally;
    unit_doubt doubt;
} fuse_chunk;

static void open_job(void *context, serve_job *job)
{
    const fuse_service *v = context;
    fuse_chunk *k = base_alloc_zero(1, sizeof *k);
    chunk_tally_init(&k->tally, v->setting->solvers.n);
    job->state = k;
}

static void close_job(void *context, serve_job *job)
{
    (void)context;
    fuse_chunk *k = job->state;
    chunk_tally_free(&k->tally);
    free(k->doubt.why);
    free(k);
}

static bool load_weights(fuse_service *v, uint64_t epoch)
{
    if (v->epoch == epoch)
        return true;
    void *bytes;
    size_t n;
    if (!store_decision(v->store, epoch, &bytes, &n))
        return false;
    strbuf_clear(&v->weights);
    strbuf_add(&v->weights, bytes, n);
    free(bytes);
    v->epoch = epoch;
    return true;
}

static bool plan(void *context, serve_job *job, strbuf *request)
{
    fuse_service *v = context;
    const cluster_lease *l = &job->lease;
    if (!load_weights(v, l->epoch))
        return false;
    if (!l->finding) {
        labour_ask_units(request, &v->weights, job->next, l->first + l->count - job->next);
        return true;
    }
    finding f;
    if (!store_get_finding(v->store, l->finding, &f))
        return false;
    labour_ask_finding(request, payload_labour(l->kind), &v->weights, &f);
    finding_free(&f);
    return true;
}

static void take_units(fuse_service *v, serve_job *job, message_reader *m)
{
    const fuse_setting *s = v->setting;
    fuse_chunk *k = job->state;
    while (!m->failed && m->at < m->end) {
        unit_report report;
        unit_report_read(m, &report);
        bool sound = !m->failed && report.unit == job->next &&
                     report.plan.first < s->seeds->seeds.n &&
                     report.plan.second < s->seeds->seeds.n;
        for (size_t i = 0; i < report.runs.n; i++)
            sound &= report.runs.at[i].solver < s->solvers.n &&
                     report.runs.at[i].verdict != RUNNER_STOPPED;
        if (sound) {
            job->next++;
            chunk_tally_add(&k->tally, &report, &v->behaviours);
            if (!report.made)
                cluster_result_note(&job->result, report.unit, "no formula");
        }
        unit_report_free(&report);
    }
}

static void take(void *context, serve_job *job, const strbuf *message)
{
    fuse_chunk *k = job->state;
    message_reader m = {.at = message->text, .end = message->text + message->n};
    switch ((labour_message)message_u64(&m)) {
    case LABOUR_SEEN: {
        uint64_t theories = message_u64(&m);
        finding f;
        finding_init(&f);
        message_finding(&m, &f);
        if (!m.failed)
            cluster_result_add(&job->result, &f, theories);
        finding_free(&f);
        break;
    }
    case LABOUR_UNIT:
        take_units(context, job, &m);
        break;
    case LABOUR_DOUBT:
        k->doubt.seed = (size_t)message_u64(&m);
        free(k->doubt.why);
        k->doubt.why = message_text(&m);
        break;
    case LABOUR_FINDING:
        strbuf_clear(&job->result.payload);
        finding_payload_put(&job->result.payload, &m, &k->doubt);
        break;
    }
}

static void give_up(void *context, serve_job *job)
{
    (void)context;
    fuse_chunk *k = job->state;
    k->tally.counts.lost++;
    k->tally.counts.units++;
}

static bool finish(void *context, serve_job *job)
{
    (void)context;
    const fuse_chunk *k = job->state;
    cluster_result *r = &job->result;
    if (job->lease.finding)
        return r->payload.n > 0;
    r->formulas = k->tally.counts.formulas;
    r->calls = k->tally.counts.solver_calls;
    r->hash = k->tally.hash;
    strbuf_clear(&r->payload);
    chunk_tally_put(&k->tally, &r->payload);
    return job->next == job->lease.first + job->lease.count;
}

static double longest_silence(const fuse_setting *s)
{
    enum { RUNS_PER_FINDING = 8 };
    double wall = s->limits.run.wall_seconds;
    return wall <= 0
               ? 0
               : 60 + s->reduce_seconds + wall * RUNS_PER_FINDING * (double)(s->solvers.n + 1);
}

serve_end fuse_serve(const serve_setting *s, fuse_setting *setting, store *campaign,
                     serve_counts *counts, char **error)
{
    fuse_service v = {.setting = setting, .store = campaign, .epoch = UINT64_MAX};
    strbuf_init(&v.weights);
    serve_trade trade = {.workers = {.begin = labour_begin,
                                     .work = labour_work,
                                     .context = setting,
                                     .silence = longest_silence(setting)},
                         .context = &v,
                         .open = open_job,
                         .close = close_job,
                         .plan = plan,
                         .take = take,
                         .give_up = give_up,
                         .finish = finish};
    serve_end end = serve(s, &trade, counts, error);
    map_free(&v.behaviours);
    strbuf_free(&v.weights);
    return end;
}
