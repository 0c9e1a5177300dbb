/* Core operators and literals in C. */
#include <inttypes.h>
#include <stdlib.h>

#include "emit/emit_array.h"

/* One operand of a junction: true, or not false, when it has a value. */
static void put_operand(const emit_expr *x, bool negated, bool conjunction, strbuf *out)
{
    if (x->flag) { /* strong Kleene logic: an operand without a value decides nothing */
        strbuf_printf(out, conjunction ? "(!%s || %s%s)" : "(%s && %s%s)", x->flag,
                      negated ? "!" : "", x->value);
        return;
    }
    strbuf_puts(out, negated ? "!" : "");
    emit_operand(x, out);
}

/* and, or, => (an `or` with all operands but the last negated). */
static void emit_junction(emitter *e, term_id t, bool conjunction, bool implication)
{
    term_bank *b = e->bank;
    uint32_t n = term_arity(b, t);
    strbuf text = STRBUF_INIT, flags = STRBUF_INIT;
    for (uint32_t i = 0; i < n; i++)
        if (emit_arg(e, t, i)->partial)
            emit_hoist(e, term_arg(b, t, i));
    for (uint32_t i = 0; i < n; i++) {
        const emit_expr *x = emit_arg(e, t, i);
        strbuf_puts(&text, !i ? "" : conjunction ? " && " : " || ");
        put_operand(x, implication && i + 1 < n, conjunction, &text);
        if (x->flag)
            strbuf_printf(&flags, "%s%s", flags.n ? " && " : "", x->flag);
    }
    bool partial = flags.n;
    if (partial) /* not decided by the others: has a value only if they all have */
        strbuf_printf(&text, conjunction ? " && (%c &= %s, true)" : " || (%c &= %s, false)",
                      EMIT_OK, flags.text);
    strbuf_free(&flags);
    emit_result(e, t, n == 1 && !partial ? emit_arg(e, t, 0)->level : EMIT_BINARY, &text, partial);
}

static const char *equality(emitter *e, sort_id s)
{
    if (s == SORT_ID_STRING)
        return "smt_same_string";
    if (sort_kind_of(e->bank, s) != SORT_FP)
        return NULL;
    emit_need(e, sort_fp_exponent(e->bank, s) == 8 ? EMIT_SAME32 : EMIT_SAME64);
    return sort_fp_exponent(e->bank, s) == 8 ? "smt_same32" : "smt_same64";
}

/* An operand of == and ^; compilers take `!x == y` for a slip. */
static void put_side(const emit_expr *x, strbuf *out)
{
    if (*x->text == '!')
        strbuf_printf(out, "(%s)", x->text);
    else
        emit_operand(x, out);
}

static void put_equal(emitter *e, sort_id s, const emit_expr *x, const emit_expr *y, bool negated,
                      strbuf *out)
{
    const char *function = equality(e, s);
    if (sort_kind_of(e->bank, s) == SORT_ARRAY) {
        strbuf_puts(out, negated ? "!" : "");
        emit_array_same(e, s, x, y, out);
        return;
    }
    if (function) {
        strbuf_printf(out, "%s%s(%s, %s)", negated ? "!" : "", function, x->text, y->text);
        return;
    }
    put_side(x, out);
    strbuf_puts(out, negated ? " != " : " == ");
    put_side(y, out);
}

/* = (neighbours) and distinct (all pairs). */
static void emit_comparison(emitter *e, term_id t, bool distinct)
{
    term_bank *b = e->bank;
    uint32_t n = term_arity(b, t);
    sort_id s = term_sort(b, term_arg(b, t, 0));
    bool function = equality(e, s) || sort_kind_of(b, s) == SORT_ARRAY;
    strbuf text = STRBUF_INIT;
    if (n > 64) {
        emit_decline(e, "a comparison of %u terms is too wide for C", n);
        n = 2;
    }
    bool partial = emit_all_or_nothing(e, t, &text);
    const char *and = "";
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n && (distinct || j == i + 1); j++) {
            strbuf_puts(&text, and);
            put_equal(e, s, emit_arg(e, t, i), emit_arg(e, t, j), distinct, &text);
            and = " && ";
        }
    emit_level level = n > 2 || !function ? EMIT_BINARY : distinct ? EMIT_UNARY : EMIT_ATOM;
    emit_result(e, t, level, &text, partial);
}

static void emit_xor(emitter *e, term_id t)
{
    strbuf text = STRBUF_INIT;
    bool partial = false;
    for (uint32_t i = 0; i < term_arity(e->bank, t); i++) {
        const emit_expr *x = emit_arg(e, t, i);
        strbuf_puts(&text, i ? " ^ " : "");
        put_side(x, &text);
        partial |= x->partial;
    }
    emit_result(e, t, EMIT_BINARY, &text, partial);
}

bool emit_core(emitter *e, term_id t)
{
    switch (term_op_of(e->bank, t)) {
    case OP_NOT:
        emit_pattern(e, t, EMIT_UNARY, "!$0");
        return true;
    case OP_AND:
        emit_junction(e, t, true, false);
        return true;
    case OP_OR:
        emit_junction(e, t, false, false);
        return true;
    case OP_IMPLIES:
        emit_junction(e, t, false, true);
        return true;
    case OP_XOR:
        emit_xor(e, t);
        return true;
    case OP_EQ:
        emit_comparison(e, t, false);
        return true;
    case OP_DISTINCT:
        emit_comparison(e, t, true);
        return true;
    case OP_ITE: /* the cast: two literals would make it an int */
        if (emit_arg(e, t, 1)->number && emit_arg(e, t, 2)->number)
            emit_pattern(e, t, EMIT_UNARY, "(%T)($0 ? $1 : $2)");
        else
            emit_pattern(e, t, EMIT_BINARY, "$0 ? $1 : $2");
        return true;
    default:
        return false;
    }
}

/* ---- Literals -------------------------------------------------------------------------------- */

static void put_word(uint64_t word, strbuf *out)
{
    strbuf_printf(out, word < 100000 ? "%" PRIu64 : "0x%" PRIx64, word);
    if (word > INT32_MAX)
        strbuf_puts(out, "u");
}

/* Any number, as words put together in the type. */
static void put_long(const char *type, const mpz_t number, strbuf *out)
{
    mpz_t rest;
    mpz_init(rest);
    mpz_abs(rest, number);
    size_t words = (mpz_sizeinbase(rest, 2) + 63) / 64;
    if (mpz_sgn(number) < 0)
        strbuf_puts(out, "-(");
    for (size_t i = words; i-- > 0;) {
        strbuf_printf(out, i + 1 < words ? " | (%s)0x%llxu" : "(%s)0x%llxu", type,
                      (unsigned long long)mpz_getlimbn(rest, (mp_size_t)i));
        if (i)
            strbuf_printf(out, " << %zu", i * 64);
    }
    if (mpz_sgn(number) < 0)
        strbuf_puts(out, ")");
    mpz_clear(rest);
}

static emit_level put_number(emitter *e, value_id v, strbuf *out)
{
    value_scratch scratch;
    mpz_t number;
    const char *type = emit_ctype(e, value_sort(e->bank, v));
    int64_t small = 0;
    uint64_t bits = 0;
    bool is_int = value_kind_of(e->bank, v) == VALUE_INT;
    value_mpz(e->bank, v, number, &scratch);
    if (is_int && value_small_int(e->bank, v, &small) && small != INT64_MIN) {
        strbuf_printf(out, "%" PRId64, small);
        return small < 0 ? EMIT_BINARY : EMIT_ATOM;
    }
    if (!is_int && value_small_bits(e->bank, v, &bits)) {
        bool wide = sort_bv_width(e->bank, value_sort(e->bank, v)) > 64;
        if (wide)
            strbuf_printf(out, "(%s)", type);
        put_word(bits, out);
        return wide ? EMIT_UNARY : EMIT_ATOM;
    }
    if (is_int && mpz_sizeinbase(number, 2) > 126)
        emit_decline(e, "an integer of more than 126 bits");
    put_long(type, number, out);
    return EMIT_BINARY;
}

static emit_level put_float(emitter *e, value_id v, strbuf *out)
{
    uint64_t bits = 0;
    bool single = sort_fp_exponent(e->bank, value_sort(e->bank, v)) == 8;
    value_small_bits(e->bank, v, &bits);
    unsigned mantissa = single ? 23 : 52, exponent = single ? 8 : 11;
    uint64_t fraction = bits & ((UINT64_C(1) << mantissa) - 1);
    int64_t power = (int64_t)(bits >> mantissa & ((UINT64_C(1) << exponent) - 1));
    bool negative = bits >> (mantissa + exponent) & 1, special = power == (1 << exponent) - 1;
    int64_t bias = (1 << (exponent - 1)) - 1;
    if (special) {
        strbuf_printf(out, "%s%s", negative && !fraction ? "-" : "",
                      !fraction ? (single ? "INFINITY" : "(double)INFINITY")
                      : single  ? "NAN"
                                : "(double)NAN");
        return EMIT_BINARY;
    }
    strbuf_printf(out, "%s0x%d.", negative ? "-" : "", power != 0);
    strbuf_printf(out, "%0*" PRIx64, (int)(mantissa + 3) / 4, single ? fraction << 1 : fraction);
    while (out->text[out->n - 1] == '0' && out->text[out->n - 2] != '.')
        out->text[--out->n] = '\0';
    strbuf_printf(out, "p%+" PRId64 "%s", fraction || power ? (power ? power : 1) - bias : 0,
                  single ? "f" : "");
    return EMIT_BINARY;
}

void emit_literal(emitter *e, term_id t, value_id v)
{
    strbuf text = STRBUF_INIT;
    emit_level level = EMIT_ATOM;
    switch (value_kind_of(e->bank, v)) {
    case VALUE_BOOL:
        strbuf_puts(&text, value_is_true(v) ? "true" : "false");
        break;
    case VALUE_RM:
        strbuf_printf(&text, "%d", value_rounding(e->bank, v));
        break;
    case VALUE_FP:
        level = put_float(e, v, &text);
        break;
    default:
        level = put_number(e, v, &text);
    }
    emit_result(e, t, level, &text, false);
    vec_last(&e->exprs).number = value_kind_of(e->bank, v) != VALUE_FP;
}
