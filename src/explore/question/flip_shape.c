/* Questions with what is known of single bytes put in (solve/values/shape.h), which is exact; and the same with fewer values for some bytes, which is
 * easier and often enough: what is not asked about stays as it is; digits where there are digits, as functions that read numbers from
 * texts have a choice at each byte; digits wherever there could be some; a sign before them. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "explore/question/flip_impl.h"
#include "solve/values/numerals.h"
#include "term/core/walk.h"

enum {
    NUMBER_DIGITS = 10,  /* that vary: what is more does not fit most numbers */
    LINEAR_CHOICES = 64, /* in a question over integers: each may double its time */
    LINEAR_PART = 100,   /* of the usual effort: it is soon found, or not */
    PLAIN_PART = 2       /* the same where nothing is chosen */
};

typedef enum flip_shape {
    SHAPE_REST,   /* what is wanted does not depend on it: as it is */
    SHAPE_DIGITS, /* digits where there are some, all else as it is */
    SHAPE_SIGNS,  /* the same, the first of them may be a sign */
    SHAPE_HEX,    /* hexadecimal digits where there are some, all else as it is */
    SHAPE_ROOM,   /* digits where there could be some, all else as it is */
    SHAPE_NEXT,   /* the first number grows over what follows it; and the same of the next ones */
    SHAPES = SHAPE_NEXT + 4
} flip_shape;

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Long numbers begin with zeros where they may. */
static void shorten(const flip_question *q, byte_set *shape)
{
    size_t run = 0;
    for (size_t i = q->near.places.n; i-- > 0;) {
        run = byte_set_is_digit(&shape[i]) ? run + 1 : 0;
        if (run > NUMBER_DIGITS && byte_set_has(&shape[i], '0'))
            shape[i] = byte_set_only('0');
    }
}

/* Where there is room for more, what follows a number of that length stays as it is. */
static void cut(const flip_question *q, const byte_set *left, byte_set *shape)
{
    size_t run = 0;
    for (size_t i = 0; i < q->near.places.n; i++) {
        run = byte_set_is_digit(&shape[i]) ? run + 1 : 0;
        uint8_t value = q->near.values[i];
        if (run > NUMBER_DIGITS && byte_set_has(&left[i], value))
            shape[i] = byte_set_only(value);
    }
}

/* The values of place i; *any: it has more than one. */
static byte_set values_in(const flipper *s, const flip_question *q, const byte_set *left,
                          flip_shape shape, size_t i, bool *any)
{
    uint8_t value = q->near.values[i];
    byte_set number = byte_set_both(&left[i], &byte_set_digits), one = byte_set_only(value);
    byte_set hex = byte_set_both(&left[i], &byte_set_hex_digits);
    bool is = isdigit(value), all = byte_set_size(&number) == byte_set_size(&byte_set_digits);
    bool first = !i || !isdigit(q->near.values[i - 1]);
    if (shape == SHAPE_REST) {
        bool fixed = !flip_in_set(trace_uses(s->trace, q->near.wanted), q->variables.at[i]) &&
                     byte_set_has(&left[i], value);
        *any |= fixed;
        return fixed ? one : left[i];
    }
    if (shape == SHAPE_HEX && isxdigit(value) && byte_set_size(&hex)) {
        *any |= byte_set_size(&hex) > byte_set_size(&number);
        return hex;
    }
    if (!byte_set_size(&number) || shape == SHAPE_HEX || !(is || (shape == SHAPE_ROOM && all)))
        return byte_set_has(&left[i], value) ? one : left[i];
    *any |= is == (shape != SHAPE_ROOM);
    if (shape == SHAPE_SIGNS && first && byte_set_has(&left[i], '-'))
        byte_set_include(&number, '-');
    return number;
}

/* Behind digits number `which`, counted from 0, there may be more of them. */
static bool grow(const flip_question *q, const byte_set *left, size_t which, byte_set *shape)
{
    size_t run = 0;
    bool any = false;
    for (size_t i = 0, met = 0; i < q->near.places.n && met <= which + 1; i++) {
        byte_set number = byte_set_both(&left[i], &byte_set_digits);
        bool is = isdigit(q->near.values[i]);
        if (is && (!i || !isdigit(q->near.values[i - 1])))
            met++;
        run = is ? run + 1 : run;
        if (met != which + 1)
            run = 0;
        else if (!is && run && run < NUMBER_DIGITS &&
                 byte_set_size(&number) == byte_set_size(&byte_set_digits)) {
            shape[i] = number;
            any = true;
            run++;
        } else if (!is)
            break;
    }
    return any;
}

/* A product is in what is wanted: so numbers in texts are read. */
static bool has_product(const flipper *s, const flip_question *q)
{
    term_vec order = {0};
    bool found = false;
    term_postorder(s->bank, &q->near.wanted, 1, &order);
    for (size_t i = 0; i < order.n && !found; i++)
        found = term_op_of(s->bank, order.at[i]) == OP_BVMUL;
    vec_free(&order);
    return found;
}

/* The values of each place within the shape; false: there is nothing that it would be good for. */
static bool find_shape(const flipper *s, const flip_question *q, const byte_set *left,
                       flip_shape shape, byte_set *values)
{
    bool any = false;
    if (shape >= SHAPE_SIGNS && !has_product(s, q))
        return false;
    for (size_t i = 0; i < q->near.places.n; i++)
        values[i] = values_in(s, q, left, shape, i, &any);
    if (shape >= SHAPE_NEXT)
        any = grow(q, left, shape - SHAPE_NEXT, values);
    if (shape == SHAPE_ROOM)
        cut(q, left, values);
    else if (shape != SHAPE_REST)
        shorten(q, values);
    return any;
}

/* ---- Questions ------------------------------------------------------------------------------- */

/* Marks term `i` of the question, and the bytes that it is about; whether that is new. */
static bool mark(flipper *s, const flip_question *q, uint32_t i, uint8_t *core, uint64_t *met)
{
    if (i == UINT32_MAX || core[i])
        return false;
    const uint64_t *uses = trace_uses(s->trace, q->near.terms.at[i]);
    core[i] = 1;
    for (uint32_t w = 0; w < s->trace->words; w++)
        met[w] |= uses[w];
    return true;
}

/* What was refuted, in terms of the question: those of the core, and all that left less to a byte of these. */
static void keep_core(flipper *s, const flip_question *q, const shape_log *log,
                      const vec_u32 *positions)
{
    uint8_t *core = base_alloc_zero(q->near.terms.n + 1, 1);
    uint64_t *met = base_alloc_zero(s->trace->words, sizeof *met);
    term_vec terms = {0};
    for (size_t i = 0; i < positions->n; i++)
        mark(s, q, log->origin.at[positions->at[i]], core, met);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < log->steps.n; i++)
            if (flip_in_set(met, q->variables.at[log->steps.at[i].place]))
                more |= mark(s, q, log->steps.at[i].term, core, met);
    }
    for (size_t i = 0; i < q->near.terms.n; i++)
        if (core[i])
            vec_push(&terms, q->near.terms.at[i]);
    if (terms.n)
        flip_cache_add_core(s->cache, terms.at, terms.n);
    vec_free(&terms);
    free(core);
    free(met);
}

/* How hard it looks. */
static size_t choices_of(const flipper *s, const question *small)
{
    term_vec order = {0};
    size_t n = 0;
    term_postorder(s->bank, small->terms.at, small->terms.n, &order);
    for (size_t i = 0; i < order.n; i++)
        n += term_op_of(s->bank, order.at[i]) == OP_ITE;
    vec_free(&order);
    return n;
}

/* Over integers, in the first attempt, if it is linear and has few choices; or else as it is. */
static engine_answer ask(flipper *s, question *small, uint64_t part, vec_u32 *core)
{
    size_t choices = choices_of(s, small);
    vec_clear(core);
    if (small->terms.n == 1 && small->wanted == TERM_ID_TRUE)
        return ENGINE_SAT; /* with the values that it has */
    question_compile(small);
    if (choices <= LINEAR_CHOICES && part > 1 && flip_ask_linear(s, small, LINEAR_PART))
        return ENGINE_SAT;
    return flip_ask_core(s, small, choices ? part : part < PLAIN_PART ? part : PLAIN_PART, core);
}

/* With one unknown for each number instead of its digits. On sat the values of `small` may be an answer. */
static engine_answer ask_numbers(flipper *s, question *small, const byte_set *values, uint64_t part)
{
    numerals n;
    engine_answer answer = ENGINE_UNKNOWN;
    if (numerals_pose(small, values, &n)) {
        double start = clock_wall();
        answer = flip_check(s, n.terms.at, n.terms.n, part);
        if (answer == ENGINE_SAT)
            numerals_take(small, s->engine, &n);
        engine_pop(s->engine, 1);
        s->counts.smt_seconds += clock_wall() - start;
    }
    numerals_free(&n);
    return answer;
}

/* The values of the small question are an answer of the large one. */
static bool take(flipper *s, flip_question *q, const question *small)
{
    memcpy(q->near.values, small->values, q->near.places.n);
    return flip_confirmed(s, q);
}

flip_answer flip_small_begin(flipper *s, flip_question *q, flip_small *small)
{
    size_t n = q->variables.n;
    *small = (flip_small){.undecided = (UINT32_C(1) << SHAPES) - 1};
    if (q->floats || !n || q->near.places.n != n || !q->near.program)
        return FLIP_UNKNOWN;
    small->left = base_alloc(n * sizeof *small->left);
    memset(small->left, 255, n * sizeof *small->left);
    shape_state state = shape_pose(&q->near, small->left, &small->near, &small->log);
    small->posed = state == SHAPE_POSED;
    s->counts.shape_unsat += state == SHAPE_NONE;
    return state == SHAPE_NONE ? FLIP_UNSAT : FLIP_UNKNOWN;
}

void flip_small_end(flip_small *small)
{
    question_free(&small->near);
    shape_log_free(&small->log);
    free(small->left);
}

bool flip_ask_shapes(flipper *s, flip_question *q, flip_small *small, uint64_t part)
{
    bool found = false;
    byte_set *values = base_alloc((q->near.places.n + 1) * sizeof *values);
    for (flip_shape shape = 0; small->posed && shape < SHAPES && !found; shape++) {
        question smaller;
        vec_u32 core = {0};
        if (!(small->undecided >> shape & 1))
            continue;
        small->undecided &= ~(UINT32_C(1) << shape);
        if (!find_shape(s, q, small->left, shape, values))
            continue;
        if (shape_pose(&small->near, values, &smaller, NULL) == SHAPE_POSED) {
            engine_answer answer =
                shape == SHAPE_REST ? ENGINE_UNKNOWN : ask_numbers(s, &smaller, values, part);
            found = answer == ENGINE_SAT && take(s, q, &smaller);
            if (!found && answer != ENGINE_UNSAT) {
                answer = ask(s, &smaller, part, &core);
                found = answer == ENGINE_SAT && take(s, q, &smaller);
            }
            if (answer == ENGINE_UNKNOWN)
                small->undecided |= UINT32_C(1) << shape;
        }
        question_free(&smaller);
        vec_free(&core);
    }
    s->counts.shape_sat += found;
    free(values);
    return found;
}

engine_answer flip_ask_small(flipper *s, flip_question *q, flip_small *small, uint64_t part)
{
    if (!small->posed)
        return flip_ask_all(s, q, part);
    vec_u32 core = {0};
    engine_answer answer = ask(s, &small->near, part, &core);
    if (answer == ENGINE_UNSAT)
        keep_core(s, q, &small->log, &core);
    vec_free(&core);
    if (answer == ENGINE_SAT)
        memcpy(q->near.values, small->near.values, q->near.places.n);
    return answer;
}
