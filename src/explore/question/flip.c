#include "explore/question/flip.h"

#include "base/clock.h"
#include "base/hash.h"
#include "explore/question/flip_impl.h"
#include "solve/near/search.h"
#include "solve/near/bytes.h"
#include "solve/near/climb_number.h"
#include "solve/near/transplant.h"

#define SMT_MEMORY (UINT64_C(2) << 30)

flipper *flip_new(trace_bank *tb, const flip_config *config, char **error)
{
    flipper *s = base_alloc_zero(1, sizeof *s);
    s->tb = tb;
    s->bank = tb->bank;
    s->config = *config;
    s->limits = LIMITS_OR(config->limits, explore_limits_default);
    s->cache = base_alloc_zero(1, sizeof *s->cache);
    s->cache->limits = s->limits;
    s->engine = engine_new(s->bank,
                           &(engine_config){.command = ENGINE_LIBZ3,
                                            .seed = config->seed,
                                            .memory_bytes = SMT_MEMORY,
                                            .want_models = true,
                                            .want_cores = true,
                                            .interrupt = config->interrupt},
                           error);
    if (s->engine)
        return s;
    flip_free(s);
    return NULL;
}

void flip_free(flipper *s)
{
    if (!s)
        return;
    engine_free(s->engine);
    tabulate_free(s->tables);
    flip_cache_clear(s->cache);
    free(s->cache);
    vec_free(&s->pins);
    map_free(&s->known);
    vec_free(&s->answers);
    map_free(&s->bytes_of);
    vec_free(&s->bytes);
    map_free(&s->failures);
    map_free(&s->position);
    vec_free(&s->answer);
    free(s);
}

void flip_forget(flipper *s)
{
    engine_reset(s->engine);
    flip_cache_clear(s->cache);
    vec_clear(&s->pins);
    map_clear(&s->known);
    vec_clear(&s->answers);
    map_clear(&s->bytes_of);
    vec_clear(&s->bytes);
}

void flip_forgive(flipper *s)
{
    map_clear(&s->failures);
}

const flip_counters *flip_counts(const flipper *s)
{
    return &s->counts;
}

void flip_begin(flipper *s, explore_trace *t, explore_recall *boxes)
{
    s->trace = t;
    s->boxes = recall_boxes(boxes);
    s->simplify = rewriter_new(s->bank);
    s->calls_before = boxes_call_count(s->boxes);
    s->tables = tabulate_new(t, s->boxes, s->limits->tables);
    flip_count_met(s);
    flip_note_pins(s);
    map_clear(&s->position);
    for (uint32_t i = 0; i < t->variables.n; i++)
        map_put(&s->position, flip_place(&t->variables.at[i], t->variables.at[i].offset), i + 1);
}

void flip_aim(flipper *s, term_id goal)
{
    s->goal = goal;
}

void flip_end(flipper *s)
{
    s->goal = 0;
    s->counts.calls += boxes_call_count(s->boxes) - s->calls_before;
    rewriter_free(s->simplify);
    tabulate_free(s->tables);
    s->simplify = NULL;
    s->tables = NULL;
    s->trace = NULL;
}

/* Without SMT; `part`: of the usual effort. */
static bool fuzz_plain(flipper *s, flip_question *q, uint64_t part)
{
    if (s->config.no_fuzz || !question_compile(&q->near))
        return false;
    double start = clock_wall();
    uint64_t executions = s->config.executions ? s->config.executions : s->limits->plain_executions;
    near_search search = {.seed = hash_mix(s->config.seed, s->counts.questions),
                          .executions = executions / part,
                          .limits = s->config.fuzz_limits,
                          .try_all = s->limits->try_all};
    bool found = (transplant(&q->near, s->limits->plain_transplants / part) ||
                  search_near(&q->near, &search) == FUZZ_FOUND) &&
                 flip_confirmed(s, q);
    s->counts.fuzz_seconds += clock_wall() - start;
    if (!found)
        question_restart(&q->near);
    return found;
}

/* SMT and the fuzz solver in turns, first with little effort: what is hard for one (products, a
 * remainder of a number that was read from text) is often easy for the other. */
static flip_answer in_turns(flipper *s, flip_question *q, flip_small *small, uint64_t part)
{
    const struct {
        uint64_t smt, fuzz;
    } parts[] = {{FIRST_PART, 4}, {part, part}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && parts[i].smt <= FIRST_PART; i++) {
        uint64_t least = i ? SHAPE_PART : FIRST_PART; /* there are several */
        if (flip_ask_shapes(s, q, small, parts[i].smt < least ? least : parts[i].smt))
            return FLIP_SAT;
        if (!i && !small->posed && flip_ask_linear(s, &q->near, FIRST_PART) &&
            flip_confirmed(s, q)) {
            s->counts.plain_sat++;
            return FLIP_SAT;
        }
        engine_answer answer = flip_ask_small(s, q, small, parts[i].smt);
        if (answer == ENGINE_SAT && flip_confirmed(s, q)) {
            s->counts.plain_sat++;
            flip_cache_add_values(s->cache, &q->near);
            return FLIP_SAT;
        }
        if (answer == ENGINE_UNSAT) {
            s->counts.plain_unsat++;
            return FLIP_UNSAT;
        }
        if (!q->floats && fuzz_plain(s, q, parts[i].fuzz)) {
            s->counts.plain_fuzzed++;
            return FLIP_SAT;
        }
    }
    s->counts.plain_unknown++;
    return FLIP_UNKNOWN;
}

/* The numbers in texts that the question speaks of: far away for SMT, and for a search by bytes. */
static bool try_numbers(flipper *s, flip_question *q)
{
    bool found = !s->config.no_fuzz && question_compile(&q->near) && numbers_try(&q->near) &&
                 flip_confirmed(s, q);
    if (!found)
        question_restart(&q->near);
    return found;
}

/* `part`: of the usual effort where it is hard. */
static flip_answer solve_plain(flipper *s, flip_question *q, uint64_t part)
{
    if (bytes_try(&q->near, s->limits->bytes_tried) && flip_confirmed(s, q)) {
        s->counts.byte_sat++;
        return FLIP_SAT;
    }
    if (q->variables.n == 1 && q->near.program && !q->floats) { /* all of it was tried */
        s->counts.plain_unsat++;
        return FLIP_UNSAT;
    }
    flip_answer few = flip_few(s, q);
    if (few != FLIP_UNKNOWN)
        return few;
    if (q->floats && fuzz_plain(s, q, 1)) { /* SMT is slow at these */
        s->counts.float_sat++;
        return FLIP_SAT;
    }
    if (flip_cache_answers(s->cache, &q->near) && flip_confirmed(s, q)) {
        s->counts.cache_sat++;
        return FLIP_SAT;
    }
    if (try_numbers(s, q)) {
        s->counts.plain_fuzzed++;
        return FLIP_SAT;
    }
    if (flip_cache_refutes(s->cache, &q->near)) {
        s->counts.cache_unsat++;
        s->counts.plain_unsat++;
        return FLIP_UNSAT;
    }
    flip_small small;
    flip_answer answer = flip_small_begin(s, q, &small);
    s->counts.plain_unsat += answer == FLIP_UNSAT;
    if (answer == FLIP_UNKNOWN)
        answer = in_turns(s, q, &small, part);
    flip_small_end(&small);
    return answer;
}

static uint64_t hash_question(const flip_question *q)
{
    uint64_t h = 1;
    for (size_t i = 0; i < q->near.terms.n; i++)
        h = hash_mix(h, q->near.terms.at[i]);
    for (size_t i = 0; i < q->variables.n; i++) /* answers stay near the run's values */
        h = hash_mix(h, q->variables.at[i]);
    return h >> 1;
}

/* What could go wrong is asked for at many places, and most of it cannot: there a first attempt is cheap, and each that fails at the same
 * place makes the next one dearer. */
static uint64_t part_of(flipper *s, const trace_condition *c, uint64_t way)
{
    uint64_t failures = map_get(&s->failures, way, 0);
    return c->kind != TRACE_ASSUME || failures > 5 ? 1 : UINT64_C(32) >> failures;
}

static flip_answer solve(flipper *s, const trace_condition *c, flip_question *q, uint64_t way,
                         bool cheaply)
{
    flip_answer answer = FLIP_UNKNOWN;
    if (q->box_numbers.n) {
        answer = flip_solve_boxes(s, q, way, cheaply);
    } else {
        answer = solve_plain(s, q, part_of(s, c, way));
        uint64_t *failures = map_insert(&s->failures, way, NULL);
        *failures = answer == FLIP_UNKNOWN ? *failures + 1 : 0;
    }
    s->counts.executions += q->near.executions;
    q->near.executions = 0;
    return answer;
}

static void keep_answer(flipper *s, const flip_question *q, flip_result *result)
{
    vec_clear(&s->answer);
    for (size_t i = 0; i < s->trace->variables.n; i++)
        vec_push(&s->answer, s->trace->variables.at[i].value);
    for (size_t i = 0; i < q->variables.n; i++)
        s->answer.at[q->variables.at[i]] = q->near.values[i];
    result->values = s->answer.at;
}

/* The answer of a question, for when it comes again; where it is kept, + 1. */
static uint64_t remember(flipper *s, const flip_question *q)
{
    flip_value one = {.value = (uint32_t)q->variables.n};
    vec_push(&s->answers, one);
    uint64_t at = s->answers.n;
    for (size_t i = 0; i < q->variables.n; i++) {
        one.variable = s->trace->variables.at[q->variables.at[i]].term;
        one.value = q->near.values[i];
        vec_push(&s->answers, one);
    }
    return at;
}

/* The same question about another run, in which what it does not ask about is different: its answer
 * joins both. */
static void recall(flipper *s, const flip_question *q, uint64_t at, flip_result *result)
{
    uint32_t n = s->answers.at[at - 1].value;
    for (size_t i = 0; i < q->variables.n; i++)
        for (uint32_t k = 0; k < n; k++)
            if (s->answers.at[at + k].variable == s->trace->variables.at[q->variables.at[i]].term)
                q->near.values[i] = (uint8_t)s->answers.at[at + k].value;
    s->counts.joined++;
    result->answer = FLIP_SAT;
    keep_answer(s, q, result);
}

/* The same with less of the path than the `n` terms that it has; true: there is an answer. It is counted apart. */
static bool try_less(flipper *s, uint32_t i, uint32_t k, flip_extent extent, size_t n,
                     flip_result *result)
{
    const trace_condition *c = &s->trace->conditions.at[i];
    const trace_alternative *a = &s->trace->alternatives.at[c->first + k];
    uint64_t way = (uint64_t)c->site << 32 | a->taken;
    flip_question q;
    flip_pose(s, i, a->term, extent, &q);
    flip_counters before = s->counts;
    flip_answer answer =
        q.near.terms.n < n ? solve(s, c, &q, way ^ UINT64_C(1) << 31, true) : FLIP_UNKNOWN;
    before.smt_seconds = s->counts.smt_seconds;
    before.fuzz_seconds = s->counts.fuzz_seconds;
    before.executions = s->counts.executions;
    s->counts = before;
    if (answer == FLIP_SAT) {
        s->counts.optimistic_sat++;
        result->answer = FLIP_SAT;
        result->optimistic = true;
        result->pure = false;
        if (!q.box_numbers.n)
            result->goal = term_and(s->bank, q.near.terms.at, (uint32_t)q.near.terms.n);
        keep_answer(s, &q, result);
    }
    flip_question_free(&q);
    return answer == FLIP_SAT;
}

void flip_try(flipper *s, uint32_t i, uint32_t k, bool optimistic, flip_result *result)
{
    const trace_condition *c = &s->trace->conditions.at[i];
    const trace_alternative *a = &s->trace->alternatives.at[c->first + k];
    uint64_t way = (uint64_t)c->site << 32 | a->taken;
    flip_question q;
    *result = (flip_result){.answer = FLIP_KNOWN};
    s->counts.questions++;
    bool pure = flip_pose(s, i, a->term, FLIP_PATH, &q);
    result->boxes = q.box_numbers.n;
    bool is_new;
    uint64_t *answer_at = map_insert(&s->known, hash_question(&q), &is_new);
    if (!is_new && *answer_at && optimistic) {
        result->pure = pure;
        recall(s, &q, *answer_at, result);
    }
    if (is_new) {
        uint64_t asked = s->counts.box_asked;
        result->answer = solve(s, c, &q, way, false);
        if (s->counts.box_asked > asked)
            flip_count_asked(s, &q, result->answer != FLIP_UNKNOWN);
        result->pure = pure;
        if (result->answer == FLIP_SAT) {
            keep_answer(s, &q, result);
            *answer_at = remember(s, &q);
        }
    }
    s->counts.known += !is_new;
    size_t n = q.near.terms.n;
    bool pinned = q.pinned;
    flip_question_free(&q);
    if (!is_new || result->answer == FLIP_SAT || !optimistic || s->config.no_optimistic || n < 2)
        return;
    if (!pinned || !try_less(s, i, k, FLIP_UNPINNED, n, result))
        try_less(s, i, k, FLIP_ALONE, n, result);
}
