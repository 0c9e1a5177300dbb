/* Questions about few bytes, decided without SMT. What a program asks of its input one byte at a time (is it a digit, which class has it
 * in a table of 256) leaves each byte a set of values; what relates two or three bytes is tried for all that is left. Both answers
 * are exact: everything that could hold was tried. */
#include <string.h>

#include "base/clock.h"
#include "explore/question/flip_impl.h"

enum { VALUES = 256 };

typedef struct few {
    flipper *s;
    flip_question *asked;
    byte_set *left;      /* of each variable of the question: the values that it may have */
    uint64_t *variables; /* those of the terms that relate several, as a set of the trace's */
    term_vec related;
} few;

static bool is_within(const uint64_t *a, const uint64_t *b, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++)
        if (a[w] & ~b[w])
            return false;
    return true;
}

/* Terms of the question, with those of its variables that are in the set. False: they do not fit words. */
static bool pose_part(const few *f, const term_id *terms, size_t n, const uint64_t *set,
                      question *q)
{
    const flipper *s = f->s;
    question_init(q, s->bank, s->boxes, s->config.solve_limits);
    for (size_t i = 0; i < n; i++)
        question_add(q, terms[i]);
    for (size_t i = 0; i < f->asked->variables.n; i++) {
        const trace_variable *v = &s->trace->variables.at[f->asked->variables.at[i]];
        if (flip_in_set(set, f->asked->variables.at[i]))
            question_add_input(q, v->decl, v->value, false);
    }
    question_close(q);
    return question_compile(q);
}

/* ---- One byte */

/* The values for which a term about one byte holds; known from then on. NULL: it does not fit words. */
static const byte_set *values_of(few *f, term_id term)
{
    flipper *s = f->s;
    bool is_new;
    uint64_t *place = map_insert(&s->bytes_of, term, &is_new);
    if (!is_new)
        return *place ? &s->bytes.at[*place - 1] : NULL;
    question q;
    byte_set b = {{0}};
    bool good = pose_part(f, &term, 1, trace_uses(s->trace, term), &q) && q.places.n == 1;
    for (uint32_t v = 0; good && v < VALUES; v++) {
        *q.values = (uint8_t)v;
        b.at[v / 64] |= (uint64_t)question_try(&q) << v % 64;
    }
    s->counts.executions += q.executions;
    question_free(&q);
    if (!good)
        return NULL;
    vec_push(&s->bytes, b);
    *place = s->bytes.n;
    return &s->bytes.at[s->bytes.n - 1];
}

/* The variable of a term about one byte, by its number in the question. */
static size_t variable_of(const few *f, const uint64_t *uses)
{
    size_t i = 0;
    while (!flip_in_set(uses, f->asked->variables.at[i]))
        i++;
    return i;
}

/* FLIP_UNKNOWN: there may be an answer. */
static flip_answer narrow(few *f)
{
    explore_trace *t = f->s->trace;
    const term_vec *terms = &f->asked->near.terms;
    for (size_t i = terms->n; i-- > 0;) { /* what is wanted first */
        const uint64_t *uses = trace_uses(t, terms->at[i]);
        if (flip_set_size(uses, t->words) != 1) {
            vec_push(&f->related, terms->at[i]);
            for (uint32_t w = 0; w < t->words; w++)
                f->variables[w] |= uses[w];
            continue;
        }
        const byte_set *b = values_of(f, terms->at[i]);
        byte_set *left = &f->left[variable_of(f, uses)];
        for (uint32_t w = 0; b && w < VALUES / 64; w++)
            left->at[w] &= b->at[w];
        if (!byte_set_size(left))
            return FLIP_UNSAT;
        if (!b)
            vec_push(&f->related, terms->at[i]);
    }
    return FLIP_UNKNOWN;
}

/* ---- Several */

/* Tries all values that are left to these variables for the terms within them. FLIP_UNKNOWN: they are too many. On sat the values of the
 * question are those. */
static flip_answer try_all(few *f, const uint64_t *set)
{
    static const flip_answer answers[] = {
        [POINTS_FOUND] = FLIP_SAT, [POINTS_NONE] = FLIP_UNSAT, [POINTS_UNKNOWN] = FLIP_UNKNOWN};
    flipper *s = f->s;
    const flip_question *asked = f->asked;
    term_vec terms = {0};
    VEC(size_t) at = {0}; /* the variables */
    VEC(byte_set) left = {0};
    for (size_t i = 0; i < f->related.n; i++)
        if (is_within(trace_uses(s->trace, f->related.at[i]), set, s->trace->words))
            vec_push(&terms, f->related.at[i]);
    for (size_t i = 0; i < asked->variables.n; i++)
        if (flip_in_set(set, asked->variables.at[i])) {
            vec_push(&at, i);
            vec_push(&left, f->left[i]);
        }
    question q;
    points_answer found = POINTS_UNKNOWN;
    if (pose_part(f, terms.at, terms.n, set, &q) && q.places.n == at.n)
        found = points_try(&q, left.at, s->limits->few_points);
    for (size_t i = 0; found == POINTS_FOUND && i < at.n; i++) {
        if (!byte_set_has(&left.at[i], q.values[i])) /* the terms do not depend on it after all */
            byte_set_next(&left.at[i], &q.values[i]);
        asked->near.values[at.at[i]] = q.values[i];
    }
    s->counts.executions += q.executions;
    question_free(&q);
    vec_free(&terms);
    vec_free(&at);
    vec_free(&left);
    return answers[found];
}

/* Where nothing relates a byte to others it keeps its value if it may. */
static void set_single(few *f)
{
    const flip_question *asked = f->asked;
    for (size_t i = 0; i < asked->variables.n; i++)
        if (!flip_in_set(f->variables, asked->variables.at[i]) &&
            !byte_set_has(&f->left[i], asked->near.values[i]))
            byte_set_next(&f->left[i], &asked->near.values[i]);
}

/* What is wanted, and what is about no other bytes, first: it is often refuted by itself. */
static flip_answer decide(few *f)
{
    flip_answer answer = narrow(f);
    if (answer != FLIP_UNKNOWN)
        return answer;
    answer = FLIP_SAT;
    const uint64_t *wanted = trace_uses(f->s->trace, f->asked->near.wanted);
    if (f->related.n && flip_set_size(wanted, f->s->trace->words) > 1)
        answer = try_all(f, wanted) == FLIP_UNSAT ? FLIP_UNSAT : FLIP_SAT;
    if (f->related.n && answer == FLIP_SAT)
        answer = try_all(f, f->variables);
    if (answer == FLIP_SAT)
        set_single(f);
    return answer;
}

flip_answer flip_few(flipper *s, flip_question *q)
{
    size_t n = q->variables.n;
    if (!s->limits->few_points || q->floats || !n || q->near.places.n != n || !q->near.program)
        return FLIP_UNKNOWN;
    few f = {.s = s,
             .asked = q,
             .left = base_alloc(n * sizeof *f.left),
             .variables = base_alloc_zero(s->trace->words, sizeof *f.variables)};
    double start = clock_wall();
    memset(f.left, 255, n * sizeof *f.left);
    flip_answer answer = decide(&f);
    if (answer == FLIP_SAT && !flip_confirmed(s, q))
        answer = FLIP_UNKNOWN;
    if (answer != FLIP_SAT)
        question_restart(&q->near);
    s->counts.few_sat += answer == FLIP_SAT;
    s->counts.plain_unsat += answer == FLIP_UNSAT;
    s->counts.few_unsat += answer == FLIP_UNSAT;
    s->counts.fuzz_seconds += clock_wall() - start;
    free(f.left);
    free(f.variables);
    vec_free(&f.related);
    return answer;
}
