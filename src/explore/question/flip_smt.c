/* Questions to SMT. */
#include "base/clock.h"
#include "explore/question/flip_impl.h"
#include "solve/near/linear.h"

/* What z3 counts decides; the guard is for questions in which it does not count. */
static engine_limits limits_now(const flipper *s, uint64_t part, double now)
{
    uint64_t units = s->config.rlimit ? s->config.rlimit : s->limits->smt_units;
    engine_limits limits = {.guard = s->limits->smt_guard, .rlimit = units / part};
    if (!limits.rlimit) /* which would be no limit */
        limits.rlimit = 1;
    if (s->config.deadline > 0)
        limits.seconds = s->config.deadline > now + 0.01 ? s->config.deadline - now : 0.01;
    return limits;
}

engine_answer flip_check(flipper *s, const term_id *terms, size_t n, uint64_t part)
{
    engine_limits limits = limits_now(s, part, clock_wall());
    s->counts.smt_checks++;
    engine_push(s->engine);
    for (size_t i = 0; i < n; i++)
        engine_assert(s->engine, terms[i]);
    return engine_check(s->engine, NULL, 0, &limits);
}

engine_answer flip_ask(flipper *s, question *q, const term_id *terms, size_t n, uint64_t part)
{
    double start = clock_wall();
    engine_answer answer = flip_check(s, terms, n, part);
    if (answer == ENGINE_SAT)
        question_take(q, s->engine);
    engine_pop(s->engine, 1);
    s->counts.smt_seconds += clock_wall() - start;
    return answer;
}

engine_answer flip_ask_core(flipper *s, question *q, uint64_t part, vec_u32 *core)
{
    double start = clock_wall();
    engine_limits limits = limits_now(s, part, start);
    s->counts.smt_checks++;
    engine_answer answer = engine_check(s->engine, q->terms.at, q->terms.n, &limits);
    vec_clear(core);
    if (answer == ENGINE_SAT)
        question_take(q, s->engine);
    if (answer == ENGINE_UNSAT && !engine_core(s->engine, core))
        for (uint32_t i = 0; i < q->terms.n; i++)
            vec_push(core, i);
    s->counts.smt_seconds += clock_wall() - start;
    return answer;
}

engine_answer flip_ask_all(flipper *s, flip_question *asked, uint64_t part)
{
    question *q = &asked->near;
    if (flip_cache_refutes(s->cache, q)) {
        s->counts.cache_unsat++;
        return ENGINE_UNSAT;
    }
    vec_u32 positions = {0};
    term_vec core = {0};
    engine_answer answer = flip_ask_core(s, q, part, &positions);
    for (size_t i = 0; i < positions.n; i++)
        vec_push(&core, q->terms.at[positions.at[i]]);
    if (answer == ENGINE_UNSAT)
        flip_cache_add_core(s->cache, core.at, core.n);
    vec_free(&core);
    vec_free(&positions);
    return answer;
}

/* The inputs of the question are these integers. */
static void take_integers(flipper *s, question *q, const term_vec *inputs)
{
    vec_u32 values = {0};
    vec_resize(&values, inputs->n);
    for (uint32_t i = 0; i < inputs->n; i++) {
        int64_t number;
        if (inputs->at[i] && engine_values(s->engine, &inputs->at[i], 1, &values.at[i]) &&
            value_small_int(s->bank, values.at[i], &number))
            question_set_word(q, i, (uint64_t)number);
    }
    vec_free(&values);
}

bool flip_ask_linear(flipper *s, question *q, uint64_t part)
{
    double start = clock_wall();
    term_vec terms = {0}, inputs = {0};
    bool found = false;
    if (linear_pose(q, &terms, &inputs)) {
        found = flip_check(s, terms.at, terms.n, part) == ENGINE_SAT;
        if (found)
            take_integers(s, q, &inputs);
        engine_pop(s->engine, 1);
    }
    s->counts.smt_seconds += clock_wall() - start;
    vec_free(&terms);
    vec_free(&inputs);
    return found;
}

static bool solve_terms(void *context, question *q, const term_id *terms, size_t n)
{
    return flip_ask(context, q, terms, n, 1) == ENGINE_SAT;
}

near_smt flip_smt(flipper *s)
{
    return (near_smt){.solve = solve_terms, .context = s};
}

bool flip_confirmed(flipper *s, flip_question *q)
{
    if (question_confirm(&q->near))
        return true;
    s->counts.unconfirmed++;
    question_restart(&q->near);
    return false;
}

bool flip_has_none(flipper *s, flip_question *q)
{
    term_vec terms = {0};
    vec_append(&terms, q->near.terms.at, q->near.terms.n);
    for (size_t i = 0; i < s->trace->facts.n; i++)
        for (size_t k = 0; k < q->box_numbers.n; k++)
            if (s->trace->facts.at[i].box == q->box_numbers.at[k])
                vec_push(&terms, s->trace->facts.at[i].term);
    bool none =
        terms.n > q->near.terms.n && flip_ask(s, &q->near, terms.at, terms.n, 1) == ENGINE_UNSAT;
    question_restart(&q->near);
    vec_free(&terms);
    return none;
}
