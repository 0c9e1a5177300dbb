/* Floats as C text. */
#include <math.h>
#include <string.h>

#include "prove/ctext/c_print_impl.h"

/* Behind the rounding mode, where there is one. */
static const struct {
    c_operator infix;
    unsigned first;
} operators[] = {
    {{OP_FP_LEQ, "<=", LEVEL_ORDER}, 0},  {{OP_FP_LT, "<", LEVEL_ORDER}, 0},
    {{OP_FP_GEQ, ">=", LEVEL_ORDER}, 0},  {{OP_FP_GT, ">", LEVEL_ORDER}, 0},
    {{OP_FP_EQ, "==", LEVEL_EQUAL}, 0},   {{OP_FP_ADD, "+", LEVEL_SUM}, 1},
    {{OP_FP_SUB, "-", LEVEL_SUM}, 1},     {{OP_FP_MUL, "*", LEVEL_PRODUCT}, 1},
    {{OP_FP_DIV, "/", LEVEL_PRODUCT}, 1},
};

static int print_constant(const c_node *n)
{
    uint64_t bits;
    sort_id sort = term_sort(n->p->bank, n->term);
    bool single = sort_fp_significand(n->p->bank, sort) == 24;
    double d;
    float f;
    if (!value_small_bits(n->p->bank, term_value(n->p->bank, n->term), &bits))
        return LEVEL_NONE;
    memcpy(&d, &bits, sizeof d);
    memcpy(&f, &bits, sizeof f);
    if (single)
        d = f;
    if (isnan(d) || isinf(d)) {
        strbuf_puts(n->out, isnan(d) ? "(0.0 / 0.0)" : d < 0 ? "(-1.0 / 0.0)" : "(1.0 / 0.0)");
        return LEVEL_ATOM;
    }
    size_t before = n->out->n;
    strbuf_printf(n->out, "%.*g", single ? 9 : 17, d);
    if (!strpbrk(n->out->text + before, ".e"))
        strbuf_puts(n->out, ".0");
    strbuf_puts(n->out, single ? "f" : "");
    return signbit(d) ? LEVEL_UNARY : LEVEL_ATOM;
}

int c_print_real(const c_node *n)
{
    term_bank *b = n->p->bank;
    term_op op = term_op_of(b, n->term);
    uint32_t arity = term_arity(b, n->term);
    if (op == OP_CONST)
        return sort_kind_of(b, term_sort(b, n->term)) == SORT_FP ? print_constant(n) : LEVEL_NONE;
    if (op == OP_FP_NEG && n->args[0].level) {
        strbuf_puts(n->out, "-");
        c_put(n->out, &n->args[0], LEVEL_ATOM);
        return LEVEL_UNARY;
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        unsigned first = operators[i].first;
        if (operators[i].infix.op == op && arity == first + 2 && n->args[first].level &&
            n->args[first + 1].level)
            return c_put_infix(&operators[i].infix, n->args + first, 2, n->out);
    }
    return LEVEL_NONE;
}
