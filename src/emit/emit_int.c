/* Integers in C: 128 bits, and no value beyond. */
#include <stdlib.h>

#include "emit/emit_impl.h"

/* f(f(a, b), c) … from the left. */
static void emit_fold(emitter *e, term_id t, emit_helper helper, const char *function)
{
    uint32_t n = term_arity(e->bank, t);
    strbuf text = STRBUF_INIT;
    emit_need(e, helper);
    if (n > 500)
        emit_decline(e, "a sum of %u terms is too wide for C", n);
    for (uint32_t i = 1; i < n; i++)
        strbuf_printf(&text, "%s(", function);
    strbuf_puts(&text, emit_arg(e, t, 0)->text);
    for (uint32_t i = 1; i < n; i++)
        strbuf_printf(&text, ", %s, &%c)", emit_arg(e, t, i)->text, EMIT_OK);
    emit_result(e, t, EMIT_ATOM, &text, true);
}

static void emit_to_int(emitter *e, term_id t)
{
    bool is_signed = term_op_of(e->bank, t) == OP_SBV_TO_INT;
    uint32_t width = sort_bv_width(e->bank, term_sort(e->bank, term_arg(e->bank, t, 0)));
    if (width > 120)
        emit_decline(e, "an integer from %u bits", width);
    emit_pattern(e, t, EMIT_UNARY, is_signed ? "(%T)%A" : "(%T)$0");
}

bool emit_integer(emitter *e, term_id t)
{
    const term_bank *b = e->bank;
    term_op op = term_op_of(b, t);
    if (op != OP_UBV_TO_INT && op != OP_SBV_TO_INT &&
        (!term_arity(b, t) || term_sort(b, term_arg(b, t, 0)) != SORT_ID_INT))
        return false;
    switch (op) {
    case OP_NEG:
        emit_need(e, EMIT_INT_SUB);
        emit_pattern(e, t, EMIT_ATOM, "smt_sub(0, @0, !)");
        return true;
    case OP_ADD:
        emit_fold(e, t, EMIT_INT_ADD, "smt_add");
        return true;
    case OP_SUB:
        emit_fold(e, t, EMIT_INT_SUB, "smt_sub");
        return true;
    case OP_MUL:
        emit_fold(e, t, EMIT_INT_MUL, "smt_mul");
        return true;
    case OP_IDIV:
        emit_fold(e, t, EMIT_INT_DIV, "smt_div");
        return true;
    case OP_MOD:
        emit_fold(e, t, EMIT_INT_MOD, "smt_mod");
        return true;
    case OP_ABS:
        emit_need(e, EMIT_INT_ABS);
        emit_pattern(e, t, EMIT_ATOM, "smt_abs(@0, !)");
        return true;
    case OP_LT:
        emit_chain(e, t, " < ");
        return true;
    case OP_LE:
        emit_chain(e, t, " <= ");
        return true;
    case OP_GT:
        emit_chain(e, t, " > ");
        return true;
    case OP_GE:
        emit_chain(e, t, " >= ");
        return true;
    case OP_DIVISIBLE: {
        strbuf text = STRBUF_INIT;
        emit_operand(emit_arg(e, t, 0), &text);
        strbuf_printf(&text, " %% %u == 0", term_index(b, t, 0));
        emit_result(e, t, EMIT_BINARY, &text, emit_arg(e, t, 0)->partial);
        return true;
    }
    case OP_UBV_TO_INT:
    case OP_SBV_TO_INT:
        emit_to_int(e, t);
        return true;
    default:
        return false;
    }
}
