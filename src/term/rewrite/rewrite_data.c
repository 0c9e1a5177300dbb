/* Datatypes: selectors, testers and updaters of constructors, equality of constructors. A selector
 * at another constructor is underspecified and stays. */
#include "term/rewrite/rewrite_rule.h"

static decl_kind kind_of(const term_bank *b, term_id t)
{
    return rewrite_is(b, t, OP_APP) ? decl_kind_of(b, term_decl(b, t)) : DECL_NONE;
}

/* The constructor at the root of a term or a value; 0 if it is not known. */
static decl_id constructor_of(const term_bank *b, term_id t)
{
    if (kind_of(b, t) == DECL_CONSTRUCTOR)
        return term_decl(b, t);
    if (rewrite_is_const(b, t) && value_kind_of(b, term_value(b, t)) == VALUE_DATA)
        return value_constructor(b, term_value(b, t));
    return 0;
}

static term_id field_of(term_bank *b, term_id t, uint32_t i)
{
    return rewrite_is_const(b, t) ? term_const(b, value_child(b, term_value(b, t), i))
                                  : term_arg(b, t, i);
}

static term_id select_field(term_bank *b, term_id t)
{
    if (kind_of(b, t) != DECL_SELECTOR)
        return 0;
    term_id x = term_arg(b, t, 0);
    decl_id d = term_decl(b, t);
    return constructor_of(b, x) == decl_constructor(b, d) ? field_of(b, x, decl_field_index(b, d))
                                                          : 0;
}

static term_id test_constructor(term_bank *b, term_id t)
{
    if (kind_of(b, t) != DECL_TESTER)
        return 0;
    decl_id c = constructor_of(b, term_arg(b, t, 0));
    return c ? term_bool(c == decl_constructor(b, term_decl(b, t))) : 0;
}

/* An updater of another constructor's field changes nothing. */
static term_id update_field(term_bank *b, term_id t)
{
    if (kind_of(b, t) != DECL_UPDATER)
        return 0;
    term_id x = term_arg(b, t, 0);
    decl_id d = term_decl(b, t), c = constructor_of(b, x);
    if (!c || c != decl_constructor(b, d))
        return c ? x : 0;
    term_vec fields = {0};
    for (uint32_t i = 0; i < decl_arity(b, c); i++)
        vec_push(&fields, i == decl_field_index(b, d) ? term_arg(b, t, 1) : field_of(b, x, i));
    term_id result = term_app(b, c, fields.at, (uint32_t)fields.n);
    vec_free(&fields);
    return result;
}

static term_id fold_constructor(term_bank *b, term_id t)
{
    if (kind_of(b, t) != DECL_CONSTRUCTOR)
        return 0;
    vec_u32 values = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        if (!rewrite_is_const(b, term_arg(b, t, i))) {
            vec_free(&values);
            return 0;
        }
        vec_push(&values, term_value(b, term_arg(b, t, i)));
    }
    term_id result = term_const(b, value_data(b, term_decl(b, t), values.at));
    vec_free(&values);
    return result;
}

static term_id eq_constructors(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    if (term_arity(b, t) != 2)
        return 0;
    decl_id c = constructor_of(b, x), d = constructor_of(b, y);
    if (!c || !d || (rewrite_is_const(b, x) && rewrite_is_const(b, y)))
        return 0;
    if (c != d)
        return TERM_ID_FALSE;
    term_vec parts = {0};
    for (uint32_t i = 0; i < decl_arity(b, c); i++)
        vec_push(&parts, term_eq(b, field_of(b, x, i), field_of(b, y, i)));
    term_id result = term_and(b, parts.at, (uint32_t)parts.n);
    vec_free(&parts);
    return result;
}

const rewrite_rule rewrite_data_rules[] = {
    {"data-select", OP_APP, select_field}, {"data-test", OP_APP, test_constructor},
    {"data-update", OP_APP, update_field}, {"data-fold", OP_APP, fold_constructor},
    {"data-eq", OP_EQ, eq_constructors},   {0},
};
