#include "fuse/cluster/serve.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "fuse/campaign/labour.h"
#include "fuse/cluster/payload.h"

#define POLL_SECONDS 0.25     /* between questions for work */
#define POLL_MOST_SECONDS 2.0 /* when there was none for a while */
#define RECONNECT_MOST 5.0

/* What a worker is busy with. */
typedef struct service_job {
    bool busy;
    cluster_lease lease;
    cluster_result result;
    chunk_tally tally;
    unit_doubt doubt;
    uint64_t next;   /* the first unit that was not reported */
    uint64_t deadly; /* a unit over which a worker was lost; UINT64_MAX: none */
    double start;
} service_job;

typedef struct service {
    const fuse_server *s;
    fuse_served *served;
    pool *pool;
    service_job *jobs;
    cluster_leases leases; /* that wait for a worker */
    map behaviours;        /* that were told */
    strbuf weights;
    uint64_t epoch; /* of them; UINT64_MAX: none */
    double beat_due, poll_due, poll_pause, reconnect_due, reconnect_pause, idle_since;
    bool paused, ending; /* no more chunks are taken; and the agent ends */
    bool dropped;        /* chunks that the server believes we have */
    char *error;
} service;

static void complain(const service *v, const char *what, const char *why)
{
    if (!v->s->complain)
        return;
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%s%s", what, why);
    v->s->complain(v->s->context, text.text);
    strbuf_free(&text);
}

/* ---- The server ------------------------------------------------------------------------------ */

/* After something failed: gone for a while, or for good? */
static void note_failure(service *v)
{
    if (!cluster_lost(v->s->cluster)) {
        if (!v->error)
            v->error = base_strdup(cluster_error(v->s->cluster));
        return;
    }
    if (v->reconnect_due > 0)
        return;
    complain(v, "the server is away, results are kept here: ", cluster_error(v->s->cluster));
    v->reconnect_pause = 0.1;
    v->reconnect_due = clock_wall() + v->reconnect_pause;
}

static bool is_away(const service *v)
{
    return v->reconnect_due > 0;
}

static void send_spooled(service *v)
{
    size_t sent;
    if (!spool_send(v->s->spool, v->s->cluster, &sent))
        note_failure(v);
}

/* What we know of is ours; chunks that were given up, or leased while the line was cut, are for others. */
static void hold(service *v)
{
    cluster_tokens tokens = {0};
    for (size_t i = 0; i < v->s->jobs; i++)
        if (v->jobs[i].busy)
            vec_push(&tokens, v->jobs[i].lease.token);
    for (size_t i = 0; i < v->leases.n; i++)
        vec_push(&tokens, v->leases.at[i].token);
    if (cluster_hold(v->s->cluster, v->s->self->id, &tokens))
        v->dropped = false;
    else
        note_failure(v);
    vec_free(&tokens);
}

static void try_again(service *v)
{
    double now = clock_wall();
    if (!is_away(v) || now < v->reconnect_due)
        return;
    if (cluster_again(v->s->cluster) &&
        cluster_hello(v->s->cluster, v->s->self, v->s->id, v->s->lease)) {
        v->reconnect_due = 0;
        v->poll_due = v->beat_due = 0;
        complain(v, "the server is back", "");
        v->dropped = true;
        send_spooled(v);
        return;
    }
    v->reconnect_pause =
        2 * v->reconnect_pause < RECONNECT_MOST ? 2 * v->reconnect_pause : RECONNECT_MOST;
    v->reconnect_due = clock_wall() + v->reconnect_pause;
}

static void beat(service *v)
{
    double now = clock_wall();
    if (is_away(v) || now < v->beat_due)
        return;
    v->beat_due = now + v->s->lease / 4;
    const char *state, *self = v->s->self->id;
    if (!cluster_beat(v->s->cluster, &self, 1, v->s->lease, &state)) {
        note_failure(v);
        return;
    }
    if (!state && !cluster_hello(v->s->cluster, v->s->self, v->s->id, v->s->lease))
        note_failure(v);
    v->paused = state && strcmp(state, "running") != 0 && strcmp(state, "working") != 0;
    v->ending |= state && !strcmp(state, "draining");
    if (spool_count(v->s->spool) && !is_away(v))
        send_spooled(v);
    if (v->dropped && !is_away(v))
        hold(v);
}

/* ---- Giving work ----------------------------------------------------------------------------- */

static void take(service *v)
{
    double now = clock_wall();
    size_t idle = pool_idle(v->pool);
    if (v->paused || v->ending || v->dropped || is_away(v) || v->leases.n || !idle ||
        now < v->poll_due)
        return;
    if (!cluster_take(v->s->cluster, v->s->self->id, v->s->id, idle, TANDEM_VERSION, &v->leases)) {
        v->leases.n = 0;
        note_failure(v);
        return;
    }
    v->poll_pause = v->leases.n ? POLL_SECONDS : 1.5 * v->poll_pause;
    v->poll_pause = v->poll_pause > POLL_MOST_SECONDS ? POLL_MOST_SECONDS : v->poll_pause;
    v->poll_due = v->leases.n ? 0 : now + v->poll_pause;
    if (!v->leases.n && v->poll_pause >= POLL_MOST_SECONDS && !cluster_sweep(v->s->cluster))
        note_failure(v);
}

static bool load_weights(service *v, uint64_t epoch)
{
    if (v->epoch == epoch)
        return true;
    void *bytes;
    size_t n;
    if (!store_decision(v->s->store, epoch, &bytes, &n))
        return false;
    strbuf_clear(&v->weights);
    strbuf_add(&v->weights, bytes, n);
    free(bytes);
    v->epoch = epoch;
    return true;
}

static bool plan(service *v, service_job *job, strbuf *request)
{
    const cluster_lease *l = &job->lease;
    if (!load_weights(v, l->epoch))
        return false;
    if (!l->finding) {
        labour_ask_units(request, &v->weights, job->next, l->first + l->count - job->next);
        return true;
    }
    finding f;
    if (!store_get_finding(v->s->store, l->finding, &f))
        return false;
    if (l->reduce)
        labour_ask_reduce(request, &v->weights, &f);
    else
        labour_ask_confirm(request, &v->weights, &f);
    finding_free(&f);
    return true;
}

static void job_open(service *v, service_job *job, const cluster_lease *lease)
{
    *job = (service_job){
        .lease = *lease, .next = lease->first, .deadly = UINT64_MAX, .start = clock_wall()};
    cluster_result_init(&job->result);
    chunk_tally_init(&job->tally, v->s->setting->solvers.n);
}

static void job_close(service_job *job)
{
    cluster_result_free(&job->result);
    chunk_tally_free(&job->tally);
    free(job->doubt.why);
    *job = (service_job){0};
}

/* False: there is no worker, or what the chunk needs cannot be had now. */
static bool give(service *v, service_job *job)
{
    strbuf request = STRBUF_INIT;
    bool good = plan(v, job, &request);
    if (!good)
        note_failure(v);
    int worker = good ? pool_give(v->pool, &request, &v->error) : -1;
    strbuf_free(&request);
    if (worker < 0)
        return false;
    job->busy = true;
    if (&v->jobs[worker] != job)
        v->jobs[worker] = *job;
    return true;
}

static void give_leases(service *v)
{
    while (v->leases.n && pool_idle(v->pool) && !v->error) {
        cluster_lease lease = v->leases.at[0];
        service_job job;
        job_open(v, &job, &lease);
        if (!give(v, &job)) {
            job_close(&job);
            v->leases.n = 0;
            v->dropped = true;
            v->beat_due = 0;
            return;
        }
        memmove(v->leases.at, v->leases.at + 1, --v->leases.n * sizeof *v->leases.at);
        v->idle_since = 0;
    }
}

/* ---- What comes back ------------------------------------------------------------------------- */

static void take_units(service *v, service_job *job, message_reader *m)
{
    const fuse_setting *s = v->s->setting;
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
            chunk_tally_add(&job->tally, &report, &v->behaviours);
            if (!report.made)
                cluster_result_note(&job->result, report.unit, "no formula");
        }
        unit_report_free(&report);
    }
}

static void take_message(service *v, service_job *job, const strbuf *message)
{
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
        take_units(v, job, &m);
        break;
    case LABOUR_DOUBT:
        job->doubt.seed = (size_t)message_u64(&m);
        free(job->doubt.why);
        job->doubt.why = message_text(&m);
        break;
    case LABOUR_FINDING:
        strbuf_clear(&job->result.payload);
        finding_payload_put(&job->result.payload, &m, &job->doubt);
        break;
    }
}

static void deliver(service *v, service_job *job)
{
    cluster_result *r = &job->result;
    r->campaign = v->s->id;
    r->chunk = job->lease.number;
    r->token = job->lease.token;
    r->seconds = clock_wall() - job->start;
    if (!job->lease.finding) {
        r->formulas = job->tally.counts.formulas;
        r->calls = job->tally.counts.solver_calls;
        r->hash = job->tally.hash;
        strbuf_clear(&r->payload);
        chunk_tally_put(&job->tally, &r->payload);
    }
    cluster_verdict verdict;
    if (!is_away(v) && cluster_finish(v->s->cluster, v->s->self->id, r, &verdict)) {
        v->served->chunks += verdict != CLUSTER_LATE;
        v->served->late += verdict == CLUSTER_LATE;
    } else {
        if (!is_away(v))
            note_failure(v);
        if (!v->error && !spool_add(v->s->spool, v->s->self->id, r))
            v->error = base_strdup(spool_error(v->s->spool));
        v->served->spooled++;
    }
    v->served->units += job->tally.counts.units;
}

static void take_end(service *v, service_job *job)
{
    job->busy = false;
    const cluster_lease *l = &job->lease;
    bool whole = l->finding ? job->result.payload.n > 0 : job->next == l->first + l->count;
    if (whole)
        deliver(v, job);
    else if (!(v->s->interrupt && *v->s->interrupt))
        complain(v, "a chunk was left undone, somebody gets it again", "");
    v->dropped |= !whole;
    job_close(job);
}

/* A unit that kills two workers is given up, with a note; so is a finding: others try it. */
static void take_loss(service *v, service_job *job, const char *why)
{
    job->busy = false;
    complain(v, "a worker was lost: ", why);
    if (job->lease.finding) {
        v->dropped = true;
        job_close(job);
        return;
    }
    if (job->deadly == job->next) {
        strbuf note = STRBUF_INIT;
        strbuf_printf(&note, "worker lost: %s", why);
        cluster_result_note(&job->result, job->next++, note.text);
        job->tally.counts.lost++;
        job->tally.counts.units++;
        strbuf_free(&note);
    }
    job->deadly = job->next;
    if (job->next == job->lease.first + job->lease.count) {
        take_end(v, job);
        return;
    }
    service_job again = *job;
    *job = (service_job){0};
    if (!give(v, &again)) {
        v->dropped = true;
        job_close(&again);
    }
}

static void wait_for_news(service *v, strbuf *message)
{
    int worker = -1;
    double until = clock_wall() + POLL_SECONDS;
    switch (pool_wait(v->pool, until, &worker, message)) {
    case POOL_MESSAGE:
        take_message(v, &v->jobs[worker], message);
        break;
    case POOL_DONE:
        take_end(v, &v->jobs[worker]);
        break;
    case POOL_LOST:
        take_loss(v, &v->jobs[worker], message->text);
        break;
    case POOL_DEADLINE:
    case POOL_INTERRUPT:
        break;
    }
}

static bool is_idle(const service *v)
{
    return pool_idle(v->pool) == v->s->jobs && !v->leases.n;
}

static serve_end loop(service *v)
{
    strbuf message = STRBUF_INIT;
    serve_end end = SERVE_INTERRUPTED;
    while (!(v->s->interrupt && *v->s->interrupt)) {
        try_again(v);
        beat(v);
        take(v);
        give_leases(v);
        double now = clock_wall();
        if (!is_idle(v))
            v->idle_since = 0;
        else if (v->idle_since <= 0)
            v->idle_since = now;
        if (v->error)
            end = SERVE_FAILED;
        else if (v->ending && is_idle(v))
            end = SERVE_DRAINED;
        else if (is_idle(v) && !is_away(v) && v->s->patience > 0 &&
                 now - v->idle_since >= v->s->patience)
            end = SERVE_IDLE;
        if (end != SERVE_INTERRUPTED)
            break;
        wait_for_news(v, &message);
    }
    strbuf_free(&message);
    return end;
}

static double longest_silence(const fuse_setting *s)
{
    enum { RUNS_PER_FINDING = 8 };
    double wall = s->limits.run.wall_seconds;
    return wall <= 0
               ? 0
               : 60 + s->reduce_seconds + wall * RUNS_PER_FINDING * (double)(s->solvers.n + 1);
}

serve_end fuse_serve(const fuse_server *s, fuse_served *served, char **error)
{
    service v = {.s = s, .served = served, .epoch = UINT64_MAX, .poll_pause = POLL_SECONDS};
    strbuf_init(&v.weights);
    v.jobs = base_alloc_zero(s->jobs, sizeof *v.jobs);
    pool_config config = {.jobs = s->jobs,
                          .begin = labour_begin,
                          .work = labour_work,
                          .context = s->setting,
                          .silence = longest_silence(s->setting),
                          .interrupt = s->interrupt};
    v.pool = pool_new(&config);
    if (!cluster_hello(s->cluster, s->self, s->id, s->lease))
        note_failure(&v);
    else if (spool_count(s->spool))
        send_spooled(&v);
    serve_end end = v.error ? SERVE_FAILED : loop(&v);
    pool_free(v.pool);
    if (!is_away(&v) && end != SERVE_IDLE)
        cluster_give_back(s->cluster, s->self->id);
    for (size_t i = 0; i < s->jobs; i++)
        if (v.jobs[i].busy)
            job_close(&v.jobs[i]);
    free(v.jobs);
    vec_free(&v.leases);
    map_free(&v.behaviours);
    strbuf_free(&v.weights);
    *error = v.error;
    return end;
}
