/* What agents report, and what is known of bugs: the coordinator's reading. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file.h"
#include "fuse/cluster/coordinate_impl.h"
#include "fuse/cluster/payload.h"

enum { SEEN_AT_ONCE = 256 };

static void take_finding(coordination *o, const cluster_report *report)
{
    message_reader m = {.at = report->payload, .end = report->payload + report->n};
    unit_doubt doubt = {0};
    labour_request step = payload_labour(report->kind);
    campaign_assignment a = {.kind = step, .entry = {.id = report->finding, .step = step}};
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
bool coordination_read_units(coordination *o)
{
    const fuse_coordinator *k = o->k;
    bool good = cluster_take_reports(k->cluster, k->id, false, REPORTS_AT_ONCE, take_report, o) ||
                coordination_failed(o);
    learn(o, good);
    return good;
}

/* Reports of findings change the store: together with that they are taken. */
bool coordination_read_findings(coordination *o)
{
    const fuse_coordinator *k = o->k;
    if (!begin(o))
        return false;
    bool good = cluster_take_reports(k->cluster, k->id, true, REPORTS_AT_ONCE, take_report, o) ||
                coordination_failed(o);
    return commit(o) && good;
}

bool coordination_queue_seen(coordination *o)
{
    const fuse_coordinator *k = o->k;
    cluster_seen_list seen = {0};
    bool good = cluster_take_seen(k->cluster, k->id, SEEN_AT_ONCE, &seen) || coordination_failed(o);
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

/* ---- Known bugs ------------------------------------------------------------------------------ */

static bool add_known(coordination *o)
{
    const fuse_coordinator *k = o->k;
    strbuf text = STRBUF_INIT;
    known_list *check = known_read(k->campaign->known, &o->r.error);
    bool good = check && file_read(k->campaign->known, &text) &&
                (cluster_add_known(k->cluster, text.text) || coordination_failed(o));
    known_free(check);
    strbuf_free(&text);
    return good;
}

bool coordination_read_known(coordination *o, bool first)
{
    strbuf all = STRBUF_INIT;
    bool good = (!first || !o->k->campaign->known || add_known(o)) &&
                (cluster_known(o->k->cluster, &all) || coordination_failed(o));
    known_list *list = good ? known_parse("the cluster's list", all.text, &o->r.error) : NULL;
    if (list) {
        known_free(o->r.known);
        o->r.known = list;
        o->known_lines = 0;
        for (const char *c = all.text; *c; c++)
            o->known_lines += *c == '\n';
    }
    strbuf_free(&all);
    return list;
}
