/* Expression records as terms. */
#include <gmp.h>
#include <stdio.h>

#include "explore/trace/trace_impl.h"

/* ---- Operands -------------------------------------------------------------------------------- */

term_id trace_bits(trace_reader *r, uint32_t e, uint32_t width)
{
    term_id t = trace_natural(r, e);
    if (!t || r->widths[e] != width)
        return trace_refuse(r, "expression %u is none of %u bits", e, width);
    sort_kind kind = sort_kind_of(r->bank, term_sort(r->bank, t));
    if (kind == SORT_BOOL)
        return term_make3(r->bank, OP_ITE, t, trace_number(r, 1, 1), trace_number(r, 1, 0));
    return kind == SORT_FP ? trace_float_bits(r, t, width) : t;
}

term_id trace_truth(trace_reader *r, uint32_t e)
{
    term_id t = trace_natural(r, e);
    if (!t || r->widths[e] != 1)
        return trace_refuse(r, "expression %u is no truth value", e);
    if (term_sort(r->bank, t) == SORT_ID_BOOL)
        return t;
    return term_eq(r->bank, t, trace_number(r, 1, 1));
}

/* ---- Integers -------------------------------------------------------------------------------- */

static const struct {
    tandem_op op;
    term_op term;
} arithmetic[] = {
    {TANDEM_ADD, OP_BVADD},   {TANDEM_SUB, OP_BVSUB},   {TANDEM_MUL, OP_BVMUL},
    {TANDEM_UDIV, OP_BVUDIV}, {TANDEM_SDIV, OP_BVSDIV}, {TANDEM_UREM, OP_BVUREM},
    {TANDEM_SREM, OP_BVSREM}, {TANDEM_SHL, OP_BVSHL},   {TANDEM_LSHR, OP_BVLSHR},
    {TANDEM_ASHR, OP_BVASHR}, {TANDEM_AND, OP_BVAND},   {TANDEM_OR, OP_BVOR},
    {TANDEM_XOR, OP_BVXOR},   {TANDEM_ULT, OP_BVULT},   {TANDEM_ULE, OP_BVULE},
    {TANDEM_SLT, OP_BVSLT},   {TANDEM_SLE, OP_BVSLE},
};

static term_op arithmetic_op(uint32_t op)
{
    for (size_t i = 0; i < sizeof arithmetic / sizeof *arithmetic; i++)
        if (arithmetic[i].op == op)
            return arithmetic[i].term;
    return OP_NONE;
}

static bool is_bool(const trace_reader *r, uint32_t e)
{
    return e && e < r->at && r->terms[e] && term_sort(r->bank, r->terms[e]) == SORT_ID_BOOL;
}

static term_id truth_table(trace_reader *r, uint32_t op, term_id a, term_id b)
{
    switch (op) {
    case TANDEM_AND:
        return term_and(r->bank, (term_id[]){a, b}, 2);
    case TANDEM_OR:
        return term_or(r->bank, (term_id[]){a, b}, 2);
    case TANDEM_EQ:
        return term_eq(r->bank, a, b);
    default:
        return term_make2(r->bank, OP_XOR, a, b);
    }
}

static term_id binary(trace_reader *r, const tandem_record *x)
{
    uint32_t op = x->op, operand = x->a && x->a < r->at ? r->widths[x->a] : 0;
    bool compares = op >= TANDEM_EQ && op <= TANDEM_SLE;
    if (!trace_is_width(operand) || x->width != (compares ? 1 : operand))
        return trace_refuse(r, "operands of width %u make no result of %u", operand, x->width);
    bool logic = op == TANDEM_AND || op == TANDEM_OR || op == TANDEM_XOR || op == TANDEM_EQ ||
                 op == TANDEM_NE;
    if (operand == 1 && logic && (is_bool(r, x->a) || is_bool(r, x->b))) {
        term_id a = trace_truth(r, x->a), b = trace_truth(r, x->b);
        return a && b ? truth_table(r, op, a, b) : 0;
    }
    term_id a = trace_bits(r, x->a, operand), b = trace_bits(r, x->b, operand);
    if (!a || !b)
        return 0;
    if (op == TANDEM_EQ || op == TANDEM_NE) {
        term_id same = term_eq(r->bank, a, b);
        return op == TANDEM_EQ ? same : term_not(r->bank, same);
    }
    return term_make2(r->bank, arithmetic_op(op), a, b);
}

static term_id resize(trace_reader *r, const tandem_record *x)
{
    uint32_t from = x->a && x->a < r->at ? r->widths[x->a] : 0, to = x->width;
    bool grows = x->op == TANDEM_ZEXT || x->op == TANDEM_SEXT;
    uint32_t low = x->op == TANDEM_EXTRACT ? x->b : 0;
    if (!trace_is_width(from) || (grows ? to < from : low > from || to > from - low))
        return trace_refuse(r, "%u bits cannot be made of %u", to, from);
    term_id a = trace_bits(r, x->a, from);
    if (!a || to == from)
        return a;
    uint32_t extra = to - from, cut[] = {low + to - 1, low};
    if (grows)
        return term_make(r->bank, x->op == TANDEM_ZEXT ? OP_ZERO_EXTEND : OP_SIGN_EXTEND, &extra, 1,
                         &a, 1);
    return term_make(r->bank, OP_EXTRACT, cut, 2, &a, 1);
}

/* Constants of more than 64 bits come in two parts. */
static term_id join_constants(trace_reader *r, term_id high, term_id low, uint32_t low_bits)
{
    value_scratch scratch[2];
    mpz_t number, a, b;
    value_mpz(r->bank, term_value(r->bank, high), a, &scratch[0]);
    value_mpz(r->bank, term_value(r->bank, low), b, &scratch[1]);
    mpz_init(number);
    mpz_mul_2exp(number, a, low_bits);
    mpz_add(number, number, b);
    uint32_t width = low_bits + sort_bv_width(r->bank, term_sort(r->bank, high));
    term_id t = term_const(r->bank, value_bv_mpz(r->bank, width, number));
    mpz_clear(number);
    return t;
}

static term_id concat(trace_reader *r, const tandem_record *x)
{
    uint32_t high = x->a && x->a < r->at ? r->widths[x->a] : 0;
    uint32_t low = x->b && x->b < r->at ? r->widths[x->b] : 0;
    if (!trace_is_width(high) || !trace_is_width(low) || high + low != x->width)
        return trace_refuse(r, "%u and %u bits are not %u", high, low, x->width);
    term_id a = trace_bits(r, x->a, high), b = trace_bits(r, x->b, low);
    if (!a || !b)
        return 0;
    if (term_op_of(r->bank, a) == OP_CONST && term_op_of(r->bank, b) == OP_CONST)
        return join_constants(r, a, b, low);
    return term_make2(r->bank, OP_CONCAT, a, b);
}

static term_id choice(trace_reader *r, const tandem_record *x)
{
    term_id c = trace_truth(r, x->a);
    if (c && is_bool(r, x->b) && is_bool(r, x->c))
        return term_make3(r->bank, OP_ITE, c, trace_truth(r, x->b), trace_truth(r, x->c));
    term_id a = c ? trace_bits(r, x->b, x->width) : 0, b = a ? trace_bits(r, x->c, x->width) : 0;
    return b ? term_make3(r->bank, OP_ITE, c, a, b) : 0;
}

static term_id negation(trace_reader *r, const tandem_record *x)
{
    if (x->width == 1 && is_bool(r, x->a))
        return term_not(r->bank, trace_truth(r, x->a));
    term_id a = trace_bits(r, x->a, x->width);
    return a ? term_make1(r->bank, OP_BVNOT, a) : 0;
}

/* ---- All ------------------------------------------------------------------------------------- */

static term_id input(trace_reader *r, const tandem_record *x)
{
    if (x->a >= r->n_inputs || x->width != 8 || x->b >= r->inputs[x->a].bytes)
        return trace_refuse(r, "byte %u of input %u is none", x->b, x->a);
    const tandem_input *object = &r->inputs[x->a];
    uint64_t key = (uint64_t)object->kind << 56 ^ (uint64_t)(object->index & 0xffff) << 32 ^ x->b;
    bool is_new;
    uint64_t *place = map_insert(&r->tb->variables, key, &is_new);
    if (is_new) {
        static const char *const kinds[] = {"arg", "env", "stdin", "file", "object"};
        char name[64];
        snprintf(name, sizeof name, "%s%u!%u", kinds[object->kind], object->index, x->b);
        *place = decl_constant(r->bank, symbol_make(r->bank, name), sort_bv(r->bank, 8));
    }
    decl_id decl = (decl_id)*place;
    uint64_t *known = map_insert(&r->variable_of, decl, &is_new);
    if (is_new) {
        *known = r->trace->variables.n;
        trace_variable v = {.kind = object->kind,
                            .index = object->index,
                            .offset = x->b,
                            .decl = decl,
                            .term = term_app(r->bank, decl, NULL, 0)};
        v.value = trace_input_byte(r->test, v.kind, v.index, v.offset);
        vec_push(&r->trace->variables, v);
    }
    return r->trace->variables.at[*known].term;
}

static term_id fresh(trace_reader *r, const tandem_record *x)
{
    const uint64_t *place = x->b < r->at ? map_find(&r->box_at, x->b) : NULL;
    trace_box *box = place ? &r->trace->boxes.at[*place] : NULL;
    if (!box || x->a >= box->outputs.n || box->widths.at[x->a] != x->width || !x->width)
        return trace_refuse(r, "result %u of box record %u is none of %u bits", x->a, x->b,
                            x->width);
    if (!box->inputs.n) /* it saw no input after all */
        return trace_number(r, x->width, box->outputs.at[x->a]);
    decl_id *decl = &box->decls.at[x->a];
    if (!*decl) {
        vec_u32 domain = {0};
        for (size_t i = 0; i < box->inputs.n; i++)
            vec_push(&domain, term_sort(r->bank, box->inputs.at[i]));
        symbol_id name = symbol_fresh(r->bank, box->name[0] ? box->name : "box");
        *decl = decl_new(r->bank, name, domain.at, (uint32_t)domain.n, sort_bv(r->bank, x->width));
        map_put(&r->trace->box_of_decl, *decl, *place << 32 | x->a);
        vec_free(&domain);
    }
    return term_app(r->bank, *decl, box->inputs.at, (uint32_t)box->inputs.n);
}

term_id trace_expression(trace_reader *r, const tandem_record *x)
{
    switch ((tandem_op)x->op) {
    case TANDEM_CONST:
        return trace_is_width(x->width) ? trace_number(r, x->width, trace_record_constant(x))
                                        : trace_refuse(r, "a constant of %u bits", x->width);
    case TANDEM_INPUT:
        return input(r, x);
    case TANDEM_FRESH:
        return fresh(r, x);
    case TANDEM_NOT:
        return negation(r, x);
    case TANDEM_ZEXT:
    case TANDEM_SEXT:
    case TANDEM_TRUNC:
    case TANDEM_EXTRACT:
        return trace_is_width(x->width) ? resize(r, x) : trace_refuse(r, "no width: %u", x->width);
    case TANDEM_CONCAT:
        return trace_is_width(x->width) ? concat(r, x) : trace_refuse(r, "no width: %u", x->width);
    case TANDEM_ITE:
        return choice(r, x);
    case TANDEM_TABLE:
        return trace_table(r, x);
    default:
        if (x->op >= TANDEM_ADD && x->op <= TANDEM_SLE)
            return binary(r, x);
        return trace_float_expression(r, x);
    }
}
