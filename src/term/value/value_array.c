/* Array values: a default, and the entries that differ from it, sorted by index. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "term/core/bank_impl.h"
#include "term/value/value_impl.h"

/* Arrays: ids are the default, then index and element in turn. */
value_id value_array_default(const term_bank *b, value_id v)
{
    uint32_t n;
    assert(value_kind_of(b, v) == VALUE_ARRAY);
    return value_ids_of(b, v, &n)[0];
}

uint32_t value_array_size(const term_bank *b, value_id v)
{
    uint32_t n;
    value_ids_of(b, v, &n);
    return (n - 1) / 2;
}

value_id value_array_index_at(const term_bank *b, value_id v, uint32_t i)
{
    uint32_t n;
    return value_ids_of(b, v, &n)[1 + 2 * i];
}

value_id value_array_element_at(const term_bank *b, value_id v, uint32_t i)
{
    uint32_t n;
    return value_ids_of(b, v, &n)[2 + 2 * i];
}

value_id value_array_constant(term_bank *b, sort_id sort, value_id element)
{
    vec_u32 ids = {.at = &element, .n = 1};
    return value_intern_ids(b, VALUE_ARRAY, sort, &ids);
}

/* Position of the first entry whose index is not below `index`. */
static uint32_t array_position(const uint32_t *entries, uint32_t count, value_id index)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (entries[2 * middle] < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

value_id value_array_select(const term_bank *b, value_id array, value_id index)
{
    uint32_t n;
    const uint32_t *ids = value_ids_of(b, array, &n);
    uint32_t count = (n - 1) / 2, i = array_position(ids + 1, count, index);
    return i < count && ids[1 + 2 * i] == index ? ids[2 + 2 * i] : ids[0];
}

/* Over a finite index sort the same array could be written with different defaults once the default
 * no longer stands for most indices. The canonical default is then the most frequent element (of
 * several: the smallest id), and every index is looked at. */
static void canonical_default(term_bank *b, sort_id sort, vec_u32 *ids)
{
    uint32_t entries = (uint32_t)(ids->n - 1) / 2;
    sort_id index_sort = sort_array_index(b, sort);
    uint64_t domain = sort_cardinality(b, index_sort, (uint64_t)2 * entries + 1);
    if (!domain || domain > 2 * (uint64_t)entries)
        return;
    value_id best = ids->at[0];
    uint64_t best_count = domain - entries;
    for (uint32_t i = 0; i < entries; i++) {
        uint64_t count = 0;
        for (uint32_t j = 0; j < entries; j++)
            count += ids->at[2 + 2 * j] == ids->at[2 + 2 * i];
        value_id e = ids->at[2 + 2 * i];
        if (count > best_count || (count == best_count && (e < best || !best_count)))
            best = e, best_count = count;
    }
    if (best == ids->at[0])
        return;
    vec_u32 all = {0}, changed = {0};
    value_enumerate(b, index_sort, domain, &all);
    vec_push(&changed, best);
    for (size_t i = 0; i < all.n; i++) { /* sorted by insertion: domains are small here */
        uint32_t k = array_position(ids->at + 1, entries, all.at[i]);
        value_id e =
            k < entries && ids->at[1 + 2 * k] == all.at[i] ? ids->at[2 + 2 * k] : ids->at[0];
        if (e == best)
            continue;
        uint32_t count = (uint32_t)(changed.n - 1) / 2;
        uint32_t at = array_position(changed.at + 1, count, all.at[i]);
        vec_resize(&changed, changed.n + 2);
        memmove(changed.at + 3 + 2 * at, changed.at + 1 + 2 * at,
                2 * (count - at) * sizeof *changed.at);
        changed.at[1 + 2 * at] = all.at[i];
        changed.at[2 + 2 * at] = e;
    }
    vec_free(ids);
    vec_free(&all);
    *ids = changed;
}

value_id value_array_store(term_bank *b, value_id array, value_id index, value_id element)
{
    if (value_array_select(b, array, index) == element)
        return array;
    uint32_t n;
    const uint32_t *old = value_ids_of(b, array, &n);
    uint32_t count = (n - 1) / 2, i = array_position(old + 1, count, index);
    bool there = i < count && old[1 + 2 * i] == index;
    vec_u32 ids = {0};
    vec_append(&ids, old, 1 + 2 * (size_t)i);
    if (element != old[0]) {
        vec_push(&ids, index);
        vec_push(&ids, element);
    }
    size_t rest = 1 + 2 * ((size_t)i + there);
    vec_append(&ids, old + rest, n - rest);
    sort_id sort = value_sort(b, array);
    canonical_default(b, sort, &ids);
    value_id v = value_intern_ids(b, VALUE_ARRAY, sort, &ids);
    vec_free(&ids);
    return v;
}

typedef struct array_entry {
    value_id index, element;
    size_t order;
} array_entry;

static int compare_entries(const void *x, const void *y)
{
    const array_entry *a = x, *b = y;
    if (a->index != b->index)
        return a->index < b->index ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

value_id value_array_store_all(term_bank *b, value_id array, const value_id *pairs, size_t n)
{
    uint32_t n_old;
    const uint32_t *old = value_ids_of(b, array, &n_old);
    VEC(array_entry) entries = {0};
    for (uint32_t i = 1; i < n_old; i += 2)
        vec_push(&entries, ((array_entry){old[i], old[i + 1], 0}));
    for (size_t i = 0; i < n; i++)
        vec_push(&entries, ((array_entry){pairs[2 * i], pairs[2 * i + 1], i + 1}));
    if (entries.n)
        qsort(entries.at, entries.n, sizeof *entries.at, compare_entries);
    vec_u32 ids = {0};
    vec_push(&ids, old[0]);
    for (size_t i = 0; i < entries.n; i++) {
        bool last = i + 1 == entries.n || entries.at[i + 1].index != entries.at[i].index;
        if (!last || entries.at[i].element == old[0])
            continue;
        vec_push(&ids, entries.at[i].index);
        vec_push(&ids, entries.at[i].element);
    }
    sort_id sort = value_sort(b, array);
    canonical_default(b, sort, &ids);
    value_id v = value_intern_ids(b, VALUE_ARRAY, sort, &ids);
    vec_free(&entries);
    vec_free(&ids);
    return v;
}
