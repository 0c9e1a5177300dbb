/* Arrays: reading what was written, writing twice, writing what is there. */
#include "term/rewrite/rewrite_rule.h"

/* Past stores at other constant indices to the one that decides, or to the array below. */
static term_id select_store(term_bank *b, term_id t)
{
    term_id array = term_arg(b, t, 0), index = term_arg(b, t, 1);
    while (rewrite_is(b, array, OP_STORE)) {
        term_id at = term_arg(b, array, 1);
        if (at == index)
            return term_arg(b, array, 2);
        if (!rewrite_different_const(b, at, index))
            break;
        array = term_arg(b, array, 0);
    }
    return array == term_arg(b, t, 0) ? 0 : term_make2(b, OP_SELECT, array, index);
}

static term_id select_constant(term_bank *b, term_id t)
{
    term_id array = term_arg(b, t, 0);
    return rewrite_is(b, array, OP_CONST_ARRAY) ? term_arg(b, array, 0) : 0;
}

static term_id store_store(term_bank *b, term_id t)
{
    term_id array = term_arg(b, t, 0), index = term_arg(b, t, 1);
    if (!rewrite_is(b, array, OP_STORE) || term_arg(b, array, 1) != index)
        return 0;
    return term_make3(b, OP_STORE, term_arg(b, array, 0), index, term_arg(b, t, 2));
}

/* (store a i (select a i)), (store (const v) i v) */
static term_id store_same(term_bank *b, term_id t)
{
    term_id array = term_arg(b, t, 0), index = term_arg(b, t, 1), element = term_arg(b, t, 2);
    if (rewrite_is(b, element, OP_SELECT) && term_arg(b, element, 0) == array &&
        term_arg(b, element, 1) == index)
        return array;
    return rewrite_is(b, array, OP_CONST_ARRAY) && term_arg(b, array, 0) == element ? array : 0;
}

const rewrite_rule rewrite_array_rules[] = {
    {"select-store", OP_SELECT, select_store},
    {"select-constant", OP_SELECT, select_constant},
    {"store-store", OP_STORE, store_store},
    {"store-same", OP_STORE, store_same},
    {0},
};
