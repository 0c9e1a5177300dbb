/* Arrays near an array. */
#include "fuzz/values/vmutate.h"

/* A place: one that is written, one of the dictionary, one beside or anywhere. */
static value_id some_index(vwords *w, value_id now)
{
    term_bank *b = w->bank;
    sort_id s = sort_array_index(b, value_sort(b, now));
    uint32_t n = value_array_size(b, now);
    value_id v = 0;
    if (n && rng_one_in(w->r, 3))
        v = value_array_index_at(b, now, (uint32_t)rng_below(w->r, n));
    else if (rng_one_in(w->r, 4))
        v = vwords_some(w, s);
    if (v)
        return rng_one_in(w->r, 4) ? vmutate(w, v) : v;
    if (sort_kind_of(b, s) == SORT_BV) {
        uint32_t width = sort_bv_width(b, s);
        uint64_t size = width < 10 ? UINT64_C(1) << width : w->limits->values_indices;
        return value_bv_u64(b, width,
                            rng_below(w->r, rng_one_in(w->r, 8) ? size
                                            : size < 16         ? size
                                                                : 16));
    }
    v = value_default(b, s);
    return v ? vmutate(w, v) : 0;
}

/* The first places of a buffer in a row: rising or falling from one that stays, or all the same;
 * what orders and patterns ask for, and single changes find only by chance. */
static value_id row(vwords *w, value_id now)
{
    term_bank *b = w->bank;
    sort_id s = value_sort(b, now), index = sort_array_index(b, s),
            element = sort_array_element(b, s);
    if (sort_kind_of(b, index) != SORT_BV || sort_kind_of(b, element) != SORT_BV ||
        sort_bv_width(b, element) > 64)
        return now;
    uint32_t width = sort_bv_width(b, index), bits = sort_bv_width(b, element);
    uint64_t n = width < 5 ? UINT64_C(1) << width : 2 + rng_below(w->r, 31), first;
    uint64_t anchor = rng_below(w->r, n), step = rng_below(w->r, 5) - 2;
    if (!value_small_bits(b, value_array_select(b, now, value_bv_u64(b, width, anchor)), &first))
        return now;
    for (uint64_t i = 0; i < n; i++)
        now = value_array_store(b, now, value_bv_u64(b, width, i),
                                value_bv_u64(b, bits, first + (i - anchor) * step));
    return now;
}

value_id vmutate_array(vwords *w, value_id now)
{
    term_bank *b = w->bank;
    value_id i = some_index(w, now), j = some_index(w, now);
    if (!i || !j)
        return now;
    value_id x = value_array_select(b, now, i), y = value_array_select(b, now, j);
    switch (rng_below(w->r, 16)) {
    case 0: /* everywhere else */
        x = vmutate(w, value_array_default(b, now));
        y = value_array_constant(b, value_sort(b, now), x);
        for (uint32_t k = 0; k < value_array_size(b, now); k++)
            y = value_array_store(b, y, value_array_index_at(b, now, k),
                                  value_array_element_at(b, now, k));
        return y;
    case 1: /* exchanged */
        return value_array_store(b, value_array_store(b, now, i, y), j, x);
    case 2: /* copied */
        return value_array_store(b, now, i, y);
    case 3:
        return row(w, now);
    case 4: /* two at once */
    case 5:
        now = value_array_store(b, now, j, vmutate(w, y));
        x = value_array_select(b, now, i);
        return value_array_store(b, now, i, vmutate(w, x));
    default:
        return value_array_store(b, now, i, vmutate(w, x));
    }
}
