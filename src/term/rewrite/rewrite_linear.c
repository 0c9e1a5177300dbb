/* Linear arithmetic: sums with one monomial for each term and one constant, and comparisons with
 * like monomials brought to one side. Monomials are ordered by the id of their term. */
#include "base/map.h"
#include "term/rewrite/rewrite_rule.h"

typedef struct monomial {
    term_id term;
    mpq_t coefficient;
} monomial;

typedef struct linear {
    term_bank *bank;
    sort_id sort;
    VEC(monomial) monomials;
    map index; /* term -> position + 1 */
    mpq_t constant;
} linear;

static void linear_init(linear *p, term_bank *b, sort_id sort)
{
    *p = (linear){.bank = b, .sort = sort};
    mpq_init(p->constant);
}

static void linear_free(linear *p)
{
    for (size_t i = 0; i < p->monomials.n; i++)
        mpq_clear(p->monomials.at[i].coefficient);
    vec_free(&p->monomials);
    map_free(&p->index);
    mpq_clear(p->constant);
}

static void add_monomial(linear *p, term_id t, const mpq_t coefficient)
{
    uint64_t *position = map_insert(&p->index, t, NULL);
    if (!*position) {
        monomial m = {.term = t};
        mpq_init(m.coefficient);
        vec_push(&p->monomials, m);
        *position = p->monomials.n;
    }
    monomial *m = &p->monomials.at[*position - 1];
    mpq_add(m->coefficient, m->coefficient, coefficient);
}

/* Adds factor * t, where t is no sum. */
static void add_product(linear *p, term_id t, const mpq_t factor)
{
    term_bank *b = p->bank;
    mpq_t q;
    mpq_init(q);
    if (rewrite_is_number(b, t)) {
        value_get_mpq(b, term_value(b, t), q);
        mpq_mul(q, q, factor);
        mpq_add(p->constant, p->constant, q);
    } else if (rewrite_is(b, t, OP_MUL) && rewrite_is_number(b, term_arg(b, t, 0))) {
        value_get_mpq(b, term_value(b, term_arg(b, t, 0)), q);
        mpq_mul(q, q, factor);
        add_monomial(p, rewrite_join(b, OP_MUL, term_args(b, t) + 1, term_arity(b, t) - 1), q);
    } else {
        add_monomial(p, t, factor);
    }
    mpq_clear(q);
}

/* Adds factor * t; a sum is taken apart (one level, as far as the bound on flattening goes). */
static void add_sum(linear *p, term_id t, int factor)
{
    term_bank *b = p->bank;
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, factor, 1);
    if (!rewrite_is(b, t, OP_ADD)) {
        add_product(p, t, q);
        mpq_clear(q);
        return;
    }
    uint32_t n = term_arity(b, t), total = n;
    for (uint32_t i = 0; i < n; i++) {
        term_id x = term_arg(b, t, i);
        if (rewrite_is(b, x, OP_ADD) && total - 1 + term_arity(b, x) <= REWRITE_MAX_FLAT) {
            total += term_arity(b, x) - 1;
            for (uint32_t k = 0; k < term_arity(b, x); k++)
                add_product(p, term_arg(b, x, k), q);
        } else {
            add_product(p, x, q);
        }
    }
    mpq_clear(q);
}

static int by_term(const void *x, const void *y)
{
    term_id p = ((const monomial *)x)->term, q = ((const monomial *)y)->term;
    return p < q ? -1 : p > q;
}

/* Drops what cancelled and orders the rest; the index is of no use any more. */
static void linear_finish(linear *p)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->monomials.n; i++) {
        if (mpq_sgn(p->monomials.at[i].coefficient))
            p->monomials.at[kept++] = p->monomials.at[i];
        else
            mpq_clear(p->monomials.at[i].coefficient);
    }
    p->monomials.n = kept;
    if (kept)
        qsort(p->monomials.at, kept, sizeof *p->monomials.at, by_term);
}

static void push_monomial(const linear *p, const monomial *m, bool negated, term_vec *out)
{
    mpq_t c;
    mpq_init(c);
    mpq_set(c, m->coefficient);
    if (negated)
        mpq_neg(c, c);
    term_id t = m->term;
    if (mpq_cmp_ui(c, 1, 1)) {
        term_vec factors = {0};
        vec_push(&factors, rewrite_number(p->bank, p->sort, c));
        if (rewrite_is(p->bank, t, OP_MUL))
            vec_append(&factors, term_args(p->bank, t), term_arity(p->bank, t));
        else
            vec_push(&factors, t);
        t = rewrite_join(p->bank, OP_MUL, factors.at, (uint32_t)factors.n);
        vec_free(&factors);
    }
    mpq_clear(c);
    vec_push(out, t);
}

/* The sum of the monomials with this sign (0: all), negated if it is -1, plus a constant. */
static term_id build_side(const linear *p, int sign, const mpq_t constant)
{
    term_vec args = {0};
    for (size_t i = 0; i < p->monomials.n; i++) {
        const monomial *m = &p->monomials.at[i];
        if (!sign || mpq_sgn(m->coefficient) == sign)
            push_monomial(p, m, sign < 0, &args);
    }
    if (!args.n || mpq_sgn(constant))
        vec_push(&args, rewrite_number(p->bank, p->sort, constant));
    term_id t = rewrite_join(p->bank, OP_ADD, args.at, (uint32_t)args.n);
    vec_free(&args);
    return t;
}

static term_id add_collect(term_bank *b, term_id t)
{
    linear p;
    linear_init(&p, b, term_sort(b, t));
    add_sum(&p, t, 1);
    linear_finish(&p);
    term_id result = build_side(&p, 0, p.constant);
    linear_free(&p);
    return result;
}

/* c*x + k <= 0 (or < 0) as a bound on x; over Int the bound is rounded and strictness goes. */
static term_id bound_one(linear *p, bool strict)
{
    term_bank *b = p->bank;
    const monomial *m = &p->monomials.at[0];
    bool upper = mpq_sgn(m->coefficient) > 0;
    mpq_t bound;
    mpq_init(bound);
    mpq_neg(bound, p->constant);
    mpq_div(bound, bound, m->coefficient);
    if (p->sort == SORT_ID_INT) {
        mpz_t z;
        mpz_init(z);
        bool whole = !mpz_cmp_ui(mpq_denref(bound), 1);
        (upper ? mpz_fdiv_q : mpz_cdiv_q)(z, mpq_numref(bound), mpq_denref(bound));
        if (strict && whole)
            (upper ? mpz_sub_ui : mpz_add_ui)(z, z, 1);
        mpq_set_z(bound, z);
        mpz_clear(z);
        strict = false;
    }
    term_id c = rewrite_number(b, p->sort, bound);
    mpq_clear(bound);
    term_op op = strict ? OP_LT : OP_LE;
    return upper ? term_make2(b, op, m->term, c) : term_make2(b, op, c, m->term);
}

/* Positive monomials to the left, negative ones to the right, the constant where there is room. */
static term_id compare_many(linear *p, term_op op)
{
    bool positive = false;
    mpq_t zero, right;
    mpq_inits(zero, right, NULL);
    for (size_t i = 0; i < p->monomials.n; i++)
        positive |= mpq_sgn(p->monomials.at[i].coefficient) > 0;
    mpq_neg(right, p->constant);
    term_id x = build_side(p, 1, positive ? zero : p->constant);
    term_id y = build_side(p, -1, positive ? right : zero);
    mpq_clears(zero, right, NULL);
    return term_make2(p->bank, op, x, y);
}

static bool is_arith(const term_bank *b, term_id t)
{
    sort_id sort = term_sort(b, term_arg(b, t, 0));
    return term_arity(b, t) == 2 && (sort == SORT_ID_INT || sort == SORT_ID_REAL);
}

/* Left minus right. */
static void linear_difference(linear *p, term_bank *b, term_id t)
{
    linear_init(p, b, term_sort(b, term_arg(b, t, 0)));
    add_sum(p, term_arg(b, t, 0), 1);
    add_sum(p, term_arg(b, t, 1), -1);
    linear_finish(p);
}

static term_id compare_linear(term_bank *b, term_id t)
{
    linear p;
    bool strict = rewrite_is(b, t, OP_LT);
    term_id result;
    if (!is_arith(b, t))
        return 0;
    linear_difference(&p, b, t);
    int sign = mpq_sgn(p.constant);
    if (p.monomials.n == 0)
        result = term_bool(strict ? sign < 0 : sign <= 0);
    else if (p.monomials.n == 1)
        result = bound_one(&p, strict);
    else
        result = compare_many(&p, term_op_of(b, t));
    linear_free(&p);
    return result;
}

/* c*x + k = 0 as a value of x; over Int there may be none. */
static term_id solve_one(linear *p)
{
    const monomial *m = &p->monomials.at[0];
    term_id result = TERM_ID_FALSE;
    mpq_t v;
    mpq_init(v);
    mpq_neg(v, p->constant);
    mpq_div(v, v, m->coefficient);
    if (p->sort == SORT_ID_REAL || !mpz_cmp_ui(mpq_denref(v), 1))
        result = term_eq(p->bank, m->term, rewrite_number(p->bank, p->sort, v));
    mpq_clear(v);
    return result;
}

/* The first monomial is positive: equations have no direction of their own. */
static term_id eq_linear(term_bank *b, term_id t)
{
    linear p;
    term_id result;
    if (!is_arith(b, t))
        return 0;
    linear_difference(&p, b, t);
    if (p.monomials.n && mpq_sgn(p.monomials.at[0].coefficient) < 0) {
        for (size_t i = 0; i < p.monomials.n; i++)
            mpq_neg(p.monomials.at[i].coefficient, p.monomials.at[i].coefficient);
        mpq_neg(p.constant, p.constant);
    }
    if (p.monomials.n == 0)
        result = term_bool(mpq_sgn(p.constant) == 0);
    else if (p.monomials.n == 1)
        result = solve_one(&p);
    else
        result = compare_many(&p, OP_EQ);
    linear_free(&p);
    return result;
}

/* Lengths are not negative, code points are at least -1, and so on: (<= c x) with small c. */
static term_id lower_bound(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    if (!is_arith(b, t) || term_sort(b, x) != SORT_ID_INT)
        return 0;
    term_id number = rewrite_is_number(b, x) ? x : y, other = number == x ? y : x;
    int64_t low, n;
    switch (term_op_of(b, other)) {
    case OP_STR_LEN:
    case OP_UBV_TO_INT:
    case OP_ABS:
        low = 0;
        break;
    case OP_STR_TO_CODE:
    case OP_STR_TO_INT:
    case OP_STR_INDEXOF:
        low = -1;
        break;
    default:
        return 0;
    }
    if (!rewrite_is_number(b, number) || !value_small_int(b, term_value(b, number), &n))
        return 0;
    if (number == x)
        return n <= low ? TERM_ID_TRUE : 0;
    return n < low ? TERM_ID_FALSE : n == low ? term_eq(b, other, number) : 0;
}

const rewrite_rule rewrite_linear_rules[] = {
    {"add-collect", OP_ADD, add_collect},      {"compare-linear", OP_LE, compare_linear},
    {"compare-linear", OP_LT, compare_linear}, {"eq-linear", OP_EQ, eq_linear},
    {"lower-bound", OP_LE, lower_bound},       {0},
};
