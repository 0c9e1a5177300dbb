#include "smtlib/print/sort_closure.h"

#include "base/map.h"
#include "term/core/decl.h"

void sort_push_parts(const term_bank *b, sort_id s, vec_u32 *sorts)
{
    if (sort_kind_of(b, s) == SORT_ARRAY) {
        vec_push(sorts, sort_array_index(b, s));
        vec_push(sorts, sort_array_element(b, s));
    }
    for (uint32_t i = 0, n = sort_parameter_count(b, s); i < n; i++)
        vec_push(sorts, sort_parameter_at(b, s, i));
}

void sort_push_fields(term_bank *b, sort_id instance, vec_u32 *sorts)
{
    uint32_t n = datatype_constructor_count(b, sort_datatype_of(b, instance));
    for (uint32_t i = 0; i < n; i++) {
        decl_id c = sort_constructor(b, instance, i);
        for (uint32_t j = 0; j < decl_arity(b, c); j++)
            vec_push(sorts, decl_domain(b, c, j));
    }
}

void sort_closure(term_bank *b, const vec_u32 *decls, vec_u32 *all)
{
    enum { MOST = 10000 }; /* a datatype may nest its own instances without end */
    map seen = {0};
    vec_u32 stack = {0};
    for (size_t i = 0; i < decls->n; i++) {
        for (uint32_t j = 0; j < decl_arity(b, decls->at[i]); j++)
            vec_push(&stack, decl_domain(b, decls->at[i], j));
        vec_push(&stack, decl_range(b, decls->at[i]));
        while (stack.n) {
            bool is_new;
            sort_id s = vec_pop(&stack);
            map_insert(&seen, s, &is_new);
            if (!is_new || all->n >= MOST)
                continue;
            vec_push(all, s);
            sort_push_parts(b, s, &stack);
            if (sort_kind_of(b, s) == SORT_DATATYPE)
                sort_push_fields(b, s, &stack);
        }
    }
    map_free(&seen);
    vec_free(&stack);
}
