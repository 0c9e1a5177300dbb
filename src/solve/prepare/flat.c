#include "solve/prepare/flat.h"

#include "base/map.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

/* What is known of an array constant. */
typedef enum array_use { ARRAY_READ = 1, ARRAY_USED_OTHERWISE } array_use;

static bool is_array_constant(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_APP && !term_arity(b, t) &&
           sort_kind_of(b, term_sort(b, t)) == SORT_ARRAY;
}

static bool is_plain_read(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_SELECT && is_array_constant(b, term_arg(b, t, 0)) &&
           term_op_of(b, term_arg(b, t, 1)) == OP_CONST &&
           sort_kind_of(b, term_sort(b, t)) != SORT_ARRAY;
}

/* Notes how the array constants among the arguments of `t` are used. */
static void note_uses(const term_bank *b, term_id t, map *uses)
{
    bool read = is_plain_read(b, t);
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        term_id a = term_arg(b, t, i);
        if (!is_array_constant(b, a))
            continue;
        uint64_t *use = map_insert(uses, a, NULL);
        if (!read || *use != ARRAY_USED_OTHERWISE)
            *use = read ? ARRAY_READ : ARRAY_USED_OTHERWISE;
    }
}

void flat_arrays_put(term_bank *b, flat_arrays *f, term_vec *formulas)
{
    term_vec order = {0};
    map uses = {0};
    term_postorder(b, formulas->at, formulas->n, &order);
    for (size_t i = 0; i < order.n; i++)
        note_uses(b, order.at[i], &uses);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        if (!is_plain_read(b, t) || map_get(&uses, term_arg(b, t, 0), 0) != ARRAY_READ)
            continue;
        vec_push(&f->reads, t);
        vec_push(&f->constants,
                 term_app(b, decl_constant(b, symbol_fresh(b, "at"), term_sort(b, t)), NULL, 0));
    }
    if (f->reads.n) {
        term_subst *s = term_subst_new(b, f->reads.at, f->constants.at, f->reads.n);
        for (size_t i = 0; i < formulas->n; i++)
            formulas->at[i] = term_subst_apply(s, formulas->at[i]);
        term_subst_free(s);
    }
    map_free(&uses);
    vec_free(&order);
}

void flat_arrays_complete(term_bank *b, const flat_arrays *f, term_model *m)
{
    for (size_t i = 0; i < f->reads.n; i++) {
        term_id array = term_arg(b, f->reads.at[i], 0);
        sort_id sort = term_sort(b, array);
        decl_id d = term_decl(b, f->constants.at[i]);
        value_id whole = model_value(m, term_decl(b, array)), v = model_value(m, d);
        if (!whole)
            whole = value_array_constant(b, sort, value_default(b, sort_array_element(b, sort)));
        if (v)
            whole = value_array_store(b, whole, term_value(b, term_arg(b, f->reads.at[i], 1)), v);
        model_set_value(m, term_decl(b, array), whole);
        model_forget(m, d);
    }
}

void flat_arrays_free(flat_arrays *f)
{
    vec_free(&f->reads);
    vec_free(&f->constants);
}
