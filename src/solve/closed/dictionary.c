#include "solve/closed/dictionary.h"

#include "base/map.h"

/* Bytes as the beginning of a value of the sort; 0: they are none. */
static value_id beginning(term_bank *b, sort_id sort, const uint8_t *bytes, size_t n)
{
    sort_kind kind = sort_kind_of(b, sort);
    if (kind == SORT_BV && sort_bv_width(b, sort) >= 8 * n) {
        mpz_t number;
        mpz_init(number);
        mpz_import(number, n, -1, 1, 0, 0, bytes);
        value_id v = value_bv_mpz(b, sort_bv_width(b, sort), number);
        mpz_clear(number);
        return v;
    }
    if (kind == SORT_STRING) {
        vec_u32 points = {0};
        bool text = true;
        for (size_t i = 0; i < n; i++) {
            vec_push(&points, bytes[i]);
            text &= bytes[i] && bytes[i] < 128;
        }
        value_id v = text ? value_string(b, points.at, points.n) : 0;
        vec_free(&points);
        return v;
    }
    sort_id index = kind == SORT_ARRAY ? sort_array_index(b, sort) : 0;
    if (!index || sort_array_element(b, sort) != sort_bv(b, 8) || sort_kind_of(b, index) != SORT_BV)
        return 0;
    value_id v = value_array_constant(b, sort, value_bv_u64(b, 8, 0));
    for (size_t i = 0; i < n; i++)
        v = value_array_store(b, v, value_bv_u64(b, sort_bv_width(b, index), i),
                              value_bv_u64(b, 8, bytes[i]));
    return v;
}

void dictionary_find(const fuzz_bytecode *p, const box_set *boxes, vec_u32 *words)
{
    const box_sighting_vec *seen = boxes_sightings(boxes);
    map sorts = {0};
    for (size_t k = 0; k < p->inputs.n; k++) {
        bool fresh;
        map_insert(&sorts, p->inputs.at[k].sort, &fresh);
        for (size_t i = 0; fresh && i < seen->n; i++) {
            const box_sighting *w = &seen->at[i];
            value_id v = beginning(p->bank, p->inputs.at[k].sort, w->bytes, w->n);
            if (v)
                vec_push(words, v);
        }
    }
    map_free(&sorts);
}
