#include "solve/prepare/fields.h"

#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/rewrite/rewrite.h"

enum { MOST_FIELDS = 256 }; /* of one constant, those of fields included */

/* The constructor with fresh constants for all that is no such datatype itself; 0: there are several constructors, or
 * no end to it. */
static term_id take_apart(term_bank *b, sort_id s, unsigned *room)
{
    if (!(*room)--)
        return 0;
    if (sort_kind_of(b, s) != SORT_DATATYPE ||
        datatype_constructor_count(b, sort_datatype_of(b, s)) != 1)
        return term_app(b, decl_constant(b, symbol_fresh(b, "field"), s), NULL, 0);
    decl_id c = sort_constructor(b, s, 0);
    term_vec args = {0};
    bool good = true;
    for (uint32_t i = 0; i < decl_arity(b, c) && good; i++) {
        vec_push(&args, take_apart(b, decl_domain(b, c, i), room));
        good = vec_last(&args);
    }
    term_id t = good ? term_app(b, c, args.at, (uint32_t)args.n) : 0;
    vec_free(&args);
    return t;
}

static bool is_selector(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_APP && decl_kind_of(b, term_decl(b, t)) == DECL_SELECTOR;
}

static bool is_constant(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_APP && !term_arity(b, t) &&
           decl_kind_of(b, term_decl(b, t)) == DECL_FREE &&
           sort_kind_of(b, term_sort(b, t)) == SORT_DATATYPE;
}

void field_constants_put(term_bank *b, field_constants *f, term_vec *formulas)
{
    term_vec order = {0};
    bool selected = false;
    term_postorder(b, formulas->at, formulas->n, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        unsigned room = MOST_FIELDS;
        selected |= is_selector(b, t);
        term_id apart = is_constant(b, t) ? take_apart(b, term_sort(b, t), &room) : 0;
        if (!apart ||
            (term_arity(b, apart) == 0 && decl_kind_of(b, term_decl(b, apart)) == DECL_FREE))
            continue;
        vec_push(&f->whole, t);
        vec_push(&f->apart, apart);
    }
    if (f->whole.n || selected) {
        term_subst *s = term_subst_new(b, f->whole.at, f->apart.at, f->whole.n);
        rewriter *r = rewriter_new(b);
        for (size_t i = 0; i < formulas->n; i++)
            formulas->at[i] = rewrite_term(r, term_subst_apply(s, formulas->at[i]));
        rewriter_free(r);
        term_subst_free(s);
    }
    vec_free(&order);
}

/* The value of a constructor term; fields that the model leaves open get one. */
static value_id value_of(term_bank *b, term_id t, term_model *m)
{
    decl_id d = term_decl(b, t);
    if (decl_kind_of(b, d) == DECL_FREE) {
        value_id v = model_value(m, d);
        model_forget(m, d);
        return v ? v : value_default(b, term_sort(b, t));
    }
    vec_u32 fields = {0};
    bool good = true;
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        vec_push(&fields, value_of(b, term_arg(b, t, i), m));
        good &= fields.at[i] != 0;
    }
    value_id v = good ? value_data(b, d, fields.at) : 0;
    vec_free(&fields);
    return v;
}

void field_constants_complete(term_bank *b, const field_constants *f, term_model *m)
{
    for (size_t i = 0; i < f->whole.n; i++) {
        value_id v = value_of(b, f->apart.at[i], m);
        if (v)
            model_set_value(m, term_decl(b, f->whole.at[i]), v);
    }
}

void field_constants_free(field_constants *f)
{
    vec_free(&f->whole);
    vec_free(&f->apart);
}
