/* Bit-vectors of more than 64 bits in C: _BitInt of exactly that width, which wraps by itself. */
#include "emit/emit_impl.h"

static bool is_wide(const term_bank *b, term_id t)
{
    sort_id s = term_sort(b, t);
    return sort_kind_of(b, s) == SORT_BV && sort_bv_width(b, s) > 64;
}

typedef struct wide_op {
    term_op op;
    emit_level level;
    const char *pattern;
    emit_helper helper;
    bool helped;
} wide_op;

static const wide_op WIDE[] = {
    {OP_BVNOT, EMIT_UNARY, "~$0", 0, false},
    {OP_BVNEG, EMIT_BINARY, "0 - $0", 0, false},
    {OP_BVNAND, EMIT_UNARY, "~($0 & $1)", 0, false},
    {OP_BVNOR, EMIT_UNARY, "~($0 | $1)", 0, false},
    {OP_BVUDIV, EMIT_ATOM, "SMT_WIDE_UDIV(%T, @0, @1)", EMIT_WIDE_UDIV, true},
    {OP_BVUREM, EMIT_ATOM, "SMT_WIDE_UREM(%T, @0, @1)", EMIT_WIDE_UREM, true},
    {OP_BVSDIV, EMIT_ATOM, "SMT_WIDE_SDIV(%T, signed_%T, @0, @1)", EMIT_WIDE_SDIV, true},
    {OP_BVSREM, EMIT_ATOM, "SMT_WIDE_SREM(%T, signed_%T, @0, @1)", EMIT_WIDE_SREM, true},
    {OP_BVSMOD, EMIT_ATOM, "SMT_WIDE_SMOD(%T, signed_%T, @0, @1)", EMIT_WIDE_SMOD, true},
    {OP_BVSHL, EMIT_ATOM, "SMT_WIDE_SHL(%T, @0, @1, %W)", EMIT_WIDE_SHL, true},
    {OP_BVLSHR, EMIT_ATOM, "SMT_WIDE_LSHR(%T, @0, @1, %W)", EMIT_WIDE_LSHR, true},
    {OP_BVASHR, EMIT_ATOM, "SMT_WIDE_ASHR(%T, signed_%T, @0, @1, %W)", EMIT_WIDE_ASHR, true},
};

bool emit_wide_bits(emitter *e, term_id t)
{
    const term_bank *b = e->bank;
    term_op op = term_op_of(b, t);
    if (!term_arity(b, t) || !is_wide(b, term_arg(b, t, 0)))
        return false;
    switch (op) {
    case OP_BVADD:
        emit_row(e, t, "+", false, false);
        return true;
    case OP_BVSUB:
        emit_row(e, t, "-", false, false);
        return true;
    case OP_BVMUL:
        emit_row(e, t, "*", false, false);
        return true;
    case OP_BVUSUBO:
        emit_pattern(e, t, EMIT_BINARY, "$0 < $1");
        return true;
    default:
        break;
    }
    for (size_t i = 0; i < sizeof WIDE / sizeof *WIDE; i++)
        if (WIDE[i].op == op) {
            if (WIDE[i].helped)
                emit_need(e, WIDE[i].helper);
            emit_pattern(e, t, WIDE[i].level, WIDE[i].pattern);
            return true;
        }
    emit_decline(e, "'%s' on more than 64 bits has no C form", term_op_text(op));
    emit_pattern(e, t, EMIT_ATOM, "0");
    return true;
}
