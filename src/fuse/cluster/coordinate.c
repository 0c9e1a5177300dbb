#include "fuse/cluster/coordinate.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/file.h"
#include "campaign/cluster/lead.h"
#include "fuse/campaign/campaign_impl.h"
#include "fuse/cluster/payload.h"

enum { REPORTS_AT_ONCE = 256, SEEN_AT_ONCE = 256, CHUNKS_LEAST = 8 };

typedef struct coordination {
    const fuse_coordinator *k;
    campaign_run r;
    leader leader;
    bool learned;     /* since the last epoch */
    uint64_t epochs;  /* in the store */
    uint64_t reports; /* that the last look found, and findings */
    double tick_due, watch_due;
    double unit_cost; /* seconds, of late; 0: not known */
    VEC(char *) payloads;
    VEC(size_t) lengths;
} coordination;

static bool failed(coordination *o)
{
    if (!o->r.error)
        o->r.error = base_strdup(cluster_error(o->k->cluster));
    return false;
}

/* ---- What agents report ---------------------------------------------------------------------- */

static void take_finding(coordination *o, const cluster_report *report)
{
    message_reader m = {.at = report->payload, .end = report->payload + report->n};
    unit_doubt doubt = {0};
    campaign_assignment a = {
        .kind = !strcmp(report->kind, "reduce") ? LABOUR_REDUCE : LABOUR_CONFIRM,
        .entry = {.id = report->finding, .confirmed = !strcmp(report->kind, "reduce")}};
    if (finding_payload_take(&m, &doubt)) {
        if (doubt.why) {
            strbuf text = STRBUF_INIT;
            message_put_u64(&text, doubt.seed);
            message_put_text(&text, doubt.why);
            message_reader again = {.at = text.text, .end = text.text + text.n};
            campaign_take_doubt(&o->r, &again);
            strbuf_free(&text);
            o->learned = true;
        }
        campaign_take_finding(&o->r, &a, &m);
    }
    free(doubt.why);
}

/* What is in memory only is taken when the transaction is committed. */
static void take_report(void *context, const cluster_report *report)
{
    coordination *o = context;
    o->reports++;
    leader_note_chunk(&o->leader, report->seconds);
    if (report->finding) {
        take_finding(o, report);
        return;
    }
    char *copy = base_alloc(report->n + 1);
    memcpy(copy, report->payload, report->n);
    vec_push(&o->payloads, copy);
    vec_push(&o->lengths, report->n);
    if (report->count && report->seconds > 0) {
        double cost = report->seconds / (double)report->count;
        o->unit_cost = o->unit_cost > 0 ? 0.8 * o->unit_cost + 0.2 * cost : cost;
    }
}

static void learn(coordination *o, bool committed)
{
    fuse_setting *s = o->k->campaign->setting;
    for (size_t i = 0; i < o->payloads.n; i++) {
        if (committed)
            chunk_tally_take(o->payloads.at[i], o->lengths.at[i], o->r.status, s->solvers.n,
                             s->schedule);
        free(o->payloads.at[i]);
    }
    o->learned |= committed && o->payloads.n;
    o->payloads.n = o->lengths.n = 0;
}

/* Everything between is one transaction. */
static bool begin(coordination *o)
{
    if (!campaign_begin(&o->r))
        return false;
    o->r.held = true;
    return true;
}

static bool commit(coordination *o)
{
    o->r.held = false;
    campaign_commit(&o->r);
    return !o->r.error;
}

/* What there is to learn is learned when it is certain that nobody reads it again. */
static bool read_units(coordination *o)
{
    const fuse_coordinator *k = o->k;
    bool good = cluster_take_reports(k->cluster, k->id, false, REPORTS_AT_ONCE, take_report, o) ||
                failed(o);
    learn(o, good);
    return good;
}

/* Reports of findings change the store: together with that they are taken. */
static bool read_findings(coordination *o)
{
    const fuse_coordinator *k = o->k;
    if (!begin(o))
        return false;
    bool good =
        cluster_take_reports(k->cluster, k->id, true, REPORTS_AT_ONCE, take_report, o) || failed(o);
    return commit(o) && good;
}

static bool queue_seen(coordination *o)
{
    const fuse_coordinator *k = o->k;
    cluster_seen_list seen = {0};
    bool good = cluster_take_seen(k->cluster, k->id, SEEN_AT_ONCE, &seen) || failed(o);
    for (size_t i = 0; good && i < seen.n; i++) {
        finding f;
        good = campaign_stored(&o->r, store_get_finding(k->campaign->store, seen.at[i].id, &f));
        if (!good)
            break;
        if (!campaign_queue_seen(&o->r, &f, (unsigned)seen.at[i].theories)) {
            finding_set(&f.formula, ""); /* its unit makes it again, should it be wanted */
            good = campaign_stored(&o->r, store_put_finding(k->campaign->store, &f));
        }
        finding_free(&f);
    }
    o->reports += seen.n;
    vec_free(&seen);
    return good;
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
        good =
            cluster_add_finding(k->cluster, k->id, entry.confirmed, entry.id, epoch) || failed(o);
        o->leader.counts.findings++;
        finding_free(&f);
    }
    return good;
}

static bool units_left(const coordination *o)
{
    return !o->k->campaign->count || o->leader.counts.next_unit < o->k->campaign->count;
}

/* A new epoch where something was learned since the last; else its weights go on. */
static bool give_units(coordination *o)
{
    const fuse_coordinator *k = o->k;
    cluster_counts *n = &o->leader.counts;
    uint64_t wanted = wanted_chunks(o);
    if (n->open * 2 > wanted || !units_left(o))
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
        return failed(o);
    o->r.error = base_strdup("another coordinator leads this campaign now");
    return false;
}

/* ---- The loop -------------------------------------------------------------------------------- */

static bool look(coordination *o)
{
    const cluster_counts *n = &o->leader.counts;
    o->reports = 0;
    return leader_look(&o->leader, &o->r.error) && (!n->unit_reports || read_units(o)) &&
           (!n->finding_reports || read_findings(o)) && (!n->new_findings || queue_seen(o)) &&
           give_findings(o) && give_units(o);
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
    fuse_status *s = o->r.status;
    o->epochs = store_decision_count(o->k->campaign->store);
    finding_queue_free(&o->r.queue);
    o->r.queue = (finding_queue){0};
    memset(s->kinds, 0, sizeof s->kinds);
    s->disputed = o->r.distinct = 0;
    campaign_find_findings(&o->r);
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

/* The user's list is added to the one that all campaigns share. */
static void read_known(coordination *o)
{
    const fuse_coordinator *k = o->k;
    strbuf text = STRBUF_INIT, all = STRBUF_INIT;
    bool good = true;
    if (k->campaign->known) {
        known_list *check = known_read(k->campaign->known, &o->r.error);
        good = check && file_read(k->campaign->known, &text);
        known_free(check);
        if (good && !cluster_add_known(k->cluster, text.text))
            good = failed(o);
    }
    if (good && !cluster_known(k->cluster, &all))
        good = failed(o);
    if (good)
        o->r.known = known_parse("the cluster's list", all.text, &o->r.error);
    strbuf_free(&text);
    strbuf_free(&all);
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
    if (!cluster_configure(k->cluster, k->id, l->lease_seconds, l->chunk_losses, l->finding_share))
        failed(o);
    if (!o->r.error)
        read_known(o);
    do {
        o->reports = 0;
    } while (!o->r.error && read_units(o) && read_findings(o) && o->reports);
    if (!o->r.error)
        campaign_find_findings(&o->r);
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
