/* Values of the public API, as C has them. */
#include "api/context.h"

#include <string.h>

static value_kind kind_of(tandem_context *t, tandem_value value)
{
    return api_is_value(t, value) ? value_kind_of(t->bank, value) : VALUE_NONE;
}

const char *api_value_text(tandem_context *t, tandem_value value)
{
    if (!api_is_value(t, value))
        return NULL;
    strbuf_clear(&t->text);
    smt_print_value(api_bank(t), value, DIALECT_STANDARD, &t->text);
    return t->text.text;
}

tandem_sort api_value_sort(tandem_context *t, tandem_value value)
{
    return api_is_value(t, value) ? value_sort(t->bank, value) : 0;
}

bool api_value_int(tandem_context *t, tandem_value value, int64_t *number)
{
    return kind_of(t, value) == VALUE_INT && value_small_int(t->bank, value, number);
}

bool api_value_bits(tandem_context *t, tandem_value value, uint64_t *bits)
{
    value_kind kind = kind_of(t, value);
    if (kind == VALUE_BOOL)
        *bits = value_is_true(value);
    return kind == VALUE_BOOL ||
           ((kind == VALUE_BV || kind == VALUE_FP) && value_small_bits(t->bank, value, bits));
}

bool api_value_fraction(tandem_context *t, tandem_value value, int64_t *numerator,
                        int64_t *denominator)
{
    value_kind kind = kind_of(t, value);
    if (kind == VALUE_INT)
        *denominator = 1;
    return kind == VALUE_INT
               ? value_small_int(t->bank, value, numerator)
               : kind == VALUE_REAL &&
                     value_small_int(t->bank, value_numerator(t->bank, value), numerator) &&
                     value_small_int(t->bank, value_denominator(t->bank, value), denominator);
}

bool api_value_double(tandem_context *t, tandem_value value, double *number)
{
    value_kind kind = kind_of(t, value);
    uint64_t bits;
    if (kind == VALUE_INT || kind == VALUE_REAL) {
        mpq_t fraction;
        mpq_init(fraction);
        value_get_mpq(t->bank, value, fraction);
        *number = mpq_get_d(fraction);
        mpq_clear(fraction);
        return true;
    }
    if (kind != VALUE_FP || !value_small_bits(t->bank, value, &bits))
        return false;
    sort_id sort = value_sort(t->bank, value);
    uint32_t exponent = sort_fp_exponent(t->bank, sort);
    uint32_t significand = sort_fp_significand(t->bank, sort);
    if (exponent == 11 && significand == 53) {
        memcpy(number, &bits, sizeof *number);
        return true;
    }
    uint32_t half = (uint32_t)bits;
    float narrow;
    memcpy(&narrow, &half, sizeof narrow);
    *number = (double)narrow;
    return exponent == 8 && significand == 24;
}

size_t api_value_bytes(tandem_context *t, tandem_value value, uint8_t *bytes, size_t size)
{
    value_kind kind = kind_of(t, value);
    if (kind != VALUE_BOOL && kind != VALUE_BV && kind != VALUE_FP)
        return 0;
    sort_id sort = value_sort(t->bank, value);
    uint64_t width = kind == VALUE_BOOL ? 1
                     : kind == VALUE_BV ? sort_bv_width(t->bank, sort)
                                        : (uint64_t)sort_fp_exponent(t->bank, sort) +
                                              sort_fp_significand(t->bank, sort);
    size_t whole = (size_t)(width + 7) / 8, written = 0;
    uint8_t *all = base_alloc_zero(whole + sizeof(mp_limb_t), 1);
    if (kind == VALUE_BOOL) {
        *all = value_is_true(value);
    } else {
        mpz_t number; /* read-only: not to be cleared */
        value_scratch scratch;
        value_mpz(t->bank, value, number, &scratch);
        mpz_export(all, &written, -1, 1, 0, 0, number);
    }
    if (size)
        memset(bytes, 0, size);
    if (size)
        memcpy(bytes, all, size < whole ? size : whole);
    free(all);
    return whole;
}

const uint32_t *api_value_string(tandem_context *t, tandem_value value, size_t *n)
{
    static const uint32_t nothing[1];
    *n = 0;
    if (kind_of(t, value) != VALUE_STRING)
        return NULL;
    const uint32_t *characters = value_string_data(t->bank, value, n);
    return *n ? characters : nothing;
}

tandem_value api_value_array_default(tandem_context *t, tandem_value value)
{
    return kind_of(t, value) == VALUE_ARRAY ? value_array_default(t->bank, value) : 0;
}

size_t api_value_array_size(tandem_context *t, tandem_value value)
{
    return kind_of(t, value) == VALUE_ARRAY ? value_array_size(t->bank, value) : 0;
}

tandem_value api_value_array_index(tandem_context *t, tandem_value value, size_t i)
{
    return i < api_value_array_size(t, value) ? value_array_index_at(t->bank, value, (uint32_t)i)
                                              : 0;
}

tandem_value api_value_array_element(tandem_context *t, tandem_value value, size_t i)
{
    return i < api_value_array_size(t, value) ? value_array_element_at(t->bank, value, (uint32_t)i)
                                              : 0;
}

tandem_value api_value_select(tandem_context *t, tandem_value array, tandem_value index)
{
    if (kind_of(t, array) != VALUE_ARRAY || !api_is_value(t, index))
        return 0;
    sort_id wanted = sort_array_index(t->bank, value_sort(t->bank, array));
    if (value_sort(t->bank, index) != wanted)
        return api_fail(t, "the index has another sort than those of the array");
    return value_array_select(t->bank, array, index);
}

static bool has_children(value_kind kind)
{
    return kind == VALUE_DATA || kind == VALUE_SEQ || kind == VALUE_SET || kind == VALUE_BAG;
}

size_t api_value_child_count(tandem_context *t, tandem_value value)
{
    return has_children(kind_of(t, value)) ? value_child_count(t->bank, value) : 0;
}

tandem_value api_value_child(tandem_context *t, tandem_value value, size_t i)
{
    return i < api_value_child_count(t, value) ? value_child(t->bank, value, (uint32_t)i) : 0;
}

tandem_function api_value_constructor(tandem_context *t, tandem_value value)
{
    return kind_of(t, value) == VALUE_DATA ? value_constructor(t->bank, value) : 0;
}
