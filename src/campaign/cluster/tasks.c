/* The coordinator's end. */
#include "campaign/cluster/tasks.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "campaign/message.h"

enum { REPORTS_AT_ONCE = 256, CHUNKS_LEAST = 16 };

/* Reports of a transaction that is not committed yet. */
typedef struct kept_report {
    uint64_t chunk;
    char *bytes;
    size_t n;
} kept_report;

typedef struct task_lead {
    tasks_campaign *t;
    VEC(kept_report) reports;
    uint64_t taken; /* by the last look */
    char *error;
} task_lead;

/* The payload: machine, then unit and result by turns. */
static void tell(const tasks_campaign *t, const char *bytes, size_t n)
{
    message_reader m = {.at = bytes, .end = bytes + n};
    char *machine = message_text(&m);
    while (!m.failed && m.at < m.end) {
        size_t length;
        uint64_t unit = message_u64(&m);
        const char *result = message_bytes(&m, &length);
        if (!m.failed && unit < t->units)
            t->take(t->leader.context, unit, machine, length ? result : NULL, length);
    }
    free(machine);
}

static bool store_failed(task_lead *k)
{
    if (!k->error)
        k->error = base_strdup(store_error(k->t->store));
    return false;
}

static bool cluster_failed(task_lead *k)
{
    if (!k->error)
        k->error = base_strdup(cluster_error(k->t->leader.cluster));
    return false;
}

/* What earlier coordinators have kept. */
static bool tell_kept(task_lead *k)
{
    tasks_campaign *t = k->t;
    for (uint64_t chunk = 0; chunk * t->size < t->units; chunk++) {
        void *bytes;
        size_t n;
        uint64_t first;
        if (!store_decision_first(t->store, chunk, &first)) {
            if (cluster_lost(t->leader.cluster))
                return store_failed(k);
            continue;
        }
        if (!store_decision(t->store, chunk, &bytes, &n))
            return store_failed(k);
        tell(t, bytes, n);
        free(bytes);
    }
    return true;
}

static void keep_report(void *context, const cluster_report *report)
{
    task_lead *k = context;
    kept_report one = {report->chunk, base_alloc(report->n + 1), report->n};
    memcpy(one.bytes, report->payload, report->n);
    vec_push(&k->reports, one);
    leader_note_chunk(&k->t->leader, report->seconds);
}

static bool read_reports(task_lead *k)
{
    tasks_campaign *t = k->t;
    if (!store_begin(t->store))
        return store_failed(k);
    bool good = cluster_take_reports(t->leader.cluster, t->leader.id, false, REPORTS_AT_ONCE,
                                     keep_report, k) ||
                cluster_failed(k);
    for (size_t i = 0; good && i < k->reports.n; i++) {
        const kept_report *r = &k->reports.at[i];
        good = store_add_decision(t->store, r->chunk, r->chunk * t->size, r->bytes, r->n) ||
               store_failed(k);
    }
    good = (store_commit(t->store) || store_failed(k)) && good;
    for (size_t i = 0; i < k->reports.n; i++) {
        if (good)
            tell(t, k->reports.at[i].bytes, k->reports.at[i].n);
        free(k->reports.at[i].bytes);
    }
    k->taken = k->reports.n;
    k->reports.n = 0;
    return good;
}

/* Twice as many as there are jobs; a chunk's number says which units it has. */
static bool give_units(task_lead *k)
{
    tasks_campaign *t = k->t;
    cluster_counts *n = &t->leader.counts;
    uint64_t wanted = 2 * n->jobs > CHUNKS_LEAST ? 2 * n->jobs : CHUNKS_LEAST;
    if (n->next_unit >= t->units || n->open * 2 > wanted)
        return true;
    cluster_batch batch = {.who = t->leader.who,
                           .first = n->next_unit,
                           .size = t->size,
                           .n = wanted - n->open,
                           .limit = t->units};
    n->open = wanted;
    return cluster_add_chunks(t->leader.cluster, t->leader.id, &batch) || cluster_failed(k);
}

static bool look(task_lead *k)
{
    leader *l = &k->t->leader;
    k->taken = 0;
    return leader_look(l, &k->error) && (!l->counts.unit_reports || read_reports(k)) &&
           give_units(k);
}

/* Nothing was there when it was looked at, so there is nothing since. */
static bool is_finished(const task_lead *k)
{
    const cluster_counts *n = &k->t->leader.counts;
    return n->next_unit >= k->t->units && !n->open && !n->leased && !n->unit_reports;
}

/* A line that was cut may have left a transaction open here. */
static bool recover(task_lead *k)
{
    char *why = k->error;
    k->error = NULL;
    bool good = leader_recover(&k->t->leader, why ? why : "", &k->error);
    if (!good && !k->error && !leader_is_interrupted(&k->t->leader))
        k->error = why;
    else
        free(why);
    return good;
}

bool tasks_lead(tasks_campaign *t, bool *finished, char **error)
{
    task_lead k = {.t = t};
    leader *l = &t->leader;
    *finished = false;
    cluster_rules rules = {.lease = l->lease, .losses = t->losses};
    bool good = leader_begin(l, &k.error) &&
                (cluster_configure(l->cluster, l->id, &rules) || cluster_failed(&k)) &&
                tell_kept(&k);
    while (good && !*finished && !leader_is_interrupted(l)) {
        bool seen = look(&k);
        good = seen || recover(&k);
        *finished = seen && is_finished(&k);
        if (good && !*finished && k.taken < REPORTS_AT_ONCE)
            leader_wait(l, l->counts.next_unit >= t->units, 0);
    }
    if (*finished && l->counts.quarantined && l->complain)
        l->complain(l->context, "chunks over which agents were lost are put aside: tandem cluster "
                                "retry, and the same command again");
    if (!cluster_lost(l->cluster))
        cluster_unlead(l->cluster, l->id, l->who);
    vec_free(&k.reports);
    *error = k.error;
    return !k.error;
}
