/* Equality of any sort: = is identity, also of floats and of arrays. */
#include "term/rewrite/rewrite_rule.h"

static term_id eq_same(term_bank *b, term_id t)
{
    return term_arity(b, t) == 2 && term_arg(b, t, 0) == term_arg(b, t, 1) ? TERM_ID_TRUE : 0;
}

/* Constants to the right, else by id. Linear arithmetic has an order of its own. */
static term_id eq_order(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    sort_id sort = term_sort(b, x);
    if (term_arity(b, t) != 2 || sort == SORT_ID_INT || sort == SORT_ID_REAL)
        return 0;
    bool cx = rewrite_is_const(b, x), cy = rewrite_is_const(b, y);
    return cx == cy ? (x > y ? term_eq(b, y, x) : 0) : cx ? term_eq(b, y, x) : 0;
}

static term_id eq_bool(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    if (term_arity(b, t) != 2 || term_sort(b, x) != SORT_ID_BOOL)
        return 0;
    if (y == TERM_ID_TRUE || y == TERM_ID_FALSE)
        return y == TERM_ID_TRUE ? x : term_not(b, x);
    bool nx = rewrite_is(b, x, OP_NOT), ny = rewrite_is(b, y, OP_NOT);
    if (!nx && !ny)
        return 0;
    term_id inner = term_eq(b, nx ? term_arg(b, x, 0) : x, ny ? term_arg(b, y, 0) : y);
    return nx == ny ? inner : term_not(b, inner);
}

/* (= (ite c x y) z), where one branch is z or a constant that z is not. */
static term_id ite_against(term_bank *b, term_id ite, term_id z)
{
    term_id c = term_arg(b, ite, 0), x = term_arg(b, ite, 1), y = term_arg(b, ite, 2);
    if (x == z)
        return term_make2(b, OP_OR, c, term_eq(b, y, z));
    if (y == z)
        return term_make2(b, OP_OR, term_not(b, c), term_eq(b, x, z));
    if (rewrite_different_const(b, x, z))
        return term_make2(b, OP_AND, term_not(b, c), term_eq(b, y, z));
    if (rewrite_different_const(b, y, z))
        return term_make2(b, OP_AND, c, term_eq(b, x, z));
    return 0;
}

static term_id eq_ite(term_bank *b, term_id t)
{
    if (term_arity(b, t) != 2)
        return 0;
    for (uint32_t i = 0; i < 2; i++) {
        term_id x = term_arg(b, t, i), z = term_arg(b, t, 1 - i);
        term_id result = rewrite_is(b, x, OP_ITE) ? ite_against(b, x, z) : 0;
        if (result)
            return result;
    }
    return 0;
}

const rewrite_rule rewrite_equality_rules[] = {
    {"eq-chain", OP_EQ, rewrite_chain}, {"eq-same", OP_EQ, eq_same}, {"eq-order", OP_EQ, eq_order},
    {"eq-bool", OP_EQ, eq_bool},        {"eq-ite", OP_EQ, eq_ite},   {0},
};
