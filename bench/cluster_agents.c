/* Simulated agents and a simulated coordinator: real leases and transactions, pretended work.
 *
 *     cluster_agents URL lead NAME UNITS SIZE LEASE         leads a campaign until all units are done
 *     cluster_agents URL work NAME AGENTS LEASE SPOOL WORK  so many agents over one connection, WORK ms for each chunk
 *
 * A unit whose number is 13 modulo 97 has a finding. bench/cluster_faults.py and bench/cluster_load.py start these and
 * kill them. Agents end when they were without work for three leases, or at SIGTERM, and print what they did: chunks, late
 * ones, bytes of payload, and how many exchanges took 2^(i/4) microseconds, for each i. */
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "campaign/cluster/lead.h"
#include "store/spool.h"

enum { PLANTED_MODULUS = 97, PLANTED_REST = 13, WINDOW = 1024, REPORTS = 1000, TIMES = 120 };

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
    leader l;
    uint64_t units, size, reports;
} leading;

static void count_report(void *context, const cluster_report *report)
{
    leading *w = context;
    leader_note_chunk(&w->l, report->seconds);
    w->reports++;
}

static bool look(leading *w, char **error)
{
    const cluster_counts *n = &w->l.counts;
    cluster *c = w->l.cluster;
    w->reports = 0;
    if (!leader_look(&w->l, error) ||
        (n->unit_reports && !cluster_take_reports(c, w->l.id, false, REPORTS, count_report, w)))
        return false;
    uint64_t window = 2 * n->jobs > WINDOW ? 2 * n->jobs : WINDOW;
    cluster_batch batch = {
        .who = w->l.who, .first = n->next_unit, .size = w->size, .n = window, .limit = w->units};
    return n->open >= window / 2 || n->next_unit >= w->units ||
           cluster_add_chunks(c, w->l.id, &batch);
}

static bool is_done(const leading *w)
{
    const cluster_counts *n = &w->l.counts;
    return n->next_unit >= w->units && !n->open && !n->leased && !n->quarantined &&
           !n->unit_reports;
}

/* Another one may lead for a while longer: that one was killed. */
static void lead_at_last(leading *w)
{
    char *error = NULL;
    while (!leader_begin(&w->l, &error)) {
        if (cluster_lost(w->l.cluster))
            must_reconnect(w->l.cluster);
        free(error);
        nap(0.2);
    }
}

static int lead(const char *url, char **argv)
{
    char who[40];
    snprintf(who, sizeof who, "lead-%ld", (long)getpid());
    leading w = {.l = {.cluster = must_open(url, true), .who = who, .lease = strtod(argv[3], NULL)},
                 .units = strtoull(argv[1], NULL, 10),
                 .size = strtoull(argv[2], NULL, 10)};
    cluster *c = w.l.cluster;
    cluster_rules rules = {
        .lease = w.l.lease, .losses = 3, .finding_share = 0.5, .bisect_share = 0.1};
    bool made;
    while (!cluster_begin(c, argv[0], "bench", &w.l.id, &made) ||
           !cluster_configure(c, w.l.id, &rules))
        must_reconnect(c);
    lead_at_last(&w);
    for (;;) {
        char *error = NULL;
        if (!look(&w, &error)) {
            free(error);
            if (cluster_lost(c) || *cluster_error(c))
                must_reconnect(c);
            lead_at_last(&w);
        } else if (is_done(&w)) {
            break;
        } else if (w.reports < REPORTS) {
            leader_wait(&w.l, w.l.counts.next_unit >= w.units, 0);
        }
    }
    cluster_unlead(c, w.l.id, who);
    cluster_close(c);
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
    cluster_lease *held;  /* by agent; token 0: none */
    double beat_due;
    uint64_t chunks, late, bytes;
    uint64_t times[TIMES]; /* of exchanges, by the logarithm */
} working;

static volatile sig_atomic_t ended;

static void end(int signal)
{
    (void)signal;
    ended = 1;
}

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
    must_reconnect(w->c);
    hello_all(w);
    size_t sent;
    if (!spool_send(w->spool, w->c, &sent))
        return;
    bool good = true;
    for (size_t i = 0; good && i < w->n; i++) {
        cluster_ids held = {0};
        if (w->held[i].token)
            vec_push(&held, w->held[i].token);
        good = cluster_hold(w->c, w->names[i], &held);
        vec_free(&held);
    }
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

/* Does what the agent has, and takes the next. False: the line is cut. */
static bool do_chunk(working *w, const char *agent, cluster_lease *l)
{
    cluster_leases next = {0};
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
    bool good = cluster_exchange(w->c, agent, &r, 1, "bench", &verdict, &next);
    *l = good && next.n ? next.at[0] : (cluster_lease){0};
    vec_free(&next);
    if (!good && !spool_add(w->spool, agent, &r))
        exit(2);
    w->chunks += good && verdict != CLUSTER_LATE;
    w->late += verdict == CLUSTER_LATE;
    cluster_result_free(&r);
    return good;
}

static bool serve_one(working *w, size_t i, bool *idle)
{
    cluster_lease *held = &w->held[i];
    double start = clock_wall();
    bool good = true;
    if (!held->token) {
        cluster_leases leases = {0};
        good = cluster_take(w->c, w->names[i], w->id, 1, "bench", &leases);
        if (good && leases.n)
            *held = leases.at[0];
        vec_free(&leases);
    }
    if (!good || !held->token)
        return good;
    *idle = false;
    good = do_chunk(w, w->names[i], held);
    double us = fmax(1, 1e6 * (clock_wall() - start - w->work));
    size_t place = (size_t)(4 * log2(us));
    w->times[place < TIMES ? place : TIMES - 1]++;
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
    w.held = base_alloc_zero(w.n, sizeof *w.held);
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
    signal(SIGTERM, end);
    for (double quiet_since = 0, sweep_due = 0; !ended;) {
        bool idle = true, good = beat_all(&w);
        for (size_t i = 0; good && !ended && i < w.n; i++)
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
            nap(0.05 + (double)w.n / 1000); /* as many ask */
            if (now >= sweep_due) {
                cluster_sweep(w.c);
                sweep_due = now + w.lease / 4;
            }
        }
    }
    printf("%" PRIu64 " %" PRIu64 " %" PRIu64, w.chunks, w.late, w.bytes);
    for (size_t i = 0; i < TIMES; i++)
        printf(" %" PRIu64, w.times[i]);
    puts("");
    spool_close(w.spool);
    cluster_close(w.c);
    free(w.beating);
    free(w.held);
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
