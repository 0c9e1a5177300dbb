/* Bit-vectors of up to 64 bits in C: the smallest unsigned type, with the bits above the width 0.
 */
#include <stdlib.h>

#include "emit/emit_impl.h"

static uint32_t width_of(const emitter *e, term_id t)
{
    return sort_bv_width(e->bank, term_sort(e->bank, t));
}

static uint32_t container(uint32_t width)
{
    return width <= 8 ? 8 : width <= 16 ? 16 : width <= 32 ? 32 : 64;
}

/* An expression that may have bits above the width: cuts them off. */
static void emit_cut(emitter *e, term_id t, const char *pattern)
{
    uint32_t width = width_of(e, t), room = container(width);
    strbuf whole = STRBUF_INIT;
    emit_level level = EMIT_BINARY;
    if (room < 32 && width == room)
        strbuf_printf(&whole, "(%%T)(%s)", pattern);
    else if (room < 32)
        strbuf_printf(&whole, "(%%T)((%s) & 0x%llx)", pattern,
                      (unsigned long long)(UINT64_MAX >> (64 - width)));
    else if (width < room)
        strbuf_printf(&whole, "(%s) & 0x%llx", pattern,
                      (unsigned long long)(UINT64_MAX >> (64 - width)));
    else
        strbuf_puts(&whole, pattern);
    if (room < 32)
        level = EMIT_UNARY;
    emit_pattern(e, t, level, whole.text);
    strbuf_free(&whole);
}

/* $0 OP $1 OP …, the first operand cast where int would be too small; for any number of
 * operands. */
void emit_row(emitter *e, term_id t, const char *operator, bool cast, bool cut)
{
    uint32_t n = term_arity(e->bank, t), width = width_of(e, t);
    strbuf text = STRBUF_INIT, whole = STRBUF_INIT;
    bool partial = false;
    if (cast && width < 32)
        strbuf_puts(&text, "(uint32_t)");
    for (uint32_t i = 0; i < n; i++) {
        const emit_expr *x = emit_arg(e, t, i);
        if (i)
            strbuf_printf(&text, " %s ", operator);
        emit_operand(x, &text);
        partial |= x->partial;
    }
    emit_level level = EMIT_BINARY;
    uint32_t room = container(width);
    unsigned long long mask = width <= 64 ? UINT64_MAX >> (64 - width) : 0;
    if (!cut || (width == room && room >= 32)) {
        strbuf_puts(&whole, text.text);
    } else if (room < 32) {
        strbuf_printf(&whole, width < room ? "(%s)((%s) & 0x%llx)" : "(%s)(%s)",
                      emit_ctype(e, term_sort(e->bank, t)), text.text, mask);
        level = EMIT_UNARY;
    } else {
        strbuf_printf(&whole, "(%s) & 0x%llx", text.text, mask);
    }
    strbuf_free(&text);
    emit_result(e, t, level, &whole, partial);
}

/* A helper whose result is a uint64_t of the right value. */
static void emit_helped(emitter *e, term_id t, emit_helper helper, const char *pattern)
{
    emit_need(e, helper);
    if (container(width_of(e, t)) == 64) {
        emit_pattern(e, t, EMIT_ATOM, pattern);
        return;
    }
    strbuf cast = STRBUF_INIT;
    strbuf_printf(&cast, "(%%T)%s", pattern);
    emit_pattern(e, t, EMIT_UNARY, cast.text);
    strbuf_free(&cast);
}

static bool constant_arg(const emitter *e, term_id t, uint32_t i, uint64_t *word)
{
    value_id v = (value_id)map_get(&e->values, term_arg(e->bank, t, i), 0);
    return v && value_small_bits(e->bank, v, word);
}

static void emit_division(emitter *e, term_id t, bool remainder)
{
    uint64_t divisor;
    if (constant_arg(e, t, 1, &divisor) && divisor)
        emit_pattern(e, t, EMIT_BINARY, remainder ? "$0 %% $1" : "$0 / $1");
    else if (remainder)
        emit_helped(e, t, EMIT_UREM, "smt_urem(@0, @1)");
    else
        emit_helped(e, t, EMIT_UDIV, "smt_udiv(@0, @1, %M)");
}

static void emit_shift(emitter *e, term_id t)
{
    term_op op = term_op_of(e->bank, t);
    uint64_t by;
    bool small = constant_arg(e, t, 1, &by) && by < width_of(e, t);
    if (small && op == OP_BVSHL)
        emit_cut(e, t,
                 container(width_of(e, t)) == 64 ? "(uint64_t)$0 << $1" : "(uint32_t)$0 << $1");
    else if (small && op == OP_BVLSHR)
        emit_pattern(e, t, EMIT_BINARY, "$0 >> $1");
    else if (op == OP_BVSHL)
        emit_helped(e, t, EMIT_SHL, "smt_shl(@0, @1, %W)");
    else if (op == OP_BVLSHR)
        emit_helped(e, t, EMIT_LSHR, "smt_lshr(@0, @1, %W)");
    else
        emit_helped(e, t, EMIT_ASHR, "smt_ashr(@0, @1, %W)");
}

/* The arguments, or one of them several times, one behind the other. */
static void emit_concat(emitter *e, term_id t, uint32_t times)
{
    term_bank *b = e->bank;
    uint32_t n = times ? times : term_arity(b, t), width = width_of(e, t);
    const char *type = width <= 32 ? "uint32_t" : width <= 64 ? "uint64_t" : NULL;
    strbuf text = STRBUF_INIT;
    bool partial = false;
    if (n > 1 && times)
        emit_hoist(e, term_arg(b, t, 0));
    if (!type)
        type = emit_ctype(e, term_sort(b, t));
    if (n > 1 && width < 32)
        strbuf_printf(&text, "(%s)(", emit_ctype(e, term_sort(b, t)));
    uint32_t left = width;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = times ? 0 : i;
        const emit_expr *x = emit_arg(e, t, at);
        left -= width_of(e, term_arg(b, t, at));
        strbuf_puts(&text, i ? " | " : "");
        if (n > 1)
            strbuf_printf(&text, "(%s)", type);
        emit_operand(x, &text);
        if (left)
            strbuf_printf(&text, " << %u", left);
        partial |= x->partial;
    }
    if (n > 1 && width < 32)
        strbuf_puts(&text, ")");
    emit_level level = n == 1 ? emit_arg(e, t, 0)->level : width < 32 ? EMIT_UNARY : EMIT_BINARY;
    emit_result(e, t, level, &text, partial);
}

static void emit_extract(emitter *e, term_id t)
{
    uint32_t low = term_index(e->bank, t, 1), width = width_of(e, t);
    strbuf pattern = STRBUF_INIT;
    if (width > 64) {
        strbuf_printf(&pattern, low ? "(%%T)($0 >> %u)" : "(%%T)$0", low);
        emit_pattern(e, t, EMIT_UNARY, pattern.text);
    } else if (width == container(width)) {
        strbuf_printf(&pattern, low ? "(%%T)($0 >> %u)" : "(%%T)$0", low);
        emit_pattern(e, t, EMIT_UNARY, pattern.text);
    } else {
        strbuf_printf(&pattern, "(%%T)($0 >> %u) & 0x%llx", low,
                      (unsigned long long)(UINT64_MAX >> (64 - width)));
        emit_pattern(e, t, EMIT_BINARY, pattern.text);
    }
    strbuf_free(&pattern);
}

static void emit_sign_extension(emitter *e, term_id t)
{
    uint32_t width = width_of(e, t);
    strbuf pattern = STRBUF_INIT;
    if (width > 64) {
        emit_ctype(e, term_sort(e->bank, term_arg(e->bank, t, 0)));
        strbuf_printf(&pattern, "(%%T)(signed_bv%u)%%A", width);
    } else {
        strbuf_puts(&pattern, "(%T)%A");
    }
    if (width < container(width) && width <= 64) {
        strbuf_printf(&pattern, " & 0x%llx", (unsigned long long)(UINT64_MAX >> (64 - width)));
        emit_pattern(e, t, EMIT_BINARY, pattern.text);
    } else {
        emit_pattern(e, t, EMIT_UNARY, pattern.text);
    }
    strbuf_free(&pattern);
}

static void emit_rotation(emitter *e, term_id t)
{
    uint32_t width = width_of(e, t), by = term_index(e->bank, t, 0) % width;
    if (term_op_of(e->bank, t) == OP_ROTATE_RIGHT)
        by = (width - by) % width;
    strbuf pattern = STRBUF_INIT;
    if (!by) {
        emit_pattern(e, t, emit_arg(e, t, 0)->level, "@0");
        return;
    }
    if (width > 64) {
        emit_hoist(e, term_arg(e->bank, t, 0));
        strbuf_printf(&pattern, "$0 << %u | $0 >> %u", by, width - by);
        emit_pattern(e, t, EMIT_BINARY, pattern.text);
    } else {
        strbuf_printf(&pattern, "smt_rotate(@0, %u, %%W)", by);
        emit_helped(e, t, EMIT_ROTATE, pattern.text);
    }
    strbuf_free(&pattern);
}

static void emit_from_int(emitter *e, term_id t)
{
    uint32_t width = width_of(e, t);
    strbuf pattern = STRBUF_INIT;
    if (width > 64) {
        strbuf_printf(&pattern, "(%%T)(signed_bv%u)$0", width);
        emit_pattern(e, t, EMIT_UNARY, pattern.text);
    } else if (width == container(width)) {
        emit_pattern(e, t, EMIT_UNARY, "(%T)$0");
    } else {
        strbuf_printf(&pattern, "(%%T)$0 & 0x%llx",
                      (unsigned long long)(UINT64_MAX >> (64 - width)));
        emit_pattern(e, t, EMIT_BINARY, pattern.text);
    }
    strbuf_free(&pattern);
}

/* Operators whose pattern is the same for wide vectors. */
static bool emit_any_width(emitter *e, term_id t)
{
    switch (term_op_of(e->bank, t)) {
    case OP_BVAND:
        emit_row(e, t, "&", false, false);
        return true;
    case OP_BVOR:
        emit_row(e, t, "|", false, false);
        return true;
    case OP_BVXOR:
        emit_row(e, t, "^", false, false);
        return true;
    case OP_BVCOMP:
        emit_pattern(e, t, EMIT_BINARY, "$0 == $1");
        return true;
    case OP_BVULT:
        emit_pattern(e, t, EMIT_BINARY, "$0 < $1");
        return true;
    case OP_BVULE:
        emit_pattern(e, t, EMIT_BINARY, "$0 <= $1");
        return true;
    case OP_BVUGT:
        emit_pattern(e, t, EMIT_BINARY, "$0 > $1");
        return true;
    case OP_BVUGE:
        emit_pattern(e, t, EMIT_BINARY, "$0 >= $1");
        return true;
    case OP_BVSLT:
        emit_pattern(e, t, EMIT_BINARY, "%A < %B");
        return true;
    case OP_BVSLE:
        emit_pattern(e, t, EMIT_BINARY, "%A <= %B");
        return true;
    case OP_BVSGT:
        emit_pattern(e, t, EMIT_BINARY, "%A > %B");
        return true;
    case OP_BVSGE:
        emit_pattern(e, t, EMIT_BINARY, "%A >= %B");
        return true;
    case OP_CONCAT:
        emit_concat(e, t, 0);
        return true;
    case OP_REPEAT:
        emit_concat(e, t, term_index(e->bank, t, 0));
        return true;
    case OP_EXTRACT:
        emit_extract(e, t);
        return true;
    case OP_ZERO_EXTEND:
        emit_pattern(e, t, EMIT_UNARY, "(%T)$0");
        return true;
    case OP_SIGN_EXTEND:
        emit_sign_extension(e, t);
        return true;
    case OP_ROTATE_LEFT:
    case OP_ROTATE_RIGHT:
        emit_rotation(e, t);
        return true;
    case OP_INT_TO_BV:
        emit_from_int(e, t);
        return true;
    default:
        return false;
    }
}

static bool emit_overflow(emitter *e, term_id t)
{
    static const struct {
        term_op op;
        const char *pattern;
    } table[] = {
        {OP_BVNEGO, "smt_overflows(0 - (__int128)%A, %W)"},
        {OP_BVSADDO, "smt_overflows((__int128)%A + %B, %W)"},
        {OP_BVSSUBO, "smt_overflows((__int128)%A - %B, %W)"},
        {OP_BVSMULO, "smt_overflows((__int128)%A * %B, %W)"},
        {OP_BVSDIVO, "smt_overflows(0 - (__int128)%A, %W) && (%B) == -1"},
        {OP_BVUADDO, "(unsigned __int128)$0 + $1 > %M"},
        {OP_BVUMULO, "(unsigned __int128)$0 * $1 > %M"},
        {OP_BVUSUBO, "$0 < $1"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].op == term_op_of(e->bank, t)) {
            if (i < 5)
                emit_need(e, EMIT_OVERFLOWS);
            emit_pattern(e, t, EMIT_BINARY, table[i].pattern);
            return true;
        }
    return false;
}

bool emit_bits(emitter *e, term_id t)
{
    term_op op = term_op_of(e->bank, t);
    if (emit_any_width(e, t) || (op != OP_APP && emit_wide_bits(e, t)) || emit_overflow(e, t))
        return true;
    switch (op) {
    case OP_BVNOT:
        emit_cut(e, t, "~$0");
        return true;
    case OP_BVNEG:
        emit_cut(e, t, "0 - $0");
        return true;
    case OP_BVNAND:
        emit_cut(e, t, "~($0 & $1)");
        return true;
    case OP_BVNOR:
        emit_cut(e, t, "~($0 | $1)");
        return true;
    case OP_BVXNOR: /* n operands: each of the n-1 steps negates */
        if (term_arity(e->bank, t) % 2 == 0) {
            strbuf pattern = STRBUF_INIT;
            strbuf_puts(&pattern, "~($0");
            for (uint32_t i = 1; i < term_arity(e->bank, t) && i < 10; i++)
                strbuf_printf(&pattern, " ^ $%u", i);
            strbuf_puts(&pattern, ")");
            if (term_arity(e->bank, t) > 10)
                emit_decline(e, "bvxnor of more than 10 operands");
            emit_cut(e, t, pattern.text);
            strbuf_free(&pattern);
        } else {
            emit_row(e, t, "^", false, false);
        }
        return true;
    case OP_BVADD:
        emit_row(e, t, "+", true, true);
        return true;
    case OP_BVSUB:
        emit_row(e, t, "-", true, true);
        return true;
    case OP_BVMUL:
        emit_row(e, t, "*", true, true);
        return true;
    case OP_BVUDIV:
    case OP_BVUREM:
        emit_division(e, t, op == OP_BVUREM);
        return true;
    case OP_BVSDIV:
        emit_helped(e, t, EMIT_SDIV, "smt_sdiv(@0, @1, %W)");
        return true;
    case OP_BVSREM:
        emit_helped(e, t, EMIT_SREM, "smt_srem(@0, @1, %W)");
        return true;
    case OP_BVSMOD:
        emit_helped(e, t, EMIT_SMOD, "smt_smod(@0, @1, %W)");
        return true;
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR:
        emit_shift(e, t);
        return true;
    default:
        return false;
    }
}
