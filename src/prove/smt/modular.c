#include "prove/smt/modular.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/vec.h"
#include "term/core/sort.h"
#include "term/value/value.h"

/* Of what is tried: beyond these nothing is said to follow, or (the last one) no multiples are looked at. */
enum { DEGREE = 6, MONOMIALS = 160, ROWS = 96, FACTORS = 12, DEPTH = 64, MULTIPLIED = 24 };

/* A product of terms in ascending order; of none: 1. */
typedef struct monomial {
    uint32_t n;
    term_id factors[DEGREE];
} monomial;

/* Coefficients of the monomials. */
typedef struct polynomial {
    uint64_t at[MONOMIALS];
} polynomial;

typedef struct ring_of_terms {
    const term_bank *bank;
    uint64_t mask;
    monomial monomials[MONOMIALS]; /* the first is 1 */
    size_t n;
    bool exceeded;
    polynomial
        *pivots[MONOMIALS]; /* of the module: the row whose first coefficient is at this place */
    size_t rows;            /* that were added */
} ring_of_terms;

static int by_id(const void *x, const void *y)
{
    term_id a = *(const term_id *)x, b = *(const term_id *)y;
    return (a > b) - (a < b);
}

/* The place of a monomial, which is added when it is new. */
static size_t place_of(ring_of_terms *r, const monomial *m)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->monomials[i].n == m->n &&
            !memcmp(r->monomials[i].factors, m->factors, m->n * sizeof *m->factors))
            return i;
    if (r->n == MONOMIALS) {
        r->exceeded = true;
        return 0;
    }
    r->monomials[r->n] = *m;
    return r->n++;
}

static size_t product_of(ring_of_terms *r, size_t x, size_t y)
{
    const monomial *p = &r->monomials[x], *q = &r->monomials[y];
    if (p->n + q->n > DEGREE) {
        r->exceeded = true;
        return 0;
    }
    monomial m = {.n = p->n + q->n};
    memcpy(m.factors, p->factors, p->n * sizeof *m.factors);
    memcpy(m.factors + p->n, q->factors, q->n * sizeof *m.factors);
    qsort(m.factors, m.n, sizeof *m.factors, by_id);
    return place_of(r, &m);
}

static void add_multiple(const ring_of_terms *r, polynomial *to, const polynomial *from,
                         uint64_t factor)
{
    for (size_t i = 0; i < r->n; i++)
        to->at[i] = (to->at[i] + factor * from->at[i]) & r->mask;
}

static void multiply(ring_of_terms *r, polynomial *to, const polynomial *by)
{
    polynomial product = {0};
    size_t n = r->n;
    for (size_t i = 0; i < n && !r->exceeded; i++)
        for (size_t k = 0; to->at[i] && k < n && !r->exceeded; k++)
            if (by->at[k]) {
                size_t at = product_of(r, i, k);
                product.at[at] = (product.at[at] + to->at[i] * by->at[k]) & r->mask;
            }
    *to = product;
}

static void read_term(ring_of_terms *r, term_id t, unsigned depth, polynomial *out);

static void read_arguments(ring_of_terms *r, term_id t, unsigned depth, polynomial *out)
{
    term_op op = term_op_of(r->bank, t);
    read_term(r, term_arg(r->bank, t, 0), depth - 1, out);
    for (uint32_t i = 1; i < term_arity(r->bank, t) && !r->exceeded; i++) {
        polynomial next;
        read_term(r, term_arg(r->bank, t, i), depth - 1, &next);
        if (op == OP_BVMUL)
            multiply(r, out, &next);
        else
            add_multiple(r, out, &next, op == OP_BVADD ? 1 : r->mask);
    }
}

static void read_term(ring_of_terms *r, term_id t, unsigned depth, polynomial *out)
{
    *out = (polynomial){0};
    if (!depth || r->exceeded) {
        r->exceeded = true;
        return;
    }
    term_op op = term_op_of(r->bank, t);
    if (op == OP_CONST && value_small_bits(r->bank, term_value(r->bank, t), &out->at[0]))
        return;
    if (op == OP_BVADD || op == OP_BVSUB || op == OP_BVMUL) {
        read_arguments(r, t, depth, out);
    } else if (op == OP_BVNEG) {
        polynomial inner;
        read_term(r, term_arg(r->bank, t, 0), depth - 1, &inner);
        add_multiple(r, out, &inner, r->mask);
    } else {
        monomial one = {.n = 1, .factors = {t}};
        out->at[place_of(r, &one)] = 1;
    }
}

static void read_equation(ring_of_terms *r, term_id t, polynomial *out)
{
    polynomial second;
    read_term(r, term_arg(r->bank, t, 0), DEPTH, out);
    read_term(r, term_arg(r->bank, t, 1), DEPTH, &second);
    add_multiple(r, out, &second, r->mask);
}

/* ---- The module of all sums of multiples -------------------------------------------------------- */

static uint64_t inverse_of(uint64_t odd)
{
    uint64_t x = odd; /* right in the last three bits; each round doubles them */
    for (int i = 0; i < 5; i++)
        x *= 2 - odd * x;
    return x;
}

/* Takes so much of the pivot away that the coefficient at `at`, which it divides, becomes 0. */
static void take_away(const ring_of_terms *r, polynomial *row, const polynomial *pivot, size_t at)
{
    unsigned zeros = (unsigned)__builtin_ctzll(pivot->at[at]);
    uint64_t factor = (row->at[at] >> zeros) * inverse_of(pivot->at[at] >> zeros);
    add_multiple(r, row, pivot, (0 - factor) & r->mask);
}

static bool divides(const polynomial *pivot, const polynomial *row, size_t at)
{
    return __builtin_ctzll(pivot->at[at]) <= __builtin_ctzll(row->at[at]);
}

/* What is left of the pivot when it is multiplied so that its coefficient at `at` becomes 0. */
static void rest_of(const ring_of_terms *r, const polynomial *pivot, size_t at, polynomial *rest)
{
    uint64_t power = pivot->at[at] & (0 - pivot->at[at]);
    *rest = (polynomial){0};
    if (power > 1)
        add_multiple(r, rest, pivot, (r->mask / power + 1) & r->mask);
}

static void add_row(ring_of_terms *r, const polynomial *new_row)
{
    polynomial row = *new_row, rest;
    for (size_t at = 0; at < r->n; at++) {
        polynomial *pivot = r->pivots[at];
        if (!row.at[at])
            continue;
        if (pivot && divides(pivot, &row, at)) {
            take_away(r, &row, pivot, at);
        } else if (pivot) { /* the finer one stays, the other goes on */
            polynomial old = *pivot;
            *pivot = row;
            row = old;
            take_away(r, &row, pivot, at);
            rest_of(r, pivot, at, &rest);
            add_row(r, &rest);
        } else if (r->rows < ROWS) {
            r->rows++;
            r->pivots[at] = base_alloc(sizeof row);
            *r->pivots[at] = row;
            rest_of(r, r->pivots[at], at, &rest);
            row = rest;
        } else {
            return;
        }
    }
}

static bool is_member(const ring_of_terms *r, polynomial goal)
{
    for (size_t at = 0; at < r->n; at++) {
        if (!goal.at[at])
            continue;
        if (!r->pivots[at] || !divides(r->pivots[at], &goal, at))
            return false;
        take_away(r, &goal, r->pivots[at], at);
    }
    return true;
}

/* The equation, and its multiples by the single numbers of the goal. */
static void add_equation(ring_of_terms *r, const polynomial *equation, const size_t *factors,
                         size_t n_factors)
{
    add_row(r, equation);
    for (size_t i = 0; i < n_factors; i++) {
        polynomial row = *equation, factor = {0};
        factor.at[factors[i]] = 1;
        multiply(r, &row, &factor);
        if (!r->exceeded)
            add_row(r, &row);
        r->exceeded = false; /* this multiple is one too many */
    }
}

/* The places of the numbers that the goal has as such or in products. */
static size_t factors_of(ring_of_terms *r, const polynomial *goal, size_t *factors)
{
    size_t n = 0, all = r->n;
    for (size_t i = 0; i < all; i++)
        for (uint32_t k = 0; goal->at[i] && k < r->monomials[i].n; k++) {
            monomial one = {.n = 1, .factors = {r->monomials[i].factors[k]}};
            size_t at = place_of(r, &one);
            bool known = r->exceeded;
            for (size_t j = 0; j < n; j++)
                known |= factors[j] == at;
            if (!known && n < FACTORS)
                factors[n++] = at;
        }
    return n;
}

static bool follows(ring_of_terms *r, term_id t, const term_id *equations, size_t n)
{
    polynomial goal;
    size_t factors[FACTORS];
    read_equation(r, t, &goal);
    if (r->exceeded)
        return false;
    if (is_member(r, goal))
        return true;
    size_t n_factors = n <= MULTIPLIED ? factors_of(r, &goal, factors) : 0;
    for (size_t i = 0; i < n && !r->exceeded; i++) {
        polynomial equation;
        read_equation(r, equations[i], &equation);
        if (!r->exceeded)
            add_equation(r, &equation, factors, n_factors);
        r->exceeded = false;
    }
    return is_member(r, goal);
}

bool modular_follows(const term_bank *b, term_id equation, const term_id *equations, size_t n)
{
    sort_id sort = term_sort(b, term_arg(b, equation, 0));
    if (sort_kind_of(b, sort) != SORT_BV || sort_bv_width(b, sort) > 64)
        return false;
    unsigned width = sort_bv_width(b, sort);
    ring_of_terms *r = base_alloc_zero(1, sizeof *r);
    r->bank = b;
    r->mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
    r->n = 1;
    bool good = follows(r, equation, equations, n);
    for (size_t i = 0; i < MONOMIALS; i++)
        free(r->pivots[i]);
    free(r);
    return good;
}
