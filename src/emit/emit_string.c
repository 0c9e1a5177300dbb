#include "emit/emit_string.h"

enum { LONGEST = 63, LONGEST_INPUT = EMIT_STRING_INPUT - 1 };

static const struct {
    term_op op;
    const char *pattern;
} STRINGS[] = {
    {OP_STR_LEN, "smt_len(@0)"},
    {OP_STR_AT, "smt_substr(@0, @1, 1)"},
    {OP_STR_SUBSTR, "smt_substr(@0, @1, @2)"},
    {OP_STR_PREFIXOF, "smt_occurs(@1, @0, 0)"},
    {OP_STR_SUFFIXOF, "smt_suffix(@1, @0)"},
    {OP_STR_CONTAINS, "smt_index(@0, @1, 0) >= 0"},
    {OP_STR_INDEXOF, "smt_index(@0, @1, @2)"},
    {OP_STR_REPLACE, "smt_replace(@0, @1, @2, !)"},
    {OP_STR_IS_DIGIT, "smt_is_digit(@0)"},
    {OP_STR_TO_CODE, "smt_to_code(@0)"},
    {OP_STR_FROM_CODE, "smt_from_code(@0, !)"},
    {OP_STR_TO_INT, "smt_to_int(@0, !)"},
    {OP_STR_FROM_INT, "smt_from_int(@0)"},
};

static void emit_concatenation(emitter *e, term_id t)
{
    uint32_t n = term_arity(e->bank, t);
    strbuf text = STRBUF_INIT;
    if (n > LONGEST)
        emit_decline(e, "a concatenation of %u strings", n);
    for (uint32_t i = 1; i < n; i++)
        strbuf_puts(&text, "smt_concat(");
    strbuf_puts(&text, emit_arg(e, t, 0)->text);
    for (uint32_t i = 1; i < n; i++)
        strbuf_printf(&text, ", %s, &%c)", emit_arg(e, t, i)->text, EMIT_OK);
    emit_result(e, t, EMIT_ATOM, &text, true);
}

static void emit_order(emitter *e, term_id t, const char *operator)
{
    uint32_t n = term_arity(e->bank, t);
    strbuf text = STRBUF_INIT;
    bool partial = emit_all_or_nothing(e, t, &text);
    for (uint32_t i = 1; i < n; i++)
        strbuf_printf(&text, "%ssmt_compare(%s, %s) %s 0", i > 1 ? " && " : "",
                      emit_arg(e, t, i - 1)->text, emit_arg(e, t, i)->text, operator);
    emit_result(e, t, EMIT_BINARY, &text, partial);
}

bool emit_string(emitter *e, term_id t)
{
    term_op op = term_op_of(e->bank, t);
    if (op == OP_STR_CONCAT)
        emit_concatenation(e, t);
    else if (op == OP_STR_LT)
        emit_order(e, t, "<");
    else if (op == OP_STR_LE)
        emit_order(e, t, "<=");
    else {
        size_t i = 0;
        while (i < sizeof STRINGS / sizeof *STRINGS && STRINGS[i].op != op)
            i++;
        if (i == sizeof STRINGS / sizeof *STRINGS)
            return false;
        emit_pattern(e, t, op == OP_STR_CONTAINS ? EMIT_BINARY : EMIT_ATOM, STRINGS[i].pattern);
    }
    return true;
}

void emit_string_literal(emitter *e, term_id t, value_id v)
{
    size_t n;
    const uint32_t *points = value_string_data(e->bank, v, &n);
    strbuf text = STRBUF_INIT;
    emit_ctype(e, SORT_ID_STRING);
    if (n > LONGEST)
        emit_decline(e, "a string of %zu characters", n);
    strbuf_printf(&text, "(smt_string){%zu, \"", n);
    for (size_t i = 0; i < n; i++) {
        if (points[i] > 127)
            emit_decline(e, "a string with a character that is not ASCII");
        bool plain = points[i] >= ' ' && points[i] < 127 && points[i] != '"' && points[i] != '\\' &&
                     points[i] != '?';
        strbuf_printf(&text, plain ? "%c" : "\\%03o", points[i]);
    }
    strbuf_puts(&text, "\"}");
    emit_result(e, t, EMIT_UNARY, &text, false);
}

value_id emit_string_value(term_bank *b, const uint8_t *bytes, size_t n, size_t at)
{
    uint32_t points[LONGEST_INPUT];
    uint32_t length = at < n ? bytes[at] % (LONGEST_INPUT + 1) : 0;
    for (uint32_t i = 0; i < length; i++)
        points[i] = at + 1 + i < n ? bytes[at + 1 + i] & 127 : 0;
    return value_string(b, points, length);
}

void emit_string_encode(const term_bank *b, value_id v, uint8_t *bytes)
{
    size_t n;
    const uint32_t *points = value_string_data(b, v, &n);
    if (n > LONGEST_INPUT)
        return;
    bytes[0] = (uint8_t)n;
    for (size_t i = 0; i < n; i++)
        bytes[1 + i] = points[i] & 127;
}
