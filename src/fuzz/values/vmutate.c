#include "fuzz/values/vmutate.h"

#include <stdlib.h>

#include "fuzz/values/vrun.h"

/* ---- The dictionary -------------------------------------------------------------------------- */

static void add_value(vwords *w, value_id v)
{
    sort_id s = value_sort(w->bank, v);
    uint64_t *at = map_insert(&w->lists, s, NULL);
    if (!*at) {
        vec_u32 empty = {0};
        vec_push(&w->values, empty);
        *at = w->values.n;
    }
    vec_u32 *list = &w->values.at[*at - 1];
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == v)
            return;
    if (list->n < w->limits->values_words)
        vec_push(list, v);
}

static void add_characters(vwords *w, value_id v)
{
    size_t n;
    const uint32_t *text = value_string_data(w->bank, v, &n);
    for (size_t i = 0; i < n && w->characters.n < w->limits->values_words; i++)
        vec_push(&w->characters, text[i]);
}

/* What a constant may mean elsewhere: its length, its digits. */
static void add_relatives(vwords *w, value_id v)
{
    size_t n;
    value_id other = 0;
    switch (value_kind_of(w->bank, v)) {
    case VALUE_STRING:
        value_string_data(w->bank, v, &n);
        add_characters(w, v);
        add_value(w, value_int(w->bank, (int64_t)n));
        other = vconvert(w->bank, v, SORT_ID_INT);
        break;
    case VALUE_INT:
        other = vconvert(w->bank, v, SORT_ID_STRING);
        break;
    default:
        break;
    }
    if (other)
        add_value(w, other);
}

void vwords_add(vwords *w, value_id v)
{
    if (value_kind_of(w->bank, v) == VALUE_ALGEBRAIC || value_kind_of(w->bank, v) == VALUE_REGEX)
        return;
    add_value(w, v);
    add_relatives(w, v);
}

void vwords_init(vwords *w, const fuzz_bytecode *p, rng *r, const fuzz_limits *limits)
{
    *w = (vwords){.bank = p->bank, .r = r, .limits = limits};
    for (uint32_t i = 1; i < p->code.n; i++)
        if (p->code.at[i].op == FUZZ_CONST)
            vwords_add(w, vrun_value_of(p, i, p->code.at[i].imm));
}

void vwords_free(vwords *w)
{
    for (size_t i = 0; i < w->values.n; i++)
        vec_free(&w->values.at[i]);
    vec_free(&w->values);
    vec_free(&w->characters);
    map_free(&w->lists);
}

value_id vwords_some(vwords *w, sort_id s)
{
    uint64_t at = map_get(&w->lists, s, 0);
    if (!at)
        return 0;
    const vec_u32 *list = &w->values.at[at - 1];
    return list->at[rng_below(w->r, list->n)];
}

uint32_t vwords_character(vwords *w)
{
    static const char common[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    if (w->characters.n && rng_one_in(w->r, 3))
        return w->characters.at[rng_below(w->r, w->characters.n)];
    if (rng_one_in(w->r, 64))
        return (uint32_t)rng_below(w->r, rng_one_in(w->r, 4) ? 0x30000 : 256);
    return (uint32_t)common[rng_below(w->r, sizeof common - 1)];
}

/* ---- All sorts ------------------------------------------------------------------------------- */

value_id vmutate(vwords *w, value_id now)
{
    sort_id s = value_sort(w->bank, now);
    if (rng_one_in(w->r, 6)) {
        value_id v = vwords_some(w, s);
        if (v)
            return v;
    }
    switch (value_kind_of(w->bank, now)) {
    case VALUE_BOOL:
        return value_bool(!value_is_true(now));
    case VALUE_RM:
        return value_rm(w->bank, (fp_rounding)rng_below(w->r, 5));
    case VALUE_FP:
        return rng_one_in(w->r, 6) ? vmutate_special_float(w, s) : vmutate_bits(w, now);
    case VALUE_BV:
        return vmutate_bits(w, now);
    case VALUE_INT:
        return vmutate_int(w, now);
    case VALUE_REAL:
        return vmutate_real(w, now);
    case VALUE_STRING:
        return vmutate_string(w, now);
    case VALUE_ARRAY:
        return vmutate_array(w, now);
    default:
        return now;
    }
}
