/* Floating point: only identities that hold exactly, for every rounding mode and for NaN,
 * infinities and both zeros. There is one NaN, so fp.neg and fp.abs of it are it. */
#include "term/rewrite/rewrite_rule.h"

static term_id neg_neg(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    return rewrite_is(b, x, OP_FP_NEG) ? term_arg(b, x, 0) : 0;
}

/* fp.abs of fp.abs or fp.neg. */
static term_id abs_of_sign(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    if (rewrite_is(b, x, OP_FP_ABS))
        return x;
    return rewrite_is(b, x, OP_FP_NEG) ? term_make1(b, OP_FP_ABS, term_arg(b, x, 0)) : 0;
}

/* Classes that do not look at the sign. */
static term_id class_of_sign(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    if (!rewrite_is(b, x, OP_FP_NEG) && !rewrite_is(b, x, OP_FP_ABS))
        return 0;
    return term_make1(b, term_op_of(b, t), term_arg(b, x, 0));
}

static term_id sign_of_sign(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    bool negative = rewrite_is(b, t, OP_FP_IS_NEGATIVE);
    if (rewrite_is(b, x, OP_FP_NEG))
        return term_make1(b, negative ? OP_FP_IS_POSITIVE : OP_FP_IS_NEGATIVE, term_arg(b, x, 0));
    if (!rewrite_is(b, x, OP_FP_ABS))
        return 0;
    return negative ? TERM_ID_FALSE : term_not(b, term_make1(b, OP_FP_IS_NAN, term_arg(b, x, 0)));
}

static term_id sub_to_add(term_bank *b, term_id t)
{
    return term_make3(b, OP_FP_ADD, term_arg(b, t, 0), term_arg(b, t, 1),
                      term_make1(b, OP_FP_NEG, term_arg(b, t, 2)));
}

static bool is_one(term_bank *b, term_id t)
{
    if (!rewrite_is_const(b, t))
        return false;
    sort_id sort = term_sort(b, t);
    uint32_t fraction = sort_fp_significand(b, sort) - 1;
    mpz_t bits, number;
    value_scratch scratch;
    mpz_init(bits); /* the bias, as exponent */
    mpz_setbit(bits, sort_fp_exponent(b, sort) - 1);
    mpz_sub_ui(bits, bits, 1);
    mpz_mul_2exp(bits, bits, fraction);
    value_mpz(b, term_value(b, t), number, &scratch);
    bool one = mpz_cmp(bits, number) == 0;
    mpz_clear(bits);
    return one;
}

/* By one, and the factors in order. */
static term_id mul_by_one(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 1), y = term_arg(b, t, 2);
    return is_one(b, y) ? x : is_one(b, x) && rewrite_is(b, t, OP_FP_MUL) ? y : 0;
}

static term_id order(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 1), y = term_arg(b, t, 2);
    return x > y ? term_make3(b, term_op_of(b, t), term_arg(b, t, 0), y, x) : 0;
}

/* (-x) * (-y) is x * y; also of quotients. */
static term_id signs_cancel(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 1), y = term_arg(b, t, 2);
    if (!rewrite_is(b, x, OP_FP_NEG) || !rewrite_is(b, y, OP_FP_NEG))
        return 0;
    return term_make3(b, term_op_of(b, t), term_arg(b, t, 0), term_arg(b, x, 0), term_arg(b, y, 0));
}

static term_id min_max_same(term_bank *b, term_id t)
{
    return term_arg(b, t, 0) == term_arg(b, t, 1) ? term_arg(b, t, 0) : 0;
}

static term_id convert_same(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 1);
    return term_sort(b, x) == term_sort(b, t) ? x : 0;
}

/* An integral number is not rounded again. */
static term_id round_round(term_bank *b, term_id t)
{
    return rewrite_is(b, term_arg(b, t, 1), OP_FP_ROUND) ? term_arg(b, t, 1) : 0;
}

static term_id from_own_bits(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    if (!rewrite_is(b, x, OP_FP_TO_BITS) || term_sort(b, term_arg(b, x, 0)) != term_sort(b, t))
        return 0;
    return term_arg(b, x, 0);
}

static term_id swap_order(term_bank *b, term_id t)
{
    term_vec args = {0};
    for (uint32_t i = term_arity(b, t); i-- > 0;)
        vec_push(&args, term_arg(b, t, i));
    term_id result = term_make(b, rewrite_is(b, t, OP_FP_GEQ) ? OP_FP_LEQ : OP_FP_LT, NULL, 0,
                               args.at, (uint32_t)args.n);
    vec_free(&args);
    return result;
}

static term_id compare_same(term_bank *b, term_id t)
{
    if (term_arity(b, t) != 2 || term_arg(b, t, 0) != term_arg(b, t, 1))
        return 0;
    return rewrite_is(b, t, OP_FP_LT) ? TERM_ID_FALSE
                                      : term_not(b, term_make1(b, OP_FP_IS_NAN, term_arg(b, t, 0)));
}

static bool is_nan_const(term_bank *b, term_id t)
{
    eval_reason why = EVAL_OK;
    if (!rewrite_is_const(b, t))
        return false;
    value_id v = term_value(b, t);
    return eval_op(b, OP_FP_IS_NAN, NULL, 0, SORT_ID_BOOL, &v, 1, &why) == VALUE_ID_TRUE;
}

/* Nothing is less than, or equal to, NaN. */
static term_id compare_nan(term_bank *b, term_id t)
{
    if (term_arity(b, t) != 2)
        return 0;
    return is_nan_const(b, term_arg(b, t, 0)) || is_nan_const(b, term_arg(b, t, 1)) ? TERM_ID_FALSE
                                                                                    : 0;
}

/* fp.eq does not care for sides or for two signs. */
static term_id eq_signs(term_bank *b, term_id t)
{
    if (term_arity(b, t) != 2)
        return 0;
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    if (rewrite_is(b, x, OP_FP_NEG) && rewrite_is(b, y, OP_FP_NEG))
        return term_make2(b, OP_FP_EQ, term_arg(b, x, 0), term_arg(b, y, 0));
    return x > y ? term_make2(b, OP_FP_EQ, y, x) : 0;
}

const rewrite_rule rewrite_fp_rules[] = {
    {"fp-neg-neg", OP_FP_NEG, neg_neg},
    {"fp-abs-of-sign", OP_FP_ABS, abs_of_sign},
    {"fp-class-of-sign", OP_FP_IS_NORMAL, class_of_sign},
    {"fp-class-of-sign", OP_FP_IS_SUBNORMAL, class_of_sign},
    {"fp-class-of-sign", OP_FP_IS_ZERO, class_of_sign},
    {"fp-class-of-sign", OP_FP_IS_INFINITE, class_of_sign},
    {"fp-class-of-sign", OP_FP_IS_NAN, class_of_sign},
    {"fp-sign-of-sign", OP_FP_IS_NEGATIVE, sign_of_sign},
    {"fp-sign-of-sign", OP_FP_IS_POSITIVE, sign_of_sign},
    {"fp-sub-to-add", OP_FP_SUB, sub_to_add},
    {"fp-mul-by-one", OP_FP_MUL, mul_by_one},
    {"fp-mul-by-one", OP_FP_DIV, mul_by_one},
    {"fp-order", OP_FP_ADD, order},
    {"fp-order", OP_FP_MUL, order},
    {"fp-signs-cancel", OP_FP_MUL, signs_cancel},
    {"fp-signs-cancel", OP_FP_DIV, signs_cancel},
    {"fp-min-max-same", OP_FP_MIN, min_max_same},
    {"fp-min-max-same", OP_FP_MAX, min_max_same},
    {"fp-convert-same", OP_FP_FROM_FP, convert_same},
    {"fp-round-round", OP_FP_ROUND, round_round},
    {"fp-from-own-bits", OP_FP_FROM_BITS, from_own_bits},
    {"fp-swap-order", OP_FP_GEQ, swap_order},
    {"fp-swap-order", OP_FP_GT, swap_order},
    {"fp-compare-chain", OP_FP_LEQ, rewrite_chain},
    {"fp-compare-chain", OP_FP_LT, rewrite_chain},
    {"fp-compare-chain", OP_FP_EQ, rewrite_chain},
    {"fp-compare-same", OP_FP_LEQ, compare_same},
    {"fp-compare-same", OP_FP_LT, compare_same},
    {"fp-compare-same", OP_FP_EQ, compare_same},
    {"fp-compare-nan", OP_FP_LEQ, compare_nan},
    {"fp-compare-nan", OP_FP_LT, compare_nan},
    {"fp-compare-nan", OP_FP_EQ, compare_nan},
    {"fp-eq-signs", OP_FP_EQ, eq_signs},
    {0},
};
