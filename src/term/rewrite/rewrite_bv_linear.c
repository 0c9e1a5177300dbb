/* Sums of bit-vectors with like terms put together: 3*x - x is 2*x. Nothing happens where no two are alike. */
#include "base/map.h"
#include "term/rewrite/rewrite_rule.h"

typedef struct monomial {
    term_id term, coefficient; /* the coefficient is a constant */
} monomial;

static term_id folded(term_bank *b, term_op op, const term_id *args, uint32_t n)
{
    return rewrite_fold(b, op, term_sort(b, args[0]), args, n);
}

/* A product stands with its constant last. */
static monomial monomial_of(term_bank *b, term_id t)
{
    bool negative = rewrite_is(b, t, OP_BVNEG);
    t = negative ? term_arg(b, t, 0) : t;
    monomial m = {t, rewrite_bits_const(b, rewrite_width(b, t), BITS_ONE)};
    uint32_t n = term_arity(b, t);
    if (rewrite_is(b, t, OP_BVMUL) && rewrite_is_const(b, term_arg(b, t, n - 1))) {
        m.term = rewrite_join(b, OP_BVMUL, term_args(b, t), n - 1);
        m.coefficient = term_arg(b, t, n - 1);
    }
    if (negative)
        m.coefficient = folded(b, OP_BVNEG, &m.coefficient, 1);
    return m;
}

static term_id product(term_bank *b, const monomial *m)
{
    if (rewrite_is_bits(b, m->coefficient, BITS_ONE))
        return m->term;
    if (rewrite_is_bits(b, m->coefficient, BITS_ONES))
        return term_make1(b, OP_BVNEG, m->term);
    return term_make2(b, OP_BVMUL, m->term, m->coefficient);
}

static term_id collect(term_bank *b, term_id t)
{
    map index = {0}; /* term -> position + 1 */
    VEC(monomial) monomials = {0};
    term_vec sum = {0};
    bool found = false;
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        term_id x = term_arg(b, t, i);
        if (rewrite_is_const(b, x)) {
            vec_push(&sum, x);
            continue;
        }
        monomial m = monomial_of(b, x);
        uint64_t *position = map_insert(&index, m.term, NULL);
        if (*position) {
            monomial *known = &monomials.at[*position - 1];
            known->coefficient =
                folded(b, OP_BVADD, (term_id[]){known->coefficient, m.coefficient}, 2);
            found = true;
        } else {
            vec_push(&monomials, m);
            *position = monomials.n;
        }
    }
    for (size_t i = 0; found && i < monomials.n; i++)
        if (!rewrite_is_bits(b, monomials.at[i].coefficient, BITS_ZERO))
            vec_push(&sum, product(b, &monomials.at[i]));
    if (found && !sum.n)
        vec_push(&sum, rewrite_bits_const(b, rewrite_width(b, t), BITS_ZERO));
    term_id result = found ? rewrite_join(b, OP_BVADD, sum.at, (uint32_t)sum.n) : 0;
    map_free(&index);
    vec_free(&monomials);
    vec_free(&sum);
    return result;
}

const rewrite_rule rewrite_bv_linear_rules[] = {
    {"bvadd-collect", OP_BVADD, collect},
    {0},
};
