#include "term/eval/eval.h"

#include "term/eval/eval_fp_arith.h"

/* What can be read off the bits of floats: classes, comparisons, sign, packing. Numbers are made in
 * eval_fp_arith.c. A float of at most 64 bits is looked at in a machine word. */

typedef enum fp_class {
    CLASS_ZERO,
    CLASS_SUBNORMAL,
    CLASS_NORMAL,
    CLASS_INFINITE,
    CLASS_NAN
} fp_class;

static fp_class class_of_word(fp_format f, uint64_t magnitude)
{
    uint64_t hidden = UINT64_C(1) << (f.significand - 1);
    uint64_t infinity = ((UINT64_C(1) << f.exponent) - 1) << (f.significand - 1);
    if (!magnitude)
        return CLASS_ZERO;
    if (magnitude < hidden)
        return CLASS_SUBNORMAL;
    if (magnitude < infinity)
        return CLASS_NORMAL;
    return magnitude == infinity ? CLASS_INFINITE : CLASS_NAN;
}

static fp_class class_of_big(fp_format f, const mpz_t bits)
{
    softfp x;
    softfp_init(&x);
    softfp_unpack(&x, f, bits);
    fp_class class = CLASS_NAN;
    if (x.kind == SOFTFP_ZERO)
        class = CLASS_ZERO;
    else if (x.kind == SOFTFP_INFINITE)
        class = CLASS_INFINITE;
    else if (x.kind == SOFTFP_FINITE)
        class = mpz_tstbit(x.significand, f.significand - 1) ? CLASS_NORMAL : CLASS_SUBNORMAL;
    softfp_clear(&x);
    return class;
}

static bool is_short(fp_format f)
{
    return f.exponent + f.significand <= 64;
}

static fp_class classify(const term_bank *b, value_id v, bool *negative)
{
    fp_format f = eval_fp_format(b, value_sort(b, v));
    uint32_t sign_at = f.exponent + f.significand - 1;
    if (is_short(f)) {
        uint64_t bits = 0;
        value_small_bits(b, v, &bits);
        *negative = bits >> sign_at & 1;
        return class_of_word(f, bits & ~(UINT64_C(1) << sign_at));
    }
    mpz_t bits;
    value_scratch scratch;
    value_mpz(b, v, bits, &scratch);
    *negative = mpz_tstbit(bits, sign_at);
    return class_of_big(f, bits);
}

static bool has_class(term_op op, fp_class class, bool negative)
{
    switch (op) {
    case OP_FP_IS_NORMAL:
        return class == CLASS_NORMAL;
    case OP_FP_IS_SUBNORMAL:
        return class == CLASS_SUBNORMAL;
    case OP_FP_IS_ZERO:
        return class == CLASS_ZERO;
    case OP_FP_IS_INFINITE:
        return class == CLASS_INFINITE;
    case OP_FP_IS_NAN:
        return class == CLASS_NAN;
    case OP_FP_IS_NEGATIVE:
        return class != CLASS_NAN && negative;
    default:
        return class != CLASS_NAN && !negative;
    }
}

/* The order of floats that are not NaN is that of their magnitudes' bits with the sign put on. */
static bool short_key(const term_bank *b, fp_format f, value_id v, int64_t *key)
{
    uint64_t bits = 0, sign = UINT64_C(1) << (f.exponent + f.significand - 1);
    uint64_t infinity = ((UINT64_C(1) << f.exponent) - 1) << (f.significand - 1);
    value_small_bits(b, v, &bits);
    uint64_t magnitude = bits & ~sign;
    *key = bits & sign ? -(int64_t)magnitude : (int64_t)magnitude;
    return magnitude <= infinity;
}

static bool long_key(const term_bank *b, fp_format f, value_id v, mpz_t key)
{
    mpz_t bits;
    value_scratch scratch;
    value_mpz(b, v, bits, &scratch);
    uint32_t sign_at = f.exponent + f.significand - 1;
    mpz_tdiv_r_2exp(key, bits, sign_at);
    if (mpz_tstbit(bits, sign_at))
        mpz_neg(key, key);
    return class_of_big(f, bits) != CLASS_NAN;
}

/* Of two floats of one format: less, equal, greater, or not comparable. */
enum { LESS = -1, EQUAL = 0, GREATER = 1, UNORDERED = 2 };

static int compare(const term_bank *b, fp_format f, value_id x, value_id y)
{
    if (is_short(f)) {
        int64_t p, q;
        if (!short_key(b, f, x, &p) || !short_key(b, f, y, &q))
            return UNORDERED;
        return (p > q) - (p < q);
    }
    mpz_t p, q;
    mpz_inits(p, q, NULL);
    int order = UNORDERED;
    if (long_key(b, f, x, p) && long_key(b, f, y, q)) {
        int sign = mpz_cmp(p, q);
        order = (sign > 0) - (sign < 0);
    }
    mpz_clears(p, q, NULL);
    return order;
}

static bool is_nan(const term_bank *b, value_id v)
{
    bool negative;
    return classify(b, v, &negative) == CLASS_NAN;
}

static bool related(term_op op, int order)
{
    switch (op) {
    case OP_FP_LEQ:
        return order == LESS || order == EQUAL;
    case OP_FP_LT:
        return order == LESS;
    case OP_FP_GEQ:
        return order == GREATER || order == EQUAL;
    case OP_FP_GT:
        return order == GREATER;
    default:
        return order == EQUAL;
    }
}

static value_id chain(const eval_call *c)
{
    fp_format f = eval_fp_format(c->bank, value_sort(c->bank, c->args[0]));
    for (uint32_t i = 0; i + 1 < c->n; i++)
        if (!related(c->op, compare(c->bank, f, c->args[i], c->args[i + 1])))
            return value_bool(false);
    return value_bool(true);
}

static value_id extreme(eval_call *c)
{
    value_id x = c->args[0], y = c->args[1];
    if (x == y)
        return x;
    switch (compare(c->bank, eval_fp_format(c->bank, c->sort), x, y)) {
    case UNORDERED:
        return is_nan(c->bank, y) ? x : y;
    case LESS:
        return c->op == OP_FP_MIN ? x : y;
    case GREATER:
        return c->op == OP_FP_MIN ? y : x;
    default: /* zeros of different signs: either may be the result */
        c->why = EVAL_UNDERSPECIFIED;
        return 0;
    }
}

/* fp.abs and fp.neg; the one NaN stays itself. */
static value_id with_sign(const eval_call *c)
{
    bool negative;
    value_id x = c->args[0];
    if (classify(c->bank, x, &negative) == CLASS_NAN || (c->op == OP_FP_ABS && !negative))
        return x;
    fp_format f = eval_fp_format(c->bank, c->sort);
    uint32_t sign_at = f.exponent + f.significand - 1;
    if (is_short(f)) {
        uint64_t bits = 0;
        value_small_bits(c->bank, x, &bits);
        return value_fp_u64(c->bank, c->sort, bits ^ UINT64_C(1) << sign_at);
    }
    mpz_t bits, r;
    value_scratch scratch;
    value_mpz(c->bank, x, bits, &scratch);
    mpz_init_set(r, bits);
    mpz_combit(r, sign_at);
    value_id v = value_fp_mpz(c->bank, c->sort, r);
    mpz_clear(r);
    return v;
}

/* (fp sign exponent fraction) */
static value_id triple(const eval_call *c)
{
    fp_format f = eval_fp_format(c->bank, c->sort);
    uint64_t sign = 0, exponent = 0, fraction = 0;
    value_small_bits(c->bank, c->args[0], &sign);
    value_small_bits(c->bank, c->args[1], &exponent);
    uint64_t high = sign << f.exponent | exponent;
    if (is_short(f)) {
        value_small_bits(c->bank, c->args[2], &fraction);
        return value_fp_u64(c->bank, c->sort, high << (f.significand - 1) | fraction);
    }
    mpz_t low, bits;
    value_scratch scratch;
    value_mpz(c->bank, c->args[2], low, &scratch);
    mpz_init_set_ui(bits, high);
    mpz_mul_2exp(bits, bits, f.significand - 1);
    mpz_add(bits, bits, low);
    value_id v = value_fp_mpz(c->bank, c->sort, bits);
    mpz_clear(bits);
    return v;
}

/* Between a bit-vector and the float with these bits. */
static value_id reinterpreted(const eval_call *c)
{
    uint64_t small;
    mpz_t bits;
    value_scratch scratch;
    bool to_float = c->op == OP_FP_FROM_BITS;
    uint32_t width = 0;
    if (!to_float)
        width = sort_bv_width(c->bank, c->sort);
    if (value_small_bits(c->bank, c->args[0], &small) && width <= 64 &&
        (!to_float || is_short(eval_fp_format(c->bank, c->sort))))
        return to_float ? value_fp_u64(c->bank, c->sort, small)
                        : value_bv_u64(c->bank, width, small);
    value_mpz(c->bank, c->args[0], bits, &scratch);
    return to_float ? value_fp_mpz(c->bank, c->sort, bits) : value_bv_mpz(c->bank, width, bits);
}

value_id eval_fp(eval_call *c)
{
    bool negative;
    fp_class class;
    switch (c->op) {
    case OP_FP:
        return triple(c);
    case OP_FP_ABS:
    case OP_FP_NEG:
        return with_sign(c);
    case OP_FP_MIN:
    case OP_FP_MAX:
        return extreme(c);
    case OP_FP_LEQ:
    case OP_FP_LT:
    case OP_FP_GEQ:
    case OP_FP_GT:
    case OP_FP_EQ:
        return chain(c);
    case OP_FP_IS_NORMAL:
    case OP_FP_IS_SUBNORMAL:
    case OP_FP_IS_ZERO:
    case OP_FP_IS_INFINITE:
    case OP_FP_IS_NAN:
    case OP_FP_IS_NEGATIVE:
    case OP_FP_IS_POSITIVE:
        class = classify(c->bank, c->args[0], &negative);
        return value_bool(has_class(c->op, class, negative));
    case OP_FP_TO_BITS:
        if (is_nan(c->bank, c->args[0])) { /* any of its bit patterns, libz3 says */
            c->why = EVAL_UNDERSPECIFIED;
            return 0;
        }
        return reinterpreted(c);
    case OP_FP_FROM_BITS:
        return reinterpreted(c);
    default:
        return eval_fp_arith(c);
    }
}
