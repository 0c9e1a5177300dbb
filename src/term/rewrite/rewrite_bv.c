/* Bit-vectors: logic and arithmetic. Division by zero has a value in SMT-LIB, but x/x is not 1 at
 * zero: nothing here assumes a divisor unless it is a constant. */
#include "base/map.h"
#include "term/rewrite/rewrite_rule.h"

static term_id zero_of(term_bank *b, term_id t)
{
    return rewrite_bits_const(b, rewrite_width(b, t), BITS_ZERO);
}

/* f(f(x)) is x, for bvnot and bvneg. */
static term_id involution(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    return rewrite_is(b, x, term_op_of(b, t)) ? term_arg(b, x, 0) : 0;
}

static term_id negated_operator(term_bank *b, term_id t)
{
    term_op op = rewrite_is(b, t, OP_BVNAND) ? OP_BVAND : OP_BVOR;
    return term_make1(b, OP_BVNOT, term_make2(b, op, term_arg(b, t, 0), term_arg(b, t, 1)));
}

static term_id xnor_to_xor(term_bank *b, term_id t)
{
    uint32_t n = term_arity(b, t); /* left-associative: n-1 negations, of which pairs go */
    term_id x = rewrite_join(b, OP_BVXOR, term_args(b, t), n);
    return n % 2 ? x : term_make1(b, OP_BVNOT, x);
}

/* Negations come out of a sum modulo 2, and all ones is a negation. */
static term_id xor_not(term_bank *b, term_id t)
{
    term_vec args = {0};
    bool odd = false, found = false;
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        term_id x = term_arg(b, t, i);
        bool ones = rewrite_is_bits(b, x, BITS_ONES), negated = ones || rewrite_is(b, x, OP_BVNOT);
        found |= negated;
        odd ^= negated;
        vec_push(&args, ones ? zero_of(b, t) : negated ? term_arg(b, x, 0) : x);
    }
    term_id result = 0;
    if (found) {
        result = rewrite_join(b, OP_BVXOR, args.at, (uint32_t)args.n);
        result = odd ? term_make1(b, OP_BVNOT, result) : result;
    }
    vec_free(&args);
    return result;
}

/* (bvnot (bvxor x c)): into the constant, which stands last. */
static term_id not_of_xor(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    if (!rewrite_is(b, x, OP_BVXOR))
        return 0;
    uint32_t n = term_arity(b, x);
    term_id c = term_arg(b, x, n - 1);
    if (!rewrite_is_const(b, c))
        return 0;
    term_vec args = {0};
    vec_append(&args, term_args(b, x), n - 1);
    vec_push(&args, term_make1(b, OP_BVNOT, c));
    term_id result = rewrite_join(b, OP_BVXOR, args.at, n);
    vec_free(&args);
    return result;
}

static term_id sub_to_add(term_bank *b, term_id t)
{
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        term_id x = term_arg(b, t, i);
        vec_push(&args, i ? term_make1(b, OP_BVNEG, x) : x);
    }
    term_id result = rewrite_join(b, OP_BVADD, args.at, (uint32_t)args.n);
    vec_free(&args);
    return result;
}

/* x + (-x) and x + (bvnot x): the first such pair becomes 0 or -1. */
static term_id add_cancel(term_bank *b, term_id t)
{
    uint32_t n = term_arity(b, t);
    map position = {0};
    term_vec args = {0};
    term_id result = 0;
    for (uint32_t i = 0; i < n; i++)
        map_put(&position, term_arg(b, t, i), i + 1);
    for (uint32_t i = 0; i < n && !result; i++) {
        term_id x = term_arg(b, t, i);
        bool neg = rewrite_is(b, x, OP_BVNEG);
        if (!neg && !rewrite_is(b, x, OP_BVNOT))
            continue;
        uint64_t other = map_get(&position, term_arg(b, x, 0), 0);
        if (!other)
            continue;
        for (uint32_t k = 0; k < n; k++)
            if (k != i && k + 1 != other)
                vec_push(&args, term_arg(b, t, k));
        vec_push(&args, rewrite_bits_const(b, rewrite_width(b, t), neg ? BITS_ZERO : BITS_ONES));
        result = rewrite_join(b, OP_BVADD, args.at, (uint32_t)args.n);
    }
    map_free(&position);
    vec_free(&args);
    return result;
}

/* -(x + c) is (-x) + (-c) when that removes a negation: only for one other summand. */
static term_id neg_of_add(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    if (!rewrite_is(b, x, OP_BVADD) || term_arity(b, x) != 2 ||
        !rewrite_is_const(b, term_arg(b, x, 1)))
        return 0;
    return term_make2(b, OP_BVADD, term_make1(b, OP_BVNEG, term_arg(b, x, 0)),
                      term_make1(b, OP_BVNEG, term_arg(b, x, 1)));
}

/* x * -1 is -x; a factor -y gives its sign to the whole. */
static term_id mul_sign(term_bank *b, term_id t)
{
    uint32_t n = term_arity(b, t);
    term_vec args = {0};
    bool odd = false, found = false;
    for (uint32_t i = 0; i < n; i++) {
        term_id x = term_arg(b, t, i);
        bool minus_one = rewrite_is_bits(b, x, BITS_ONES) && !rewrite_is_bits(b, x, BITS_ONE);
        bool negative = minus_one || rewrite_is(b, x, OP_BVNEG);
        found |= negative;
        odd ^= negative;
        vec_push(&args, minus_one  ? rewrite_bits_const(b, rewrite_width(b, t), BITS_ONE)
                        : negative ? term_arg(b, x, 0)
                                   : x);
    }
    term_id result = 0;
    if (found) {
        result = rewrite_join(b, OP_BVMUL, args.at, n);
        result = odd ? term_make1(b, OP_BVNEG, result) : result;
    }
    vec_free(&args);
    return result;
}

/* The exponent of a constant power of two other than 1, else 0. */
static uint32_t log2_of(const term_bank *b, term_id t)
{
    mpz_t number;
    value_scratch scratch;
    if (!rewrite_is_const(b, t))
        return 0;
    value_mpz(b, term_value(b, t), number, &scratch);
    return mpz_popcount(number) == 1 ? (uint32_t)mpz_scan1(number, 0) : 0;
}

static term_id shifted_by(term_bank *b, term_op op, term_id x, uint32_t amount)
{
    term_id c = term_const(b, value_bv_u64(b, rewrite_width(b, x), amount));
    return term_make2(b, op, x, c);
}

static term_id udiv_by_constant(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), d = term_arg(b, t, 1);
    if (rewrite_is_bits(b, d, BITS_ZERO))
        return rewrite_bits_const(b, rewrite_width(b, x), BITS_ONES);
    if (rewrite_is_bits(b, d, BITS_ONE))
        return x;
    uint32_t k = log2_of(b, d);
    return k ? shifted_by(b, OP_BVLSHR, x, k) : 0;
}

static term_id urem_by_constant(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), d = term_arg(b, t, 1);
    if (rewrite_is_bits(b, d, BITS_ZERO))
        return x;
    if (rewrite_is_bits(b, d, BITS_ONE))
        return zero_of(b, x);
    uint32_t k = log2_of(b, d), width = rewrite_width(b, x);
    return k ? rewrite_indexed(b, OP_ZERO_EXTEND, width - k, rewrite_extract(b, k - 1, 0, x)) : 0;
}

/* By 0, 1 and -1. (In width 1 the last two are the same constant, and division by it is x.) */
static term_id sdiv_by_constant(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), d = term_arg(b, t, 1);
    uint32_t width = rewrite_width(b, x);
    if (rewrite_is_bits(b, d, BITS_ZERO))
        return term_make3(b, OP_ITE, term_make2(b, OP_BVSLT, x, zero_of(b, x)),
                          rewrite_bits_const(b, width, BITS_ONE),
                          rewrite_bits_const(b, width, BITS_ONES));
    if (rewrite_is_bits(b, d, BITS_ONES))
        return term_make1(b, OP_BVNEG, x);
    return rewrite_is_bits(b, d, BITS_ONE) ? x : 0;
}

/* bvsrem and bvsmod by 0, 1 and -1. */
static term_id srem_by_constant(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), d = term_arg(b, t, 1);
    if (rewrite_is_bits(b, d, BITS_ZERO))
        return x;
    return rewrite_is_bits(b, d, BITS_ONE) || rewrite_is_bits(b, d, BITS_ONES) ? zero_of(b, x) : 0;
}

/* int_to_bv of ubv_to_int or sbv_to_int: a change of width. */
static term_id int_round_trip(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    bool is_signed = rewrite_is(b, x, OP_SBV_TO_INT);
    if (!is_signed && !rewrite_is(b, x, OP_UBV_TO_INT))
        return 0;
    term_id bits = term_arg(b, x, 0);
    uint32_t from = rewrite_width(b, bits), to = rewrite_width(b, t);
    if (to <= from)
        return rewrite_extract(b, to - 1, 0, bits);
    return rewrite_indexed(b, is_signed ? OP_SIGN_EXTEND : OP_ZERO_EXTEND, to - from, bits);
}

const rewrite_rule rewrite_bv_rules[] = {
    {"bv-involution", OP_BVNOT, involution},
    {"bv-involution", OP_BVNEG, involution},
    {"bvnand-bvnor", OP_BVNAND, negated_operator},
    {"bvnand-bvnor", OP_BVNOR, negated_operator},
    {"bvxnor-to-bvxor", OP_BVXNOR, xnor_to_xor},
    {"bvxor-not", OP_BVXOR, xor_not},
    {"bvnot-of-bvxor", OP_BVNOT, not_of_xor},
    {"bvsub-to-bvadd", OP_BVSUB, sub_to_add},
    {"bvadd-cancel", OP_BVADD, add_cancel},
    {"bvneg-of-bvadd", OP_BVNEG, neg_of_add},
    {"bvmul-sign", OP_BVMUL, mul_sign},
    {"bvudiv-by-constant", OP_BVUDIV, udiv_by_constant},
    {"bvurem-by-constant", OP_BVUREM, urem_by_constant},
    {"bvsdiv-by-constant", OP_BVSDIV, sdiv_by_constant},
    {"bvsrem-by-constant", OP_BVSREM, srem_by_constant},
    {"bvsmod-by-constant", OP_BVSMOD, srem_by_constant},
    {"int-round-trip", OP_INT_TO_BV, int_round_trip},
    {0},
};
