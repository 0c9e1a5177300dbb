/* Arguments for operators beyond the standard: numbers and strings of cvc5, sequences, sets, relations, bags. */
#include "generate/generate_plan.h"
#include "generate/signature.h"

/* A sequence, set or bag of the palette whose elements have that sort. */
static sort_id pick_with(generator *g, sort_kind kind, sort_id element)
{
    sort_id s = plan_pick(g, kind);
    return s && sort_element(g->b, s) == element ? s : 0;
}

static bool plan_seq(generator *g, term_op op, sort_id sort, plan *p)
{
    sort_id seq = plan_pick(g, SORT_SEQ);
    bool own = sort_kind_of(g->b, sort) == SORT_SEQ, ints = plan_has(g, SORT_ID_INT);
    switch (op) {
    case OP_SEQ_UNIT:
        return own && plan_list(p, sort_element(g->b, sort), 0, 0, 0);
    case OP_SEQ_CONCAT:
        return own && plan_all(p, sort, plan_several(g));
    case OP_SEQ_REV:
        return own && plan_all(p, sort, 1);
    case OP_SEQ_AT:
        return own && ints && plan_list(p, sort, SORT_ID_INT, 0, 0);
    case OP_SEQ_EXTRACT:
        return own && ints && plan_list(p, sort, SORT_ID_INT, SORT_ID_INT, 0);
    case OP_SEQ_UPDATE:
        return own && ints && plan_list(p, sort, SORT_ID_INT, sort, 0);
    case OP_SEQ_REPLACE:
    case OP_SEQ_REPLACE_ALL:
        return own && plan_all(p, sort, 3);
    case OP_SEQ_LEN:
        return sort == SORT_ID_INT && plan_all(p, seq, 1);
    case OP_SEQ_INDEXOF:
        return sort == SORT_ID_INT && seq && plan_list(p, seq, seq, SORT_ID_INT, 0);
    case OP_SEQ_NTH:
        seq = pick_with(g, SORT_SEQ, sort);
        return seq && ints && plan_list(p, seq, SORT_ID_INT, 0, 0);
    default:
        return sort == SORT_ID_BOOL && plan_all(p, seq, 2);
    }
}

/* A relation of the palette with so many columns, all of one sort; 0: it has none. */
static sort_id pick_relation(generator *g, uint32_t columns)
{
    sort_id s = plan_pick(g, SORT_SET);
    return s && sort_is_relation(g->b, s) &&
                   sort_parameter_count(g->b, sort_element(g->b, s)) == columns
               ? s
               : 0;
}

static bool plan_relation(generator *g, term_op op, sort_id sort, plan *p)
{
    if (!sort_is_relation(g->b, sort))
        return false;
    sort_id tuple = sort_element(g->b, sort), first = sort_parameter_at(g->b, tuple, 0);
    uint32_t n = sort_parameter_count(g->b, tuple);
    bool pairs = n == 2 && sort_parameter_at(g->b, tuple, 1) == first;
    sort_id single = pick_relation(g, 1);
    bool fits = single && sort_parameter_at(g->b, sort_element(g->b, single), 0) == first;
    switch (op) {
    case OP_REL_TRANSPOSE:
    case OP_REL_TCLOSURE:
        return pairs && plan_all(p, sort, 1);
    case OP_REL_JOIN:
        return pairs && plan_all(p, sort, 2);
    case OP_REL_PRODUCT:
        return pairs && fits && plan_all(p, single, 2);
    case OP_REL_IDEN:
        return pairs && fits && plan_all(p, single, 1);
    default:
        return false;
    }
}

static bool plan_set(generator *g, term_op op, sort_id sort, plan *p)
{
    bool own = sort_kind_of(g->b, sort) == SORT_SET;
    sort_id set = plan_pick(g, SORT_SET);
    switch (op) {
    case OP_SET_SINGLETON:
        return own && plan_list(p, sort_element(g->b, sort), 0, 0, 0);
    case OP_SET_UNION:
    case OP_SET_INTER:
        return own && plan_all(p, sort, plan_several(g));
    case OP_SET_MINUS:
        return own && plan_all(p, sort, 2);
    case OP_SET_MEMBER:
        return sort == SORT_ID_BOOL && set && plan_list(p, sort_element(g->b, set), set, 0, 0);
    case OP_SET_SUBSET:
        return sort == SORT_ID_BOOL && plan_all(p, set, 2);
    case OP_SET_CARD:
        return sort == SORT_ID_INT && plan_all(p, set, 1);
    default:
        return op >= OP_REL_TRANSPOSE && own && plan_relation(g, op, sort, p);
    }
}

static bool plan_bag(generator *g, term_op op, sort_id sort, plan *p)
{
    bool own = sort_kind_of(g->b, sort) == SORT_BAG;
    sort_id bag = plan_pick(g, SORT_BAG);
    switch (op) {
    case OP_BAG_MAKE:
        return own && plan_list(p, sort_element(g->b, sort), SORT_ID_INT, 0, 0);
    case OP_BAG_COUNT:
        return sort == SORT_ID_INT && bag && plan_list(p, sort_element(g->b, bag), bag, 0, 0);
    case OP_BAG_SUBBAG:
        return sort == SORT_ID_BOOL && plan_all(p, bag, 2);
    case OP_BAG_CARD:
        return sort == SORT_ID_INT && plan_all(p, bag, 1);
    case OP_BAG_SETOF:
        return own && plan_all(p, sort, 1);
    default:
        return op < OP_BAG_SUBBAG && own && plan_all(p, sort, 2);
    }
}

/* Numbers and strings beyond the standard. */
static bool plan_more(generator *g, term_op op, sort_id sort, plan *p)
{
    bool ints = plan_has(g, SORT_ID_INT);
    switch (generate_signatures[op]) {
    case INT_1:
        return sort == SORT_ID_INT && plan_all(p, sort, 1);
    case INT_1_BOOL:
        return sort == SORT_ID_BOOL && ints && plan_all(p, SORT_ID_INT, 1);
    case INT_2: /* of so many bits */
        p->indices[0] = 1 + (uint32_t)rng_below(g->r, 8);
        return sort == SORT_ID_INT && plan_all(p, sort, 2);
    case STR_1:
        return sort == SORT_ID_STRING && plan_all(p, sort, 1);
    case STR_UPDATE:
        return sort == SORT_ID_STRING && ints && plan_list(p, sort, SORT_ID_INT, sort, 0);
    case STR_INDEXOF_RE:
        return sort == SORT_ID_INT && plan_has(g, SORT_ID_REGLAN) &&
               plan_list(p, SORT_ID_STRING, SORT_ID_REGLAN, SORT_ID_INT, 0);
    default:
        return false;
    }
}

bool plan_extension(generator *g, term_op op, sort_id sort, plan *p)
{
    if (op < OP_SEQ_UNIT)
        return plan_more(g, op, sort, p);
    if (op >= OP_SEQ_UNIT && op <= OP_SEQ_REV)
        return plan_seq(g, op, sort, p);
    if (op >= OP_SET_SINGLETON && op <= OP_REL_JOIN_IMAGE)
        return plan_set(g, op, sort, p);
    return op >= OP_BAG_MAKE && op <= OP_BAG_CHOOSE && plan_bag(g, op, sort, p);
}
