#include "fuse/campaign/campaign.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "fuse/campaign/campaign_impl.h"

#define REQUEST_SECONDS 0.2 /* a request for units should take about so long */
enum { REQUEST_MOST = 64 };

/* ---- Giving work ----------------------------------------------------------------------------- */

static bool limit_reached(const campaign_run *r)
{
    const fuse_campaign *c = r->c;
    return (c->interrupt && *c->interrupt) || r->error || (c->bugs && r->distinct >= c->bugs);
}

static bool is_over(const campaign_run *r)
{
    return r->units_end > 0 && clock_wall() >= r->units_end;
}

static bool units_left(const campaign_run *r)
{
    if (limit_reached(r) || is_over(r))
        return false;
    return r->again.n || !r->c->count || r->next < r->c->count;
}

/* Towards the end, what was found is looked at before more is looked for. */
static bool is_late(const campaign_run *r)
{
    return r->units_end > 0 &&
           clock_wall() > r->units_end - campaign_limits(r)->late_share * r->c->seconds;
}

static uint64_t request_size(const campaign_run *r)
{
    uint64_t done = r->status->units;
    double mean = done ? r->unit_seconds / (double)done : REQUEST_SECONDS;
    double wanted = mean > 0 ? REQUEST_SECONDS / mean : REQUEST_MOST;
    return wanted < 1 ? 1 : wanted > REQUEST_MOST ? REQUEST_MOST : (uint64_t)wanted;
}

static bool plan_units(campaign_run *r, campaign_assignment *a, strbuf *request)
{
    a->kind = LABOUR_UNITS;
    if (r->again.n) {
        a->next = vec_pop(&r->again);
        a->end = a->next + 1;
    } else {
        uint64_t epoch_end = (r->next / SCHEDULE_EPOCH + 1) * SCHEDULE_EPOCH;
        a->next = r->next;
        a->end = r->next + request_size(r);
        a->end = a->end < epoch_end ? a->end : epoch_end;
        if (r->c->count && a->end > r->c->count)
            a->end = r->c->count;
        r->next = a->end;
    }
    if (!campaign_load_weights(r, a->next))
        return false;
    labour_ask_units(request, &r->weights, a->next, a->end - a->next);
    return true;
}

static bool plan_finding(campaign_run *r, campaign_assignment *a, strbuf *request)
{
    finding f;
    if (!finding_queue_take(&r->queue, &a->entry) ||
        !campaign_stored(r, store_get_finding(r->c->store, a->entry.id, &f)))
        return false;
    a->kind = a->entry.step;
    bool good = campaign_load_weights(r, f.unit);
    if (good)
        labour_ask_finding(request, a->kind, &r->weights, &f);
    finding_free(&f);
    return good;
}

/* One request for an idle worker; false: there is nothing to do for it. */
static bool give_work(campaign_run *r)
{
    bool units = units_left(r), findings = r->queue.waiting.n && !r->error;
    if ((r->c->interrupt && *r->c->interrupt) || is_over(r))
        return false;
    double all = r->unit_seconds + r->finding_seconds;
    if (units && findings && !is_late(r) &&
        r->finding_seconds > campaign_limits(r)->finding_share * all)
        findings = false;
    if (!units && !findings)
        return false;
    campaign_assignment a = {.start = clock_wall()};
    strbuf request = STRBUF_INIT;
    bool good = findings ? plan_finding(r, &a, &request) : plan_units(r, &a, &request);
    int worker = good ? pool_give(r->pool, &request, &r->error) : -1;
    strbuf_free(&request);
    if (worker >= 0)
        r->at[worker] = a;
    return worker >= 0;
}

/* ---- What comes back ------------------------------------------------------------------------- */

static void take_message(campaign_run *r, int worker, const strbuf *message)
{
    message_reader m = {.at = message->text, .end = message->text + message->n};
    campaign_assignment *a = &r->at[worker];
    switch ((labour_message)message_u64(&m)) {
    case LABOUR_SEEN:
        campaign_take_seen(r, &m);
        break;
    case LABOUR_UNIT:
        campaign_take_units(r, a, &m);
        campaign_settle_losses(r);
        break;
    case LABOUR_DOUBT:
        campaign_take_doubt(r, &m);
        break;
    case LABOUR_FINDING:
        campaign_take_finding(r, a, &m);
        break;
    }
}

static void count_finding_time(campaign_run *r, const campaign_assignment *a)
{
    if (a->kind != LABOUR_UNITS)
        r->finding_seconds += clock_wall() - a->start;
}

static void take_end(campaign_run *r, int worker)
{
    campaign_assignment *a = &r->at[worker];
    count_finding_time(r, a);
    for (uint64_t unit = a->next; a->kind == LABOUR_UNITS && unit < a->end; unit++)
        vec_push(&r->again, unit); /* not reported: interrupted */
}

static void update_status(campaign_run *r)
{
    fuse_status *s = r->status;
    s->seconds = clock_wall() - r->start;
    s->own_cpu = r->worker_cpu + clock_cpu();
    s->waiting = r->queue.waiting.n;
    s->reducing = 0;
    for (size_t i = 0; i < r->c->jobs; i++)
        s->reducing += r->at[i].kind == LABOUR_REDUCE && r->at[i].start > 0;
}

/* What is under way then stays in the store as it is: --resume goes on with it. */
static bool out_of_patience(const campaign_run *r)
{
    return r->units_end > 0 && clock_wall() > r->units_end + campaign_limits(r)->grace_seconds;
}

static void loop(campaign_run *r)
{
    strbuf message = STRBUF_INIT;
    for (;;) {
        while (pool_idle(r->pool) && give_work(r))
            ;
        bool idle = pool_idle(r->pool) == r->c->jobs;
        if (idle || limit_reached(r) || out_of_patience(r))
            break;
        int worker = -1;
        switch (pool_wait(r->pool, r->commit_due, &worker, &message)) {
        case POOL_MESSAGE:
            take_message(r, worker, &message);
            break;
        case POOL_DONE:
            take_end(r, worker);
            break;
        case POOL_LOST:
            count_finding_time(r, &r->at[worker]);
            campaign_take_loss(r, &r->at[worker], message.text);
            break;
        case POOL_DEADLINE:
        case POOL_INTERRUPT:
            break;
        }
        if (clock_wall() >= r->commit_due) {
            campaign_commit(r);
            update_status(r);
            if (r->c->tick)
                r->c->tick(r->c->context, r->status);
        }
    }
    strbuf_free(&message);
}

/* ---- Beginning ------------------------------------------------------------------------------- */

/* Units of earlier runs that were given out and not recorded, and the first that never was. */
static void find_open_units(campaign_run *r)
{
    store *s = r->c->store;
    uint64_t first = store_first_open(s), end = store_done_end(s),
             decisions = store_decision_count(s);
    void *bytes;
    size_t n;
    r->status->earlier_units = store_done_count(s);
    if (decisions && store_decision(s, decisions - 1, &bytes, &n)) {
        schedule_decode(r->c->setting->schedule, bytes, n); /* what was learned last */
        free(bytes);
    }
    for (uint64_t unit = first; unit < end; unit++)
        if (!store_is_done(s, unit))
            vec_push(&r->again, unit);
    r->next = r->given = end;
}

static double longest_silence(const fuse_campaign *c)
{
    enum { RUNS_PER_FINDING = 8 };
    const fuse_setting *s = c->setting;
    double wall = s->limits.run.wall_seconds;
    if (wall <= 0)
        return 0;
    return 60 + s->reduce_seconds + wall * RUNS_PER_FINDING * (double)(s->solvers.n + 1);
}

bool fuse_campaign_run(const fuse_campaign *c, fuse_status *status, char **error)
{
    *status = (fuse_status){0};
    status->answers = base_alloc_zero(c->setting->solvers.n + 1, sizeof *status->answers);
    campaign_run r = {.c = c, .status = status, .epoch = UINT64_MAX, .start = clock_wall()};
    strbuf_init(&r.weights);
    r.units_end = c->seconds > 0 ? r.start + c->seconds : 0;
    r.commit_due = r.start + CAMPAIGN_TICK;
    r.at = base_alloc_zero(c->jobs, sizeof *r.at);
    pool_config config = {.jobs = c->jobs,
                          .begin = labour_begin,
                          .work = labour_work,
                          .context = c->setting,
                          .silence = longest_silence(c),
                          .interrupt = c->interrupt};
    r.pool = pool_new(&config);
    if (c->known)
        r.known = known_read(c->known, &r.error);
    if (!r.error)
        find_open_units(&r);
    if (!r.error)
        campaign_find_findings(&r);
    if (!r.error)
        campaign_read_edges(&r);
    if (!r.error)
        loop(&r);
    campaign_store_edges(&r);
    campaign_commit(&r);
    update_status(&r);
    pool_free(r.pool);
    finding_queue_free(&r.queue);
    known_free(r.known);
    vec_free(&r.again);
    map_free(&r.deadly);
    map_free(&r.edges);
    campaign_forget_losses(&r);
    strbuf_free(&r.weights);
    free(r.at);
    *error = r.error;
    return !r.error;
}
