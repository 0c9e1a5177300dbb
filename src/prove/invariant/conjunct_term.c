/* Conjuncts as terms. */
#include <stdlib.h>

#include "prove/invariant/conjunct.h"

/* The operators of one kind of numbers. */
typedef struct number_ops {
    term_op le, ge, add, mul;
    unsigned width; /* 0: mathematical integers */
} number_ops;

static const number_ops integer_ops = {OP_LE, OP_GE, OP_ADD, OP_MUL, 0};

static term_id ops_number(term_bank *b, const number_ops *o, int64_t n)
{
    return term_const(b, o->width ? value_bv_u64(b, o->width, (uint64_t)n) : value_int(b, n));
}

static term_id sum_of(term_bank *b, const number_ops *o, const term_vec *summands)
{
    if (!summands->n)
        return ops_number(b, o, 0);
    return summands->n == 1 ? summands->at[0]
                            : term_make(b, o->add, NULL, 0, summands->at, (uint32_t)summands->n);
}

/* Positive summands are on the first side, the others on the second. */
static void make_sides(const vocabulary *v, const number_ops *o, const mpz_t *coefficients,
                       term_id *side)
{
    term_bank *b = v->system->program->bank;
    size_t n = v->n_linear + 1;
    term_vec sides[2] = {{0}, {0}};
    mpz_t size;
    mpz_init(size);
    for (size_t at = 1; at <= n; at++) { /* the constant comes last */
        size_t i = at % n;
        int sign = mpz_sgn(coefficients[i]);
        if (!sign)
            continue;
        mpz_abs(size, coefficients[i]);
        term_id number = o->width ? ops_number(b, o, (int64_t)mpz_get_ui(size))
                                  : term_const(b, value_int_mpz(b, size));
        term_id column = i ? v->columns.at[i - 1] : 0;
        term_id summand = !i                     ? number
                          : !mpz_cmp_ui(size, 1) ? column
                                                 : term_make2(b, o->mul, number, column);
        vec_push(&sides[sign < 0], summand);
    }
    mpz_clear(size);
    for (int k = 0; k < 2; k++) {
        side[k] = sum_of(b, o, &sides[k]);
        vec_free(&sides[k]);
    }
}

term_id conjunct_equation_term(const vocabulary *v, const mpz_t *coefficients)
{
    term_id side[2];
    make_sides(v, &integer_ops, coefficients, side);
    return term_eq(v->system->program->bank, side[0], side[1]);
}

/* The same modulo a power of two: without the bits below `shift`, some bits of the difference are zero only. */
static term_id ring_term(const vocabulary *v, const mpz_t *coefficients, unsigned shift)
{
    term_bank *b = v->system->program->bank;
    const number_ops bits = {0, 0, OP_BVADD, OP_BVMUL, v->ring_width};
    term_id side[2], zero = ops_number(b, &bits, 0);
    make_sides(v, &bits, coefficients, side);
    if (!shift)
        return term_eq(b, side[0], side[1]);
    uint64_t mask = (UINT64_C(1) << (v->ring_width - shift)) - 1;
    term_id difference = side[1] == zero   ? side[0]
                         : side[0] == zero ? side[1]
                                           : term_make2(b, OP_BVSUB, side[0], side[1]);
    term_id rest = term_make2(b, OP_BVAND, difference, ops_number(b, &bits, (int64_t)mask));
    return term_eq(b, rest, zero);
}

/* Of machine numbers, numbers near 2^width are negative ones; large coefficients are accidents, and
 * hard for solvers: then it is left out (TERM_ID_TRUE). */
static term_id equation_term(const vocabulary *v, const word *coefficients)
{
    size_t n = v->n_linear + 1;
    unsigned unused = v->ring_width ? 64 - v->ring_width : 0;
    uint64_t any = 0;
    bool large = false;
    for (size_t i = 0; i < n; i++)
        any |= (uint64_t)coefficients[i];
    unsigned shift = v->ring_width && any ? (unsigned)__builtin_ctzll(any) : 0;
    mpz_t *c = base_alloc(n * sizeof *c);
    for (size_t i = 0; i < n; i++) {
        word factor = ((word)((uint64_t)coefficients[i] << unused) >> unused) >> shift;
        mpz_init_set_si(c[i], factor);
        large |= v->ring_width && i && mpz_cmpabs_ui(c[i], v->limits->equation_coefficient) > 0;
    }
    term_id t = large           ? TERM_ID_TRUE
                : v->ring_width ? ring_term(v, (const mpz_t *)c, shift)
                                : conjunct_equation_term(v, (const mpz_t *)c);
    for (size_t i = 0; i < n; i++)
        mpz_clear(c[i]);
    free(c);
    return t;
}

/* a*x + b*y <= c, without negative coefficients where that is possible. */
static term_id sum_bound(term_bank *b, const number_ops *o, const direction *d, term_id x,
                         term_id y, int64_t c)
{
    if (d->a == d->b) {
        term_id sum = term_make2(b, o->add, y, x);
        return d->a > 0 ? term_make2(b, o->le, sum, ops_number(b, o, c))
                        : term_make2(b, o->ge, sum, ops_number(b, o, -c));
    }
    term_id low = d->a > 0 ? x : y, high = d->a > 0 ? y : x; /* low - high <= c */
    if (c < 0)
        return term_make2(b, o->le, term_make2(b, o->add, low, ops_number(b, o, -c)), high);
    return term_make2(b, o->le, low, c ? term_make2(b, o->add, high, ops_number(b, o, c)) : high);
}

/* Of one machine number; what its type says anyway is TERM_ID_TRUE. */
static term_id range_bound(term_bank *b, const vocabulary_number *x, bool upper, int64_t c)
{
    int64_t least = x->is_unsigned ? 0 : -(INT64_C(1) << (x->width < 62 ? x->width - 1 : 61));
    int64_t most =
        x->is_unsigned ? (x->width < 62 ? (INT64_C(1) << x->width) - 1 : INT64_MAX) : -(least + 1);
    if (upper ? c >= most : c <= least)
        return TERM_ID_TRUE;
    term_id number = term_const(b, value_bv_u64(b, x->width, (uint64_t)c));
    if (x->is_unsigned)
        return term_make2(b, upper ? OP_BVULE : OP_BVUGE, x->term, number);
    return term_make2(b, upper ? OP_BVSLE : OP_BVSGE, x->term, number);
}

static term_id bound_term(const vocabulary *v, const direction *d, int64_t c)
{
    term_bank *b = v->system->program->bank;
    const vocabulary_number *x = &v->numbers.at[d->x], *y = &v->numbers.at[d->y];
    if (!d->b && x->width)
        return range_bound(b, x, d->a > 0, d->a > 0 ? c : -c);
    if (!d->b)
        return d->a > 0 ? term_make2(b, OP_LE, x->term, ops_number(b, &integer_ops, c))
                        : term_make2(b, OP_GE, x->term, ops_number(b, &integer_ops, -c));
    if (!x->width)
        return sum_bound(b, &integer_ops, d, x->term, y->term, c);
    bool alike = x->width == y->width && x->is_unsigned == y->is_unsigned;
    if (!c && alike && d->a != d->b) { /* needs no room */
        number_ops own = {x->is_unsigned ? OP_BVULE : OP_BVSLE, 0, 0, 0, x->width};
        return sum_bound(b, &own, d, x->term, y->term, 0);
    }
    static const number_ops wide = {OP_BVSLE, OP_BVSGE, OP_BVADD, OP_BVMUL, 64};
    return sum_bound(b, &wide, d, vocabulary_wide(v, x, 64), vocabulary_wide(v, y, 64), c);
}

static term_id remainder_term(const vocabulary *v, const vocabulary_number *x, int64_t modulus,
                              int64_t rest)
{
    term_bank *b = v->system->program->bank;
    const number_ops o = {.width = x->width};
    term_id by = ops_number(b, &o, modulus), what = ops_number(b, &o, rest);
    if (x->width)
        return term_eq(b, term_make2(b, x->is_unsigned ? OP_BVUREM : OP_BVSREM, x->term, by), what);
    term_id moved = rest ? term_make2(b, OP_SUB, x->term, what) : x->term;
    return term_eq(b, term_make2(b, OP_MOD, moved, by), ops_number(b, &o, 0));
}

/* Only on one side of a condition. */
static term_id on_side(const vocabulary *v, const conjunct *c, term_id t)
{
    term_bank *b = v->system->program->bank;
    if (c->split == NO_SPLIT)
        return t;
    term_id guard = v->conditions.at[c->split];
    term_id either[] = {c->side ? term_not(b, guard) : guard, t};
    return term_or(b, either, 2);
}

term_id conjunct_term(const vocabulary *v, const conjunct *c)
{
    term_bank *b = v->system->program->bank;
    switch (c->kind) {
    case CONJUNCT_EQUATION:
        return on_side(v, c, equation_term(v, c->coefficients));
    case CONJUNCT_TERM:
        return on_side(v, c, c->term);
    case CONJUNCT_MATCH:
        return term_eq(b, v->columns.at[c->i], v->columns.at[c->k]);
    case CONJUNCT_BOUND:
        return bound_term(v, &v->directions.at[c->i], c->bound);
    case CONJUNCT_REMAINDER:
        return remainder_term(v, &v->numbers.at[c->i], v->moduli.at[c->k], c->bound);
    case CONJUNCT_NEVER:
        return TERM_ID_FALSE;
    default: {
        term_id two[] = {v->conditions.at[c->k], v->conditions.at[c->i]};
        return c->i == c->k ? two[0] : term_or(b, two, 2);
    }
    }
}
