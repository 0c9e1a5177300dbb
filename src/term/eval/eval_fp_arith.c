#include "term/eval/eval_fp_arith.h"

#include "term/eval/eval_real.h"
#include "term/float/fp_fast.h"

/* Two more bits than the format has make one rounding right. */
enum { EXTRA_BITS = 2 };

static bool is_ieee(fp_format f)
{
    return fp_is_float32(f) || fp_is_float64(f);
}

static void load(const eval_call *c, uint32_t i, softfp *x)
{
    mpz_t bits;
    value_scratch scratch;
    value_mpz(c->bank, c->args[i], bits, &scratch);
    softfp_init(x);
    softfp_unpack(x, eval_fp_format(c->bank, value_sort(c->bank, c->args[i])), bits);
}

/* Rounds `x` into the result's format; `x` is used up. */
static value_id finish(const eval_call *c, fp_rounding rm, softfp *x)
{
    fp_format f = eval_fp_format(c->bank, c->sort);
    mpz_t bits;
    mpz_init(bits);
    softfp_round(f, rm, x, bits);
    value_id v = f.exponent + f.significand <= 64 ? value_fp_u64(c->bank, c->sort, mpz_get_ui(bits))
                                                  : value_fp_mpz(c->bank, c->sort, bits);
    mpz_clear(bits);
    softfp_clear(x);
    return v;
}

static void compute(term_op op, fp_rounding rm, uint32_t precision, softfp x[3], softfp *r)
{
    softfp product;
    switch (op) {
    case OP_FP_SUB:
        x[1].negative = !x[1].negative;
        softfp_add(r, &x[0], &x[1], rm, precision);
        break;
    case OP_FP_ADD:
        softfp_add(r, &x[0], &x[1], rm, precision);
        break;
    case OP_FP_MUL:
        softfp_mul(r, &x[0], &x[1]);
        break;
    case OP_FP_DIV:
        softfp_div(r, &x[0], &x[1], precision);
        break;
    case OP_FP_FMA:
        softfp_init(&product);
        softfp_mul(&product, &x[0], &x[1]);
        softfp_add(r, &product, &x[2], rm, precision);
        softfp_clear(&product);
        break;
    case OP_FP_SQRT:
        softfp_sqrt(r, &x[0], precision);
        break;
    case OP_FP_REM:
        softfp_rem(r, &x[0], &x[1]);
        break;
    default:
        softfp_to_integral(r, &x[0], rm);
        break;
    }
}

static value_id arithmetic(const eval_call *c)
{
    uint32_t first = c->op == OP_FP_REM ? 0 : 1; /* rounding mode before the floats? */
    fp_rounding rm = first ? value_rounding(c->bank, c->args[0]) : RM_RNE;
    fp_format f = eval_fp_format(c->bank, c->sort);
    if (is_ieee(f)) {
        uint64_t bits[3] = {0}, result;
        for (uint32_t i = first; i < c->n; i++)
            value_small_bits(c->bank, c->args[i], &bits[i - first]);
        if (fp_fast_arith(c->op, f, rm, bits, &result))
            return value_fp_u64(c->bank, c->sort, result);
    }
    softfp x[3], r;
    for (uint32_t i = first; i < c->n; i++)
        load(c, i, &x[i - first]);
    softfp_init(&r);
    compute(c->op, rm, f.significand + EXTRA_BITS, x, &r);
    for (uint32_t i = first; i < c->n; i++)
        softfp_clear(&x[i - first]);
    return finish(c, rm, &r);
}

static value_id from_float(const eval_call *c)
{
    fp_rounding rm = value_rounding(c->bank, c->args[0]);
    sort_id source = value_sort(c->bank, c->args[1]);
    if (source == c->sort)
        return c->args[1];
    fp_format from = eval_fp_format(c->bank, source), to = eval_fp_format(c->bank, c->sort);
    uint64_t bits, result;
    if (is_ieee(from) && is_ieee(to) && value_small_bits(c->bank, c->args[1], &bits) &&
        fp_fast_convert(from, to, rm, bits, &result))
        return value_fp_u64(c->bank, c->sort, result);
    softfp x;
    load(c, 1, &x);
    return finish(c, rm, &x);
}

static value_id from_real(eval_call *c)
{
    if (value_kind_of(c->bank, c->args[1]) == VALUE_ALGEBRAIC) {
        c->why = EVAL_ALGEBRAIC;
        return 0;
    }
    softfp r;
    softfp_init(&r);
    mpq_t number;
    mpq_init(number);
    value_get_mpq(c->bank, c->args[1], number);
    uint32_t precision = sort_fp_significand(c->bank, c->sort) + EXTRA_BITS;
    softfp_from_fraction(&r, mpq_numref(number), mpq_denref(number), precision);
    mpq_clear(number);
    return finish(c, value_rounding(c->bank, c->args[0]), &r);
}

static value_id from_bv(const eval_call *c)
{
    fp_rounding rm = value_rounding(c->bank, c->args[0]);
    fp_format f = eval_fp_format(c->bank, c->sort);
    uint32_t width = sort_bv_width(c->bank, value_sort(c->bank, c->args[1]));
    bool is_signed = c->op == OP_FP_FROM_SBV;
    uint64_t bits, result;
    if (width <= 64 && value_small_bits(c->bank, c->args[1], &bits)) {
        uint32_t unused = is_signed ? 64 - width : 0;
        bits = (uint64_t)((int64_t)(bits << unused) >> unused);
        if (fp_fast_from_integer(f, rm, bits, is_signed, &result))
            return value_fp_u64(c->bank, c->sort, result);
    }
    mpz_t read_only, number;
    value_scratch scratch;
    value_mpz(c->bank, c->args[1], read_only, &scratch);
    mpz_init(number);
    if (is_signed && mpz_tstbit(read_only, width - 1))
        mpz_setbit(number, width);
    mpz_sub(number, read_only, number);
    softfp r;
    softfp_init(&r);
    softfp_from_integer(&r, number);
    mpz_clear(number);
    return finish(c, rm, &r);
}

/* The whole number as a bit-vector, or 0 when it does not fit. */
static value_id fit(const eval_call *c, softfp *x, uint32_t width)
{
    bool is_signed = c->op == OP_FP_TO_SBV;
    if (x->kind == SOFTFP_ZERO)
        return value_bv_u64(c->bank, width, 0);
    if (x->kind != SOFTFP_FINITE || (x->negative && !is_signed))
        return 0;
    int64_t length = (int64_t)mpz_sizeinbase(x->significand, 2) + x->exponent;
    bool least = is_signed && x->negative && length == width && mpz_popcount(x->significand) == 1;
    if (!least && length > (int64_t)width - is_signed)
        return 0;
    mpz_mul_2exp(x->significand, x->significand, (mp_bitcnt_t)x->exponent);
    if (x->negative)
        mpz_neg(x->significand, x->significand);
    return value_bv_mpz(c->bank, width, x->significand);
}

static value_id to_bv(eval_call *c)
{
    fp_rounding rm = value_rounding(c->bank, c->args[0]);
    fp_format f = eval_fp_format(c->bank, value_sort(c->bank, c->args[1]));
    uint32_t width = sort_bv_width(c->bank, c->sort);
    uint64_t bits, result = 0;
    bool in_range;
    value_id v;
    if (width <= 64 && is_ieee(f) && value_small_bits(c->bank, c->args[1], &bits) &&
        fp_fast_to_integer(f, rm, bits, width, c->op == OP_FP_TO_SBV, &result, &in_range)) {
        v = in_range ? value_bv_u64(c->bank, width, result & UINT64_MAX >> (64 - width)) : 0;
    } else {
        softfp x, r;
        load(c, 1, &x);
        softfp_init(&r);
        softfp_to_integral(&r, &x, rm);
        v = fit(c, &r, width);
        softfp_clear(&x);
        softfp_clear(&r);
    }
    if (!v)
        c->why = EVAL_UNDERSPECIFIED;
    return v;
}

static value_id to_real(eval_call *c)
{
    softfp x;
    load(c, 0, &x);
    mpq_t number;
    mpq_init(number);
    value_id v = 0;
    if (x.kind == SOFTFP_NAN || x.kind == SOFTFP_INFINITE) {
        c->why = EVAL_UNDERSPECIFIED;
    } else if (x.kind == SOFTFP_ZERO) {
        v = value_real_mpq(c->bank, number);
    } else if ((uint64_t)(x.exponent < 0 ? -x.exponent : x.exponent) > EVAL_MAX_BITS) {
        c->why = EVAL_FUEL;
    } else {
        mpq_set_z(number, x.significand);
        if (x.exponent >= 0)
            mpq_mul_2exp(number, number, (mp_bitcnt_t)x.exponent);
        else
            mpq_div_2exp(number, number, (mp_bitcnt_t)-x.exponent);
        if (x.negative)
            mpq_neg(number, number);
        v = value_real_mpq(c->bank, number);
    }
    mpq_clear(number);
    softfp_clear(&x);
    return v;
}

value_id eval_fp_arith(eval_call *c)
{
    switch (c->op) {
    case OP_FP_FROM_FP:
        return from_float(c);
    case OP_FP_FROM_REAL:
        return from_real(c);
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV:
        return from_bv(c);
    case OP_FP_TO_UBV:
    case OP_FP_TO_SBV:
        return to_bv(c);
    case OP_FP_TO_REAL:
        return to_real(c);
    default:
        return arithmetic(c);
    }
}
