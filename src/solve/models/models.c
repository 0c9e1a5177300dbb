#include "solve/models/models.h"

#include "box/words.h"
#include "solve/models/models_impl.h"

/* The term as one of the sort that the call has. */
static term_id fitted(const model_call *c, term_id t)
{
    term_bank *b = c->bank;
    if (!t || term_sort(b, t) == c->range)
        return t;
    if (sort_kind_of(b, c->range) != SORT_BV || sort_kind_of(b, term_sort(b, t)) != SORT_BV)
        return 0;
    uint32_t has = sort_bv_width(b, term_sort(b, t)), wanted = sort_bv_width(b, c->range);
    uint32_t low[] = {wanted - 1, 0}, more[] = {wanted - has};
    return has > wanted ? term_make(b, OP_EXTRACT, low, 2, &t, 1)
                        : term_make(b, OP_SIGN_EXTEND, more, 1, &t, 1);
}

term_id models_term(term_bank *b, const box_set *boxes, decl_id d, models_use use,
                    const term_id *parameters)
{
    box_original original;
    if (use == MODELS_NONE || !boxes_original(boxes, d, &original) ||
        (use == MODELS_SYSTEM && !original.of_system))
        return 0;
    known_function f = models_of_text(original.function);
    if (!f)
        f = models_of_number(original.function);
    model_call c = {
        .bank = b, .original = &original, .parameters = parameters, .range = decl_range(b, d)};
    c.cells = boxes_cells(boxes, d, &c.n_cells);
    return f ? fitted(&c, f(&c, original.function)) : 0;
}
