/* What a portrait says. */
#include <stdlib.h>

#include "prove/invariant/portrait_impl.h"

#define MAX_COEFFICIENT (INT64_C(1) << 40)

static conjunct make(const portrait *p, conjunct_kind kind)
{
    return (conjunct){.kind = kind, .cut = p->cut, .split = NO_SPLIT};
}

/* Coefficients that are no small words are for terms only. False: the equation is left out. */
static bool take_coefficients(const portrait *p, const mpz_t *c, conjunct *e)
{
    size_t n = p->v->n_linear + 1;
    bool small = true;
    for (size_t i = 0; i < n; i++) {
        if (i && mpz_sgn(c[i]) && !p->live[i - 1])
            return false;
        small = small && mpz_cmpabs_ui(c[i], MAX_COEFFICIENT) < 0;
    }
    if (!small) {
        e->kind = CONJUNCT_TERM;
        if (!p->v->executed)
            e->term = conjunct_equation_term(p->v, c);
        return !p->v->executed;
    }
    e->coefficients = base_alloc_zero(n, sizeof *e->coefficients);
    for (size_t i = 0; i < n; i++)
        e->coefficients[i] = mpz_get_si(c[i]);
    return true;
}

static void find_hull_equations(portrait *p, size_t h)
{
    const vocabulary *v = p->v;
    size_t n = v->n_linear + 1;
    mpz_t *c = base_alloc(n * sizeof *c);
    for (size_t i = 0; i < n; i++)
        mpz_init(c[i]);
    for (size_t k = 0; k < hull_equations(p->hulls[h]); k++) {
        conjunct e = make(p, CONJUNCT_EQUATION);
        if (h) {
            e.split = v->splits.at[(h - 1) / 2];
            e.side = (h - 1) % 2;
        }
        hull_equation(p->hulls[h], k, c);
        if (take_coefficients(p, (const mpz_t *)c, &e))
            vec_push(&p->equations[h], e);
    }
    for (size_t i = 0; i < n; i++)
        mpz_clear(c[i]);
    free(c);
}

static void find_ring_equations(portrait *p)
{
    size_t n = p->v->n_linear + 1, all = ring_equations(p->ring);
    for (size_t k = 0; k < all; k++) {
        const uint64_t *c = ring_equation(p->ring, k);
        conjunct e = make(p, CONJUNCT_EQUATION);
        bool live = true;
        for (size_t i = 1; i < n; i++)
            live = live && (!c[i] || p->live[i - 1]);
        if (!live)
            continue;
        e.coefficients = base_alloc_zero(n, sizeof *e.coefficients);
        memcpy(e.coefficients, c, n * sizeof *c);
        vec_push(&p->equations[0], e);
    }
}

static bool is_among(const conjunct_vec *list, const conjunct *e, size_t n)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].coefficients && e->coefficients &&
            !memcmp(list->at[i].coefficients, e->coefficients, n * sizeof *e->coefficients))
            return true;
    return false;
}

/* Those of one side of a split, unless they hold everywhere. They are found anew when there are fewer. */
static void add_equations(portrait *p, size_t h)
{
    if (p->grown[h]) {
        conjuncts_clear(&p->equations[h]);
        if (p->ring)
            find_ring_equations(p);
        else
            find_hull_equations(p, h);
    }
    p->grown[h] = false;
    for (size_t i = 0; i < p->equations[h].n; i++)
        if (!h || !is_among(&p->equations[0], &p->equations[h].at[i], p->v->n_linear + 1))
            vec_push(&p->conjuncts, p->equations[h].at[i]);
}

static void add_bounds(portrait *p)
{
    const vocabulary *v = p->v;
    for (uint32_t i = 0; i < v->directions.n; i++) {
        conjunct b = make(p, CONJUNCT_BOUND);
        b.i = i;
        b.bound = p->bounds[i];
        if (b.bound != NO_BOUND)
            vec_push(&p->conjuncts, b);
    }
    for (uint32_t i = 0; i < v->numbers.n * v->moduli.n; i++) {
        conjunct r = make(p, CONJUNCT_REMAINDER);
        r.i = i / (uint32_t)v->moduli.n;
        r.k = i % (uint32_t)v->moduli.n;
        r.bound = p->remainders[i];
        if (r.bound != NO_REMAINDER)
            vec_push(&p->conjuncts, r);
    }
}

/* Each column with the first of its class; what equations say already is left out. */
static void add_matches(portrait *p)
{
    size_t n = p->v->columns.n;
    for (uint32_t c = 0; c < n; c++) {
        if (p->no_match[c])
            continue;
        uint32_t first = 0;
        while (p->no_match[first] || p->classes[first] != p->classes[c])
            first++;
        conjunct m = make(p, CONJUNCT_MATCH);
        m.i = first;
        m.k = c;
        if (first < c && c >= p->v->n_linear)
            vec_push(&p->conjuncts, m);
    }
}

/* Of two not where one of them holds alone, nor where one is the other's negation. */
static void add_clauses(portrait *p)
{
    const vocabulary *v = p->v;
    size_t n = v->conditions.n;
    for (uint32_t i = 0; i < n; i++) {
        if (!p->dead[i * n + i]) {
            conjunct c = conjunct_of_condition(v, p->cut, i);
            vec_push(&p->conjuncts, c);
        }
        for (uint32_t k = 0; v->pairs && k < i; k++) {
            conjunct c = make(p, CONJUNCT_CLAUSE);
            c.i = i;
            c.k = k;
            if (!p->dead[i * n + k] && p->dead[i * n + i] && p->dead[k * n + k] &&
                v->negations.at[i] != k)
                vec_push(&p->conjuncts, c);
        }
    }
}

const conjunct_vec *portrait_conjuncts(portrait *p)
{
    if (!p->stale)
        return &p->conjuncts;
    p->stale = false;
    vec_clear(&p->conjuncts);
    if (!p->shown) {
        conjunct never = make(p, CONJUNCT_NEVER);
        vec_push(&p->conjuncts, never);
        return &p->conjuncts;
    }
    add_equations(p, 0);
    add_bounds(p);
    add_clauses(p);
    if (p->v->matches)
        add_matches(p);
    for (size_t h = 1; h < p->n_hulls; h++)
        add_equations(p, h);
    return &p->conjuncts;
}

truth portrait_holds(portrait *p, reading *r, const conjunct **first)
{
    const conjunct_vec *list = portrait_conjuncts(p);
    truth all = TRUTH_TRUE;
    for (size_t i = 0; i < list->n; i++) {
        truth one = conjunct_holds(r, &list->at[i]);
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
