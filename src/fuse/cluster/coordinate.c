#include "fuse/cluster/coordinate.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "fuse/cluster/coordinate_impl.h"

enum { CHUNKS_LEAST = 16 };

bool coordination_failed(coordination *o)
{
    if (!o->r.error)
        o->r.error = base_strdup(cluster_error(o->k->cluster));
    return false;
}

/* ---- Giving work ----------------------------------------------------------------------------- */

static uint64_t wanted_chunks(const coordination *o)
{
    uint64_t wanted = 2 * o->leader.counts.jobs;
    return wanted > CHUNKS_LEAST ? wanted : CHUNKS_LEAST;
}

static uint64_t chunk_size(const coordination *o)
{
    const fuse_limits *l = campaign_limits(&o->r);
    if (o->unit_cost <= 0)
        return l->chunk_first;
    double size = l->chunk_seconds / o->unit_cost;
    return size<1 ? 1 : size>(double) l->chunk_most ? l->chunk_most : (uint64_t)size;
}

/* Finding chunks that wait are few: what is not worth its time any more can still be left out. */
static bool give_findings(coordination *o)
{
    const fuse_coordinator *k = o->k;
    queued_finding entry;
    bool good = true;
    while (good && o->leader.counts.findings < wanted_chunks(o) &&
           finding_queue_take(&o->r.queue, &entry)) {
        finding f;
        uint64_t epoch = 0;
        good = campaign_stored(&o->r, store_get_finding(k->campaign->store, entry.id, &f));
        if (!good)
            break;
        store_decision_for(k->campaign->store, f.unit, &epoch);
        good = cluster_add_finding(k->cluster, k->id, (cluster_kind)entry.step, entry.id, epoch) ||
               coordination_failed(o);
        o->leader.counts.findings++;
        finding_free(&f);
    }
    return good;
}

static bool units_left(const coordination *o)
{
    return !o->k->campaign->count || o->leader.counts.next_unit < o->k->campaign->count;
}

/* Findings that agents do not come to are looked at before more are made. */
static bool is_behind(const coordination *o)
{
    return o->r.queue.waiting.n + o->leader.counts.findings >
           campaign_limits(&o->r)->findings_waiting + wanted_chunks(o);
}

/* A new epoch where something was learned since the last; else its weights go on. */
static bool give_units(coordination *o)
{
    const fuse_coordinator *k = o->k;
    cluster_counts *n = &o->leader.counts;
    uint64_t wanted = wanted_chunks(o);
    if (n->open * 2 > wanted || !units_left(o) || is_behind(o))
        return true;
    cluster_batch batch = {.who = k->who,
                           .first = n->next_unit,
                           .size = chunk_size(o),
                           .n = wanted - n->open,
                           .limit = k->campaign->count,
                           .epoch = o->epochs - 1};
    if (!o->epochs || o->learned) {
        strbuf_clear(&o->r.weights);
        schedule_encode(k->campaign->setting->schedule, &o->r.weights);
        batch.epoch = o->epochs;
        batch.weights = o->r.weights.text;
        batch.n_weights = o->r.weights.n;
    }
    if (cluster_add_chunks(k->cluster, k->id, &batch)) {
        o->learned = false;
        o->epochs = batch.epoch + 1;
        n->open = wanted;
        return true;
    }
    if (*cluster_error(k->cluster))
        return coordination_failed(o);
    o->r.error = base_strdup("another coordinator leads this campaign now");
    return false;
}

/* ---- The loop -------------------------------------------------------------------------------- */

static bool look(coordination *o)
{
    const cluster_counts *n = &o->leader.counts;
    o->reports = 0;
    return leader_look(&o->leader, &o->r.error) &&
           (n->known == o->known_lines || coordination_read_known(o, false)) &&
           (!n->unit_reports || coordination_read_units(o)) &&
           (!n->finding_reports || coordination_read_findings(o)) &&
           (!n->new_findings || coordination_queue_seen(o)) && give_findings(o) && give_units(o);
}

/* What was reported is taken before it is looked for what is left to do for findings: nothing is done twice. */
static void read_all(coordination *o)
{
    do {
        o->reports = 0;
    } while (!o->r.error && coordination_read_units(o) && coordination_read_findings(o) &&
             o->reports);
    finding_queue_free(&o->r.queue);
    o->r.queue = (finding_queue){0};
    memset(o->r.status->kinds, 0, sizeof o->r.status->kinds);
    o->r.status->disputed = o->r.distinct = 0;
    if (!o->r.error)
        campaign_find_findings(&o->r);
}

/* The server was away: what is not committed did not happen, and is read again. */
static bool recover(coordination *o)
{
    char *why = o->r.error;
    o->r.error = NULL;
    o->r.held = false;
    if (o->r.open)
        store_commit(o->k->campaign->store);
    o->r.open = false;
    if (!leader_recover(&o->leader, why ? why : "", &o->r.error)) {
        if (!o->r.error && !leader_is_interrupted(&o->leader))
            o->r.error = why;
        else
            free(why);
        return false;
    }
    free(why);
    o->epochs = store_decision_count(o->k->campaign->store);
    read_all(o);
    return !o->r.error || recover(o);
}

static bool is_finished(const coordination *o)
{
    const fuse_campaign *c = o->k->campaign;
    if (o->r.units_end > 0 && clock_wall() >= o->r.units_end)
        return true;
    if (c->bugs && o->r.distinct >= c->bugs)
        return true;
    return !units_left(o) && !o->leader.counts.open && !o->leader.counts.leased &&
           !o->leader.counts.findings && !o->reports && !o->r.queue.waiting.n;
}

static void tick(void *context)
{
    coordination *o = context;
    const fuse_campaign *c = o->k->campaign;
    double now = clock_wall();
    o->r.status->seconds = now - o->r.start;
    o->r.status->waiting = o->r.queue.waiting.n + o->leader.counts.findings;
    if (o->k->watch && now >= o->watch_due) {
        o->k->watch(c->context, &o->leader.counts);
        o->watch_due = now + 1;
    }
    if (c->tick && now >= o->tick_due) {
        c->tick(c->context, o->r.status);
        o->tick_due = now + CAMPAIGN_TICK;
    }
}

static void complain(void *context, const char *message)
{
    const fuse_campaign *c = ((const coordination *)context)->k->campaign;
    if (c->complain)
        c->complain(c->context, message);
}

static void loop(coordination *o, bool *finished)
{
    while (!leader_is_interrupted(&o->leader)) {
        bool good = look(o);
        if (!good && !recover(o))
            break;
        if (good && (*finished = is_finished(o)))
            break;
        tick(o);
        if (o->reports < REPORTS_AT_ONCE)
            leader_wait(&o->leader, !units_left(o), o->r.units_end);
    }
}

static void start(coordination *o)
{
    const fuse_coordinator *k = o->k;
    const fuse_limits *l = campaign_limits(&o->r);
    store *s = k->campaign->store;
    void *bytes;
    size_t length;
    o->epochs = store_decision_count(s);
    if (o->epochs && store_decision(s, o->epochs - 1, &bytes, &length)) {
        schedule_decode(k->campaign->setting->schedule, bytes, length); /* what was learned last */
        free(bytes);
    }
    if (!leader_begin(&o->leader, &o->r.error))
        return;
    cluster_rules rules = {.lease = l->lease_seconds,
                           .losses = l->chunk_losses,
                           .finding_share = l->finding_share,
                           .bisect_share = l->bisect_share,
                           .host_leases = l->host_leases};
    if (!cluster_configure(k->cluster, k->id, &rules))
        coordination_failed(o);
    if (!o->r.error)
        coordination_read_known(o, true);
    read_all(o);
}

bool fuse_coordinate(const fuse_coordinator *k, fuse_status *status, bool *finished, char **error)
{
    const fuse_campaign *c = k->campaign;
    *status = (fuse_status){0};
    *finished = false;
    status->answers = base_alloc_zero(c->setting->solvers.n + 1, sizeof *status->answers);
    coordination o = {.k = k,
                      .r = {.c = c, .status = status, .epoch = UINT64_MAX, .start = clock_wall()}};
    o.leader = (leader){.cluster = k->cluster,
                        .id = k->id,
                        .who = k->who,
                        .lease = campaign_limits(&o.r)->lease_seconds,
                        .interrupt = c->interrupt,
                        .complain = complain,
                        .tick = tick,
                        .context = &o};
    strbuf_init(&o.r.weights);
    o.r.units_end = c->seconds > 0 ? o.r.start + c->seconds : 0;
    start(&o);
    if (!o.r.error)
        loop(&o, finished);
    status->seconds = clock_wall() - o.r.start;
    status->waiting = o.r.queue.waiting.n + o.leader.counts.findings;
    if (!cluster_lost(k->cluster))
        cluster_unlead(k->cluster, k->id, k->who);
    vec_free(&o.payloads);
    vec_free(&o.lengths);
    finding_queue_free(&o.r.queue);
    known_free(o.r.known);
    strbuf_free(&o.r.weights);
    *error = o.r.error;
    return !o.r.error;
}
