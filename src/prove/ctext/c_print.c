/* Terms as C: truth values, mathematical integers, elements of arrays. */
#include "base/map.h"
#include "prove/ctext/c_print_impl.h"
#include "smtlib/print/printer.h"
#include "term/core/walk.h"
#include "term/rewrite/rewrite.h"

/* What is larger is not for people. */
enum { MAX_NODES = 5000 };

static const c_operator operators[] = {
    {OP_OR, "||", LEVEL_OR},      {OP_AND, "&&", LEVEL_AND},   {OP_EQ, "==", LEVEL_EQUAL},
    {OP_LE, "<=", LEVEL_ORDER},   {OP_LT, "<", LEVEL_ORDER},   {OP_GE, ">=", LEVEL_ORDER},
    {OP_GT, ">", LEVEL_ORDER},    {OP_ADD, "+", LEVEL_SUM},    {OP_SUB, "-", LEVEL_SUM},
    {OP_MUL, "*", LEVEL_PRODUCT}, {OP_XOR, "!=", LEVEL_EQUAL},
};

void c_put(strbuf *out, const c_piece *piece, int level)
{
    strbuf_printf(out, piece->level < level ? "(%s)" : "%s", piece->text);
}

int c_put_infix(const c_operator *o, const c_piece *args, uint32_t n, strbuf *out)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i)
            strbuf_printf(out, " %s ", o->word);
        /* Operands of && inside || get parentheses too: compilers ask for them. */
        int level = o->level == LEVEL_OR      ? LEVEL_BIT_OR
                    : o->level == LEVEL_EQUAL ? LEVEL_SHIFT
                                              : o->level + (i > 0);
        c_put(out, &args[i], level);
    }
    return o->level;
}

static const ir_variable *variable_of(const ir_program *p, term_id t)
{
    for (size_t v = 0; v < p->variables.n; v++)
        if (p->variables.at[v].term == t)
            return &p->variables.at[v];
    return NULL;
}

static int print_variable(const c_node *n)
{
    const ir_variable *x = variable_of(n->p, n->term);
    if (!x || x->type.n_dims)
        return LEVEL_NONE;
    strbuf_puts(n->out, x->name);
    n->self->width = n->p->model == IR_MACHINE ? x->type.width : 0;
    n->self->is_unsigned = x->type.is_unsigned;
    return LEVEL_ATOM;
}

static int print_number(const c_node *n)
{
    value_id v = term_value(n->p->bank, n->term);
    if (term_sort(n->p->bank, n->term) == SORT_ID_BOOL) {
        strbuf_puts(n->out, value_is_true(v) ? "1" : "0");
        return LEVEL_ATOM;
    }
    if (value_kind_of(n->p->bank, v) != VALUE_INT)
        return LEVEL_NONE;
    mpz_t number;
    value_scratch scratch;
    value_mpz(n->p->bank, v, number, &scratch);
    char *text = mpz_get_str(NULL, 10, number);
    strbuf_puts(n->out, text);
    free(text);
    return mpz_sgn(number) < 0 ? LEVEL_UNARY : LEVEL_ATOM;
}

static int print_not(const c_node *n)
{
    static const c_operator turned[] = {{OP_EQ, "!=", LEVEL_EQUAL},
                                        {OP_LE, ">", LEVEL_ORDER},
                                        {OP_LT, ">=", LEVEL_ORDER},
                                        {OP_GE, "<", LEVEL_ORDER},
                                        {OP_GT, "<=", LEVEL_ORDER}};
    term_id inner = term_arg(n->p->bank, n->term, 0);
    term_op op = term_op_of(n->p->bank, inner);
    uint32_t arity = term_arity(n->p->bank, inner);
    if (arity == 2 && n->inner[0].width && op != OP_SELECT) {
        int level = c_print_negated_bits(n, inner);
        if (level)
            return level;
    }
    for (size_t i = 0; i < sizeof turned / sizeof *turned; i++)
        if (turned[i].op == op && arity == 2)
            return c_put_infix(&turned[i], n->inner, 2, n->out);
    strbuf_puts(n->out, "!");
    c_put(n->out, &n->args[0], LEVEL_UNARY);
    return LEVEL_UNARY;
}

static int print_call(const c_node *n)
{
    const ir_opaque *o = ir_opaque_find(n->p, term_decl(n->p->bank, n->term));
    if (!o)
        return LEVEL_NONE;
    strbuf_printf(n->out, "%s(", o->name);
    for (uint32_t i = 0; i < term_arity(n->p->bank, n->term) && !o->nullary; i++)
        strbuf_printf(n->out, "%s%s", i ? ", " : "", n->args[i].text);
    strbuf_puts(n->out, ")");
    sort_id sort = term_sort(n->p->bank, n->term);
    if (sort_kind_of(n->p->bank, sort) == SORT_BV) {
        n->self->width = sort_bv_width(n->p->bank, sort);
        n->self->is_unsigned = o->ctypes.n && vec_last(&o->ctypes)[0] == 'u';
    }
    return LEVEL_ATOM;
}

/* "forall k: these ==> that" */
static int print_forall(const c_node *n)
{
    uint32_t vars = term_var_count(n->p->bank, n->term);
    strbuf_puts(n->out, "forall");
    for (uint32_t i = 0; i < vars; i++)
        strbuf_printf(n->out, " %s", n->args[i].text);
    strbuf_printf(n->out, ": %s", n->args[vars].text);
    return LEVEL_ALL;
}

/* ---- Elements -------------------------------------------------------------------------------- */

/* The indices that a flat one was made of, the last one first. */
static bool put_indices(const c_node *n, const ir_variable *a, strbuf *indices)
{
    term_bank *b = n->p->bank;
    term_id index = term_arg(b, n->term, 1);
    const char *text = n->args[1].text + n->args[1].bare;
    uint64_t number;
    if (a->type.n_dims == 1) {
        strbuf_puts(&indices[0], text);
        return true;
    }
    if (term_op_of(b, index) == OP_CONST && value_small_bits(b, term_value(b, index), &number)) {
        for (uint32_t k = a->type.n_dims; k-- > 0; number /= a->type.counts[k])
            strbuf_printf(&indices[k], "%llu", (unsigned long long)(number % a->type.counts[k]));
        return true;
    }
    if (a->type.n_dims != 2)
        return false;
    strbuf_printf(&indices[0], "(%s) / %llu", text, (unsigned long long)a->type.counts[1]);
    strbuf_printf(&indices[1], "(%s) %% %llu", text, (unsigned long long)a->type.counts[1]);
    return true;
}

int c_print_element(const c_node *n)
{
    const ir_variable *a = variable_of(n->p, term_arg(n->p->bank, n->term, 0));
    strbuf indices[IR_MAX_DIMS];
    for (size_t k = 0; k < IR_MAX_DIMS; k++)
        strbuf_init(&indices[k]);
    bool good = a && n->args[1].level && put_indices(n, a, indices);
    size_t next = 0;
    for (const char *c = a ? a->name : ""; good && *c; c++) {
        strbuf_putc(n->out, *c);
        if (*c == '[' && c[1] == ']' && next < IR_MAX_DIMS)
            strbuf_puts(n->out, indices[next++].text);
    }
    for (size_t k = 0; k < IR_MAX_DIMS; k++)
        strbuf_free(&indices[k]);
    if (!good)
        return LEVEL_NONE;
    n->self->width = n->p->model == IR_MACHINE ? a->type.width : 0;
    n->self->is_unsigned = a->type.is_unsigned;
    return LEVEL_ATOM;
}

/* ---- Mathematical integers ------------------------------------------------------------------- */

static bool are_opposite(term_bank *b, term_id x, term_id y)
{
    rewriter *simplify = rewriter_new(b);
    term_id zero = term_const(b, value_int(b, 0));
    bool are = rewrite_term(simplify, term_make2(b, OP_ADD, x, y)) == zero;
    rewriter_free(simplify);
    return are;
}

/* What -x or -1 * x is the negation of; 0: nothing. */
static term_id negated(const term_bank *b, term_id t)
{
    int64_t factor;
    if (term_op_of(b, t) == OP_NEG)
        return term_arg(b, t, 0);
    bool minus = term_op_of(b, t) == OP_MUL && term_arity(b, t) == 2 &&
                 term_op_of(b, term_arg(b, t, 0)) == OP_CONST &&
                 value_small_int(b, term_value(b, term_arg(b, t, 0)), &factor) && factor == -1;
    return minus ? term_arg(b, t, 1) : 0;
}

/* ite(x >= 0, x div c, -(-x div c)): C's quotient, and its remainder likewise. */
static int print_quotient(const c_node *n)
{
    term_bank *b = n->p->bank;
    term_id yes = term_arg(b, n->term, 1), back = negated(b, term_arg(b, n->term, 2));
    term_op op = term_op_of(b, yes);
    if ((op != OP_IDIV && op != OP_MOD) || !back || term_op_of(b, back) != op)
        return LEVEL_NONE;
    term_id x = term_arg(b, yes, 0), by = term_arg(b, yes, 1);
    rewriter *simplify = rewriter_new(b);
    term_id positive = term_make2(b, OP_GE, x, term_const(b, value_int(b, 0)));
    bool usual =
        rewrite_term(simplify, term_eq(b, positive, term_arg(b, n->term, 0))) == TERM_ID_TRUE;
    rewriter_free(simplify);
    if (!usual || term_arg(b, back, 1) != by || !are_opposite(b, term_arg(b, back, 0), x))
        return LEVEL_NONE;
    strbuf left = STRBUF_INIT, right = STRBUF_INIT;
    bool good = c_text_print(n->p, x, &left) && c_text_print(n->p, by, &right);
    bool simple = term_op_of(b, x) == OP_APP;
    if (good)
        strbuf_printf(n->out, simple ? "%s %s %s" : "(%s) %s %s", left.text,
                      op == OP_IDIV ? "/" : "%", right.text);
    strbuf_free(&left);
    strbuf_free(&right);
    return good ? LEVEL_PRODUCT : LEVEL_NONE;
}

static int print_choice(const c_node *n)
{
    int level = print_quotient(n);
    if (level)
        return level;
    c_put(n->out, &n->args[0], LEVEL_OR);
    strbuf_puts(n->out, " ? ");
    c_put(n->out, &n->args[1], LEVEL_OR);
    strbuf_puts(n->out, " : ");
    c_put(n->out, &n->args[2], LEVEL_OR);
    return LEVEL_IF;
}

/* SMT-LIB's rounding, for positive constants: C's differs below zero. */
static int print_rounded(const c_node *n, term_op op)
{
    term_bank *b = n->p->bank;
    term_id by = term_arg(b, n->term, 1);
    int64_t c;
    if (term_op_of(b, by) != OP_CONST || !value_small_int(b, term_value(b, by), &c) || c <= 0)
        return LEVEL_NONE;
    strbuf x = STRBUF_INIT;
    c_put(&x, &n->args[0], LEVEL_PRODUCT);
    const ir_variable *v = variable_of(n->p, term_arg(b, n->term, 0));
    if (v && v->type.is_unsigned)
        strbuf_printf(n->out, "%s %s %lld", x.text, op == OP_MOD ? "%" : "/", (long long)c);
    else if (op == OP_MOD)
        strbuf_printf(n->out, "(%s %% %lld + %lld) %% %lld", x.text, (long long)c, (long long)c,
                      (long long)c);
    else
        strbuf_printf(n->out, "(%s - (%s %% %lld + %lld) %% %lld) / %lld", x.text, x.text,
                      (long long)c, (long long)c, (long long)c, (long long)c);
    strbuf_free(&x);
    return LEVEL_PRODUCT;
}

/* x mod c == 0 is the same however one rounds. */
static bool print_divisible(const c_node *n, const char *word)
{
    static const c_operator rest = {OP_MOD, "%", LEVEL_PRODUCT};
    term_bank *b = n->p->bank;
    term_id x = term_arg(b, n->term, 0), y = term_arg(b, n->term, 1);
    int64_t zero;
    if (term_op_of(b, x) != OP_MOD || term_op_of(b, y) != OP_CONST ||
        term_sort(b, y) != SORT_ID_INT || !value_small_int(b, term_value(b, y), &zero) || zero)
        return false;
    c_put_infix(&rest, n->inner, 2, n->out);
    strbuf_printf(n->out, " %s 0", word);
    return true;
}

/* ---- Terms ----------------------------------------------------------------------------------- */

static bool about_bits(const c_node *n)
{
    term_bank *b = n->p->bank;
    if (sort_kind_of(b, term_sort(b, n->term)) == SORT_BV)
        return true;
    return term_arity(b, n->term) == 2 && !term_is_binder(term_op_of(b, n->term)) &&
           sort_kind_of(b, term_sort(b, term_arg(b, n->term, 0))) == SORT_BV;
}

static int print_node(const c_node *n)
{
    term_bank *b = n->p->bank;
    term_op op = term_op_of(b, n->term);
    uint32_t arity = term_arity(b, n->term);
    if (op == OP_SELECT)
        return c_print_element(n);
    int real = c_print_real(n);
    if (real)
        return real;
    for (uint32_t i = 0; i < arity; i++)
        if (!n->args[i].level)
            return LEVEL_NONE;
    if (op == OP_APP)
        return arity ? print_call(n) : print_variable(n);
    if (op == OP_VAR) {
        strbuf_puts(n->out, symbol_text(b, term_symbol(b, n->term)));
        n->self->width = n->p->model == IR_MACHINE ? 64 : 0;
        return LEVEL_ATOM;
    }
    if (about_bits(n))
        return c_print_bits(n);
    switch (op) {
    case OP_CONST:
        return print_number(n);
    case OP_NOT:
        return print_not(n);
    case OP_NEG:
        strbuf_puts(n->out, "-");
        c_put(n->out, &n->args[0], LEVEL_ATOM);
        return LEVEL_UNARY;
    case OP_ITE:
        return print_choice(n);
    case OP_IDIV:
    case OP_MOD:
        return print_rounded(n, op);
    case OP_IMPLIES:
        c_put(n->out, &n->args[0], LEVEL_AND);
        strbuf_puts(n->out, " ==> ");
        c_put(n->out, &n->args[1], LEVEL_AND);
        return LEVEL_ALL;
    case OP_FORALL:
        return print_forall(n);
    default:
        break;
    }
    if (op == OP_EQ && arity == 2 && print_divisible(n, "=="))
        return LEVEL_EQUAL;
    bool chain = op == OP_EQ || op == OP_LE || op == OP_LT || op == OP_GE || op == OP_GT;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].op == op && arity && !(chain && arity != 2))
            return c_put_infix(&operators[i], n->args, arity, n->out);
    return LEVEL_NONE;
}

/* The pieces of `t`'s arguments, one after the other. */
static c_piece *gather(const ir_program *p, term_id t, const map *places, const c_piece *pieces)
{
    uint32_t n = t ? term_arity(p->bank, t) : 0;
    c_piece *out = base_alloc_zero(n + 1, sizeof *out);
    for (uint32_t k = 0; k < n; k++)
        out[k] = pieces[map_get(places, term_arg(p->bank, t, k), 0)];
    return out;
}

static int print_all(const ir_program *p, const term_vec *order, c_piece *pieces)
{
    map places = {0};
    int level = LEVEL_NONE;
    for (size_t i = 0; i < order->n; i++) {
        strbuf text = STRBUF_INIT;
        term_id one = order->at[i];
        c_piece *args = gather(p, one, &places, pieces);
        c_piece *inner =
            gather(p, term_arity(p->bank, one) ? term_arg(p->bank, one, 0) : 0, &places, pieces);
        c_node node = {
            .p = p, .term = one, .args = args, .inner = inner, .out = &text, .self = &pieces[i]};
        level = pieces[i].level = print_node(&node);
        pieces[i].text = strbuf_detach(&text);
        map_put(&places, one, i);
        free(args);
        free(inner);
    }
    map_free(&places);
    return level;
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
    int level = print_all(p, &order, pieces);
    if (level)
        strbuf_puts(out, pieces[order.n - 1].text);
    else
        smt_print_term(p->bank, t, NULL, out);
    for (size_t i = 0; i < order.n; i++)
        free(pieces[i].text);
    free(pieces);
    vec_free(&order);
    return level > LEVEL_ALL;
}

bool c_text_conjunction(const ir_program *p, const term_vec *conjuncts, strbuf *out)
{
    bool good = true;
    for (size_t i = 0; i < conjuncts->n; i++) {
        term_op op = term_op_of(p->bank, conjuncts->at[i]);
        bool weak = conjuncts->n > 1 && (op == OP_OR || op == OP_FORALL);
        strbuf_printf(out, "%s%s", i ? " && " : "", weak ? "(" : "");
        good = c_text_print(p, conjuncts->at[i], out) && good;
        strbuf_puts(out, weak ? ")" : "");
    }
    if (!conjuncts->n)
        strbuf_puts(out, "1");
    return good;
}
