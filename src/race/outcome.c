#include "race/outcome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "campaign/message.h"
#include "race/search_impl.h"

enum { NUMBERS = 6 };

void race_outcome_free(race_outcome *o)
{
    for (size_t i = 0; i < o->best.n; i++)
        search_free_input(&o->best.at[i]);
    for (size_t i = 0; i < o->findings.n; i++)
        finding_free(&o->findings.at[i]);
    vec_free(&o->best);
    vec_free(&o->arms);
    vec_free(&o->findings);
    *o = (race_outcome){0};
}

static race_input copy_input(const race_input *input, size_t n_solvers)
{
    race_input copy = *input;
    copy.text = base_strdup(input->text);
    copy.times = base_alloc(n_solvers * sizeof *copy.times);
    memcpy(copy.times, input->times, n_solvers * sizeof *copy.times);
    return copy;
}

void race_outcome_of(const race *r, size_t best, double solver_seconds, race_outcome *o)
{
    *o = (race_outcome){.margin = race_margin(r, best),
                        .solver_seconds = solver_seconds,
                        .steps = r->steps,
                        .measured = r->measured,
                        .repeated = r->repeated,
                        .invalid = r->invalid,
                        .restarts = r->restarts,
                        .ties = r->ties};
    for (size_t i = 0; i < r->best.n; i++) {
        race_input copy = copy_input(&r->best.at[i], r->config.rules.n_solvers);
        vec_push(&o->best, copy);
    }
    vec_append(&o->arms, r->agent->arms, r->agent->n);
}

/* ---- Bytes ----------------------------------------------------------------------------------- */

static void put_input(const race_input *input, size_t n_solvers, strbuf *out)
{
    message_put_text(out, input->text);
    message_put_double(out, input->score);
    message_put_u64(out, input->step);
    message_put_u64(out, input->saturated);
    for (size_t i = 0; i < n_solvers; i++) {
        message_put_u64(out, input->times[i].verdict);
        message_put_double(out, input->times[i].seconds);
        message_put_u64(out, input->times[i].memory);
    }
}

static race_input read_input(message_reader *m, size_t n_solvers)
{
    race_input input = {.text = message_text(m)};
    input.score = message_double(m);
    input.step = message_u64(m);
    input.saturated = message_below(m, 2);
    input.times = base_alloc_zero(n_solvers, sizeof *input.times);
    for (size_t i = 0; i < n_solvers; i++) {
        input.times[i].verdict = (runner_verdict)message_below(m, RUNNER_VERDICT_COUNT);
        input.times[i].seconds = message_double(m);
        input.times[i].memory = message_u64(m);
        m->failed |= !(input.times[i].seconds >= 0);
    }
    m->failed |= !isfinite(input.score);
    return input;
}

void race_outcome_put(const race_outcome *o, size_t n_solvers, strbuf *out)
{
    message_put_double(out, o->margin);
    message_put_double(out, o->solver_seconds);
    const uint64_t numbers[NUMBERS] = {o->steps,   o->measured, o->repeated,
                                       o->invalid, o->restarts, o->ties};
    for (int i = 0; i < NUMBERS; i++)
        message_put_u64(out, numbers[i]);
    message_put_bytes(out, o->arms.at, o->arms.n * sizeof *o->arms.at);
    message_put_u64(out, o->best.n);
    for (size_t i = 0; i < o->best.n; i++)
        put_input(&o->best.at[i], n_solvers, out);
    message_put_u64(out, o->findings.n);
    for (size_t i = 0; i < o->findings.n; i++)
        message_put_finding(out, &o->findings.at[i]);
}

static bool is_sound(const agent_arm *arm)
{
    return arm->successes >= 0 && arm->failures >= 0 && arm->ties >= 0 &&
           isfinite(arm->successes + arm->failures + arm->ties);
}

bool race_outcome_read(const char *bytes, size_t n, size_t n_solvers, race_outcome *o)
{
    message_reader m = {.at = bytes, .end = bytes + n};
    *o = (race_outcome){.margin = message_double(&m)};
    o->solver_seconds = message_double(&m);
    uint64_t *const numbers[NUMBERS] = {&o->steps,   &o->measured, &o->repeated,
                                        &o->invalid, &o->restarts, &o->ties};
    for (int i = 0; i < NUMBERS; i++)
        *numbers[i] = message_u64(&m);
    message_vec(&m, &o->arms);
    for (size_t i = 0; i < o->arms.n; i++)
        m.failed |= !is_sound(&o->arms.at[i]);
    for (uint64_t left = message_u64(&m); left && !m.failed; left--) {
        race_input input = read_input(&m, n_solvers);
        vec_push(&o->best, input);
    }
    for (uint64_t left = message_u64(&m); left && !m.failed; left--) {
        finding f;
        finding_init(&f);
        message_finding(&m, &f);
        vec_push(&o->findings, f);
    }
    m.failed |= !isfinite(o->margin) || !(o->solver_seconds >= 0);
    if (m.failed)
        race_outcome_free(o);
    return !m.failed;
}

/* ---- Bringing together ----------------------------------------------------------------------- */

/* By score; an input that is there already is not kept again. */
static void keep(race *into, race_input *input)
{
    size_t at = 0;
    for (size_t i = 0; i < into->best.n; i++)
        if (!strcmp(into->best.at[i].text, input->text)) {
            search_free_input(input);
            return;
        }
    while (at < into->best.n && into->best.at[at].score >= input->score)
        at++;
    vec_push(&into->best, *input);
    memmove(into->best.at + at + 1, into->best.at + at,
            (into->best.n - 1 - at) * sizeof *into->best.at);
    into->best.at[at] = *input;
    if (into->best.n > into->config.keep)
        search_free_input(&into->best.at[--into->best.n]);
}

bool race_outcome_add(race *into, race_outcome *o)
{
    agent *a = into->agent;
    if (o->arms.n != a->n)
        return false;
    for (size_t i = 0; i < a->n; i++) {
        a->arms[i].successes += o->arms.at[i].successes;
        a->arms[i].failures += o->arms.at[i].failures;
        a->arms[i].pulls += o->arms.at[i].pulls;
        a->arms[i].ties += o->arms.at[i].ties;
    }
    uint64_t *const numbers[NUMBERS] = {&into->steps,   &into->measured, &into->repeated,
                                        &into->invalid, &into->restarts, &into->ties};
    const uint64_t more[NUMBERS] = {o->steps,   o->measured, o->repeated,
                                    o->invalid, o->restarts, o->ties};
    for (int i = 0; i < NUMBERS; i++)
        *numbers[i] += more[i];
    for (size_t i = 0; i < o->best.n; i++)
        keep(into, &o->best.at[i]);
    o->best.n = 0;
    into->seconds += o->solver_seconds;
    vec_push(&into->margins, into->best.n ? into->best.at[0].score : 0);
    vec_push(&into->spent, into->seconds);
    return true;
}
