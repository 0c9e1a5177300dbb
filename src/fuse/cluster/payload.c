#include "fuse/cluster/payload.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "fuse/campaign/tally.h"

/* ---- Units ----------------------------------------------------------------------------------- */

void chunk_tally_init(chunk_tally *t, size_t solvers)
{
    *t = (chunk_tally){.solvers = solvers, .lessons = STRBUF_INIT};
    t->counts.answers = base_alloc_zero(solvers + 1, sizeof *t->counts.answers);
}

void chunk_tally_free(chunk_tally *t)
{
    free(t->counts.answers);
    strbuf_free(&t->lessons);
}

static void put_lesson(strbuf *out, const schedule_lesson *lesson)
{
    message_put_u64(out, lesson->strategy);
    message_put_u64(out, lesson->first);
    message_put_u64(out, lesson->second);
    message_put_bytes(out, lesson->functions, lesson->n_functions * sizeof *lesson->functions);
    message_put_u64(out, lesson->timeout);
    message_put_u64(out, lesson->behaviour);
}

void chunk_tally_add(chunk_tally *t, const unit_report *report, map *known)
{
    tally_unit(&t->counts, report);
    t->hash = hash_mix(t->hash, hash_mix(report->unit, report->plan.strategy));
    t->hash = hash_mix(t->hash, hash_mix(report->plan.first, report->plan.second));
    t->hash = hash_mix(t->hash, report->bytes);
    if (!report->made)
        return;
    schedule_lesson lesson = tally_lesson(report);
    bool is_new;
    map_insert(known, lesson.behaviour, &is_new);
    if (is_new || lesson.timeout)
        put_lesson(&t->lessons, &lesson);
}

void chunk_tally_put(const chunk_tally *t, strbuf *out)
{
    const fuse_status *s = &t->counts;
    message_put_u64(out, s->units);
    message_put_u64(out, s->formulas);
    message_put_u64(out, s->bytes);
    message_put_u64(out, s->solver_calls);
    message_put_u64(out, s->lost);
    message_put_double(out, s->worker_seconds);
    message_put_double(out, s->solver_seconds);
    message_put_bytes(out, s->dropped, sizeof s->dropped);
    message_put_bytes(out, s->strategies, sizeof s->strategies);
    message_put_bytes(out, s->answers, t->solvers * sizeof *s->answers);
    message_put_bytes(out, t->lessons.text, t->lessons.n);
}

static void add_numbers(message_reader *m, uint64_t *into, size_t n)
{
    size_t bytes;
    const char *at = message_bytes(m, &bytes);
    m->failed |= bytes != n * sizeof *into;
    for (size_t i = 0; !m->failed && i < n; i++) {
        uint64_t number;
        memcpy(&number, at + i * sizeof number, sizeof number);
        into[i] += number;
    }
}

static void take_lesson(message_reader *m, schedule *learner)
{
    vec_u32 functions = {0};
    schedule_lesson lesson = {.strategy = (fuse_strategy)message_below(m, FUSE_STRATEGY_COUNT)};
    lesson.first = (size_t)message_below(m, learner->seeds->seeds.n);
    lesson.second = (size_t)message_below(m, learner->seeds->seeds.n);
    message_vec(m, &functions);
    lesson.functions = functions.at;
    lesson.n_functions = functions.n;
    lesson.timeout = message_u64(m) != 0;
    lesson.behaviour = message_u64(m);
    m->failed |= lesson.behaviour == MAP_NO_KEY;
    if (!m->failed)
        schedule_learn(learner, &lesson);
    vec_free(&functions);
}

bool chunk_tally_take(const char *bytes, size_t n, fuse_status *s, size_t solvers,
                      schedule *learner)
{
    message_reader m = {.at = bytes, .end = bytes + n};
    uint64_t *const sums[] = {&s->units, &s->formulas, &s->bytes, &s->solver_calls, &s->lost};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        *sums[i] += message_u64(&m);
    s->worker_seconds += message_double(&m);
    s->solver_seconds += message_double(&m);
    add_numbers(&m, s->dropped, FUSE_OUTCOME_COUNT);
    add_numbers(&m, s->strategies, FUSE_STRATEGY_COUNT);
    add_numbers(&m, (uint64_t *)s->answers, solvers * RUNNER_VERDICT_COUNT);
    size_t lessons;
    const char *at = message_bytes(&m, &lessons);
    message_reader each = {.at = at, .end = at + lessons, .failed = m.failed};
    while (!each.failed && each.at < each.end)
        take_lesson(&each, learner);
    return !each.failed;
}

/* ---- Findings -------------------------------------------------------------------------------- */

void finding_payload_put(strbuf *out, const message_reader *rest, const unit_doubt *doubt)
{
    message_put_u64(out, doubt->why != NULL);
    message_put_u64(out, doubt->seed);
    message_put_text(out, doubt->why ? doubt->why : "");
    strbuf_add(out, rest->at, (size_t)(rest->end - rest->at));
}

bool finding_payload_take(message_reader *rest, unit_doubt *doubt)
{
    bool doubtful = message_u64(rest) != 0;
    doubt->seed = (size_t)message_u64(rest);
    doubt->why = message_text(rest);
    if (!doubtful) {
        free(doubt->why);
        doubt->why = NULL;
    }
    return !rest->failed;
}
