#include "campaign/cluster/serve.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "campaign/cluster/serve_impl.h"

#define WAIT_SECONDS 0.25 /* for news of workers */

void service_complain(const service *v, const char *what, const char *why)
{
    if (!v->s->complain)
        return;
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%s%s", what, why);
    v->s->complain(v->s->context, text.text);
    strbuf_free(&text);
}

/* ---- Giving work ----------------------------------------------------------------------------- */

static void job_open(service *v, serve_job *job, const cluster_lease *lease)
{
    *job = (serve_job){
        .lease = *lease, .next = lease->first, .deadly = UINT64_MAX, .start = clock_wall()};
    cluster_result_init(&job->result);
    v->trade->open(v->trade->context, job);
}

static void job_close(service *v, serve_job *job)
{
    v->trade->close(v->trade->context, job);
    cluster_result_free(&job->result);
    *job = (serve_job){0};
}

/* False: there is no worker, or what the chunk needs cannot be had now. */
static bool give(service *v, serve_job *job)
{
    strbuf request = STRBUF_INIT;
    bool good = v->trade->plan(v->trade->context, job, &request);
    if (!good)
        line_failed(v);
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
        serve_job job;
        job_open(v, &job, &lease);
        if (!give(v, &job)) {
            job_close(v, &job);
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

static void take_end(service *v, serve_job *job)
{
    job->busy = false;
    cluster_result *r = &job->result;
    r->campaign = v->s->id;
    r->chunk = job->lease.number;
    r->token = job->lease.token;
    r->seconds = clock_wall() - job->start;
    bool whole = v->trade->finish(v->trade->context, job);
    if (whole) {
        line_deliver(v, r);
        v->counts->units += job->lease.count;
    } else if (!(v->s->interrupt && *v->s->interrupt)) {
        service_complain(v, "a chunk was left undone, somebody gets it again", "");
    }
    v->dropped |= !whole;
    job_close(v, job);
}

/* A unit that kills two workers is given up, with a note; so is a finding: others try it. */
static void take_loss(service *v, serve_job *job, const char *why)
{
    job->busy = false;
    service_complain(v, "a worker was lost: ", why);
    if (job->lease.finding) {
        v->dropped = true;
        job_close(v, job);
        return;
    }
    if (job->deadly == job->next) {
        strbuf note = STRBUF_INIT;
        strbuf_printf(&note, "worker lost: %s", why);
        cluster_result_note(&job->result, job->next, note.text);
        strbuf_free(&note);
        v->trade->give_up(v->trade->context, job);
        job->next++;
    }
    job->deadly = job->next;
    if (job->next == job->lease.first + job->lease.count) {
        take_end(v, job);
        return;
    }
    serve_job again = *job;
    *job = (serve_job){0};
    if (!give(v, &again)) {
        v->dropped = true;
        job_close(v, &again);
    }
}

static void wait_for_news(service *v, strbuf *message)
{
    int worker = -1;
    switch (pool_wait(v->pool, clock_wall() + WAIT_SECONDS, &worker, message)) {
    case POOL_MESSAGE:
        v->trade->take(v->trade->context, &v->jobs[worker], message);
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

/* ---- The loop -------------------------------------------------------------------------------- */

static bool is_idle(const service *v)
{
    return pool_idle(v->pool) == v->s->jobs && !v->leases.n;
}

static serve_end loop(service *v)
{
    strbuf message = STRBUF_INIT;
    serve_end end = SERVE_INTERRUPTED;
    while (!(v->s->interrupt && *v->s->interrupt)) {
        line_attend(v);
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
        else if (is_idle(v) && !line_is_away(v) &&
                 (v->leaving || (v->s->patience > 0 && now - v->idle_since >= v->s->patience)))
            end = SERVE_IDLE;
        if (end != SERVE_INTERRUPTED)
            break;
        wait_for_news(v, &message);
    }
    strbuf_free(&message);
    return end;
}

serve_end serve(const serve_setting *s, const serve_trade *trade, serve_counts *counts,
                char **error)
{
    service v = {.s = s, .trade = trade, .counts = counts};
    v.jobs = base_alloc_zero(s->jobs, sizeof *v.jobs);
    pool_config config = trade->workers;
    config.jobs = s->jobs;
    config.interrupt = s->interrupt;
    v.pool = pool_new(&config);
    line_open(&v);
    serve_end end = v.error ? SERVE_FAILED : loop(&v);
    pool_free(v.pool);
    line_close(&v, end != SERVE_IDLE);
    for (size_t i = 0; i < s->jobs; i++)
        if (v.jobs[i].busy)
            job_close(&v, &v.jobs[i]);
    free(v.jobs);
    vec_free(&v.leases);
    *error = v.error;
    return end;
}
