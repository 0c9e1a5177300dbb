#include "prove/ctext/c_numbers.h"

#include <string.h>

c_value c_value_of(const ir_program *p, term_id t, const ir_type *type)
{
    c_value v = {.term = t, .is_unsigned = type->is_unsigned};
    if (p->model == IR_MACHINE && term_sort(p->bank, t) != SORT_ID_BOOL)
        v.width = type->width;
    return v;
}

static c_value bits(const ir_program *p, uint64_t n, unsigned width, bool is_unsigned)
{
    c_value v = {.width = width, .is_unsigned = is_unsigned};
    v.term = term_const(p->bank, value_bv_u64(p->bank, width, n));
    return v;
}

c_value c_number(const ir_program *p, int64_t n)
{
    if (p->model == IR_MACHINE)
        return bits(p, (uint64_t)n, n >= INT32_MIN && n <= INT32_MAX ? 32 : 64, false);
    return (c_value){.term = term_const(p->bank, value_int(p->bank, n))};
}

static bool is_truth(const ir_program *p, c_value x)
{
    return term_sort(p->bank, x.term) == SORT_ID_BOOL;
}

c_value c_truth(const ir_program *p, c_value x)
{
    if (!x.term || is_truth(p, x))
        return x;
    c_value zero = x.width ? bits(p, 0, x.width, false) : c_number(p, 0);
    return (c_value){.term = term_not(p->bank, term_eq(p->bank, x.term, zero.term))};
}

static c_value widen(const ir_program *p, c_value x, unsigned width)
{
    uint32_t more = width - x.width;
    if (more)
        x.term = term_make(p->bank, x.is_unsigned ? OP_ZERO_EXTEND : OP_SIGN_EXTEND, &more, 1,
                           &x.term, 1);
    x.width = width;
    return x;
}

c_value c_promote(const ir_program *p, c_value x)
{
    if (!x.term)
        return x;
    if (is_truth(p, x)) {
        c_value one = c_number(p, 1);
        one.term = term_make3(p->bank, OP_ITE, x.term, one.term, c_number(p, 0).term);
        return one;
    }
    if (x.width && x.width < 32) {
        x = widen(p, x, 32);
        x.is_unsigned = false;
    }
    return x;
}

c_value c_cast(const ir_program *p, c_value x, unsigned width, bool is_unsigned)
{
    if (!x.term || p->model == IR_MATH)
        return c_promote(p, x);
    if (is_truth(p, x))
        x = c_promote(p, x);
    if (x.width < width) {
        x = widen(p, x, width);
    } else if (x.width > width) {
        uint32_t indices[] = {width - 1, 0};
        x.term = term_make(p->bank, OP_EXTRACT, indices, 2, &x.term, 1);
    }
    return (c_value){.term = x.term, .width = width, .is_unsigned = is_unsigned};
}

/* The type that both operands are converted to. */
static void convert(const ir_program *p, c_value *x, c_value *y)
{
    *x = c_promote(p, *x);
    *y = c_promote(p, *y);
    unsigned width = x->width > y->width ? x->width : y->width;
    bool is_unsigned =
        (x->width == width && x->is_unsigned) || (y->width == width && y->is_unsigned);
    if (!width)
        return;
    *x = widen(p, *x, width);
    *y = widen(p, *y, width);
    x->is_unsigned = y->is_unsigned = is_unsigned;
}

/* Mathematical integers: quotients are rounded towards zero. */
static term_id divide(const ir_program *p, term_op op, term_id x, term_id y, const char **error)
{
    term_bank *b = p->bank;
    int64_t divisor;
    if (term_op_of(b, y) != OP_CONST || !value_small_int(b, term_value(b, y), &divisor) ||
        !divisor) {
        *error = "a division by something other than a constant";
        return 0;
    }
    term_id negative = term_make2(b, op, term_make1(b, OP_NEG, x), y);
    return term_make3(b, OP_ITE, term_make2(b, OP_GE, x, c_number(p, 0).term),
                      term_make2(b, op, x, y), term_make1(b, OP_NEG, negative));
}

static const struct {
    const char *word;
    term_op math, is_signed, is_unsigned; /* 0: none */
    bool truth;
} words[] = {
    {"==", OP_EQ, OP_EQ, OP_EQ, true},           {"<=", OP_LE, OP_BVSLE, OP_BVULE, true},
    {"<", OP_LT, OP_BVSLT, OP_BVULT, true},      {">=", OP_GE, OP_BVSGE, OP_BVUGE, true},
    {">", OP_GT, OP_BVSGT, OP_BVUGT, true},      {"+", OP_ADD, OP_BVADD, OP_BVADD, false},
    {"-", OP_SUB, OP_BVSUB, OP_BVSUB, false},    {"*", OP_MUL, OP_BVMUL, OP_BVMUL, false},
    {"/", OP_IDIV, OP_BVSDIV, OP_BVUDIV, false}, {"%", OP_MOD, OP_BVSREM, OP_BVUREM, false},
    {"&", 0, OP_BVAND, OP_BVAND, false},         {"|", 0, OP_BVOR, OP_BVOR, false},
    {"^", 0, OP_BVXOR, OP_BVXOR, false},         {"<<", 0, OP_BVSHL, OP_BVSHL, false},
    {">>", 0, OP_BVASHR, OP_BVLSHR, false},
};

static c_value combine(const ir_program *p, size_t k, c_value x, c_value y, const char **error)
{
    bool shifts = !strcmp(words[k].word, "<<") || !strcmp(words[k].word, ">>");
    if (shifts) { /* the type is that of the left operand */
        x = c_promote(p, x);
        y = x.width ? c_cast(p, c_promote(p, y), x.width, x.is_unsigned) : y;
    } else {
        convert(p, &x, &y);
    }
    term_op op = !x.width        ? words[k].math
                 : x.is_unsigned ? words[k].is_unsigned
                                 : words[k].is_signed;
    c_value v = {.width = words[k].truth ? 0 : x.width, .is_unsigned = x.is_unsigned};
    if (!op)
        *error = "bits have no meaning among mathematical integers";
    else if (op == OP_IDIV || op == OP_MOD)
        v.term = divide(p, op, x.term, y.term, error);
    else
        v.term = op == OP_EQ ? term_eq(p->bank, x.term, y.term)
                             : term_make2(p->bank, op, x.term, y.term);
    return v;
}

c_value c_infix_apply(const ir_program *p, const char *word, c_value x, c_value y,
                      const char **error)
{
    term_bank *b = p->bank;
    if (!strcmp(word, "||") || !strcmp(word, "&&")) {
        term_id two[] = {c_truth(p, x).term, c_truth(p, y).term};
        return (c_value){.term = *word == '|' ? term_or(b, two, 2) : term_and(b, two, 2)};
    }
    if (!strcmp(word, "==>"))
        return (c_value){.term = term_make2(b, OP_IMPLIES, c_truth(p, x).term, c_truth(p, y).term)};
    bool differs = !strcmp(word, "!=");
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (!strcmp(words[k].word, differs ? "==" : word)) {
            c_value v = combine(p, k, x, y, error);
            if (differs && v.term)
                v.term = term_not(b, v.term);
            return v;
        }
    *error = "an unknown operator";
    return (c_value){0};
}

c_value c_prefix_apply(const ir_program *p, char word, c_value x, const char **error)
{
    term_bank *b = p->bank;
    if (word == '!')
        return (c_value){.term = term_not(b, c_truth(p, x).term)};
    x = c_promote(p, x);
    if (!x.width && word == '~')
        return c_infix_apply(p, "-", c_number(p, -1), x, error);
    if (x.width)
        x.term = term_make1(b, word == '-' ? OP_BVNEG : OP_BVNOT, x.term);
    else
        x.term = term_build(b, OP_NEG, NULL, 0, &x.term, 1); /* folds numbers */
    return x;
}

c_value c_choose(const ir_program *p, c_value condition, c_value x, c_value y)
{
    if (is_truth(p, x) && is_truth(p, y))
        return (c_value){
            .term = term_make3(p->bank, OP_ITE, c_truth(p, condition).term, x.term, y.term)};
    convert(p, &x, &y);
    x.term = term_make3(p->bank, OP_ITE, c_truth(p, condition).term, x.term, y.term);
    return x;
}

term_id c_index(const ir_program *p, c_value x)
{
    x = c_promote(p, x);
    return p->model == IR_MACHINE ? widen(p, x, 64).term : x.term;
}
