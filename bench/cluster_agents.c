/* Simulated agents and a simulated coordinator: real leases and transactions, pretended work.
 *
 *     cluster_agents URL lead NAME UNITS SIZE LEASE         leads a campaign until all units are done
 *     cluster_agents URL work NAME AGENTS LEASE SPOOL WORK  so many agents over one connection, WORK ms for each chunk
 *
 * A unit whose number is 13 modulo 97 has a finding. bench/cluster_faults.py and bench/cluster_load.py start these and
 * kill them. What they print is for those. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "store/cluster.h"
#include "store/spool.h"

enum { PLANTED_MODULUS = 97, PLANTED_REST = 13, WINDOW = 256, REPORTS = 1000 };

static void nap(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds,
                         .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

static cluster *must_open(const char *url, bool create)
{
    for (int attempt = 0;; attempt++) {
        char *error = NULL;
        cluster *c = cluster_open(url, create, &error);
        if (c)
            return c;
        if (attempt == 600) {
            fprintf(stderr, "%s\n", error);
            exit(1);
        }
        free(error);
        nap(0.1);
    }
}

static void must_reconnect(cluster *c)
{
    if (!cluster_lost(c)) {
        fprintf(stderr, "%s\n", cluster_error(c));
        exit(1);
    }
    while (!cluster_again(c))
        nap(0.1);
}

/* ---- Coordinator ----------------------------------------------------------------------------- */

typedef struct leading {
    cluster *c;
    store *s;
    int64_t id;
    char who[40];
    uint64_t units, size, reports;
    cluster_counts counts;
    bool ours, again; /* the first time, or after the line was cut */
    double lead_due, lease;
} leading;

static void count_report(void *context, const cluster_report *report)
{
    leading *l = context;
    (void)report;
    l->reports++;
}

static bool look(leading *l)
{
    if (clock_wall() >= l->lead_due) {
        if (!cluster_lead(l->c, l->id, l->who, l->lease, l->again, &l->ours) ||
            !cluster_sweep(l->c))
            return false;
        l->again &= !l->ours;
        l->lead_due = clock_wall() + (l->ours ? l->lease / 4 : 0.2);
    }
    if (!l->ours) {
        nap(0.2);
        return true;
    }
    if (!cluster_count(l->c, l->id, &l->counts) || !store_begin(l->s))
        return false;
    l->reports = 0;
    bool good = cluster_take_reports(l->c, l->id, REPORTS, count_report, l);
    if (good && l->counts.open < WINDOW / 2 && l->counts.next_unit < l->units)
        good = cluster_add_chunks(l->c, l->id, l->who, 0, l->counts.next_unit, l->size, WINDOW,
                                  l->units);
    return store_commit(l->s) && good;
}

static int lead(const char *url, char **argv)
{
    leading l = {.c = must_open(url, true),
                 .units = strtoull(argv[1], NULL, 10),
                 .size = strtoull(argv[2], NULL, 10)};
    bool made;
    l.lease = strtod(argv[3], NULL);
    snprintf(l.who, sizeof l.who, "lead-%ld", (long)getpid());
    while (!cluster_begin(l.c, argv[0], "bench", &l.id, &made) ||
           !cluster_configure(l.c, l.id, l.lease, 3, 0.5))
        must_reconnect(l.c);
    l.s = cluster_store(l.c, l.id, argv[0]);
    l.again = true;
    for (;;) {
        if (!look(&l)) {
            if (cluster_lost(l.c) || *cluster_error(l.c))
                must_reconnect(l.c);
            l.again = true;
            l.lead_due = 0;
            continue;
        }
        if (l.counts.next_unit >= l.units && !l.counts.open && !l.counts.leased &&
            !l.counts.quarantined && !l.reports)
            break;
        if (l.reports < REPORTS)
            nap(0.05);
    }
    cluster_unlead(l.c, l.id, l.who);
    store_close(l.s);
    cluster_close(l.c);
    printf("led %.3f s of CPU\n", clock_cpu());
    return 0;
}

/* ---- Agents ---------------------------------------------------------------------------------- */

typedef struct working {
    cluster *c;
    spool *spool;
    int64_t id;
    double lease, work;
    size_t n;
    char (*names)[40];
    const char **beating; /* the same */
    double beat_due;
    uint64_t chunks, late, bytes;
    double slowest, total;
} working;

static void hello_all(working *w)
{
    for (size_t i = 0; i < w->n; i++) {
        cluster_agent a = {.id = w->names[i],
                           .host = "bench",
                           .machine = "bench",
                           .version = "bench",
                           .solvers = "none",
                           .jobs = 1};
        if (!cluster_hello(w->c, &a, w->id, w->lease))
            return;
    }
}

/* One statement for all: what a host would send for its agents. */
static bool beat_all(working *w)
{
    if (clock_wall() < w->beat_due)
        return true;
    w->beat_due = clock_wall() + w->lease / 4;
    const char *state;
    return cluster_beat(w->c, w->beating, w->n, w->lease, &state);
}

static void reconnect(working *w)
{
    static const cluster_tokens none;
    must_reconnect(w->c);
    hello_all(w);
    size_t sent;
    if (!spool_send(w->spool, w->c, &sent))
        return;
    for (size_t i = 0; i < w->n; i++)
        if (!cluster_hold(w->c, w->names[i], &none))
            return;
}

static void plant(cluster_result *r, uint64_t unit)
{
    finding f;
    finding_init(&f);
    f.unit = unit;
    f.kind = FINDING_CRASH;
    finding_set(&f.solver, "bench");
    finding_set(&f.message, "planted");
    finding_set(&f.signature, "planted");
    finding_set(&f.formula, "(check-sat)");
    cluster_result_add(r, &f, 0);
    finding_free(&f);
}

/* False: the line is cut. */
static bool do_chunk(working *w, const char *agent, const cluster_lease *l)
{
    cluster_result r;
    cluster_result_init(&r);
    for (uint64_t unit = l->first; unit < l->first + l->count; unit++)
        if (unit % PLANTED_MODULUS == PLANTED_REST)
            plant(&r, unit);
    if (w->work > 0)
        nap(w->work);
    r.campaign = w->id;
    r.chunk = l->number;
    r.token = l->token;
    r.formulas = l->count;
    r.calls = 2 * l->count;
    r.seconds = 1;
    strbuf_puts(&r.payload, "a payload of the usual size: counts of strategies, of answers and of "
                            "what was dropped, some lessons");
    w->bytes += r.payload.n + r.findings.n + 100;
    cluster_verdict verdict = CLUSTER_DONE;
    bool good = cluster_finish(w->c, agent, &r, &verdict);
    if (!good && !spool_add(w->spool, agent, &r))
        exit(2);
    w->chunks += good && verdict != CLUSTER_LATE;
    w->late += verdict == CLUSTER_LATE;
    cluster_result_free(&r);
    return good;
}

static bool serve_one(working *w, size_t i, bool *idle)
{
    cluster_leases leases = {0};
    double start = clock_wall();
    bool good = cluster_take(w->c, w->names[i], w->id, 1, "bench", &leases);
    *idle &= !leases.n;
    for (size_t k = 0; good && k < leases.n; k++) {
        good = do_chunk(w, w->names[i], &leases.at[k]);
        double spent = clock_wall() - start - w->work;
        w->total += spent;
        w->slowest = spent > w->slowest ? spent : w->slowest;
    }
    vec_free(&leases);
    return good;
}

static int64_t find_campaign(working *w, const char *name)
{
    for (;;) {
        cluster_campaigns all = {0};
        bool good = cluster_list(w->c, name, &all);
        int64_t id = all.n ? all.at[0].id : 0;
        cluster_campaigns_free(&all);
        if (id)
            return id;
        if (!good)
            must_reconnect(w->c);
        nap(0.1);
    }
}

/* Until the campaign is done: then its coordinator has set it so, or the driver kills us. */
static int work(const char *url, char **argv)
{
    char *error = NULL;
    working w = {.c = must_open(url, false),
                 .n = strtoull(argv[1], NULL, 10),
                 .lease = strtod(argv[2], NULL)};
    w.work = strtod(argv[4], NULL) / 1000;
    w.spool = spool_open(argv[3], &error);
    if (!w.spool) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    w.names = base_alloc_zero(w.n, sizeof *w.names);
    w.beating = base_alloc(w.n * sizeof *w.beating);
    for (size_t i = 0; i < w.n; i++) {
        w.beating[i] = w.names[i];
        snprintf(w.names[i], sizeof *w.names, "a%ld-%zu-%04x", (long)getpid(), i,
                 (unsigned)(time(NULL) & 0xffff));
    }
    w.id = find_campaign(&w, argv[0]);
    hello_all(&w);
    size_t sent;
    if (!cluster_lost(w.c) && spool_count(w.spool) && !spool_send(w.spool, w.c, &sent))
        reconnect(&w);
    for (double quiet_since = 0;;) {
        bool idle = true, good = beat_all(&w);
        for (size_t i = 0; good && i < w.n; i++)
            good = serve_one(&w, i, &idle) && beat_all(&w);
        if (!good)
            reconnect(&w);
        double now = clock_wall();
        if (!idle || !good)
            quiet_since = 0;
        else if (quiet_since <= 0)
            quiet_since = now;
        if (idle && good) {
            if (now - quiet_since > 3 * w.lease)
                break;
            nap(0.05);
            cluster_sweep(w.c);
        }
    }
    printf("worked %" PRIu64 " chunks, %" PRIu64 " late, %.3f ms mean, %.3f ms slowest, %" PRIu64
           " bytes\n",
           w.chunks, w.late, w.chunks ? 1000 * w.total / (double)w.chunks : 0, 1000 * w.slowest,
           w.bytes);
    spool_close(w.spool);
    cluster_close(w.c);
    free(w.beating);
    free(w.names);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 7 && !strcmp(argv[2], "lead"))
        return lead(argv[1], argv + 3);
    if (argc == 8 && !strcmp(argv[2], "work"))
        return work(argv[1], argv + 3);
    fprintf(stderr, "usage: cluster_agents URL lead NAME UNITS SIZE LEASE | URL work NAME AGENTS "
                    "LEASE SPOOL WORK\n");
    return 2;
}
