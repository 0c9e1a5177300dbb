#include "race/journal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "campaign/message.h"

void journal_free(journal *j)
{
    free(j->error);
    j->error = NULL;
}

static bool fail(journal *j, const char *message)
{
    if (!j->error)
        j->error = base_strdup(message);
    return false;
}

/* ---- The store ------------------------------------------------------------------------------- */

static bool write_down(journal *j, uint64_t hash, const race_time *times)
{
    strbuf bytes = STRBUF_INIT;
    message_put_u64(&bytes, hash);
    for (size_t i = 0; i < j->rules.n_solvers; i++) {
        message_put_u64(&bytes, times[i].verdict);
        message_put_double(&bytes, times[i].seconds);
        message_put_u64(&bytes, times[i].memory);
    }
    bool good = store_begin(j->store) &&
                store_add_decision(j->store, j->next, j->next, bytes.text, bytes.n) &&
                store_commit(j->store);
    strbuf_free(&bytes);
    return good || fail(j, store_error(j->store));
}

static bool look_up(journal *j, uint64_t hash, race_time *times)
{
    void *bytes;
    size_t n;
    if (!store_decision(j->store, j->next, &bytes, &n))
        return fail(j, store_error(j->store));
    message_reader r = {.at = bytes, .end = (char *)bytes + n};
    bool same = message_u64(&r) == hash;
    for (size_t i = 0; i < j->rules.n_solvers; i++) {
        times[i].verdict = (runner_verdict)message_below(&r, RUNNER_VERDICT_COUNT);
        times[i].seconds = message_double(&r);
        times[i].memory = message_u64(&r);
    }
    free(bytes);
    for (size_t i = 0; i < j->rules.n_solvers; i++)
        r.failed |= !(times[i].seconds >= 0); /* nor is it a number */
    if (r.failed)
        return fail(j, "the journal is damaged");
    j->replayed++;
    return same || fail(j, "the journal belongs to another race: it has another input here");
}

/* ---- Solvers --------------------------------------------------------------------------------- */

static double wall_of(const journal *j, double limit)
{
    const race_limits *l = race_limits_of(&j->rules);
    return l->wall_factor * limit + l->wall_extra;
}

static bool starved(const journal *j, double limit, const runner_result *r)
{
    return r->verdict == RUNNER_TIMEOUT && r->cpu < race_limits_of(&j->rules)->starved_part * limit;
}

static void ask(journal *j, term_bank *b, const formula *f, size_t i, double limit,
                runner_result *result)
{
    strbuf text = STRBUF_INIT;
    formula_print(b, f, solver_dialect(j->solvers[i]), NULL, NULL, &text);
    solver_question q = {.text = text.text,
                         .length = text.n,
                         .limits = {.cpu_seconds = limit,
                                    .wall_seconds = wall_of(j, limit),
                                    .memory_bytes = j->memory_bytes},
                         .interrupt = j->interrupt};
    solver_ask(j->solvers[i], &q, result);
    for (uint64_t k = 1; k < race_limits_of(&j->rules)->starved_tries && starved(j, limit, result);
         k++) {
        runner_result_free(result);
        solver_ask(j->solvers[i], &q, result);
    }
    strbuf_free(&text);
}

/* Who is wrong when one says sat and another unsat? */
static void adjudicate(journal *j, term_bank *b, const formula *f, judge_run *runs)
{
    strbuf text = STRBUF_INIT;
    formula_print(b, f, DIALECT_STANDARD, NULL, NULL, &text);
    judge_case c = {.bank = b, .formula = f, .text = text.text};
    judge_limits limits = {
        .run = {.wall_seconds = wall_of(j, j->rules.timeout), .memory_bytes = j->memory_bytes},
        .hearing = j->hearing,
        .interrupt = j->interrupt};
    finding_list findings = {0};
    judge_suspect(&c, runs, j->rules.n_solvers, &limits, &findings);
    for (size_t i = 0; i < findings.n; i++) {
        finding *one = &findings.at[i];
        one->unit = j->next;
        judge_confirm(one, &c, j->solvers, j->rules.n_solvers, &limits);
        if (!*one->formula)
            finding_set(&one->formula, text.text);
        if (!store_put_finding(j->store, one))
            fail(j, store_error(j->store));
        if (j->found)
            j->found(j->context, one);
        finding_free(one);
    }
    vec_free(&findings);
    strbuf_free(&text);
}

/* Solvers on one input. */
typedef struct sitting {
    journal *journal;
    term_bank *bank;
    const formula *formula;
    const race_need *need; /* NULL: all of them */
    judge_run *runs;
    race_time *times;
    double targets; /* PAR-2 of the fastest target; before it was run, what it may be */
    bool lost;      /* what is needed cannot be reached any more */
} sitting;

/* False: stopped. */
static bool ask_one(sitting *s, size_t i, double limit)
{
    judge_run *run = &s->runs[i];
    run->solver = s->journal->solvers[i];
    ask(s->journal, s->bank, s->formula, i, limit, &run->result);
    bool wall = race_limits_of(&s->journal->rules)->wall_time;
    s->times[i] = (race_time){run->result.verdict, wall ? run->result.wall : run->result.cpu,
                              run->result.memory};
    return run->result.verdict != RUNNER_STOPPED;
}

static bool ask_targets(sitting *s)
{
    const race_rules *rules = &s->journal->rules;
    for (size_t i = 0; i < rules->n_targets && !s->lost; i++) {
        if (!ask_one(s, i, rules->timeout))
            return false;
        s->targets = fmin(s->targets, race_par2(rules, &s->times[i], true));
        s->lost = s->need && s->targets - s->need->quickest < s->need->least;
    }
    return true;
}

static bool ask_references(sitting *s)
{
    const race_rules *rules = &s->journal->rules;
    for (size_t i = rules->n_targets; i < rules->n_solvers && !s->lost; i++) {
        double limit = race_patience(rules, s->need, s->targets);
        if (!ask_one(s, i, fmax(limit, race_limits_of(rules)->least_part * rules->timeout)))
            return false;
        runner_verdict v = s->times[i].verdict;
        s->lost = s->need && v != RUNNER_SAT && v != RUNNER_UNSAT;
    }
    return true;
}

static bool run_solvers(journal *j, term_bank *b, const formula *f, const race_need *need,
                        race_time *times)
{
    size_t n = j->rules.n_solvers;
    double start = clock_wall();
    sitting s = {.journal = j,
                 .bank = b,
                 .formula = f,
                 .need = need,
                 .runs = base_alloc_zero(n, sizeof *s.runs),
                 .times = times,
                 .targets = 2 * j->rules.timeout};
    for (size_t i = 0; i < n; i++) /* of those that are not run */
        times[i] = (race_time){.verdict = RUNNER_UNKNOWN};
    bool good = need && need->references_first ? ask_references(&s) && ask_targets(&s)
                                               : ask_targets(&s) && ask_references(&s);
    if (good && !s.lost && race_disagree(&j->rules, times))
        adjudicate(j, b, f, s.runs);
    j->wall_seconds += clock_wall() - start;
    for (size_t i = 0; i < n; i++)
        if (s.runs[i].solver)
            runner_result_free(&s.runs[i].result);
    free(s.runs);
    return good;
}

static uint64_t hash_of(term_bank *b, const formula *f)
{
    strbuf text = STRBUF_INIT;
    formula_print(b, f, DIALECT_STANDARD, NULL, NULL, &text);
    uint64_t hash = hash_bytes(text.text, text.n);
    strbuf_free(&text);
    return hash;
}

bool journal_measure(void *context, term_bank *b, const formula *f, const race_need *need,
                     race_time *times)
{
    journal *j = context;
    if (j->error || (j->interrupt && *j->interrupt))
        return false;
    uint64_t hash = hash_of(b, f);
    if (j->next < store_decision_count(j->store)) {
        if (!look_up(j, hash, times))
            return false;
    } else if (j->replay || !run_solvers(j, b, f, need, times) || !write_down(j, hash, times)) {
        return false;
    }
    for (size_t i = 0; i < j->rules.n_solvers; i++)
        j->solver_seconds += times[i].seconds;
    j->next++;
    return true;
}

/* ---- Afterwards ------------------------------------------------------------------------------ */

static void again_name(const journal *j, char name[static 40])
{
    snprintf(name, 40, "again %llu", (unsigned long long)j->again);
}

/* What was measured at this place before, if it was the same input. */
static bool recall(journal *j, uint64_t hash, race_time *times)
{
    char name[40];
    again_name(j, name);
    char *text = store_get(j->store, name), *at = text;
    bool good = text && strtoull(at, &at, 16) == hash;
    for (size_t i = 0; good && i < j->rules.n_solvers; i++) {
        uint64_t verdict = strtoull(at, &at, 10);
        times[i].verdict = (runner_verdict)verdict;
        times[i].seconds = strtod(at, &at);
        char *end = at;
        times[i].memory = strtoull(at, &end, 10);
        good = verdict < RUNNER_VERDICT_COUNT && times[i].seconds >= 0 && end != at;
        at = end;
    }
    free(text);
    return good;
}

static bool remember(journal *j, uint64_t hash, const race_time *times)
{
    char name[40];
    strbuf text = STRBUF_INIT;
    again_name(j, name);
    strbuf_printf(&text, "%llx", (unsigned long long)hash);
    for (size_t i = 0; i < j->rules.n_solvers; i++)
        strbuf_printf(&text, " %d %a %llu", (int)times[i].verdict, times[i].seconds,
                      (unsigned long long)times[i].memory);
    bool good = store_set(j->store, name, text.text);
    strbuf_free(&text);
    return good || fail(j, store_error(j->store));
}

bool journal_again(void *context, term_bank *b, const formula *f, const race_need *need,
                   race_time *times)
{
    journal *j = context;
    if (j->error || (j->interrupt && *j->interrupt))
        return false;
    uint64_t hash = hash_of(b, f);
    if (!recall(j, hash, times) &&
        (j->replay || !run_solvers(j, b, f, need, times) || !remember(j, hash, times)))
        return false;
    j->again++;
    return true;
}
