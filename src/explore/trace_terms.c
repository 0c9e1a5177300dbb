/* Expression records as terms. */
#include <stdio.h>

#include "explore/trace_impl.h"

static bool is_width(uint32_t width)
{
    return width >= 1 && width <= 64;
}

static term_id number(trace_reader *r, uint32_t width, uint64_t value)
{
    return term_const(r->bank, value_bv_u64(r->bank, width, value));
}

static sort_id float_sort(trace_reader *r, uint32_t width)
{
    return width == 32 ? sort_fp(r->bank, 8, 24) : sort_fp(r->bank, 11, 53);
}

static term_id nearest(trace_reader *r)
{
    return term_const(r->bank, value_rm(r->bank, RM_RNE));
}

/* ---- Operands ----------------------------------------------------------------------------------
 */

static term_id natural(trace_reader *r, uint32_t e)
{
    return e && e < r->at ? r->terms[e] : 0;
}

term_id trace_bits(trace_reader *r, uint32_t e, uint32_t width)
{
    term_id t = natural(r, e);
    if (!t || r->widths[e] != width)
        return trace_refuse(r, "expression %u is none of %u bits", e, width);
    sort_kind kind = sort_kind_of(r->bank, term_sort(r->bank, t));
    if (kind == SORT_BOOL)
        return term_make3(r->bank, OP_ITE, t, number(r, 1, 1), number(r, 1, 0));
    return kind == SORT_FP ? term_make1(r->bank, OP_FP_TO_BITS, t) : t;
}

term_id trace_truth(trace_reader *r, uint32_t e)
{
    term_id t = natural(r, e);
    if (!t || r->widths[e] != 1)
        return trace_refuse(r, "expression %u is no truth value", e);
    if (term_sort(r->bank, t) == SORT_ID_BOOL)
        return t;
    return term_eq(r->bank, t, number(r, 1, 1));
}

term_id trace_float(trace_reader *r, uint32_t e, uint32_t width)
{
    term_id t = natural(r, e);
    if (!t || r->widths[e] != width || (width != 32 && width != 64))
        return trace_refuse(r, "expression %u is no number of %u bits", e, width);
    if (sort_kind_of(r->bank, term_sort(r->bank, t)) == SORT_FP)
        return t;
    if (term_op_of(r->bank, t) == OP_CONST) {
        uint64_t bits = 0;
        value_small_bits(r->bank, term_value(r->bank, t), &bits);
        return term_const(r->bank, value_fp_u64(r->bank, float_sort(r, width), bits));
    }
    uint32_t indices[] = {width == 32 ? 8 : 11, width == 32 ? 24 : 53};
    return term_make(r->bank, OP_FP_FROM_BITS, indices, 2, &t, 1);
}

/* ---- Integers ----------------------------------------------------------------------------------
 */

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
    if (!is_width(operand) || x->width != (compares ? 1 : operand))
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
    if (!is_width(from) || (grows ? to < from : low > from || to > from - low))
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

static term_id concat(trace_reader *r, const tandem_record *x)
{
    uint32_t high = x->a && x->a < r->at ? r->widths[x->a] : 0;
    uint32_t low = x->b && x->b < r->at ? r->widths[x->b] : 0;
    if (!is_width(high) || !is_width(low) || high + low != x->width)
        return trace_refuse(r, "%u and %u bits are not %u", high, low, x->width);
    term_id a = trace_bits(r, x->a, high), b = trace_bits(r, x->b, low);
    return a && b ? term_make2(r->bank, OP_CONCAT, a, b) : 0;
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

/* ---- Floating point ----------------------------------------------------------------------------
 */

/* x - x, which bit-blasting finds hard. */
static term_id no_difference(trace_reader *r, term_id x, uint32_t width)
{
    uint64_t infinity = width == 32 ? UINT64_C(0x7f800000) : UINT64_C(0x7ff0000000000000);
    term_id none[] = {term_make1(r->bank, OP_FP_IS_NAN, x),
                      term_make1(r->bank, OP_FP_IS_INFINITE, x)};
    term_id nan = term_const(r->bank, value_fp_u64(r->bank, float_sort(r, width), infinity + 1));
    return term_make3(r->bank, OP_ITE, term_or(r->bank, none, 2), nan,
                      term_const(r->bank, value_fp_u64(r->bank, float_sort(r, width), 0)));
}

static term_id float_binary(trace_reader *r, const tandem_record *x, uint32_t width)
{
    term_id a = trace_float(r, x->a, width), b = a ? trace_float(r, x->b, width) : 0;
    if (!b)
        return 0;
    switch (x->op) {
    case TANDEM_FADD:
        return term_make3(r->bank, OP_FP_ADD, nearest(r), a, b);
    case TANDEM_FSUB:
        return a == b ? no_difference(r, a, width)
                      : term_make3(r->bank, OP_FP_SUB, nearest(r), a, b);
    case TANDEM_FMUL:
        return term_make3(r->bank, OP_FP_MUL, nearest(r), a, b);
    case TANDEM_FDIV:
        return term_make3(r->bank, OP_FP_DIV, nearest(r), a, b);
    case TANDEM_FOEQ:
        return term_make2(r->bank, OP_FP_EQ, a, b);
    case TANDEM_FOLT:
        return term_make2(r->bank, OP_FP_LT, a, b);
    case TANDEM_FOLE:
        return term_make2(r->bank, OP_FP_LEQ, a, b);
    default: { /* FUNO */
        term_id either[] = {term_make1(r->bank, OP_FP_IS_NAN, a),
                            term_make1(r->bank, OP_FP_IS_NAN, b)};
        return term_or(r->bank, either, 2);
    }
    }
}

/* The sign is a bit of the pattern, also of a NaN's, unless that came out of arithmetic, which does
 * not say what pattern it has. */
static term_id sign(trace_reader *r, const tandem_record *x)
{
    term_id t = natural(r, x->a), a = trace_bits(r, x->a, x->width);
    if (!a || (x->width != 32 && x->width != 64))
        return a ? trace_refuse(r, "no number of %u bits", x->width) : 0;
    if (sort_kind_of(r->bank, term_sort(r->bank, t)) == SORT_FP)
        return term_make1(r->bank, x->op == TANDEM_FNEG ? OP_FP_NEG : OP_FP_ABS, t);
    uint64_t top = UINT64_C(1) << (x->width - 1);
    if (x->op == TANDEM_FNEG)
        return term_make2(r->bank, OP_BVXOR, a, number(r, x->width, top));
    return term_make2(r->bank, OP_BVAND, a, number(r, x->width, top - 1));
}

static term_id float_resize(trace_reader *r, const tandem_record *x)
{
    uint32_t from = x->op == TANDEM_FEXT ? 32 : 64, to = 96 - from;
    if (x->width != to)
        return trace_refuse(r, "no conversion of floats to %u bits", x->width);
    term_id a = trace_float(r, x->a, from);
    uint32_t indices[] = {to == 32 ? 8 : 11, to == 32 ? 24 : 53};
    return a ? term_make(r->bank, OP_FP_FROM_FP, indices, 2, (term_id[]){nearest(r), a}, 2) : 0;
}

static term_id from_integer(trace_reader *r, const tandem_record *x)
{
    uint32_t from = x->a && x->a < r->at ? r->widths[x->a] : 0;
    if (!is_width(from) || (x->width != 32 && x->width != 64))
        return trace_refuse(r, "no conversion to a number of %u bits", x->width);
    term_id a = trace_bits(r, x->a, from);
    uint32_t indices[] = {x->width == 32 ? 8 : 11, x->width == 32 ? 24 : 53};
    term_op op = x->op == TANDEM_FROM_SINT ? OP_FP_FROM_SBV : OP_FP_FROM_UBV;
    return a ? term_make(r->bank, op, indices, 2, (term_id[]){nearest(r), a}, 2) : 0;
}

/* 2^exponent as a number of this width; negative with `negative`. */
static term_id power(trace_reader *r, uint32_t width, uint32_t exponent, bool negative)
{
    uint64_t bits =
        width == 32 ? (uint64_t)(127 + exponent) << 23 : (uint64_t)(1023 + exponent) << 52;
    bits |= (uint64_t)negative << (width - 1);
    return term_const(r->bank, value_fp_u64(r->bank, float_sort(r, width), bits));
}

/* Outside the range C says nothing, and machines say the smallest integer. */
static term_id to_integer(trace_reader *r, const tandem_record *x)
{
    uint32_t from = x->a && x->a < r->at ? r->widths[x->a] : 0, to = x->width;
    if (!is_width(to))
        return trace_refuse(r, "no integer of %u bits", to);
    term_id a = trace_float(r, x->a, from);
    if (!a)
        return 0;
    bool is_signed = x->op == TANDEM_TO_SINT;
    term_id cut =
        term_make2(r->bank, OP_FP_ROUND, term_const(r->bank, value_rm(r->bank, RM_RTZ)), a);
    term_id inside[] = {
        term_make2(r->bank, OP_FP_LT, cut, power(r, from, is_signed ? to - 1 : to, false)),
        is_signed ? term_make2(r->bank, OP_FP_LEQ, power(r, from, to - 1, true), cut)
                  : term_make2(r->bank, OP_FP_LT, power(r, from, 0, true), cut)};
    term_id exact = term_make(r->bank, is_signed ? OP_FP_TO_SBV : OP_FP_TO_UBV, &to, 1,
                              (term_id[]){term_const(r->bank, value_rm(r->bank, RM_RTZ)), a}, 2);
    return term_make3(r->bank, OP_ITE, term_and(r->bank, inside, 2), exact,
                      number(r, to, UINT64_C(1) << (to - 1)));
}

/* ---- All ---------------------------------------------------------------------------------------
 */

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
        return number(r, x->width, box->outputs.at[x->a]);
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

static term_id float_root(trace_reader *r, const tandem_record *x)
{
    term_id a = trace_float(r, x->a, x->width);
    return a ? term_make2(r->bank, OP_FP_SQRT, nearest(r), a) : 0;
}

static term_id float_round(trace_reader *r, const tandem_record *x)
{
    static const fp_rounding modes[] = {RM_RNE, RM_RTZ, RM_RTN, RM_RTP, RM_RNA};
    if (x->b >= TANDEM_ROUNDINGS)
        return trace_refuse(r, "no rounding %u", x->b);
    term_id a = trace_float(r, x->a, x->width),
            mode = term_const(r->bank, value_rm(r->bank, modes[x->b]));
    return a ? term_make2(r->bank, OP_FP_ROUND, mode, a) : 0;
}

term_id trace_expression(trace_reader *r, const tandem_record *x)
{
    uint32_t operand = x->a && x->a < r->at ? r->widths[x->a] : 0;
    switch ((tandem_op)x->op) {
    case TANDEM_CONST:
        return is_width(x->width) ? number(r, x->width, trace_record_constant(x))
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
        return is_width(x->width) ? resize(r, x) : trace_refuse(r, "no width: %u", x->width);
    case TANDEM_CONCAT:
        return x->width <= 64 ? concat(r, x) : trace_refuse(r, "no width: %u", x->width);
    case TANDEM_ITE:
        return choice(r, x);
    case TANDEM_TABLE:
        return trace_table(r, x);
    case TANDEM_FADD:
    case TANDEM_FSUB:
    case TANDEM_FMUL:
    case TANDEM_FDIV:
        return float_binary(r, x, x->width);
    case TANDEM_FREM:
        return trace_fmod(r, x);
    case TANDEM_FOEQ:
    case TANDEM_FOLT:
    case TANDEM_FOLE:
    case TANDEM_FUNO:
        return x->width == 1 ? float_binary(r, x, operand)
                             : trace_refuse(r, "a comparison of width %u", x->width);
    case TANDEM_FNEG:
    case TANDEM_FABS:
        return sign(r, x);
    case TANDEM_FSQRT:
        return float_root(r, x);
    case TANDEM_FROUND:
        return float_round(r, x);
    case TANDEM_FEXT:
    case TANDEM_FTRUNC:
        return float_resize(r, x);
    case TANDEM_FROM_SINT:
    case TANDEM_FROM_UINT:
        return from_integer(r, x);
    case TANDEM_TO_SINT:
    case TANDEM_TO_UINT:
        return to_integer(r, x);
    default:
        if (x->op >= TANDEM_ADD && x->op <= TANDEM_SLE)
            return binary(r, x);
        return trace_refuse(r, "operator %u is no expression", x->op);
    }
}
