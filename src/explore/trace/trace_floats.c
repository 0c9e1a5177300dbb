/* Expression records of floating point as terms. */
#include <gmp.h>

#include "explore/trace/trace_impl.h"

enum {
    LONG = 80
}; /* bits of a long double: sign, exponent, and a significand whose first bit is written */

/* The bits of exponent and significand; false: there is no such number. */
static bool format(uint32_t width, uint32_t indices[2])
{
    indices[0] = width == 32 ? 8 : width == 64 ? 11 : 15;
    indices[1] = width == 32 ? 24 : width == 64 ? 53 : 64;
    return width == 32 || width == 64 || width == LONG;
}

static sort_id float_sort(trace_reader *r, uint32_t width)
{
    uint32_t f[2];
    format(width, f);
    return sort_fp(r->bank, f[0], f[1]);
}

static term_id bits_of(trace_reader *r, term_id t, uint32_t high, uint32_t low)
{
    return term_make(r->bank, OP_EXTRACT, (uint32_t[]){high, low}, 2, &t, 1);
}

/* The first bit of the significand of a long double is 1 unless the exponent is 0. */
term_id trace_float_bits(trace_reader *r, term_id t, uint32_t width)
{
    term_id bits = term_make1(r->bank, OP_FP_TO_BITS, t);
    if (width != LONG)
        return bits;
    term_id small = term_eq(r->bank, bits_of(r, bits, 77, 63), trace_number(r, 15, 0));
    term_id first =
        term_make3(r->bank, OP_ITE, small, trace_number(r, 1, 0), trace_number(r, 1, 1));
    term_id low = term_make2(r->bank, OP_CONCAT, first, bits_of(r, bits, 62, 0));
    return term_make2(r->bank, OP_CONCAT, bits_of(r, bits, 78, 63), low);
}

static term_id nearest(trace_reader *r)
{
    return term_const(r->bank, value_rm(r->bank, RM_RNE));
}

/* The same of a constant; 0: it is no number. */
static term_id long_constant(trace_reader *r, term_id t)
{
    value_scratch scratch;
    mpz_t bits, rest;
    value_mpz(r->bank, term_value(r->bank, t), bits, &scratch);
    mpz_inits(rest, NULL);
    mpz_fdiv_q_2exp(rest, bits, 64);
    bool first = mpz_tstbit(bits, 63), small = mpz_get_ui(rest) % 0x8000 == 0;
    if (first && small)
        mpz_add_ui(rest, rest, 1);
    mpz_mul_2exp(rest, rest, 63);
    for (mp_bitcnt_t i = 0; i < 63; i++)
        if (mpz_tstbit(bits, i))
            mpz_setbit(rest, i);
    term_id made =
        first || small ? term_const(r->bank, value_fp_mpz(r->bank, float_sort(r, LONG), rest)) : 0;
    mpz_clear(rest);
    return made;
}

/* The machine takes the first bit of the significand as it is written: with exponent 0 it means exponent 1, and without
 * it other exponents are no numbers. */
static term_id long_float(trace_reader *r, term_id t)
{
    uint32_t indices[2];
    format(LONG, indices);
    term_id known = term_op_of(r->bank, t) == OP_CONST ? long_constant(r, t) : 0;
    if (known)
        return known;
    term_id first = bits_of(r, t, 63, 63), exponent = bits_of(r, t, 78, 64);
    term_id one = term_eq(r->bank, first, trace_number(r, 1, 1));
    term_id zero = term_eq(r->bank, exponent, trace_number(r, 15, 0));
    term_id written = term_make2(r->bank, OP_CONCAT, trace_number(r, 14, 0), first);
    exponent = term_make3(r->bank, OP_ITE, zero, written, exponent);
    term_id bits = term_make2(r->bank, OP_CONCAT, exponent, bits_of(r, t, 62, 0));
    bits = term_make2(r->bank, OP_CONCAT, bits_of(r, t, 79, 79), bits);
    term_id number = term_make(r->bank, OP_FP_FROM_BITS, indices, 2, &bits, 1);
    term_id none = term_make2(r->bank, OP_CONCAT, trace_number(r, 16, 0x7fff),
                              trace_number(r, 63, UINT64_C(1) << 62));
    none = term_make(r->bank, OP_FP_FROM_BITS, indices, 2, &none, 1);
    return term_make3(r->bank, OP_ITE, term_or(r->bank, (term_id[]){one, zero}, 2), number, none);
}

term_id trace_float(trace_reader *r, uint32_t e, uint32_t width)
{
    term_id t = trace_natural(r, e);
    uint32_t indices[2];
    if (!t || r->widths[e] != width || !format(width, indices))
        return trace_refuse(r, "expression %u is no number of %u bits", e, width);
    if (sort_kind_of(r->bank, term_sort(r->bank, t)) == SORT_FP)
        return t;
    if (width == LONG)
        return long_float(r, t);
    if (term_op_of(r->bank, t) == OP_CONST) {
        uint64_t bits = 0;
        value_small_bits(r->bank, term_value(r->bank, t), &bits);
        return term_const(r->bank, value_fp_u64(r->bank, float_sort(r, width), bits));
    }
    return term_make(r->bank, OP_FP_FROM_BITS, indices, 2, &t, 1);
}

/* x - x, which bit-blasting finds hard. */
static term_id no_difference(trace_reader *r, term_id x, uint32_t width)
{
    if (width == LONG)
        return term_make3(r->bank, OP_FP_SUB, nearest(r), x, x);
    uint64_t infinity = width == 32 ? UINT64_C(0x7f800000) : UINT64_C(0x7ff0000000000000);
    term_id none[] = {term_make1(r->bank, OP_FP_IS_NAN, x),
                      term_make1(r->bank, OP_FP_IS_INFINITE, x)};
    term_id nan = term_const(r->bank, value_fp_u64(r->bank, float_sort(r, width), infinity + 1));
    return term_make3(r->bank, OP_ITE, term_or(r->bank, none, 2), nan,
                      term_const(r->bank, value_fp_u64(r->bank, float_sort(r, width), 0)));
}

static term_id float_binary(trace_reader *r, const tandem_record *x, uint32_t width)
{
    term_id a = trace_float(r, x->a, width), b = a ? trace_float(r, x->b, width) : 0;
    if (!b)
        return 0;
    switch (x->op) {
    case TANDEM_FADD:
        return term_make3(r->bank, OP_FP_ADD, nearest(r), a, b);
    case TANDEM_FSUB:
        return a == b ? no_difference(r, a, width)
                      : term_make3(r->bank, OP_FP_SUB, nearest(r), a, b);
    case TANDEM_FMUL:
        return term_make3(r->bank, OP_FP_MUL, nearest(r), a, b);
    case TANDEM_FDIV:
        return term_make3(r->bank, OP_FP_DIV, nearest(r), a, b);
    case TANDEM_FOEQ:
        return term_make2(r->bank, OP_FP_EQ, a, b);
    case TANDEM_FOLT:
        return term_make2(r->bank, OP_FP_LT, a, b);
    case TANDEM_FOLE:
        return term_make2(r->bank, OP_FP_LEQ, a, b);
    default: { /* FUNO */
        term_id either[] = {term_make1(r->bank, OP_FP_IS_NAN, a),
                            term_make1(r->bank, OP_FP_IS_NAN, b)};
        return term_or(r->bank, either, 2);
    }
    }
}

/* The sign is a bit of the pattern, also of a NaN's, unless that came out of arithmetic, which does
 * not say what pattern it has. */
static term_id sign(trace_reader *r, const tandem_record *x)
{
    term_id t = trace_natural(r, x->a), a = trace_bits(r, x->a, x->width);
    uint32_t indices[2], last = x->width - 1;
    if (!a || !format(x->width, indices))
        return a ? trace_refuse(r, "no number of %u bits", x->width) : 0;
    if (sort_kind_of(r->bank, term_sort(r->bank, t)) == SORT_FP)
        return term_make1(r->bank, x->op == TANDEM_FNEG ? OP_FP_NEG : OP_FP_ABS, t);
    term_id first = x->op == TANDEM_FNEG ? term_make1(r->bank, OP_BVNOT, bits_of(r, a, last, last))
                                         : trace_number(r, 1, 0);
    return term_make2(r->bank, OP_CONCAT, first, bits_of(r, a, last - 1, 0));
}

static term_id float_resize(trace_reader *r, const tandem_record *x)
{
    uint32_t from = x->a && x->a < r->at ? r->widths[x->a] : 0, indices[2];
    if (!format(x->width, indices) || (x->op == TANDEM_FEXT) != (from < x->width))
        return trace_refuse(r, "no conversion of floats to %u bits", x->width);
    term_id a = trace_float(r, x->a, from);
    return a ? term_make(r->bank, OP_FP_FROM_FP, indices, 2, (term_id[]){nearest(r), a}, 2) : 0;
}

static term_id from_integer(trace_reader *r, const tandem_record *x)
{
    uint32_t from = x->a && x->a < r->at ? r->widths[x->a] : 0;
    uint32_t indices[2];
    if (!trace_is_width(from) || !format(x->width, indices))
        return trace_refuse(r, "no conversion to a number of %u bits", x->width);
    term_id a = trace_bits(r, x->a, from);
    term_op op = x->op == TANDEM_FROM_SINT ? OP_FP_FROM_SBV : OP_FP_FROM_UBV;
    return a ? term_make(r->bank, op, indices, 2, (term_id[]){nearest(r), a}, 2) : 0;
}

/* 2^exponent as a number of this width; negative with `negative`. */
static term_id power(trace_reader *r, uint32_t width, uint32_t exponent, bool negative)
{
    if (width == LONG) {
        uint64_t top = (uint64_t)negative << 15 | (16383 + exponent);
        term_id bits =
            term_make2(r->bank, OP_CONCAT, trace_number(r, 16, top), trace_number(r, 63, 0));
        return term_make(r->bank, OP_FP_FROM_BITS, (uint32_t[]){15, 64}, 2, &bits, 1);
    }
    uint64_t bits =
        width == 32 ? (uint64_t)(127 + exponent) << 23 : (uint64_t)(1023 + exponent) << 52;
    bits |= (uint64_t)negative << (width - 1);
    return term_const(r->bank, value_fp_u64(r->bank, float_sort(r, width), bits));
}

/* Outside the range C says nothing, and machines say the smallest integer. */
static term_id to_integer(trace_reader *r, const tandem_record *x)
{
    uint32_t from = x->a && x->a < r->at ? r->widths[x->a] : 0, to = x->width;
    if (!trace_is_width(to) || to > 64)
        return trace_refuse(r, "no integer of %u bits", to);
    term_id a = trace_float(r, x->a, from);
    if (!a)
        return 0;
    bool is_signed = x->op == TANDEM_TO_SINT;
    term_id cut =
        term_make2(r->bank, OP_FP_ROUND, term_const(r->bank, value_rm(r->bank, RM_RTZ)), a);
    term_id inside[] = {
        term_make2(r->bank, OP_FP_LT, cut, power(r, from, is_signed ? to - 1 : to, false)),
        is_signed ? term_make2(r->bank, OP_FP_LEQ, power(r, from, to - 1, true), cut)
                  : term_make2(r->bank, OP_FP_LT, power(r, from, 0, true), cut)};
    term_id exact = term_make(r->bank, is_signed ? OP_FP_TO_SBV : OP_FP_TO_UBV, &to, 1,
                              (term_id[]){term_const(r->bank, value_rm(r->bank, RM_RTZ)), a}, 2);
    return term_make3(r->bank, OP_ITE, term_and(r->bank, inside, 2), exact,
                      trace_number(r, to, UINT64_C(1) << (to - 1)));
}

static term_id float_root(trace_reader *r, const tandem_record *x)
{
    term_id a = trace_float(r, x->a, x->width);
    return a ? term_make2(r->bank, OP_FP_SQRT, nearest(r), a) : 0;
}

static term_id float_round(trace_reader *r, const tandem_record *x)
{
    static const fp_rounding modes[] = {RM_RNE, RM_RTZ, RM_RTN, RM_RTP, RM_RNA};
    if (x->b >= TANDEM_ROUNDINGS)
        return trace_refuse(r, "no rounding %u", x->b);
    term_id a = trace_float(r, x->a, x->width),
            mode = term_const(r->bank, value_rm(r->bank, modes[x->b]));
    return a ? term_make2(r->bank, OP_FP_ROUND, mode, a) : 0;
}

term_id trace_float_expression(trace_reader *r, const tandem_record *x)
{
    uint32_t operand = x->a && x->a < r->at ? r->widths[x->a] : 0;
    switch ((tandem_op)x->op) {
    case TANDEM_FADD:
    case TANDEM_FSUB:
    case TANDEM_FMUL:
    case TANDEM_FDIV:
        return float_binary(r, x, x->width);
    case TANDEM_FREM:
        return trace_fmod(r, x);
    case TANDEM_FOEQ:
    case TANDEM_FOLT:
    case TANDEM_FOLE:
    case TANDEM_FUNO:
        return x->width == 1 ? float_binary(r, x, operand)
                             : trace_refuse(r, "a comparison of width %u", x->width);
    case TANDEM_FNEG:
    case TANDEM_FABS:
        return sign(r, x);
    case TANDEM_FSQRT:
        return float_root(r, x);
    case TANDEM_FROUND:
        return float_round(r, x);
    case TANDEM_FEXT:
    case TANDEM_FTRUNC:
        return float_resize(r, x);
    case TANDEM_FROM_SINT:
    case TANDEM_FROM_UINT:
        return from_integer(r, x);
    case TANDEM_TO_SINT:
    case TANDEM_TO_UINT:
        return to_integer(r, x);
    default:
        return trace_refuse(r, "operator %u is no expression", x->op);
    }
}
