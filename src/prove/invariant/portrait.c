#include <stdlib.h>

#include "prove/invariant/portrait_impl.h"

#define MAX_NUMBER (INT64_C(1) << 60)
#define TOO_LARGE INT64_MIN /* of a number: it has no place in bounds */

/* ---- Making ---------------------------------------------------------------------------------- */

/* What is about variables that do not matter is given up at once. */
static void forget_dead(portrait *p)
{
    const vocabulary *v = p->v;
    size_t n = v->conditions.n;
    for (size_t i = 0; i < v->columns.n; i++)
        p->live[i] = !v->narrow || ir_live_term(&v->live, p->cut, v->columns.at[i]);
    if (!v->narrow)
        return;
    bool *live = base_alloc_zero(v->numbers.n + 1, sizeof *live);
    for (size_t x = 0; x < v->numbers.n; x++)
        live[x] = ir_live_term(&v->live, p->cut, v->numbers.at[x].term);
    for (size_t i = 0; i < v->directions.n; i++)
        if (!live[v->directions.at[i].x] || !live[v->directions.at[i].y])
            p->bounds[i] = NO_BOUND;
    for (size_t i = 0; i < v->numbers.n * v->moduli.n; i++)
        if (!live[i / v->moduli.n])
            p->remainders[i] = NO_REMAINDER;
    for (size_t i = 0; i < n; i++)
        if (!ir_live_term(&v->live, p->cut, v->conditions.at[i]))
            for (size_t k = 0; k < n; k++)
                p->dead[i * n + k] = p->dead[k * n + i] = true;
    free(live);
}

portrait *portrait_new(const vocabulary *v, uint32_t cut)
{
    portrait *p = base_alloc_zero(1, sizeof *p);
    size_t n_columns = v->columns.n + 1, n_conditions = v->conditions.n;
    *p = (portrait){.v = v, .cut = cut, .stale = true};
    if (v->ring_width)
        p->ring = ring_new(v->n_linear, v->ring_width);
    else
        p->n_hulls = 1 + 2 * v->splits.n;
    p->hulls = base_alloc_zero(p->n_hulls + 1, sizeof *p->hulls);
    p->equations = base_alloc_zero(p->n_hulls + 1, sizeof *p->equations);
    p->grown = base_alloc_zero(p->n_hulls + 1, sizeof *p->grown);
    for (size_t h = 0; h < p->n_hulls; h++)
        p->hulls[h] = hull_new(v->n_linear);
    p->live = base_alloc_zero(n_columns, sizeof *p->live);
    p->bounds = base_alloc_zero(v->directions.n + 1, sizeof *p->bounds);
    p->raised = base_alloc_zero(v->directions.n + 1, sizeof *p->raised);
    p->remainders = base_alloc_zero(v->numbers.n * v->moduli.n + 1, sizeof *p->remainders);
    p->dead = base_alloc_zero(n_conditions * n_conditions + 1, sizeof *p->dead);
    p->classes = base_alloc_zero(n_columns, sizeof *p->classes);
    p->no_match = base_alloc_zero(n_columns, sizeof *p->no_match);
    p->values = base_alloc_zero(n_columns, sizeof *p->values);
    p->results = base_alloc_zero(n_columns, sizeof *p->results);
    p->numbers = base_alloc_zero(v->numbers.n + 1, sizeof *p->numbers);
    p->truths = base_alloc_zero(n_conditions + 1, sizeof *p->truths);
    p->known = base_alloc_zero(n_conditions + 1, sizeof *p->known);
    forget_dead(p);
    return p;
}

void portrait_free(portrait *p)
{
    if (!p)
        return;
    for (size_t h = 0; h <= p->n_hulls; h++) {
        hull_free(p->hulls[h]);
        conjuncts_clear(&p->equations[h]);
        vec_free(&p->equations[h]);
    }
    ring_free(p->ring);
    vec_free(&p->conjuncts);
    void *owned[] = {p->hulls,      p->equations, p->grown,    p->live,   p->bounds,  p->raised,
                     p->remainders, p->dead,      p->classes,  p->values, p->results, p->numbers,
                     p->truths,     p->known,     p->no_match, p};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
}

bool portrait_begun(const portrait *p)
{
    return p->shown;
}

/* ---- Reading a state ------------------------------------------------------------------------- */

/* False: it cannot be shown. */
static bool read_state(portrait *p, reading *r)
{
    const vocabulary *v = p->v;
    bool good = true;
    for (size_t c = 0; c < v->columns.n; c++)
        if (c < v->n_linear || !p->no_match[c]) {
            p->results[c] = r->kind->column(r, c, &p->values[c]);
            good = good && p->results[c] <= READ_LARGE;
        }
    for (size_t x = 0; x < v->numbers.n && (good || r->partial); x++) {
        read_result result = r->kind->number(r, x, &p->numbers[x]);
        good = good && result <= READ_LARGE;
        if (result != READ_VALUE || p->numbers[x] >= MAX_NUMBER || p->numbers[x] <= -MAX_NUMBER)
            p->numbers[x] = TOO_LARGE;
    }
    for (size_t i = 0; i < v->conditions.n && (good || r->partial); i++) {
        bool holds = false;
        read_result result = r->kind->condition(r, i, &holds);
        p->known[i] = result == READ_VALUE;
        p->truths[i] = p->known[i] ? holds : result != READ_CRASHED;
        good = good && p->known[i];
    }
    return good || r->partial;
}

/* ---- Equations ------------------------------------------------------------------------------- */

/* A column exactly, also where a product does not fit a word. False: it has no value that is known. */
static bool exact_column(const portrait *p, reading *r, mpz_t *point, const bool *free_columns,
                         size_t c, const column_product *product)
{
    mpz_set_si(point[c], 0); /* those that do not matter, whatever they are */
    if (!p->live[c])
        return true;
    if (p->results[c] == READ_VALUE)
        mpz_set_si(point[c], p->values[c]);
    else if (p->results[c] == READ_LARGE)
        r->kind->large(r, c, point[c]);
    else if (product && !free_columns[product->x] && !free_columns[product->y])
        mpz_mul(point[c], point[product->x], point[product->y]);
    else
        return false;
    return true;
}

/* False when a column has no value; with `force` that one is free, as is one whose operation crashed. */
static bool exact_point(const portrait *p, reading *r, mpz_t *point, bool *free_columns, bool force)
{
    const vocabulary *v = p->v;
    size_t next = 0;
    bool good = true;
    for (size_t c = 0; c < v->n_linear; c++) {
        const column_product *product = NULL;
        if (next < v->products.n && v->products.at[next].column == c)
            product = &v->products.at[next++];
        free_columns[c] = !exact_column(p, r, point, free_columns, c, product);
        good = good && (!free_columns[c] || force || p->results[c] == READ_CRASHED);
    }
    return good;
}

/* No equation is about a column that is free. */
static void add_point(portrait *p, size_t number, mpz_t *point, const bool *free_columns)
{
    hull *h = p->hulls[number];
    p->grown[number] |= hull_add(h, (const mpz_t *)point);
    for (size_t c = 0; c < p->v->n_linear; c++)
        if (free_columns[c]) {
            mpz_set_si(point[c], 1);
            p->grown[number] |= hull_add(h, (const mpz_t *)point);
            mpz_set_si(point[c], 0);
        }
}

static void show_hulls(portrait *p, reading *r, bool force)
{
    const vocabulary *v = p->v;
    mpz_t *point = base_alloc((v->n_linear + 1) * sizeof *point);
    bool *free_columns = base_alloc_zero(v->n_linear + 1, sizeof *free_columns);
    for (size_t c = 0; c < v->n_linear; c++)
        mpz_init(point[c]);
    if (exact_point(p, r, point, free_columns, force)) {
        add_point(p, 0, point, free_columns);
        for (size_t i = 0; i < v->splits.n; i++)
            if (p->known[v->splits.at[i]] || !p->truths[v->splits.at[i]])
                add_point(p, 1 + 2 * i + p->truths[v->splits.at[i]], point, free_columns);
    }
    for (size_t c = 0; c < v->n_linear; c++)
        mpz_clear(point[c]);
    free(point);
    free(free_columns);
}

static void show_equations(portrait *p, reading *r, bool force)
{
    if (!p->ring) {
        show_hulls(p, r, force);
        return;
    }
    uint64_t *point = base_alloc_zero(p->v->n_linear + 1, sizeof *point);
    bool good = true;
    for (size_t c = 0; c < p->v->n_linear; c++) {
        good = good && p->results[c] == READ_VALUE;
        point[c] = p->live[c] ? (uint64_t)p->values[c] : 0;
    }
    if (good)
        ring_add(p->ring, point);
    p->grown[0] = true;
    free(point);
}

/* ---- The rest -------------------------------------------------------------------------------- */

static word next_of(const number_vec *numbers, word value)
{
    for (size_t i = 0; i < numbers->n; i++)
        if (numbers->at[i] >= value)
            return numbers->at[i];
    return NO_BOUND;
}

/* The first bound is exact; later ones are thresholds. One that does not come to rest soon goes on in larger
 * steps; questions about machine numbers are dear, there it is given up, as it is then anywhere. */
static word raise_bound(portrait *p, size_t which, word value)
{
    const vocabulary *v = p->v;
    word bound = p->bounds[which];
    uint64_t most = v->limits->bound_raises;
    if (bound == NO_BOUND)
        return bound;
    if (!p->shown)
        return value;
    if (value <= bound)
        return bound;
    if (p->example)
        return next_of(&v->thresholds, value);
    if (++p->raised[which] > (v->ring_width ? most : 5 * most))
        return NO_BOUND;
    return next_of(p->raised[which] > most ? &v->landmarks : &v->thresholds, value);
}

static void show_bounds(portrait *p)
{
    const vocabulary *v = p->v;
    for (size_t i = 0; i < v->directions.n; i++) {
        const direction *d = &v->directions.at[i];
        bool large = p->numbers[d->x] == TOO_LARGE || (d->b && p->numbers[d->y] == TOO_LARGE);
        word value = large ? 0 : d->a * p->numbers[d->x] + (d->b ? d->b * p->numbers[d->y] : 0);
        p->bounds[i] = large ? NO_BOUND : raise_bound(p, i, value);
    }
}

/* Of machine numbers C's remainder, of others that which is not negative. */
static void show_remainders(portrait *p)
{
    const vocabulary *v = p->v;
    for (size_t x = 0; x < v->numbers.n; x++)
        for (size_t m = 0; m < v->moduli.n; m++) {
            word *known = &p->remainders[x * v->moduli.n + m], modulus = v->moduli.at[m];
            word value = p->numbers[x] == TOO_LARGE ? NO_REMAINDER : p->numbers[x] % modulus;
            if (value < 0 && !v->numbers.at[x].width)
                value += modulus;
            bool lost = *known == NO_REMAINDER || (p->shown && *known != value);
            *known = lost ? NO_REMAINDER : value;
        }
}

static void show_conditions(portrait *p)
{
    size_t n = p->v->conditions.n;
    for (size_t i = 0; i < n; i++)
        for (size_t k = p->v->pairs ? 0 : i; k <= i; k++)
            if (!p->truths[i] && !p->truths[k])
                p->dead[i * n + k] = true;
}

/* Columns of a class that differ now are in different classes from now on. */
static void show_matches(portrait *p)
{
    size_t n = p->v->columns.n;
    for (size_t c = 0; c < n; c++)
        p->no_match[c] |= p->results[c] == READ_CRASHED;
    for (size_t c = 0; c < n; c++) {
        if (p->no_match[c] || p->results[c] != READ_VALUE || p->classes[c] >= n)
            continue;
        /* The first of its class with this value names the new class. */
        uint32_t old = p->classes[c], fresh = (uint32_t)(n + c);
        for (size_t d = c; d < n; d++)
            if (!p->no_match[d] && p->results[d] == READ_VALUE && p->classes[d] == old &&
                p->values[d] == p->values[c])
                p->classes[d] = fresh;
    }
    for (size_t c = 0; c < n; c++)
        if (p->classes[c] >= n)
            p->classes[c] -= (uint32_t)n;
}

bool portrait_show(portrait *p, reading *r, bool example)
{
    p->example = example;
    if (!read_state(p, r))
        return false;
    show_conditions(p);
    if (p->v->matches)
        show_matches(p);
    show_equations(p, r, false);
    show_bounds(p);
    show_remainders(p);
    p->shown = p->stale = true;
    /* A column without a value must not keep an equation that is false here. */
    if (r->partial && portrait_holds(p, r, NULL) == TRUTH_FALSE) {
        show_equations(p, r, true);
        p->stale = true;
    }
    return true;
}
