/* Machine numbers in C. The type of an expression says how its bits are read; where that is not
 * what an operator needs, there is a cast. */
#include <string.h>

#include "prove/ctext/c_print_impl.h"

typedef enum bits_sign { SIGN_ANY, SIGN_SIGNED, SIGN_UNSIGNED } bits_sign;

typedef struct bits_operator {
    term_op op;
    const char *word;
    int level;
    bits_sign sign; /* that operands must have */
} bits_operator;

static const bits_operator operators[] = {
    {OP_BVADD, "+", LEVEL_SUM, SIGN_ANY},           {OP_BVSUB, "-", LEVEL_SUM, SIGN_ANY},
    {OP_BVMUL, "*", LEVEL_PRODUCT, SIGN_ANY},       {OP_BVAND, "&", LEVEL_BIT_AND, SIGN_ANY},
    {OP_BVOR, "|", LEVEL_BIT_OR, SIGN_ANY},         {OP_BVXOR, "^", LEVEL_BIT_XOR, SIGN_ANY},
    {OP_BVSHL, "<<", LEVEL_SHIFT, SIGN_ANY},        {OP_BVASHR, ">>", LEVEL_SHIFT, SIGN_SIGNED},
    {OP_BVLSHR, ">>", LEVEL_SHIFT, SIGN_UNSIGNED},  {OP_BVSDIV, "/", LEVEL_PRODUCT, SIGN_SIGNED},
    {OP_BVUDIV, "/", LEVEL_PRODUCT, SIGN_UNSIGNED}, {OP_BVSREM, "%", LEVEL_PRODUCT, SIGN_SIGNED},
    {OP_BVUREM, "%", LEVEL_PRODUCT, SIGN_UNSIGNED}, {OP_BVSLE, "<=", LEVEL_ORDER, SIGN_SIGNED},
    {OP_BVSLT, "<", LEVEL_ORDER, SIGN_SIGNED},      {OP_BVSGE, ">=", LEVEL_ORDER, SIGN_SIGNED},
    {OP_BVSGT, ">", LEVEL_ORDER, SIGN_SIGNED},      {OP_BVULE, "<=", LEVEL_ORDER, SIGN_UNSIGNED},
    {OP_BVULT, "<", LEVEL_ORDER, SIGN_UNSIGNED},    {OP_BVUGE, ">=", LEVEL_ORDER, SIGN_UNSIGNED},
    {OP_BVUGT, ">", LEVEL_ORDER, SIGN_UNSIGNED},    {OP_EQ, "==", LEVEL_EQUAL, SIGN_ANY},
};

static const char *type_name(unsigned width, bool is_unsigned)
{
    switch (width) {
    case 8:
        return is_unsigned ? "unsigned char" : "signed char";
    case 16:
        return is_unsigned ? "unsigned short" : "short";
    case 32:
        return is_unsigned ? "unsigned" : "int";
    case 64:
        return is_unsigned ? "unsigned long" : "long";
    default:
        return NULL;
    }
}

/* A number of its type; the least one has no name in C. */
static int put_number(const ir_program *p, term_id t, unsigned width, bool is_unsigned, strbuf *out)
{
    uint64_t bits = 0;
    value_small_bits(p->bank, term_value(p->bank, t), &bits);
    const char *suffix = width == 64 ? "l" : "";
    unsigned unused = 64 - width;
    int64_t number = (int64_t)(bits << unused) >> unused;
    if (is_unsigned)
        strbuf_printf(out, "%llu%s%s", (unsigned long long)bits,
                      width >= 32 && number < 0 ? "u" : "", suffix);
    else if (width >= 32 && number == INT64_MIN >> unused)
        strbuf_printf(out, "(%lld%s - 1)", (long long)(number + 1), suffix);
    else
        strbuf_printf(out, "%lld%s", (long long)number, suffix);
    return number < 0 && !is_unsigned ? LEVEL_UNARY : LEVEL_ATOM;
}

/* An operand that is read with that sign. */
static bool put_operand(const c_node *n, uint32_t k, bool is_unsigned, bool any, int level)
{
    const c_piece *x = &n->args[k];
    term_id t = term_arg(n->p->bank, n->term, k);
    if (term_op_of(n->p->bank, t) == OP_CONST) {
        strbuf text = STRBUF_INIT;
        c_piece number = {.level = put_number(n->p, t, x->width, is_unsigned, &text)};
        number.text = text.text;
        c_put(n->out, &number, level);
        strbuf_free(&text);
        return true;
    }
    if (any || x->is_unsigned == is_unsigned) {
        c_put(n->out, x, level);
        return true;
    }
    const char *type = type_name(x->width, is_unsigned);
    if (!type)
        return false;
    strbuf_printf(n->out, level > LEVEL_UNARY ? "((%s)" : "(%s)", type);
    c_put(n->out, x, LEVEL_UNARY);
    strbuf_puts(n->out, level > LEVEL_UNARY ? ")" : "");
    return true;
}

/* C computes in int at least: what is narrower is cut off afterwards. */
static int narrowed(const c_node *n, unsigned width, bool is_unsigned, size_t start, int level)
{
    n->self->width = width;
    n->self->is_unsigned = is_unsigned;
    if (width >= 32)
        return level;
    const char *type = type_name(width, is_unsigned);
    if (!type)
        return LEVEL_NONE;
    char *inside = base_strdup(n->out->text + start);
    n->out->n = start;
    strbuf_printf(n->out, "(%s)(%s)", type, inside);
    free(inside);
    return LEVEL_UNARY;
}

static int print_infix(const c_node *n, const bits_operator *o, const char *word)
{
    term_bank *b = n->p->bank;
    uint32_t arity = term_arity(b, n->term);
    unsigned width = n->args[0].width;
    bool truth = term_sort(b, n->term) == SORT_ID_BOOL, any_unsigned = false, mixed = false;
    bool seen = false, first = false;
    for (uint32_t k = 0; k < arity; k++) {
        if (n->args[k].is_constant)
            continue;
        mixed |= seen && n->args[k].is_unsigned != first;
        first = seen ? first : n->args[k].is_unsigned;
        seen = true;
        any_unsigned |= n->args[k].is_unsigned;
    }
    bool is_unsigned = o->sign == SIGN_ANY ? any_unsigned : o->sign == SIGN_UNSIGNED;
    /* Bits are the same in both readings, but for equality of what is widened to int. */
    bool any = o->sign == SIGN_ANY && !(truth && mixed && width < 32);
    bool some_bits = truth && width < 31 && any_unsigned && !mixed && o->sign != SIGN_SIGNED;
    if (!type_name(width, false) && !some_bits)
        return LEVEL_NONE;
    size_t start = n->out->n;
    for (uint32_t k = 0; k < arity; k++) {
        if (k)
            strbuf_printf(n->out, " %s ", word);
        bool shifts = o->level == LEVEL_SHIFT && k;
        int level = o->level == LEVEL_EQUAL ? LEVEL_SHIFT : o->level + (k > 0);
        /* Compilers ask for parentheses around bits. */
        bool bitwise = o->level >= LEVEL_BIT_OR && o->level <= LEVEL_BIT_AND;
        if (!put_operand(n, k, shifts ? n->args[k].is_unsigned : is_unsigned, any || shifts,
                         bitwise ? LEVEL_UNARY : level))
            return LEVEL_NONE;
    }
    return truth ? o->level : narrowed(n, width, is_unsigned, start, o->level);
}

static int print_extend(const c_node *n, term_op op)
{
    unsigned width = sort_bv_width(n->p->bank, term_sort(n->p->bank, n->term));
    if (!type_name(width, false) || !type_name(n->args[0].width, false))
        return LEVEL_NONE;
    n->self->width = width;
    size_t start = n->out->n;
    if (width == 64)
        strbuf_puts(n->out, "(long)");
    if (width < 32)
        strbuf_printf(n->out, "(%s)", type_name(width, false));
    n->self->bare = n->out->n - start;
    bool plain = n->args[0].is_unsigned == (op == OP_ZERO_EXTEND);
    if (!plain)
        n->self->bare = 0;
    if (!put_operand(n, 0, op == OP_ZERO_EXTEND, false, width == 32 ? LEVEL_ATOM : LEVEL_UNARY))
        return LEVEL_NONE;
    return width == 32 && plain ? n->args[0].level : LEVEL_UNARY;
}

static int print_extract(const c_node *n)
{
    uint32_t low = term_index(n->p->bank, n->term, 1);
    unsigned width = term_index(n->p->bank, n->term, 0) - low + 1;
    const char *type = type_name(width, false);
    if (!type_name(n->args[0].width, true))
        return LEVEL_NONE;
    n->self->width = width;
    if (!type && width < 31) { /* some bits, for comparisons */
        strbuf_puts(n->out, "(");
        bool good = put_operand(n, 0, true, false, LEVEL_UNARY);
        strbuf_printf(n->out, " >> %u & %u)", low, (1u << width) - 1);
        n->self->is_unsigned = true;
        return good ? LEVEL_ATOM : LEVEL_NONE;
    }
    if (!type)
        return LEVEL_NONE;
    strbuf_printf(n->out, low ? "(%s)(" : "(%s)", type);
    if (!put_operand(n, 0, low > 0, !low, LEVEL_UNARY))
        return LEVEL_NONE;
    if (low)
        strbuf_printf(n->out, " >> %u)", low);
    return LEVEL_UNARY;
}

static int print_unary(const c_node *n, const char *word)
{
    size_t start = n->out->n;
    strbuf_puts(n->out, word);
    if (!type_name(n->args[0].width, false) ||
        !put_operand(n, 0, n->args[0].is_unsigned, true, LEVEL_ATOM))
        return LEVEL_NONE;
    return narrowed(n, n->args[0].width, n->args[0].is_unsigned, start, LEVEL_UNARY);
}

static const bits_operator *find_operator(term_op op)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].op == op)
            return &operators[i];
    return NULL;
}

int c_print_negated_bits(const c_node *n, term_id inner)
{
    static const char *const turned[][2] = {
        {"<=", ">"}, {"<", ">="}, {">=", "<"}, {">", "<="}, {"==", "!="}};
    const bits_operator *o = find_operator(term_op_of(n->p->bank, inner));
    c_node below = *n;
    below.term = inner;
    below.args = n->inner;
    for (size_t i = 0; o && i < sizeof turned / sizeof *turned; i++)
        if (!strcmp(turned[i][0], o->word))
            return print_infix(&below, o, turned[i][1]);
    return LEVEL_NONE;
}

int c_print_bits(const c_node *n)
{
    term_op op = term_op_of(n->p->bank, n->term);
    const bits_operator *o = find_operator(op);
    switch (op) {
    case OP_CONST:
        n->self->width = sort_bv_width(n->p->bank, term_sort(n->p->bank, n->term));
        n->self->is_constant = true;
        return n->self->width > 64 ? LEVEL_NONE
                                   : put_number(n->p, n->term, n->self->width, false, n->out);
    case OP_SIGN_EXTEND:
    case OP_ZERO_EXTEND:
        return print_extend(n, op);
    case OP_EXTRACT:
        return print_extract(n);
    case OP_BVNOT:
        return print_unary(n, "~");
    case OP_BVNEG:
        return print_unary(n, "-");
    case OP_ITE:
        c_put(n->out, &n->args[0], LEVEL_OR);
        strbuf_puts(n->out, " ? ");
        n->self->width = n->args[1].width;
        n->self->is_unsigned =
            n->args[1].is_constant ? n->args[2].is_unsigned : n->args[1].is_unsigned;
        if (!put_operand(n, 1, n->self->is_unsigned, false, LEVEL_OR))
            return LEVEL_NONE;
        strbuf_puts(n->out, " : ");
        return put_operand(n, 2, n->self->is_unsigned, false, LEVEL_OR) ? LEVEL_IF : LEVEL_NONE;
    default:
        return o ? print_infix(n, o, o->word) : LEVEL_NONE;
    }
}
