#include "prove/run/sketch.h"

#include <stdlib.h>

#define MAX_COEFFICIENT (INT64_C(1) << 40)
#define MAX_NUMBER (INT64_C(1) << 60)

/* What is known at one cut point. */
typedef struct view {
    bool begun;
    hull **hulls;            /* of all states, then of each split the states on both sides */
    conjunct_vec *equations; /* of each of them … */
    bool *grown;             /* … unless it has grown since */
    word *bounds;            /* of each direction; INT64_MAX: none */
    bool *dead;              /* clauses: conditions * conditions */
    uint32_t *classes;       /* of each column: columns of one class were always equal */
    bool *no_match;          /* a column that had no value once */
    conjunct_vec conjuncts;
    bool stale;
} view;

struct sketch {
    const vocabulary *v;
    steps *steps;
    size_t n_cuts, n_hulls;
    view *views;
    /* The state that is being shown: */
    word *values;
    bool *valued, *crashed;
    bool *truths, *known; /* of conditions; what is not known counts as true */
};

sketch *sketch_new(const vocabulary *v, steps *s)
{
    sketch *sk = base_alloc_zero(1, sizeof *sk);
    *sk = (sketch){.v = v, .steps = s, .n_cuts = v->system->cuts.n};
    sk->n_hulls = 1 + 2 * v->splits.n;
    sk->views = base_alloc_zero(sk->n_cuts, sizeof *sk->views);
    sk->values = base_alloc_zero(v->columns.n + 1, sizeof *sk->values);
    sk->valued = base_alloc_zero(v->columns.n + 1, sizeof *sk->valued);
    sk->crashed = base_alloc_zero(v->columns.n + 1, sizeof *sk->crashed);
    sk->truths = base_alloc_zero(v->conditions.n + 1, sizeof *sk->truths);
    sk->known = base_alloc_zero(v->conditions.n + 1, sizeof *sk->known);
    for (size_t cut = 0; cut < sk->n_cuts; cut++) {
        view *w = &sk->views[cut];
        w->hulls = base_alloc_zero(sk->n_hulls, sizeof *w->hulls);
        w->equations = base_alloc_zero(sk->n_hulls, sizeof *w->equations);
        w->grown = base_alloc_zero(sk->n_hulls, sizeof *w->grown);
        for (size_t h = 0; h < sk->n_hulls; h++)
            w->hulls[h] = hull_new(v->n_linear);
        w->bounds = base_alloc_zero(v->directions.n + 1, sizeof *w->bounds);
        w->dead = base_alloc_zero(v->conditions.n * v->conditions.n + 1, sizeof *w->dead);
        w->classes = base_alloc_zero(v->columns.n + 1, sizeof *w->classes);
        w->no_match = base_alloc_zero(v->columns.n + 1, sizeof *w->no_match);
    }
    return sk;
}

static void clear_conjuncts(conjunct_vec *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->at[i].coefficients);
    vec_clear(list);
}

void sketch_free(sketch *sk)
{
    if (!sk)
        return;
    for (size_t cut = 0; cut < sk->n_cuts; cut++) {
        view *w = &sk->views[cut];
        for (size_t h = 0; h < sk->n_hulls; h++) {
            hull_free(w->hulls[h]);
            clear_conjuncts(&w->equations[h]);
            vec_free(&w->equations[h]);
        }
        free(w->hulls);
        free(w->equations);
        free(w->grown);
        free(w->bounds);
        free(w->dead);
        free(w->classes);
        free(w->no_match);
        vec_free(&w->conjuncts);
    }
    free(sk->views);
    free(sk->values);
    free(sk->valued);
    free(sk->crashed);
    free(sk->truths);
    free(sk->known);
    free(sk);
}

bool sketch_begun(const sketch *sk, uint32_t cut)
{
    return sk->views[cut].begun;
}

/* ---- Showing --------------------------------------------------------------------------------- */

static void evaluate(sketch *sk, const view *w, const word *frame)
{
    const vocabulary *v = sk->v;
    steps_look(sk->steps, frame);
    for (size_t c = 0; c < v->columns.n; c++) {
        if (w->no_match[c] && c >= v->n_linear)
            continue;
        sk->valued[c] = steps_value(sk->steps, c, &sk->values[c]);
        sk->crashed[c] = !sk->valued[c] && sk->steps->crashed;
    }
}

/* Columns of a class that differ now are in different classes from now on. */
static void show_matches(sketch *sk, view *w)
{
    size_t n = sk->v->columns.n;
    for (size_t c = 0; c < n; c++)
        w->no_match[c] |= sk->crashed[c];
    for (size_t c = 0; c < n; c++) {
        if (w->no_match[c] || !sk->valued[c] || w->classes[c] >= n)
            continue;
        /* The first of its class with this value names the new class. */
        uint32_t old = w->classes[c], fresh = (uint32_t)(n + c);
        for (size_t d = c; d < n; d++)
            if (!w->no_match[d] && sk->valued[d] && w->classes[d] == old &&
                sk->values[d] == sk->values[c])
                w->classes[d] = fresh;
    }
    for (size_t c = 0; c < n; c++)
        if (w->classes[c] >= n)
            w->classes[c] -= (uint32_t)n;
}

/* Which columns of the point have no value: `free`, no equation is about them. */
static void add_point(sketch *sk, view *w, size_t number, mpz_t *point, const bool *free_columns)
{
    hull *h = w->hulls[number];
    w->grown[number] |= hull_add(h, (const mpz_t *)point);
    for (size_t c = 0; c < sk->v->n_linear; c++)
        if (free_columns[c]) {
            mpz_set_si(point[c], 1);
            w->grown[number] |= hull_add(h, (const mpz_t *)point);
            mpz_set_si(point[c], 0);
        }
}

/* The columns exactly, also where a product does not fit a word. False when one has no value that
 * is known; with `force` that one is free, as is one whose operation crashed. */
static bool exact_point(sketch *sk, mpz_t *point, bool *free_columns, bool force)
{
    const vocabulary *v = sk->v;
    size_t product = 0;
    bool good = true;
    for (size_t c = 0; c < v->n_linear; c++) {
        const column_product *p = NULL;
        if (product < v->products.n && v->products.at[product].column == c)
            p = &v->products.at[product++];
        free_columns[c] = false;
        if (sk->valued[c])
            mpz_set_si(point[c], sk->values[c]);
        else if (p && !free_columns[p->x] && !free_columns[p->y])
            mpz_mul(point[c], point[p->x], point[p->y]);
        else
            free_columns[c] = true;
        good = good && (!free_columns[c] || force || sk->crashed[c]);
    }
    return good;
}

static void show_hulls(sketch *sk, view *w, bool force)
{
    const vocabulary *v = sk->v;
    mpz_t *point = base_alloc((v->n_linear + 1) * sizeof *point);
    bool *free_columns = base_alloc_zero(v->n_linear + 1, sizeof *free_columns);
    for (size_t c = 0; c < v->n_linear; c++)
        mpz_init(point[c]);
    if (exact_point(sk, point, free_columns, force)) {
        add_point(sk, w, 0, point, free_columns);
        for (size_t i = 0; i < v->splits.n; i++)
            if (sk->known[v->splits.at[i]] || !sk->truths[v->splits.at[i]])
                add_point(sk, w, 1 + 2 * i + sk->truths[v->splits.at[i]], point, free_columns);
    }
    for (size_t c = 0; c < v->n_linear; c++)
        mpz_clear(point[c]);
    free(point);
    free(free_columns);
}

static word raised(const vocabulary *v, word bound, __int128 value, bool first)
{
    if (value > MAX_NUMBER || value < -MAX_NUMBER)
        return INT64_MAX;
    if (first)
        return (word)value;
    if (value <= bound)
        return bound;
    for (size_t i = 0; i < v->thresholds.n; i++)
        if (v->thresholds.at[i] >= value)
            return v->thresholds.at[i];
    return INT64_MAX;
}

static __int128 along(const direction *d, const word *values)
{
    return (__int128)d->a * values[d->x] + (d->b ? (__int128)d->b * values[d->y] : 0);
}

static void show_conditions(sketch *sk, view *w)
{
    const vocabulary *v = sk->v;
    size_t n = v->conditions.n;
    for (size_t i = 0; i < n; i++) {
        word holds = 0;
        sk->known[i] = steps_value(sk->steps, v->columns.n + i, &holds);
        sk->truths[i] = sk->known[i] ? holds != 0 : !sk->steps->crashed;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = v->pairs ? 0 : i; k <= i; k++)
            if (!sk->truths[i] && !sk->truths[k])
                w->dead[i * n + k] = true;
}

/* ---- Conjuncts ------------------------------------------------------------------------------- */

/* Anew, when the hull has grown. */
static void find_equations(sketch *sk, view *w, uint32_t cut, size_t h)
{
    const vocabulary *v = sk->v;
    size_t n = v->n_linear + 1;
    clear_conjuncts(&w->equations[h]);
    w->grown[h] = false;
    mpz_t *c = base_alloc(n * sizeof *c);
    for (size_t i = 0; i < n; i++)
        mpz_init(c[i]);
    for (size_t k = 0; k < hull_equations(w->hulls[h]); k++) {
        conjunct e = {.kind = CONJUNCT_EQUATION, .cut = cut, .split = NO_SPLIT};
        if (h) {
            e.split = v->splits.at[(h - 1) / 2];
            e.side = (h - 1) % 2;
        }
        hull_equation(w->hulls[h], k, c);
        bool good = true;
        e.coefficients = base_alloc_zero(n, sizeof *e.coefficients);
        for (size_t i = 0; i < n && good; i++) {
            good = mpz_cmpabs_ui(c[i], MAX_COEFFICIENT) < 0;
            e.coefficients[i] = good ? mpz_get_si(c[i]) : 0;
        }
        if (good)
            vec_push(&w->equations[h], e);
        else
            free(e.coefficients);
    }
    for (size_t i = 0; i < n; i++)
        mpz_clear(c[i]);
    free(c);
}

static bool is_equation_of(const conjunct_vec *list, const conjunct *e, size_t n)
{
    for (size_t i = 0; i < list->n; i++)
        if (!memcmp(list->at[i].coefficients, e->coefficients, n * sizeof *e->coefficients))
            return true;
    return false;
}

/* Those of one side of a split, unless they hold everywhere. */
static void add_equations(sketch *sk, view *w, uint32_t cut, size_t h)
{
    if (w->grown[h])
        find_equations(sk, w, cut, h);
    for (size_t i = 0; i < w->equations[h].n; i++)
        if (!h || !is_equation_of(&w->equations[0], &w->equations[h].at[i], sk->v->n_linear + 1))
            vec_push(&w->conjuncts, w->equations[h].at[i]);
}

/* Each column with the first of its class; what equations say already is left out. */
static void add_matches(sketch *sk, view *w, uint32_t cut)
{
    size_t n = sk->v->columns.n;
    for (size_t c = 0; c < n; c++) {
        if (w->no_match[c])
            continue;
        size_t first = 0;
        while (w->no_match[first] || w->classes[first] != w->classes[c])
            first++;
        conjunct m = {.kind = CONJUNCT_MATCH,
                      .cut = cut,
                      .i = (uint32_t)first,
                      .k = (uint32_t)c,
                      .split = NO_SPLIT};
        if (first < c && c >= sk->v->n_linear)
            vec_push(&w->conjuncts, m);
    }
}

static void add_clauses(sketch *sk, view *w, uint32_t cut)
{
    const vocabulary *v = sk->v;
    size_t n = v->conditions.n;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = v->pairs ? 0 : i; k <= i; k++) {
            conjunct c = {.kind = CONJUNCT_CLAUSE, .cut = cut, .i = i, .k = k, .split = NO_SPLIT};
            bool alone = i == k;
            if (w->dead[i * n + k])
                continue;
            if (!alone && (!w->dead[i * n + i] || !w->dead[k * n + k] || v->negations.at[i] == k))
                continue;
            if (alone)
                c = conjunct_of_condition(v, cut, i);
            vec_push(&w->conjuncts, c);
        }
}

const conjunct_vec *sketch_conjuncts(sketch *sk, uint32_t cut)
{
    view *w = &sk->views[cut];
    if (!w->stale)
        return &w->conjuncts;
    vec_clear(&w->conjuncts);
    /* What is cheap to evaluate comes first: what it excludes is asked nothing more. */
    for (uint32_t i = 0; i < sk->v->directions.n; i++) {
        conjunct b = {
            .kind = CONJUNCT_BOUND, .cut = cut, .i = i, .bound = w->bounds[i], .split = NO_SPLIT};
        if (w->bounds[i] != INT64_MAX)
            vec_push(&w->conjuncts, b);
    }
    add_equations(sk, w, cut, 0);
    add_clauses(sk, w, cut);
    if (sk->v->matches)
        add_matches(sk, w, cut);
    for (size_t h = 1; h < sk->n_hulls; h++)
        add_equations(sk, w, cut, h);
    w->stale = false;
    return &w->conjuncts;
}

truth sketch_holds(sketch *sk, uint32_t cut, const conjunct **first)
{
    if (!sk->views[cut].begun) {
        if (first)
            *first = NULL;
        return TRUTH_FALSE;
    }
    const conjunct_vec *list = sketch_conjuncts(sk, cut);
    truth all = TRUTH_TRUE;
    for (size_t i = 0; i < list->n; i++) {
        truth one = conjunct_holds(sk->v, sk->steps, &list->at[i]);
        if (one == TRUTH_FALSE) {
            if (first)
                *first = &list->at[i];
            return one;
        }
        if (one == TRUTH_NO_VALUE)
            all = one;
    }
    return all;
}

void sketch_show(sketch *sk, uint32_t cut, const word *frame)
{
    view *w = &sk->views[cut];
    const vocabulary *v = sk->v;
    evaluate(sk, w, frame);
    show_conditions(sk, w);
    if (v->matches)
        show_matches(sk, w);
    show_hulls(sk, w, false);
    for (size_t i = 0; i < v->directions.n; i++)
        w->bounds[i] = raised(v, w->bounds[i], along(&v->directions.at[i], sk->values), !w->begun);
    w->begun = true;
    w->stale = true;
    /* A column without a value must not keep an equation that is false here. */
    if (sketch_holds(sk, cut, NULL) == TRUTH_FALSE) {
        show_hulls(sk, w, true);
        w->stale = true;
    }
}
