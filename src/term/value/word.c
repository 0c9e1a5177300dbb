#include "term/value/word.h"

bool word_fits_sort(const term_bank *b, sort_id s)
{
    switch (sort_kind_of(b, s)) {
    case SORT_BOOL:
    case SORT_INT:
    case SORT_ROUNDING_MODE:
        return true;
    case SORT_BV:
        return sort_bv_width(b, s) <= 64;
    case SORT_FP: {
        uint32_t e = sort_fp_exponent(b, s), m = sort_fp_significand(b, s);
        return (e == 8 && m == 24) || (e == 11 && m == 53);
    }
    default:
        return false;
    }
}

uint64_t word_of_value(const term_bank *b, value_id v)
{
    uint64_t bits = 0;
    int64_t number = 0;
    switch (value_kind_of(b, v)) {
    case VALUE_BOOL:
        return value_is_true(v);
    case VALUE_RM:
        return value_rounding(b, v);
    case VALUE_INT:
        value_small_int(b, v, &number);
        return (uint64_t)number;
    default:
        value_small_bits(b, v, &bits);
        return bits;
    }
}

bool word_of_small(const term_bank *b, value_id v, uint64_t *word)
{
    int64_t small;
    if (value_kind_of(b, v) == VALUE_INT && !value_small_int(b, v, &small))
        return false;
    *word = word_of_value(b, v);
    return true;
}

value_id value_of_word(term_bank *b, sort_id s, uint64_t word)
{
    switch (sort_kind_of(b, s)) {
    case SORT_BOOL:
        return value_bool(word);
    case SORT_ROUNDING_MODE:
        return value_rm(b, (fp_rounding)word);
    case SORT_INT:
        return value_int(b, (int64_t)word);
    case SORT_FP:
        return value_fp_u64(b, s, word);
    default:
        return value_bv_u64(b, sort_bv_width(b, s), word);
    }
}
