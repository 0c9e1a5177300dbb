#include "prove/shape.h"

#include <stdlib.h>

#include "term/eval.h"

enum { MAX_COLUMNS = 40 };
#define MAX_NUMBER (INT64_C(1) << 60)

static void add_directions(shape *s, uint32_t x)
{
    for (int64_t a = -1; a <= 1; a += 2) {
        shape_direction alone = {.x = x, .y = x, .a = a};
        vec_push(&s->directions, alone);
        for (uint32_t y = 0; y < x; y++)
            for (int64_t b = -1; b <= 1; b += 2) {
                shape_direction two = {.x = x, .y = y, .a = a, .b = b};
                vec_push(&s->directions, two);
            }
    }
}

void shape_init(shape *s, const ir_system *system, const shape_config *config)
{
    term_bank *b = system->program->bank;
    *s = (shape){.system = system, .pairs = config->pairs};
    for (size_t v = 0; v < system->program->variables.n && s->columns.n < MAX_COLUMNS; v++) {
        const ir_variable *x = &system->program->variables.at[v];
        if (x->shown && term_sort(b, x->term) == SORT_ID_INT)
            vec_push(&s->columns, x->term);
    }
    s->n_plain = s->columns.n;
    for (uint32_t x = 0; x < s->n_plain; x++)
        add_directions(s, x);
    for (size_t x = 0; config->degree > 1 && x < s->n_plain; x++)
        for (size_t y = 0; y <= x && s->columns.n < MAX_COLUMNS; y++)
            vec_push(&s->columns, term_make2(b, OP_MUL, s->columns.at[y], s->columns.at[x]));
    atoms_thresholds(system, &s->thresholds);
    atoms_of_text(system, config->conditions, &s->conditions);
}

void shape_free(shape *s)
{
    vec_free(&s->columns);
    vec_free(&s->directions);
    vec_free(&s->thresholds);
    vec_free(&s->conditions);
}

struct portrait {
    const shape *shape;
    hull *hull;
    int64_t *bounds; /* of each direction; INT64_MAX: none */
    bool *dead;      /* conditions * conditions: the clause of two was false once */
};

portrait *portrait_new(const shape *s)
{
    portrait *p = base_alloc_zero(1, sizeof *p);
    p->shape = s;
    p->hull = hull_new(s->columns.n);
    p->bounds = base_alloc_zero(s->directions.n + 1, sizeof *p->bounds);
    p->dead = base_alloc_zero(s->conditions.n * s->conditions.n + 1, sizeof *p->dead);
    return p;
}

void portrait_free(portrait *p)
{
    if (!p)
        return;
    hull_free(p->hull);
    free(p->bounds);
    free(p->dead);
    free(p);
}

/* The first bound is exact; later ones are thresholds. */
static int64_t raise(const shape *s, int64_t bound, int64_t value, bool first)
{
    if (first)
        return value;
    if (value <= bound)
        return bound;
    for (size_t i = 0; i < s->thresholds.n; i++)
        if (s->thresholds.at[i] >= value)
            return s->thresholds.at[i];
    return INT64_MAX;
}

static void show_bounds(portrait *p, const int64_t *numbers, bool first)
{
    const shape *s = p->shape;
    for (size_t i = 0; i < s->directions.n; i++) {
        const shape_direction *d = &s->directions.at[i];
        int64_t value = d->a * numbers[d->x] + (d->b ? d->b * numbers[d->y] : 0);
        p->bounds[i] = raise(s, p->bounds[i], value, first);
    }
}

static bool show_conditions(portrait *p, evaluator *e)
{
    const shape *s = p->shape;
    bool *truth = base_alloc_zero(s->conditions.n + 1, sizeof *truth), good = true;
    for (size_t i = 0; i < s->conditions.n && good; i++) {
        value_id v = eval_term(e, s->conditions.at[i]);
        good = v != 0;
        truth[i] = value_is_true(v);
    }
    for (size_t i = 0; i < s->conditions.n && good; i++)
        for (size_t k = 0; k <= i; k++)
            if (!truth[i] && !truth[k])
                p->dead[i * s->conditions.n + k] = true;
    free(truth);
    return good;
}

static bool show_columns(portrait *p, evaluator *e)
{
    const shape *s = p->shape;
    term_bank *b = s->system->program->bank;
    mpz_t *point = base_alloc((s->columns.n + 1) * sizeof *point);
    int64_t *numbers = base_alloc_zero(s->columns.n + 1, sizeof *numbers);
    bool good = true;
    for (size_t i = 0; i < s->columns.n; i++) {
        value_id v = eval_term(e, s->columns.at[i]);
        mpz_init(point[i]);
        if (v) {
            mpz_t number;
            value_scratch scratch;
            value_mpz(b, v, number, &scratch);
            mpz_set(point[i], number);
        }
        good = good && v;
        if (good && i < s->n_plain)
            good = value_small_int(b, v, &numbers[i]) && numbers[i] < MAX_NUMBER &&
                   numbers[i] > -MAX_NUMBER;
    }
    if (good) {
        bool first = hull_empty(p->hull);
        hull_add(p->hull, (const mpz_t *)point);
        show_bounds(p, numbers, first);
    }
    for (size_t i = 0; i < s->columns.n; i++)
        mpz_clear(point[i]);
    free(point);
    free(numbers);
    return good;
}

bool portrait_show(portrait *p, const value_id *values)
{
    const ir_program *program = p->shape->system->program;
    term_model *m = model_new(program->bank);
    for (size_t v = 0; v < program->variables.n; v++)
        model_set_value(m, term_decl(program->bank, program->variables.at[v].term), values[v]);
    evaluator *e = eval_new(m, &(eval_config){.complete = true});
    bool good = show_columns(p, e) && show_conditions(p, e);
    eval_free(e);
    model_free(m);
    return good;
}

/* ---- As a formula ------------------------------------------------------------------------------
 */

static term_id int_term(term_bank *b, int64_t n)
{
    return term_const(b, value_int(b, n));
}

static term_id sum_of(term_bank *b, const term_vec *summands)
{
    if (!summands->n)
        return int_term(b, 0);
    return summands->n == 1 ? summands->at[0]
                            : term_make(b, OP_ADD, NULL, 0, summands->at, (uint32_t)summands->n);
}

/* Positive summands on the left, the others on the right: as people write equations. */
static term_id equation(const portrait *p, size_t k)
{
    const shape *s = p->shape;
    term_bank *b = s->system->program->bank;
    size_t n = s->columns.n + 1;
    mpz_t *c = base_alloc(n * sizeof *c);
    for (size_t i = 0; i < n; i++)
        mpz_init(c[i]);
    hull_equation(p->hull, k, c);
    term_vec sides[2] = {{0}, {0}};
    for (size_t at = 1; at <= n; at++) { /* the constant comes last */
        size_t i = at % n;
        int sign = mpz_sgn(c[i]);
        if (!sign)
            continue;
        mpz_abs(c[i], c[i]);
        term_id number = term_const(b, value_int_mpz(b, c[i]));
        term_id column = i ? s->columns.at[i - 1] : 0;
        term_id summand = !i                     ? number
                          : !mpz_cmp_ui(c[i], 1) ? column
                                                 : term_make2(b, OP_MUL, number, column);
        vec_push(&sides[sign < 0], summand);
    }
    term_id t = term_eq(b, sum_of(b, &sides[0]), sum_of(b, &sides[1]));
    for (size_t i = 0; i < n; i++)
        mpz_clear(c[i]);
    free(c);
    vec_free(&sides[0]);
    vec_free(&sides[1]);
    return t;
}

/* a*x + b*y <= c, without negative coefficients where that is possible. */
static term_id bound_term(const shape *s, const shape_direction *d, int64_t c)
{
    term_bank *b = s->system->program->bank;
    term_id x = s->columns.at[d->x], y = s->columns.at[d->y], number = int_term(b, c);
    if (!d->b)
        return d->a > 0 ? term_make2(b, OP_LE, x, number)
                        : term_make2(b, OP_GE, x, int_term(b, -c));
    if (d->a == d->b) {
        term_id sum = term_make2(b, OP_ADD, y, x);
        return d->a > 0 ? term_make2(b, OP_LE, sum, number)
                        : term_make2(b, OP_GE, sum, int_term(b, -c));
    }
    term_id low = d->a > 0 ? x : y, high = d->a > 0 ? y : x; /* low - high <= c */
    if (c < 0)
        return term_make2(b, OP_LE, term_make2(b, OP_ADD, low, int_term(b, -c)), high);
    return term_make2(b, OP_LE, low, c ? term_make2(b, OP_ADD, high, number) : high);
}

static void clauses(const portrait *p, term_vec *conjuncts)
{
    const shape *s = p->shape;
    term_bank *b = s->system->program->bank;
    size_t n = s->conditions.n;
    for (size_t i = 0; i < n; i++) {
        if (!p->dead[i * n + i])
            vec_push(conjuncts, s->conditions.at[i]);
        for (size_t k = 0; s->pairs && k < i; k++) {
            /* Not where one of the two holds alone, nor where one is the other's negation. */
            if (p->dead[i * n + k] || !p->dead[i * n + i] || !p->dead[k * n + k] ||
                term_not(b, s->conditions.at[i]) == s->conditions.at[k])
                continue;
            term_id two[] = {s->conditions.at[k], s->conditions.at[i]};
            vec_push(conjuncts, term_or(b, two, 2));
        }
    }
}

void portrait_conjuncts(const portrait *p, term_vec *conjuncts)
{
    const shape *s = p->shape;
    if (hull_empty(p->hull)) {
        vec_push(conjuncts, (term_id)TERM_ID_FALSE);
        return;
    }
    for (size_t k = 0; k < hull_equations(p->hull); k++)
        vec_push(conjuncts, equation(p, k));
    for (size_t i = 0; i < s->directions.n; i++)
        if (p->bounds[i] != INT64_MAX)
            vec_push(conjuncts, bound_term(s, &s->directions.at[i], p->bounds[i]));
    clauses(p, conjuncts);
}
