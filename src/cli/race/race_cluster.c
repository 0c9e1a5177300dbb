#include "cli/race/race_cluster.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "campaign/cluster/tasks.h"

#define LEASE_SECONDS 60.0
enum { LOSSES = 3 };

uint64_t race_party_units(const race_party *p)
{
    return p->repetitions * (p->evaluate ? RACE_ALGORITHM_COUNT : 1);
}

static race_algorithm algorithm_of(const race_party *p, uint64_t unit)
{
    return p->evaluate ? (race_algorithm)(unit % RACE_ALGORITHM_COUNT) : p->config.algorithm;
}

static uint64_t repetition_of(const race_party *p, uint64_t unit)
{
    return p->evaluate ? unit / RACE_ALGORITHM_COUNT : unit;
}

/* ---- Agents ---------------------------------------------------------------------------------- */

/* Findings of a race, as it kept them. */
static void add_findings(store *s, race_outcome *o)
{
    store_ids ids = {0};
    if (store_findings(s, -1, &ids))
        for (size_t i = 0; i < ids.n; i++) {
            finding f;
            if (store_get_finding(s, ids.at[i], &f))
                vec_push(&o->findings, f);
        }
    vec_free(&ids);
}

static bool run_one(const race_party *p, uint64_t unit, store *s, race_outcome *o)
{
    grammar *g = p->grammar_of(p->context);
    term_bank *bank = g->bank;
    journal j = p->journal;
    j.store = s;
    race_config config = p->config;
    config.algorithm = algorithm_of(p, unit);
    config.seed = hash_mix(p->config.seed, repetition_of(p, unit));
    config.context = &j;
    race_budget budget = p->budget;
    budget.deadline = p->seconds > 0 ? clock_wall() + p->seconds : 0;
    race *r = race_new(g, &config);
    bool good = race_run(r, &j, &budget, NULL, NULL);
    if (good) {
        race_outcome_of(r, p->best, j.solver_seconds, o);
        add_findings(s, o);
    }
    race_free(r);
    journal_free(&j);
    grammar_free(g);
    bank_free(bank);
    return good;
}

static void remove_store(const char *path)
{
    static const char *const tails[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        strbuf name = STRBUF_INIT;
        strbuf_printf(&name, "%s%s", path, tails[i]);
        unlink(name.text);
        strbuf_free(&name);
    }
}

void race_party_work(void *party, uint64_t unit, strbuf *result)
{
    const race_party *p = party;
    strbuf path = STRBUF_INIT;
    char *error = NULL;
    strbuf_printf(&path, "%s/race%ld-%llu.db", p->folder, (long)getpid(), (unsigned long long)unit);
    store *s = store_open(path.text, true, &error);
    race_outcome o = {0};
    if (s && run_one(p, unit, s, &o))
        race_outcome_put(&o, p->config.rules.n_solvers, result);
    race_outcome_free(&o);
    store_close(s);
    free(error);
    remove_store(path.text);
    strbuf_free(&path);
}

/* ---- The coordinator ------------------------------------------------------------------------- */

static void add_run(race_meeting *m, uint64_t unit, race_outcome *o)
{
    race_algorithm a = algorithm_of(m->party, unit);
    m->evaluation->margins[a][repetition_of(m->party, unit)] = o->margin;
    race_input best = {0};
    if (o->best.n) {
        best = o->best.at[0];
        o->best.at[0].text = NULL; /* handed over */
        o->best.at[0].times = NULL;
    }
    vec_push(&m->evaluation->inputs[a], best);
    m->sum->steps += o->steps;
}

static void take(void *context, uint64_t unit, const char *machine, const char *bytes, size_t n)
{
    (void)machine; /* margins are of one machine each */
    race_meeting *m = context;
    race_outcome o;
    if (!bytes || !race_outcome_read(bytes, n, m->party->config.rules.n_solvers, &o))
        return;
    m->done++;
    m->solver_seconds += o.solver_seconds;
    for (size_t i = 0; i < o.findings.n; i++)
        m->found(m->context, &o.findings.at[i]);
    if (m->evaluation)
        add_run(m, unit, &o);
    else
        race_outcome_add(m->sum, &o);
    race_outcome_free(&o);
}

static void tick(void *context)
{
    race_meeting *m = context;
    m->tick(m->context, m->sum);
}

static void complain(void *context, const char *message)
{
    race_meeting *m = context;
    m->complain(m->context, message);
}

bool race_meet(race_meeting *m, bool *finished, char **error)
{
    tasks_campaign t = {.leader = {.cluster = m->link->cluster,
                                   .id = m->link->id,
                                   .who = m->link->who.text,
                                   .lease = LEASE_SECONDS,
                                   .interrupt = m->party->journal.interrupt,
                                   .complain = complain,
                                   .tick = tick,
                                   .context = m},
                        .store = m->store,
                        .units = race_party_units(m->party),
                        .size = 1,
                        .losses = LOSSES,
                        .take = take};
    uint64_t changed;
    if (!tasks_lead(&t, finished, error))
        return false;
    if (cluster_set_state(m->link->cluster, m->link->name, *finished ? "done" : "paused", &changed))
        return true;
    *error = base_strdup(cluster_error(m->link->cluster));
    return false;
}
