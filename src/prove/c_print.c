#include "prove/c_text.h"
#include "smtlib/printer.h"
#include "term/walk.h"

/* How strongly an expression holds together; what is weaker inside gets parentheses. */
enum {
    LEVEL_OR = 1,
    LEVEL_AND,
    LEVEL_EQUAL,
    LEVEL_ORDER,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_UNARY,
    LEVEL_ATOM
};

/* What is larger is not for people. */
enum { MAX_NODES = 5000 };

typedef struct c_piece {
    char *text;
    int level; /* 0: it cannot be said in C */
} c_piece;

typedef struct c_operator {
    term_op op;
    const char *word;
    int level;
} c_operator;

static const c_operator operators[] = {
    {OP_OR, "||", LEVEL_OR},      {OP_AND, "&&", LEVEL_AND}, {OP_EQ, "==", LEVEL_EQUAL},
    {OP_LE, "<=", LEVEL_ORDER},   {OP_LT, "<", LEVEL_ORDER}, {OP_GE, ">=", LEVEL_ORDER},
    {OP_GT, ">", LEVEL_ORDER},    {OP_ADD, "+", LEVEL_SUM},  {OP_SUB, "-", LEVEL_SUM},
    {OP_MUL, "*", LEVEL_PRODUCT},
};

static void put(strbuf *out, const c_piece *piece, int level)
{
    strbuf_printf(out, piece->level < level ? "(%s)" : "%s", piece->text);
}

static int print_infix(const c_operator *o, const c_piece *args, uint32_t n, strbuf *out)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i)
            strbuf_printf(out, " %s ", o->word);
        /* Operands of && inside || get parentheses too: compilers ask for them. */
        int level = o->level == LEVEL_OR ? LEVEL_EQUAL : o->level + (i > 0);
        put(out, &args[i], o->level == LEVEL_EQUAL ? LEVEL_SUM : level);
    }
    return o->level;
}

static const char *variable_name(const ir_program *p, term_id t)
{
    for (size_t v = 0; v < p->variables.n; v++)
        if (p->variables.at[v].term == t)
            return p->variables.at[v].name;
    return NULL;
}

static int print_number(const ir_program *p, term_id t, strbuf *out)
{
    value_id v = term_value(p->bank, t);
    if (term_sort(p->bank, t) == SORT_ID_BOOL) {
        strbuf_puts(out, value_is_true(v) ? "1" : "0");
        return LEVEL_ATOM;
    }
    if (value_kind_of(p->bank, v) != VALUE_INT)
        return 0;
    mpz_t number;
    value_scratch scratch;
    value_mpz(p->bank, v, number, &scratch);
    char *text = mpz_get_str(NULL, 10, number);
    strbuf_puts(out, text);
    free(text);
    return mpz_sgn(number) < 0 ? LEVEL_UNARY : LEVEL_ATOM;
}

static int print_not(const ir_program *p, term_id inner, const c_piece *inner_args,
                     const c_piece *arg, strbuf *out)
{
    static const c_operator different = {OP_EQ, "!=", LEVEL_EQUAL};
    static const c_operator turned[] = {{OP_LE, ">", LEVEL_ORDER},
                                        {OP_LT, ">=", LEVEL_ORDER},
                                        {OP_GE, "<", LEVEL_ORDER},
                                        {OP_GT, "<=", LEVEL_ORDER}};
    term_op op = term_op_of(p->bank, inner);
    if (op == OP_EQ && term_arity(p->bank, inner) == 2)
        return print_infix(&different, inner_args, 2, out);
    for (size_t i = 0; i < sizeof turned / sizeof *turned; i++)
        if (turned[i].op == op && term_arity(p->bank, inner) == 2)
            return print_infix(&turned[i], inner_args, 2, out);
    strbuf_puts(out, "!");
    put(out, arg, LEVEL_UNARY);
    return LEVEL_UNARY;
}

static int print_call(const ir_program *p, term_id t, const c_piece *args, uint32_t n, strbuf *out)
{
    const ir_opaque *o = ir_opaque_find(p, term_decl(p->bank, t));
    if (!o)
        return 0;
    strbuf_printf(out, "%s(", o->name);
    for (uint32_t i = 0; i < n && !o->nullary; i++)
        strbuf_printf(out, "%s%s", i ? ", " : "", args[i].text);
    strbuf_puts(out, ")");
    return LEVEL_ATOM;
}

static int print_node(const ir_program *p, term_id t, const c_piece *args, const c_piece *inner,
                      strbuf *out)
{
    term_op op = term_op_of(p->bank, t);
    uint32_t n = term_arity(p->bank, t);
    for (uint32_t i = 0; i < n; i++)
        if (!args[i].level)
            return 0;
    if (op == OP_CONST)
        return print_number(p, t, out);
    if (op == OP_APP && n)
        return print_call(p, t, args, n, out);
    if (op == OP_APP) {
        const char *name = n ? NULL : variable_name(p, t);
        strbuf_puts(out, name ? name : "");
        return name ? LEVEL_ATOM : 0;
    }
    if (op == OP_NOT)
        return print_not(p, term_arg(p->bank, t, 0), inner, &args[0], out);
    if (op == OP_NEG) {
        strbuf_puts(out, "-");
        put(out, &args[0], LEVEL_ATOM);
        return LEVEL_UNARY;
    }
    bool chain = op == OP_EQ || op == OP_LE || op == OP_LT || op == OP_GE || op == OP_GT;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].op == op && n && !(chain && n != 2))
            return print_infix(&operators[i], args, n, out);
    return 0;
}

/* The pieces of `t`'s arguments, one after the other. */
static void gather(const ir_program *p, term_id t, const term_vec *order, const c_piece *pieces,
                   c_piece *out)
{
    for (uint32_t k = 0; k < term_arity(p->bank, t); k++)
        for (size_t i = 0; i < order->n; i++)
            if (order->at[i] == term_arg(p->bank, t, k))
                out[k] = pieces[i];
}

bool c_text_print(const ir_program *p, term_id t, strbuf *out)
{
    term_vec order = {0};
    term_postorder(p->bank, &t, 1, &order);
    if (order.n > MAX_NODES || term_tree_size(p->bank, t) > MAX_NODES) {
        smt_print_term(p->bank, t, NULL, out);
        vec_free(&order);
        return false;
    }
    c_piece *pieces = base_alloc_zero(order.n + 1, sizeof *pieces);
    for (size_t i = 0; i < order.n; i++) {
        strbuf text = STRBUF_INIT;
        term_id one = order.at[i], first = 0;
        uint32_t n = term_arity(p->bank, one);
        if (term_op_of(p->bank, one) == OP_NOT)
            first = term_arg(p->bank, one, 0);
        uint32_t n_inner = first ? term_arity(p->bank, first) : 0;
        c_piece *args = base_alloc_zero(n + 1, sizeof *args);
        c_piece *inner = base_alloc_zero(n_inner + 1, sizeof *inner);
        gather(p, one, &order, pieces, args);
        if (first)
            gather(p, first, &order, pieces, inner);
        pieces[i].level = print_node(p, one, args, inner, &text);
        pieces[i].text = strbuf_detach(&text);
        free(args);
        free(inner);
    }
    bool good = pieces[order.n - 1].level != 0;
    if (good)
        strbuf_puts(out, pieces[order.n - 1].text);
    else
        smt_print_term(p->bank, t, NULL, out);
    for (size_t i = 0; i < order.n; i++)
        free(pieces[i].text);
    free(pieces);
    vec_free(&order);
    return good;
}
