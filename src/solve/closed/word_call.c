#include "solve/closed/word_call.h"

enum { MOST_ARGUMENTS = 64 }; /* boxes have no more */

bool word_call_possible(const term_bank *b, const box_set *boxes, decl_id d)
{
    bool fits = boxes_find(boxes, d) && fuzz_sort_fits(b, decl_range(b, d)) &&
                decl_arity(b, d) <= MOST_ARGUMENTS;
    for (uint32_t i = 0; i < decl_arity(b, d) && fits; i++)
        fits = fuzz_sort_fits(b, decl_domain(b, d, i));
    return fits;
}

bool word_call(term_bank *b, box_set *boxes, decl_id d, const uint64_t *args, bool known,
               uint64_t *result, box_status *status)
{
    value_id values[MOST_ARGUMENTS];
    uint32_t n = decl_arity(b, d);
    int64_t small;
    for (uint32_t i = 0; i < n; i++)
        values[i] = fuzz_value_of_word(b, decl_domain(b, d, i), args[i]);
    *status = BOX_OK;
    value_id v =
        known ? boxes_known(boxes, d, values, n, status) : boxes_call(boxes, d, values, n, status);
    if (!v || (value_kind_of(b, v) == VALUE_INT && !value_small_int(b, v, &small)))
        return false;
    *result = fuzz_word_of_value(b, v);
    return true;
}
