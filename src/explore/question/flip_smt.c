/* Questions to SMT, and boxes at fixed values. */
#include "base/clock.h"
#include "explore/question/flip_impl.h"
#include "term/core/subst.h"

static void take_values(flipper *s, question *q)
{
    term_vec terms = {0};
    vec_u32 values = {0};
    for (size_t i = 0; i < q->variables.n; i++)
        vec_push(&terms, s->trace->variables.at[q->variables.at[i]].term);
    vec_resize(&values, terms.n);
    if (engine_values(s->engine, terms.at, terms.n, values.at))
        for (size_t i = 0; i < terms.n; i++) {
            uint64_t bits;
            if (values.at[i] && value_small_bits(s->bank, values.at[i], &bits))
                q->values[q->variables.at[i]] = (uint8_t)bits;
        }
    vec_free(&terms);
    vec_free(&values);
}

static engine_limits limits_now(const flipper *s, uint64_t part, double now)
{
    uint64_t units = s->config.rlimit ? s->config.rlimit : s->limits->smt_units;
    engine_limits limits = {.seconds = s->limits->smt_seconds, .rlimit = units / part};
    if (!limits.rlimit) /* which would be no limit */
        limits.rlimit = 1;
    if (s->config.deadline > 0 && s->config.deadline - now < limits.seconds)
        limits.seconds = s->config.deadline > now + 0.01 ? s->config.deadline - now : 0.01;
    return limits;
}

engine_answer flip_ask(flipper *s, question *q, const term_id *terms, size_t n, uint64_t part)
{
    double start = clock_wall();
    s->counts.smt_checks++;
    engine_limits limits = limits_now(s, part, start);
    engine_push(s->engine);
    for (size_t i = 0; i < n; i++)
        engine_assert(s->engine, terms[i]);
    engine_answer answer = engine_check(s->engine, NULL, 0, &limits);
    if (answer == ENGINE_SAT)
        take_values(s, q);
    engine_pop(s->engine, 1);
    s->counts.smt_seconds += clock_wall() - start;
    return answer;
}

engine_answer flip_ask_all(flipper *s, question *q, uint64_t part)
{
    if (flip_cache_refutes(s->cache, q)) {
        s->counts.cache_unsat++;
        return ENGINE_UNSAT;
    }
    double start = clock_wall();
    engine_limits limits = limits_now(s, part, start);
    vec_u32 positions = {0};
    term_vec core = {0};
    s->counts.smt_checks++;
    engine_answer answer = engine_check(s->engine, q->terms.at, q->terms.n, &limits);
    if (answer == ENGINE_SAT)
        take_values(s, q);
    if (answer == ENGINE_UNSAT && engine_core(s->engine, &positions)) {
        for (size_t i = 0; i < positions.n; i++)
            vec_push(&core, q->terms.at[positions.at[i]]);
        flip_cache_add_core(s->cache, core.at, core.n);
    }
    s->counts.smt_seconds += clock_wall() - start;
    vec_free(&core);
    vec_free(&positions);
    return answer;
}

void flip_restore(question *q)
{
    for (size_t i = 0; i < q->trace->variables.n; i++)
        q->values[i] = q->trace->variables.at[i].value;
}

/* The last word on q->values; put back when it is no. */
bool flip_confirmed(flipper *s, question *q)
{
    if (question_confirm(q))
        return true;
    s->counts.unconfirmed++;
    flip_restore(q);
    return false;
}

bool flip_has_none(flipper *s, question *q)
{
    term_vec terms = {0};
    vec_append(&terms, q->terms.at, q->terms.n);
    for (size_t i = 0; i < s->trace->facts.n; i++)
        for (size_t k = 0; k < q->box_numbers.n; k++)
            if (s->trace->facts.at[i].box == q->box_numbers.at[k])
                vec_push(&terms, s->trace->facts.at[i].term);
    bool none = terms.n > q->terms.n && flip_ask(s, q, terms.at, terms.n, 1) == ENGINE_UNSAT;
    flip_restore(q);
    vec_free(&terms);
    return none;
}

/* The question with some boxes at fixed values. */
typedef struct fixing {
    term_vec from, to, pins;
} fixing;

static void fixing_free(fixing *f)
{
    vec_free(&f->from);
    vec_free(&f->to);
    vec_free(&f->pins);
}

bool flip_box_at(flipper *s, uint32_t number, const uint64_t *row, term_vec *from, term_vec *to)
{
    const trace_box *box = &s->trace->boxes.at[number];
    for (uint32_t k = 0; k < box->decls.n; k++) {
        uint64_t output = 0;
        if (!box->decls.at[k])
            continue;
        if (!recall_word(s->boxes, number, k, row, &output))
            return false;
        vec_push(from,
                 term_app(s->bank, box->decls.at[k], box->inputs.at, (uint32_t)box->inputs.n));
        vec_push(to, term_const(s->bank, value_bv_u64(s->bank, box->widths.at[k], output)));
    }
    return true;
}

static bool fix_box(flipper *s, fixing *f, uint32_t number, const uint64_t *row)
{
    const trace_box *box = &s->trace->boxes.at[number];
    if (!flip_box_at(s, number, row, &f->from, &f->to))
        return false;
    for (size_t i = 0; i < box->inputs.n; i++) {
        uint32_t width = sort_bv_width(s->bank, term_sort(s->bank, box->inputs.at[i]));
        vec_push(&f->pins, term_eq(s->bank, box->inputs.at[i],
                                   term_const(s->bank, value_bv_u64(s->bank, width, row[i]))));
    }
    return true;
}

static bool solve_fixed(flipper *s, question *q, fixing *f)
{
    term_vec terms = {0};
    term_subst *subst = term_subst_new(s->bank, f->from.at, f->to.at, f->from.n);
    term_id wanted = rewrite_term(s->simplify, term_subst_apply(subst, q->wanted));
    bool found = false;
    if (wanted != TERM_ID_FALSE) {
        vec_push(&terms, wanted);
        for (size_t i = 0; i < f->pins.n; i++)
            vec_push(&terms, term_subst_apply(subst, f->pins.at[i]));
        for (size_t i = 0; i < q->terms.n; i++)
            vec_push(&terms, term_subst_apply(subst, q->terms.at[i]));
        found = flip_ask(s, q, terms.at, terms.n, 1) == ENGINE_SAT && flip_confirmed(s, q);
    }
    term_subst_free(subst);
    vec_free(&terms);
    return found;
}

/* Every box at its recorded values. */
bool flip_filter(flipper *s, question *q)
{
    fixing f = {0};
    bool good = true;
    for (size_t i = 0; i < q->box_numbers.n && good; i++) {
        uint32_t number = q->box_numbers.at[i];
        good = fix_box(s, &f, number, s->trace->boxes.at[number].seen.at);
    }
    bool found = good && solve_fixed(s, q, &f);
    fixing_free(&f);
    return found;
}

/* SMT finds inputs for which the box sees the row; the other boxes are uninterpreted meanwhile. */
bool flip_solve_row(flipper *s, question *q, uint32_t number, const uint64_t *row)
{
    fixing f = {0};
    bool found = fix_box(s, &f, number, row) && solve_fixed(s, q, &f);
    fixing_free(&f);
    return found;
}
