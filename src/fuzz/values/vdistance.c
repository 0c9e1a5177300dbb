#include "fuzz/values/vdistance.h"

#include "fuzz/values/vmetric.h"
#include "fuzz/words/distance.h"

enum {
    STEP = VMETRIC_STEP,
    MAX_EDITS = 1 << 10, /* that are told apart */
    MAX_DISTINCT = 64    /* operands of `distinct` that are looked at */
};

typedef struct pair {
    uint64_t yes, no;
} pair;

static bool has_bool_operands(const vgraph *g, const vnode *x)
{
    return x->n && g->nodes.at[g->operands.at[x->first]].sort == SORT_ID_BOOL;
}

static void need(vgraph *g, const vnode *x, uint32_t i, uint8_t needs)
{
    g->nodes.at[g->operands.at[x->first + i]].needs |= needs;
}

static void need_operands(vgraph *g, const vnode *x)
{
    const uint8_t both = DISTANCE_TO_TRUE | DISTANCE_TO_FALSE;
    uint8_t swapped = (uint8_t)(x->needs >> 1 | (x->needs & 1) << 1);
    for (uint32_t i = 0; i < x->n; i++)
        switch (x->op) {
        case OP_NOT:
            need(g, x, i, swapped);
            break;
        case OP_AND:
        case OP_OR:
            need(g, x, i, x->needs);
            break;
        case OP_IMPLIES:
            need(g, x, i, i + 1 < x->n ? swapped : x->needs);
            break;
        case OP_ITE:
            need(g, x, i, i ? x->needs : both);
            break;
        case OP_XOR:
        case OP_EQ:
        case OP_DISTINCT:
            if (has_bool_operands(g, x))
                need(g, x, i, both);
            break;
        default:
            break;
        }
}

void vdistance_needs(vgraph *g)
{
    for (size_t i = g->nodes.n; i-- > 0;)
        if (g->nodes.at[i].needs)
            need_operands(g, &g->nodes.at[i]);
}

static uint64_t nearer(uint64_t x, uint64_t y)
{
    return x < y ? x : y;
}

static pair operand_pair(const vgraph *g, const vnode *x, uint32_t i)
{
    uint32_t at = g->operands.at[x->first + i];
    return (pair){g->yes[at], g->no[at]};
}

static pair junction(const vgraph *g, const vnode *x)
{
    pair all = {0, UINT64_MAX}, any = {UINT64_MAX, 0};
    for (uint32_t i = 0; i < x->n; i++) {
        pair p = operand_pair(g, x, i);
        if (x->op == OP_IMPLIES && i + 1 < x->n)
            p = (pair){p.no, p.yes};
        all = (pair){vmetric_plus(all.yes, p.yes), nearer(all.no, p.no)};
        any = (pair){nearer(any.yes, p.yes), vmetric_plus(any.no, p.no)};
    }
    return x->op == OP_AND ? all : any;
}

/* Bools that are the same or differ. */
static pair bool_equality(pair p, pair q)
{
    return (pair){nearer(vmetric_plus(p.yes, q.yes), vmetric_plus(p.no, q.no)),
                  nearer(vmetric_plus(p.yes, q.no), vmetric_plus(p.no, q.yes))};
}

static pair equality(const vgraph *g, const vnode *x)
{
    pair sum = {0, UINT64_MAX};
    for (uint32_t i = 0; i + 1 < x->n; i++) {
        value_id v = vgraph_operand(g, x, i), w = vgraph_operand(g, x, i + 1);
        pair p = {DISTANCE_UNIT, DISTANCE_UNIT};
        if (has_bool_operands(g, x))
            p = bool_equality(operand_pair(g, x, i), operand_pair(g, x, i + 1));
        else if (v && w)
            p = (pair){vmetric_equal(g->bank, v, w), v == w ? STEP : 0};
        sum = (pair){vmetric_plus(sum.yes, p.yes), nearer(sum.no, p.no)};
    }
    return sum;
}

static pair distinctness(const vgraph *g, const vnode *x)
{
    pair sum = {0, UINT64_MAX};
    for (uint32_t i = 0; i < x->n && i < MAX_DISTINCT; i++)
        for (uint32_t j = 0; j < i; j++) {
            value_id v = vgraph_operand(g, x, i), w = vgraph_operand(g, x, j);
            pair p = {DISTANCE_UNIT, DISTANCE_UNIT};
            if (has_bool_operands(g, x)) {
                p = bool_equality(operand_pair(g, x, i), operand_pair(g, x, j));
                p = (pair){p.no, p.yes};
            } else if (v && w) {
                p = (pair){v == w ? STEP : 0, vmetric_equal(g->bank, v, w)};
            }
            sum = (pair){vmetric_plus(sum.yes, p.yes), nearer(sum.no, p.no)};
        }
    return sum;
}

/* x < y or x <= y over neighbours; `down`: the other way round. */
static pair order(const vgraph *g, const vnode *x, bool strict, bool down, bool is_signed)
{
    pair sum = {0, UINT64_MAX};
    for (uint32_t i = 0; i + 1 < x->n; i++) {
        value_id v = vgraph_operand(g, x, down ? i + 1 : i);
        value_id w = vgraph_operand(g, x, down ? i : i + 1);
        pair p = {DISTANCE_UNIT, DISTANCE_UNIT};
        if (v && w) {
            uint64_t above = vmetric_above(g->bank, v, w, is_signed);
            uint64_t below = vmetric_above(g->bank, w, v, is_signed);
            bool holds = strict ? !above && v != w : !above;
            p = (pair){holds ? 0 : above + 1, holds ? below + 1 : 0};
        }
        sum = (pair){vmetric_plus(sum.yes, p.yes), nearer(sum.no, p.no)};
    }
    return sum;
}

static pair string_test(vgraph *g, const vnode *x)
{
    value_id v = vgraph_operand(g, x, 0), w = x->n > 1 ? vgraph_operand(g, x, 1) : 0;
    if (!v || (x->n > 1 && !w))
        return (pair){DISTANCE_UNIT, DISTANCE_UNIT};
    if (x->op == OP_STR_PREFIXOF)
        return (pair){vmetric_prefix(g->bank, v, w), STEP};
    if (x->op == OP_STR_SUFFIXOF)
        return (pair){vmetric_suffix(g->bank, v, w), STEP};
    if (x->op == OP_STR_CONTAINS)
        return (pair){vmetric_contains(g->bank, v, w), STEP};
    size_t n, edits;
    const uint32_t *text = value_string_data(g->bank, v, &n);
    edits = language_edits(g->languages, w, text, n);
    return (pair){edits > MAX_EDITS ? (uint64_t)MAX_EDITS * VMETRIC_LENGTH : edits * VMETRIC_LENGTH,
                  STEP};
}

/* A Bool whose operands tell nothing about its distance. */
static pair plain(value_id v)
{
    return (pair){value_is_true(v) ? 0 : DISTANCE_UNIT, v == VALUE_ID_FALSE ? 0 : DISTANCE_UNIT};
}

static pair measure(vgraph *g, const vnode *x, value_id v)
{
    switch (x->op) {
    case OP_NOT: {
        pair p = operand_pair(g, x, 0);
        return (pair){p.no, p.yes};
    }
    case OP_AND:
    case OP_OR:
    case OP_IMPLIES:
        return junction(g, x);
    case OP_ITE: {
        pair c = operand_pair(g, x, 0), p = operand_pair(g, x, 1), q = operand_pair(g, x, 2);
        return (pair){nearer(vmetric_plus(c.yes, p.yes), vmetric_plus(c.no, q.yes)),
                      nearer(vmetric_plus(c.yes, p.no), vmetric_plus(c.no, q.no))};
    }
    case OP_EQ:
        return equality(g, x);
    case OP_DISTINCT:
        return distinctness(g, x);
    case OP_XOR:
        if (x->n == 2) {
            pair p = bool_equality(operand_pair(g, x, 0), operand_pair(g, x, 1));
            return (pair){p.no, p.yes};
        }
        return plain(v);
    case OP_LE:
    case OP_BVULE:
    case OP_STR_LE:
    case OP_FP_LEQ:
        return order(g, x, false, false, false);
    case OP_LT:
    case OP_BVULT:
    case OP_STR_LT:
    case OP_FP_LT:
        return order(g, x, true, false, false);
    case OP_GE:
    case OP_BVUGE:
    case OP_FP_GEQ:
        return order(g, x, false, true, false);
    case OP_GT:
    case OP_BVUGT:
    case OP_FP_GT:
        return order(g, x, true, true, false);
    case OP_BVSLE:
        return order(g, x, false, false, true);
    case OP_BVSLT:
        return order(g, x, true, false, true);
    case OP_BVSGE:
        return order(g, x, false, true, true);
    case OP_BVSGT:
        return order(g, x, true, true, true);
    case OP_FP_EQ:
        return equality(g, x);
    case OP_STR_PREFIXOF:
    case OP_STR_SUFFIXOF:
    case OP_STR_CONTAINS:
    case OP_STR_IN_RE:
        return string_test(g, x);
    default:
        return plain(v);
    }
}

void vdistance_measure(vgraph *g, uint32_t at)
{
    const vnode *x = &g->nodes.at[at];
    value_id v = g->values[at];
    pair p = x->sort != SORT_ID_BOOL ? (pair){0, 0}
             : x->kind == VNODE_OP   ? measure(g, x, v)
                                     : plain(v);
    /* The value has the last word: 0 means that it is there. */
    g->yes[at] = value_is_true(v) ? 0 : p.yes ? p.yes : STEP;
    g->no[at] = v == VALUE_ID_FALSE ? 0 : p.no ? p.no : STEP;
}
