/* Showing states to portraits. */
#include <stdlib.h>

#include "prove/smt/arrays.h"
#include "prove/smt/portrait_impl.h"
#include "term/eval/eval.h"

#define MAX_NUMBER (INT64_C(1) << 60)
#define TOO_LARGE INT64_MIN /* of a number: it has no place in bounds */

/* What is about variables that do not matter is given up at once. */
static void forget_dead(portrait *p, uint32_t cut)
{
    const shape *s = p->shape;
    size_t n = s->conditions.n;
    for (size_t i = 0; i < s->columns.n; i++)
        p->columns[i] = !s->narrow || ir_live_term(&s->live, cut, s->columns.at[i]);
    if (!s->narrow)
        return;
    bool *live = base_alloc_zero(s->numbers.n + 1, sizeof *live);
    for (size_t x = 0; x < s->numbers.n; x++)
        live[x] = ir_live_term(&s->live, cut, s->numbers.at[x].term);
    for (size_t i = 0; i < s->directions.n; i++)
        if (!live[s->directions.at[i].x] || !live[s->directions.at[i].y])
            p->bounds[i] = PORTRAIT_NO_BOUND;
    for (size_t i = 0; i < s->numbers.n * s->moduli.n; i++)
        if (!live[i / s->moduli.n])
            p->remainders[i] = PORTRAIT_NO_REMAINDER;
    for (size_t i = 0; i < n; i++)
        if (!ir_live_term(&s->live, cut, s->conditions.at[i]))
            for (size_t k = 0; k < n; k++)
                p->dead[i * n + k] = p->dead[k * n + i] = true;
    free(live);
}

portrait *portrait_new(const shape *s, uint32_t cut)
{
    portrait *p = base_alloc_zero(1, sizeof *p);
    p->shape = s;
    if (s->ring_width)
        p->ring = ring_new(s->columns.n, s->ring_width);
    else
        p->hull = hull_new(s->columns.n);
    p->columns = base_alloc_zero(s->columns.n + 1, sizeof *p->columns);
    p->bounds = base_alloc_zero(s->directions.n + 1, sizeof *p->bounds);
    p->raised = base_alloc_zero(s->directions.n + 1, sizeof *p->raised);
    p->remainders = base_alloc_zero(s->numbers.n * s->moduli.n + 1, sizeof *p->remainders);
    p->dead = base_alloc_zero(s->conditions.n * s->conditions.n + 1, sizeof *p->dead);
    forget_dead(p, cut);
    return p;
}

void portrait_free(portrait *p)
{
    if (!p)
        return;
    if (p->hull)
        hull_free(p->hull);
    ring_free(p->ring);
    free(p->columns);
    free(p->bounds);
    free(p->raised);
    free(p->remainders);
    free(p->dead);
    free(p);
}

static int64_t next_of(const number_vec *numbers, int64_t value)
{
    for (size_t i = 0; i < numbers->n; i++)
        if (numbers->at[i] >= value)
            return numbers->at[i];
    return PORTRAIT_NO_BOUND;
}

/* The first bound is exact; later ones are thresholds. One that does not come to rest soon goes on in larger
 * steps; questions about machine numbers are dear, there it is given up, as it is then anywhere. */
static int64_t raise_bound(portrait *p, size_t direction, int64_t value)
{
    const shape *s = p->shape;
    int64_t bound = p->bounds[direction];
    uint64_t most = s->limits->bound_raises;
    if (bound == PORTRAIT_NO_BOUND)
        return bound;
    if (!p->shown)
        return value;
    if (value <= bound)
        return bound;
    if (p->example)
        return next_of(&s->thresholds, value);
    if (++p->raised[direction] > (s->ring_width ? most : 5 * most))
        return PORTRAIT_NO_BOUND;
    return next_of(p->raised[direction] > most ? &s->landmarks : &s->thresholds, value);
}

static void show_bounds(portrait *p, const int64_t *numbers)
{
    const shape *s = p->shape;
    for (size_t i = 0; i < s->directions.n; i++) {
        const shape_direction *d = &s->directions.at[i];
        bool large = numbers[d->x] == TOO_LARGE || (d->b && numbers[d->y] == TOO_LARGE);
        int64_t value = large ? 0 : d->a * numbers[d->x] + (d->b ? d->b * numbers[d->y] : 0);
        p->bounds[i] = large ? PORTRAIT_NO_BOUND : raise_bound(p, i, value);
    }
}

/* Of machine numbers C's remainder, of others that which is not negative. */
static void show_remainders(portrait *p, const int64_t *numbers)
{
    const shape *s = p->shape;
    for (size_t x = 0; x < s->numbers.n; x++)
        for (size_t m = 0; m < s->moduli.n; m++) {
            int64_t *known = &p->remainders[x * s->moduli.n + m], modulus = s->moduli.at[m];
            int64_t value = numbers[x] == TOO_LARGE ? PORTRAIT_NO_REMAINDER : numbers[x] % modulus;
            if (value < 0 && !s->numbers.at[x].width)
                value += modulus;
            bool lost = *known == PORTRAIT_NO_REMAINDER || (p->shown && *known != value);
            *known = lost ? PORTRAIT_NO_REMAINDER : value;
        }
}

/* Statements about all elements, at each index that matters. */
static bool show_elements(const portrait *p, term_model *m, const value_id *values,
                          const vec_u32 *more, bool *truth)
{
    const shape *s = p->shape;
    vec_u32 indices = {0};
    bool good = true;
    if (s->first_of_all == s->conditions.n)
        return true;
    decl_id index = term_decl(s->system->program->bank, s->index);
    arrays_indices_of(s->system, s->limits, values, &indices);
    if (more)
        vec_append(&indices, more->at, more->n);
    for (size_t k = 0; k < indices.n && good; k++) {
        model_set_value(m, index, indices.at[k]);
        evaluator *e = eval_new(m, &(eval_config){.complete = true});
        for (size_t i = s->first_of_all; i < s->conditions.n && good; i++) {
            value_id v = truth[i] ? eval_term(e, s->tests.at[i]) : VALUE_ID_FALSE;
            good = v != 0;
            truth[i] = value_is_true(v);
        }
        eval_free(e);
    }
    vec_free(&indices);
    return good;
}

static bool show_conditions(portrait *p, evaluator *e, term_model *m, const value_id *values,
                            const vec_u32 *indices)
{
    const shape *s = p->shape;
    bool *truth = base_alloc_zero(s->conditions.n + 1, sizeof *truth), good = true;
    for (size_t i = 0; i < s->conditions.n && good; i++) {
        value_id v = i < s->first_of_all ? eval_term(e, s->tests.at[i]) : VALUE_ID_TRUE;
        good = v != 0;
        truth[i] = value_is_true(v);
    }
    good = good && show_elements(p, m, values, indices, truth);
    for (size_t i = 0; i < s->conditions.n && good; i++)
        for (size_t k = 0; k <= i; k++)
            if (!truth[i] && !truth[k])
                p->dead[i * s->conditions.n + k] = true;
    free(truth);
    return good;
}

/* As its type has it. */
static bool number_value(const shape *s, evaluator *e, const shape_number *x, int64_t *number)
{
    term_bank *b = s->system->program->bank;
    value_id v = eval_term(e, x->term);
    uint64_t bits;
    if (!v)
        return false;
    if (!x->width) {
        if (!value_small_int(b, v, number))
            *number = TOO_LARGE;
    } else if (value_small_bits(b, v, &bits)) {
        unsigned unused = 64 - x->width;
        bool large = x->is_unsigned && x->width == 64 && bits > INT64_MAX;
        *number = large            ? TOO_LARGE
                  : x->is_unsigned ? (int64_t)bits
                                   : (int64_t)(bits << unused) >> unused;
    } else {
        *number = TOO_LARGE;
    }
    if (*number >= MAX_NUMBER || *number <= -MAX_NUMBER)
        *number = TOO_LARGE;
    return true;
}

static bool show_hull(portrait *p, evaluator *e)
{
    const shape *s = p->shape;
    term_bank *b = s->system->program->bank;
    mpz_t *point = base_alloc((s->columns.n + 1) * sizeof *point);
    bool good = true;
    for (size_t i = 0; i < s->columns.n; i++) {
        value_id v = eval_term(e, s->columns.at[i]);
        mpz_init(point[i]);
        if (v && p->columns[i]) { /* the others are 0, whatever they are */
            mpz_t number;
            value_scratch scratch;
            value_mpz(b, v, number, &scratch);
            mpz_set(point[i], number);
        }
        good = good && v;
    }
    if (good)
        hull_add(p->hull, (const mpz_t *)point);
    for (size_t i = 0; i < s->columns.n; i++)
        mpz_clear(point[i]);
    free(point);
    return good;
}

static bool show_ring(portrait *p, evaluator *e)
{
    const shape *s = p->shape;
    uint64_t *point = base_alloc_zero(s->columns.n + 1, sizeof *point);
    bool good = true;
    for (size_t i = 0; i < s->columns.n && good; i++) {
        value_id v = eval_term(e, s->columns.at[i]);
        good = v && value_small_bits(s->system->program->bank, v, &point[i]);
        point[i] = p->columns[i] ? point[i] : 0; /* the others are 0, whatever they are */
    }
    if (good)
        ring_add(p->ring, point);
    free(point);
    return good;
}

bool portrait_show(portrait *p, const value_id *values, const vec_u32 *indices)
{
    const shape *s = p->shape;
    const ir_program *program = s->system->program;
    term_model *m = model_new(program->bank);
    for (size_t v = 0; v < program->variables.n; v++)
        model_set_value(m, term_decl(program->bank, program->variables.at[v].term), values[v]);
    p->example = !indices;
    evaluator *e = eval_new(m, &(eval_config){.complete = true});
    int64_t *numbers = base_alloc_zero(s->numbers.n + 1, sizeof *numbers);
    bool good = p->ring ? show_ring(p, e) : show_hull(p, e);
    for (size_t i = 0; i < s->numbers.n && good; i++)
        good = number_value(s, e, &s->numbers.at[i], &numbers[i]);
    good = good && show_conditions(p, e, m, values, indices);
    if (good) {
        show_bounds(p, numbers);
        show_remainders(p, numbers);
        p->shown = true;
    }
    free(numbers);
    eval_free(e);
    model_free(m);
    return good;
}
