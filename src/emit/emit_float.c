/* Float32 and Float64 in C: float and double. Nearest-even is what C does by itself; other rounding
 * modes are switched on around one operation. */
#include "emit/emit_impl.h"

static bool is_single(const emitter *e, term_id t)
{
    return sort_fp_exponent(e->bank, term_sort(e->bank, t)) == 8;
}

/* Whether argument 0 is the constant nearest-even; declines nearest-away, which C has not. */
static bool nearest_even(emitter *e, term_id t, bool has_away)
{
    value_id v = (value_id)map_get(&e->values, term_arg(e->bank, t, 0), 0);
    if (v && !has_away && value_rounding(e->bank, v) == RM_RNA)
        emit_decline(e, "rounding to nearest, ties away, has no C form for '%s'",
                     term_op_text(term_op_of(e->bank, t)));
    return v && value_rounding(e->bank, v) == RM_RNE;
}

static void emit_arithmetic(emitter *e, term_id t, char op, const char *plain32,
                            const char *plain64)
{
    bool single = is_single(e, t);
    uint32_t n = term_arity(e->bank, t);
    if (nearest_even(e, t, false)) {
        emit_pattern(e, t, op == 's' || op == 'f' ? EMIT_ATOM : EMIT_BINARY,
                     single ? plain32 : plain64);
        return;
    }
    strbuf pattern = STRBUF_INIT;
    emit_need(e, single ? EMIT_ARITH32 : EMIT_ARITH64);
    strbuf_printf(&pattern, "smt_arith%s(@0, '%c', @1, %s, %s, !)", single ? "32" : "64", op,
                  n > 2 ? "@2" : "0", n > 3 ? "@3" : "0");
    emit_pattern(e, t, EMIT_ATOM, pattern.text);
    strbuf_free(&pattern);
}

/* From another format, or from bits as a number: `source` is the number in C. */
static void emit_conversion(emitter *e, term_id t, const char *source)
{
    strbuf pattern = STRBUF_INIT;
    bool single = is_single(e, t), plain = nearest_even(e, t, false);
    if (plain)
        strbuf_printf(&pattern, "(%%T)%s", source);
    else
        strbuf_printf(&pattern, "smt_convert%s(@0, %s, !)", single ? "32" : "64", source);
    if (!plain)
        emit_need(e, single ? EMIT_CONVERT32 : EMIT_CONVERT64);
    emit_pattern(e, t, plain ? EMIT_UNARY : EMIT_ATOM, pattern.text);
    strbuf_free(&pattern);
}

static void emit_from_bits(emitter *e, term_id t, bool is_signed)
{
    uint32_t width = sort_bv_width(e->bank, term_sort(e->bank, term_arg(e->bank, t, 1)));
    if (width > 64)
        emit_decline(e, "a float from a number of %u bits", width);
    emit_conversion(e, t, is_signed ? "%B" : "$1");
}

static void emit_to_bits(emitter *e, term_id t, bool is_signed)
{
    uint32_t width = sort_bv_width(e->bank, term_sort(e->bank, t));
    if (width > 64)
        emit_decline(e, "a number of %u bits from a float", width);
    emit_need(e, is_signed ? EMIT_TO_SBV : EMIT_TO_UBV);
    nearest_even(e, t, true);
    emit_pattern(e, t, EMIT_UNARY,
                 is_signed ? "(%T)smt_to_sbv(@0, @1, %w, !)" : "(%T)smt_to_ubv(@0, @1, %w, !)");
}

static void emit_triple(emitter *e, term_id t)
{
    bool single = is_single(e, t);
    emit_need(e, single ? EMIT_FLOAT32 : EMIT_FLOAT64);
    emit_pattern(e, t, EMIT_ATOM,
                 single ? "smt_float32((uint32_t)$0 << 31 | (uint32_t)$1 << 23 | $2)"
                        : "smt_float64((uint64_t)$0 << 63 | (uint64_t)$1 << 52 | $2)");
}

static bool emit_float_order(emitter *e, term_id t)
{
    switch (term_op_of(e->bank, t)) {
    case OP_FP_LT:
        emit_chain(e, t, " < ");
        return true;
    case OP_FP_LEQ:
        emit_chain(e, t, " <= ");
        return true;
    case OP_FP_GT:
        emit_chain(e, t, " > ");
        return true;
    case OP_FP_GEQ:
        emit_chain(e, t, " >= ");
        return true;
    case OP_FP_EQ:
        emit_chain(e, t, " == ");
        return true;
    case OP_FP_IS_NORMAL:
        emit_pattern(e, t, EMIT_BINARY, "isnormal(@0) != 0");
        return true;
    case OP_FP_IS_SUBNORMAL:
        emit_pattern(e, t, EMIT_BINARY, "fpclassify(@0) == FP_SUBNORMAL");
        return true;
    case OP_FP_IS_ZERO:
        emit_pattern(e, t, EMIT_BINARY, "$0 == 0");
        return true;
    case OP_FP_IS_INFINITE:
        emit_pattern(e, t, EMIT_BINARY, "isinf(@0) != 0");
        return true;
    case OP_FP_IS_NAN:
        emit_pattern(e, t, EMIT_BINARY, "isnan(@0) != 0");
        return true;
    case OP_FP_IS_NEGATIVE:
        emit_need(e, EMIT_SIGN);
        emit_pattern(e, t, EMIT_ATOM, "smt_sign(@0, true)");
        return true;
    case OP_FP_IS_POSITIVE:
        emit_need(e, EMIT_SIGN);
        emit_pattern(e, t, EMIT_ATOM, "smt_sign(@0, false)");
        return true;
    default:
        return false;
    }
}

static bool emit_float_arithmetic(emitter *e, term_id t)
{
    switch (term_op_of(e->bank, t)) {
    case OP_FP_ADD:
        emit_arithmetic(e, t, '+', "$1 + $2", "$1 + $2");
        return true;
    case OP_FP_SUB:
        emit_arithmetic(e, t, '-', "$1 - $2", "$1 - $2");
        return true;
    case OP_FP_MUL:
        emit_arithmetic(e, t, '*', "$1 * $2", "$1 * $2");
        return true;
    case OP_FP_DIV:
        emit_arithmetic(e, t, '/', "$1 / $2", "$1 / $2");
        return true;
    case OP_FP_SQRT:
        emit_arithmetic(e, t, 's', "sqrtf(@1)", "sqrt(@1)");
        return true;
    case OP_FP_FMA:
        emit_arithmetic(e, t, 'f', "fmaf(@1, @2, @3)", "fma(@1, @2, @3)");
        return true;
    case OP_FP_ROUND:
        emit_need(e, EMIT_ROUND);
        emit_pattern(e, t, EMIT_UNARY, "(%T)smt_round(@0, @1)");
        return true;
    case OP_FP_REM:
        emit_pattern(e, t, EMIT_ATOM, is_single(e, t) ? "remainderf(@0, @1)" : "remainder(@0, @1)");
        return true;
    case OP_FP_NEG:
        emit_pattern(e, t, EMIT_BINARY, "-$0");
        return true;
    case OP_FP_ABS:
        emit_pattern(e, t, EMIT_ATOM, is_single(e, t) ? "fabsf(@0)" : "fabs(@0)");
        return true;
    case OP_FP_MIN:
        emit_need(e, EMIT_MIN);
        emit_pattern(e, t, EMIT_UNARY, "(%T)smt_min(@0, @1, !)");
        return true;
    case OP_FP_MAX:
        emit_need(e, EMIT_MAX);
        emit_pattern(e, t, EMIT_UNARY, "(%T)smt_max(@0, @1, !)");
        return true;
    default:
        return false;
    }
}

bool emit_float(emitter *e, term_id t)
{
    if (emit_float_order(e, t) || emit_float_arithmetic(e, t))
        return true;
    switch (term_op_of(e->bank, t)) {
    case OP_FP:
        emit_triple(e, t);
        return true;
    case OP_FP_FROM_BITS:
        emit_need(e, is_single(e, t) ? EMIT_FLOAT32 : EMIT_FLOAT64);
        emit_pattern(e, t, EMIT_ATOM, is_single(e, t) ? "smt_float32(@0)" : "smt_float64(@0)");
        return true;
    case OP_FP_TO_BITS: {
        bool single = is_single(e, term_arg(e->bank, t, 0));
        emit_need(e, single ? EMIT_IEEE32 : EMIT_IEEE64);
        emit_pattern(e, t, EMIT_ATOM, single ? "smt_ieee32(@0, !)" : "smt_ieee64(@0, !)");
        return true;
    }
    case OP_FP_FROM_FP:
        emit_conversion(e, t, "$1");
        return true;
    case OP_FP_FROM_SBV:
        emit_from_bits(e, t, true);
        return true;
    case OP_FP_FROM_UBV:
        emit_from_bits(e, t, false);
        return true;
    case OP_FP_TO_SBV:
        emit_to_bits(e, t, true);
        return true;
    case OP_FP_TO_UBV:
        emit_to_bits(e, t, false);
        return true;
    default:
        return false;
    }
}
