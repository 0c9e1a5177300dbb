/* What is left of a shape, as formulas. */
#include "prove/smt/portrait_impl.h"

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
static term_id hull_term(const portrait *p, size_t k)
{
    const shape *s = p->shape;
    term_bank *b = s->system->program->bank;
    size_t n = s->columns.n + 1;
    mpz_t *c = base_alloc(n * sizeof *c);
    for (size_t i = 0; i < n; i++)
        mpz_init(c[i]);
    hull_equation(p->hull, k, c);
    term_vec sides[2] = {{0}, {0}};
    bool dead = false;
    for (size_t at = 1; at <= n; at++) { /* the constant comes last */
        size_t i = at % n;
        int sign = mpz_sgn(c[i]);
        if (!sign)
            continue;
        dead |= i && !p->columns[i - 1];
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
    return dead ? TERM_ID_TRUE : t;
}

/* Numbers near 2^width are negative ones. */
static int64_t centred(const shape *s, uint64_t c)
{
    unsigned unused = 64 - s->ring_width;
    return (int64_t)(c << unused) >> unused;
}

static term_id bits_term(const shape *s, uint64_t n)
{
    term_bank *b = s->system->program->bank;
    return term_const(b, value_bv_u64(b, s->ring_width, n));
}

static term_id bits_sum(const shape *s, const term_vec *summands)
{
    term_bank *b = s->system->program->bank;
    if (!summands->n)
        return bits_term(s, 0);
    return summands->n == 1 ? summands->at[0]
                            : term_make(b, OP_BVADD, NULL, 0, summands->at, (uint32_t)summands->n);
}

/* Coefficients that are all even mean that some bits are zero only. Large ones are accidents, and
 * hard for solvers: then it is left out (TERM_ID_TRUE). */
static term_id ring_term(const portrait *p, size_t k)
{
    const shape *s = p->shape;
    term_bank *b = s->system->program->bank;
    const uint64_t *c = ring_equation(p->ring, k);
    size_t n = s->columns.n + 1;
    uint64_t any = 0;
    for (size_t i = 0; i < n; i++)
        any |= c[i];
    unsigned shift = any ? (unsigned)__builtin_ctzll(any) : 0;
    term_vec sides[2] = {{0}, {0}};
    bool large = false;
    for (size_t at = 1; at <= n; at++) {
        size_t i = at % n;
        int64_t factor = centred(s, c[i]) >> shift;
        uint64_t size = factor < 0 ? -(uint64_t)factor : (uint64_t)factor;
        if (!factor)
            continue;
        large |= i && (size > s->limits->equation_coefficient || !p->columns[i - 1]);
        term_id number = bits_term(s, size), column = i ? s->columns.at[i - 1] : 0;
        term_id summand = !i          ? number
                          : size == 1 ? column
                                      : term_make2(b, OP_BVMUL, number, column);
        vec_push(&sides[factor < 0], summand);
    }
    term_id left = bits_sum(s, &sides[0]), right = bits_sum(s, &sides[1]);
    vec_free(&sides[0]);
    vec_free(&sides[1]);
    if (large)
        return TERM_ID_TRUE;
    if (!shift)
        return term_eq(b, left, right);
    uint64_t mask = (UINT64_C(1) << (s->ring_width - shift)) - 1;
    term_id zero = bits_term(s, 0);
    term_id difference = right == zero  ? left
                         : left == zero ? right
                                        : term_make2(b, OP_BVSUB, left, right);
    return term_eq(b, term_make2(b, OP_BVAND, difference, bits_term(s, mask)), zero);
}

/* The operators of one kind of numbers. */
typedef struct number_ops {
    term_op le, ge, add;
    unsigned width; /* 0: mathematical integers */
} number_ops;

static const number_ops integer_ops = {OP_LE, OP_GE, OP_ADD, 0};

static term_id ops_number(term_bank *b, const number_ops *o, int64_t n)
{
    return o->width ? term_const(b, value_bv_u64(b, o->width, (uint64_t)n)) : int_term(b, n);
}

/* a*x + b*y <= c, without negative coefficients where that is possible. */
static term_id sum_bound(term_bank *b, const number_ops *o, const shape_direction *d, term_id x,
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
static term_id range_bound(term_bank *b, const shape_number *x, bool upper, int64_t c)
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

static term_id bound_term(const shape *s, const shape_direction *d, int64_t c)
{
    term_bank *b = s->system->program->bank;
    const shape_number *x = &s->numbers.at[d->x], *y = &s->numbers.at[d->y];
    if (!d->b && x->width)
        return range_bound(b, x, d->a > 0, d->a > 0 ? c : -c);
    if (!d->b)
        return d->a > 0 ? term_make2(b, OP_LE, x->term, int_term(b, c))
                        : term_make2(b, OP_GE, x->term, int_term(b, -c));
    if (!x->width)
        return sum_bound(b, &integer_ops, d, x->term, y->term, c);
    bool alike = x->width == y->width && x->is_unsigned == y->is_unsigned;
    if (!c && alike && d->a != d->b) { /* needs no room */
        number_ops own = {x->is_unsigned ? OP_BVULE : OP_BVSLE, 0, 0, x->width};
        return sum_bound(b, &own, d, x->term, y->term, 0);
    }
    static const number_ops wide = {OP_BVSLE, OP_BVSGE, OP_BVADD, 64};
    return sum_bound(b, &wide, d, shape_wide(s, x, 64), shape_wide(s, y, 64), c);
}

static term_id remainder_term(const shape *s, const shape_number *x, int64_t modulus, int64_t rest)
{
    term_bank *b = s->system->program->bank;
    if (!x->width) {
        term_id moved = rest ? term_make2(b, OP_SUB, x->term, int_term(b, rest)) : x->term;
        return term_eq(b, term_make2(b, OP_MOD, moved, int_term(b, modulus)), int_term(b, 0));
    }
    term_id by = term_const(b, value_bv_u64(b, x->width, (uint64_t)modulus));
    term_id what = term_const(b, value_bv_u64(b, x->width, (uint64_t)rest));
    return term_eq(b, term_make2(b, x->is_unsigned ? OP_BVUREM : OP_BVSREM, x->term, by), what);
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

void portrait_conjuncts(portrait *p, term_vec *conjuncts)
{
    const shape *s = p->shape;
    if (!p->shown) {
        vec_push(conjuncts, (term_id)TERM_ID_FALSE);
        return;
    }
    size_t n = p->ring ? ring_equations(p->ring) : hull_equations(p->hull);
    for (size_t k = 0; k < n; k++) {
        term_id t = p->ring ? ring_term(p, k) : hull_term(p, k);
        if (t != TERM_ID_TRUE)
            vec_push(conjuncts, t);
    }
    for (size_t i = 0; i < s->directions.n; i++) {
        term_id t = p->bounds[i] == PORTRAIT_NO_BOUND
                        ? TERM_ID_TRUE
                        : bound_term(s, &s->directions.at[i], p->bounds[i]);
        if (t != TERM_ID_TRUE)
            vec_push(conjuncts, t);
    }
    for (size_t i = 0; i < s->numbers.n * s->moduli.n; i++)
        if (p->remainders[i] != PORTRAIT_NO_REMAINDER)
            vec_push(conjuncts, remainder_term(s, &s->numbers.at[i / s->moduli.n],
                                               s->moduli.at[i % s->moduli.n], p->remainders[i]));
    clauses(p, conjuncts);
}
