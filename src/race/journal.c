#include "race/journal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "campaign/message.h"

#define WALL_FACTOR 4.0 /* of the CPU limit, for machines that are busy */
#define WALL_EXTRA 2.0  /* seconds */
#define STARVED 0.9     /* a time-out below this part of its CPU time was the machine's */
enum { STARVED_TRIES = 3 };

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

/* ---- The store ---------------------------------------------------------------------------------
 */

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
                store_add_decision(j->store, j->next, bytes.text, bytes.n) &&
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
        times[i].verdict = (runner_verdict)message_u64(&r);
        times[i].seconds = message_double(&r);
        times[i].memory = message_u64(&r);
    }
    free(bytes);
    if (r.failed)
        return fail(j, "the journal is damaged");
    j->replayed++;
    return same || fail(j, "the journal belongs to another race: it has another input here");
}

/* ---- Solvers -----------------------------------------------------------------------------------
 */

static bool starved(const journal *j, const runner_result *r)
{
    return r->verdict == RUNNER_TIMEOUT && r->cpu < STARVED * j->rules.timeout;
}

static void ask(journal *j, term_bank *b, const formula *f, size_t i, runner_result *result)
{
    strbuf text = STRBUF_INIT;
    formula_print(b, f, solver_dialect(j->solvers[i]), NULL, NULL, &text);
    solver_question q = {.text = text.text,
                         .length = text.n,
                         .limits = {.cpu_seconds = j->rules.timeout,
                                    .wall_seconds = WALL_FACTOR * j->rules.timeout + WALL_EXTRA,
                                    .memory_bytes = j->memory_bytes},
                         .interrupt = j->interrupt};
    solver_ask(j->solvers[i], &q, result);
    for (int k = 1; k < STARVED_TRIES && starved(j, result); k++) {
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
    judge_limits limits = {.run = {.wall_seconds = WALL_FACTOR * j->rules.timeout + WALL_EXTRA,
                                   .memory_bytes = j->memory_bytes},
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

static bool run_solvers(journal *j, term_bank *b, const formula *f, race_time *times)
{
    size_t n = j->rules.n_solvers;
    judge_run *runs = base_alloc_zero(n, sizeof *runs);
    bool stopped = false;
    double start = clock_wall();
    for (size_t i = 0; i < n && !stopped; i++) {
        runs[i].solver = j->solvers[i];
        ask(j, b, f, i, &runs[i].result);
        const runner_result *r = &runs[i].result;
        times[i] = (race_time){r->verdict, r->cpu, r->memory};
        stopped = r->verdict == RUNNER_STOPPED;
    }
    if (!stopped && race_disagree(&j->rules, times))
        adjudicate(j, b, f, runs);
    j->wall_seconds += clock_wall() - start;
    for (size_t i = 0; i < n; i++)
        runner_result_free(&runs[i].result);
    free(runs);
    return !stopped;
}

bool journal_measure(void *context, term_bank *b, const formula *f, race_time *times)
{
    journal *j = context;
    if (j->error || (j->interrupt && *j->interrupt))
        return false;
    strbuf text = STRBUF_INIT;
    formula_print(b, f, DIALECT_STANDARD, NULL, NULL, &text);
    uint64_t hash = hash_bytes(text.text, text.n);
    strbuf_free(&text);
    if (j->next < store_decision_count(j->store)) {
        if (!look_up(j, hash, times))
            return false;
    } else if (j->replay || !run_solvers(j, b, f, times) || !write_down(j, hash, times)) {
        return false;
    }
    for (size_t i = 0; i < j->rules.n_solvers; i++)
        j->solver_seconds += times[i].seconds;
    j->next++;
    return true;
}

bool journal_try(void *context, term_bank *b, const formula *f, race_time *times)
{
    journal *j = context;
    if (j->error || j->replay || (j->interrupt && *j->interrupt))
        return false;
    return run_solvers(j, b, f, times);
}
