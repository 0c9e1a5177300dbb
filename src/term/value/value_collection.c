/* Sequences, finite sets and bags; and values in the sorts that stand for them elsewhere. */
#include <assert.h>
#include <stdlib.h>

#include "term/core/bank_impl.h"
#include "term/value/value_impl.h"

value_id value_seq(term_bank *b, sort_id sort, const value_id *elements, size_t n)
{
    assert(sort_kind_of(b, sort) == SORT_SEQ);
    vec_u32 ids = {.at = (uint32_t *)elements, .n = n};
    return value_intern_ids(b, VALUE_SEQ, sort, &ids);
}

const value_id *value_seq_data(const term_bank *b, value_id v, size_t *n)
{
    assert(value_kind_of(b, v) == VALUE_SEQ);
    uint32_t count;
    const uint32_t *ids = value_ids_of(b, v, &count);
    *n = count;
    return ids;
}

static int compare_ids(const void *x, const void *y)
{
    value_id a = *(const value_id *)x, b = *(const value_id *)y;
    return (a > b) - (a < b);
}

value_id value_set(term_bank *b, sort_id sort, const value_id *elements, size_t n)
{
    assert(sort_kind_of(b, sort) == SORT_SET);
    vec_u32 ids = {0};
    vec_append(&ids, elements, n);
    if (n)
        qsort(ids.at, n, sizeof *ids.at, compare_ids);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!kept || ids.at[kept - 1] != ids.at[i])
            ids.at[kept++] = ids.at[i];
    ids.n = kept;
    value_id v = value_intern_ids(b, VALUE_SET, sort, &ids);
    vec_free(&ids);
    return v;
}

typedef struct bag_entry {
    value_id element, count;
} bag_entry;

static int compare_entries(const void *x, const void *y)
{
    return compare_ids(&((const bag_entry *)x)->element, &((const bag_entry *)y)->element);
}

/* The sum of the counts from `first` on that belong to one element; *end is behind them. */
static value_id sum_of(term_bank *b, const bag_entry *entries, size_t n, size_t first, size_t *end)
{
    mpz_t sum, part;
    value_scratch scratch;
    mpz_init(sum);
    size_t i = first;
    for (; i < n && entries[i].element == entries[first].element; i++) {
        value_mpz(b, entries[i].count, part, &scratch);
        mpz_add(sum, sum, part);
    }
    *end = i;
    value_id v = mpz_sgn(sum) > 0 ? value_int_mpz(b, sum) : 0;
    mpz_clear(sum);
    return v;
}

value_id value_bag(term_bank *b, sort_id sort, const value_id *pairs, size_t n)
{
    assert(sort_kind_of(b, sort) == SORT_BAG);
    VEC(bag_entry) entries = {0};
    for (size_t i = 0; i < n; i++)
        vec_push(&entries, ((bag_entry){pairs[2 * i], pairs[2 * i + 1]}));
    if (n)
        qsort(entries.at, n, sizeof *entries.at, compare_entries);
    vec_u32 ids = {0};
    for (size_t i = 0; i < n;) {
        value_id element = entries.at[i].element, sum = sum_of(b, entries.at, n, i, &i);
        if (!sum)
            continue;
        vec_push(&ids, element);
        vec_push(&ids, sum);
    }
    value_id v = value_intern_ids(b, VALUE_BAG, sort, &ids);
    vec_free(&entries);
    vec_free(&ids);
    return v;
}

/* Place of the first element that is not below; elements lie `stride` apart. */
static uint32_t place_of(const uint32_t *ids, uint32_t n, uint32_t stride, value_id element)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (ids[stride * middle] < element)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool value_set_has(const term_bank *b, value_id set, value_id element)
{
    uint32_t n;
    const uint32_t *ids = value_ids_of(b, set, &n);
    uint32_t i = place_of(ids, n, 1, element);
    return i < n && ids[i] == element;
}

value_id value_bag_count(term_bank *b, value_id bag, value_id element)
{
    uint32_t n;
    const uint32_t *ids = value_ids_of(b, bag, &n);
    uint32_t i = place_of(ids, n / 2, 2, element);
    return i < n / 2 && ids[2 * i] == element ? ids[2 * i + 1] : value_int(b, 0);
}

static bool cast_all(term_bank *b, const value_id *from, size_t n, sort_id sort, vec_u32 *out)
{
    for (size_t i = 0; i < n; i++) {
        value_id v = value_cast(b, from[i], sort);
        if (!v)
            return false;
        vec_push(out, v);
    }
    return true;
}

static void ids_of(const term_bank *b, value_id v, vec_u32 *out)
{
    uint32_t n;
    const uint32_t *ids = value_ids_of(b, v, &n);
    vec_append(out, ids, n);
}

static bool is_positive(const term_bank *b, value_id number)
{
    mpz_t n;
    value_scratch scratch;
    value_mpz(b, number, n, &scratch);
    return mpz_sgn(n) > 0;
}

/* An array of Bool or Int as a set or bag: finite only where the default says "not in it". */
static value_id array_to_collection(term_bank *b, value_id v, sort_id sort)
{
    bool bag = sort_kind_of(b, sort) == SORT_BAG;
    value_id out = bag ? value_int(b, 0) : VALUE_ID_FALSE;
    vec_u32 ids = {0};
    bool good = true;
    if (value_array_default(b, v) != out) { /* then only over a sort that is finite itself */
        sort_id index = sort_array_index(b, value_sort(b, v));
        vec_u32 all = {0};
        good = sort_cardinality(b, index, 4096) != 0;
        if (good)
            value_enumerate(b, index, 4096, &all);
        for (size_t i = 0; good && i < all.n; i++) {
            value_id there = value_array_select(b, v, all.at[i]);
            if (there == out)
                continue;
            vec_push(&ids, all.at[i]);
            if (bag)
                vec_push(&ids, there);
        }
        vec_free(&all);
    } else {
        for (uint32_t i = 0; i < value_array_size(b, v); i++) {
            vec_push(&ids, value_array_index_at(b, v, i));
            if (bag)
                vec_push(&ids, value_array_element_at(b, v, i));
        }
    }
    for (size_t i = 0; good && i < ids.n; i += bag ? 2 : 1) {
        ids.at[i] = value_cast(b, ids.at[i], sort_element(b, sort));
        good = ids.at[i] && (!bag || is_positive(b, ids.at[i + 1]));
    }
    value_id result = !good ? 0
                      : bag ? value_bag(b, sort, ids.at, ids.n / 2)
                            : value_set(b, sort, ids.at, ids.n);
    vec_free(&ids);
    return result;
}

static value_id collection_to_array(term_bank *b, value_id v, sort_id sort)
{
    bool bag = value_kind_of(b, v) == VALUE_BAG;
    sort_id index = sort_array_index(b, sort);
    vec_u32 ids = {0}, pairs = {0};
    ids_of(b, v, &ids);
    bool good = true;
    for (size_t i = 0; good && i < ids.n; i += bag ? 2 : 1) {
        value_id element = value_cast(b, ids.at[i], index);
        good = element != 0;
        vec_push(&pairs, element);
        vec_push(&pairs, bag ? ids.at[i + 1] : VALUE_ID_TRUE);
    }
    value_id empty = value_array_constant(b, sort, bag ? value_int(b, 0) : VALUE_ID_FALSE);
    value_id result = good ? value_array_store_all(b, empty, pairs.at, pairs.n / 2) : 0;
    vec_free(&ids);
    vec_free(&pairs);
    return result;
}

static value_id array_to_array(term_bank *b, value_id v, sort_id sort)
{
    value_id rest = value_cast(b, value_array_default(b, v), sort_array_element(b, sort));
    if (!rest)
        return 0;
    vec_u32 pairs = {0};
    bool good = true;
    for (uint32_t i = 0; good && i < value_array_size(b, v); i++) {
        vec_push(&pairs, value_cast(b, value_array_index_at(b, v, i), sort_array_index(b, sort)));
        good = vec_last(&pairs) != 0;
        vec_push(&pairs,
                 value_cast(b, value_array_element_at(b, v, i), sort_array_element(b, sort)));
        good = good && vec_last(&pairs) != 0;
    }
    value_id base = value_array_constant(b, sort, rest);
    value_id result = good ? value_array_store_all(b, base, pairs.at, pairs.n / 2) : 0;
    vec_free(&pairs);
    return result;
}

static value_id seq_to_seq(term_bank *b, value_id v, sort_id sort)
{
    vec_u32 ids = {0}, cast = {0};
    ids_of(b, v, &ids);
    value_id result = cast_all(b, ids.at, ids.n, sort_element(b, sort), &cast)
                          ? value_seq(b, sort, cast.at, cast.n)
                          : 0;
    vec_free(&ids);
    vec_free(&cast);
    return result;
}

/* Recursion here is on the depth of a sort expression, which the reader bounds. */
value_id value_cast(term_bank *b, value_id v, sort_id sort)
{
    sort_kind from = sort_kind_of(b, value_sort(b, v)), to = sort_kind_of(b, sort);
    if (value_sort(b, v) == sort)
        return v;
    if (from == SORT_ARRAY && to == SORT_ARRAY)
        return array_to_array(b, v, sort);
    if (from == SORT_ARRAY && (to == SORT_SET || to == SORT_BAG))
        return array_to_collection(b, v, sort);
    if ((from == SORT_SET || from == SORT_BAG) && to == SORT_ARRAY)
        return collection_to_array(b, v, sort);
    if (from == SORT_SEQ && to == SORT_SEQ)
        return seq_to_seq(b, v, sort);
    return 0;
}

bool value_casts(const term_bank *b, sort_id from, sort_id to)
{
    sort_kind x = sort_kind_of(b, from), y = sort_kind_of(b, to);
    if (from == to)
        return true;
    if (x == SORT_SEQ && y == SORT_SEQ)
        return value_casts(b, sort_element(b, from), sort_element(b, to));
    if (x == SORT_ARRAY && y == SORT_ARRAY)
        return value_casts(b, sort_array_index(b, from), sort_array_index(b, to)) &&
               value_casts(b, sort_array_element(b, from), sort_array_element(b, to));
    if (x == SORT_ARRAY && (y == SORT_SET || y == SORT_BAG))
        return sort_array_element(b, from) == (y == SORT_SET ? SORT_ID_BOOL : SORT_ID_INT) &&
               value_casts(b, sort_array_index(b, from), sort_element(b, to));
    return (x == SORT_SET || x == SORT_BAG) && y == SORT_ARRAY && value_casts(b, to, from);
}
