/* Between machine words and values. */
#include <assert.h>

#include "fuzz/words/bytecode.h"

uint64_t fuzz_word_of_value(const term_bank *b, value_id v)
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

value_id fuzz_value_of_word(term_bank *b, sort_id s, uint64_t word)
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

fuzz_fit fuzz_fit_of(const term_bank *b, sort_id s)
{
    fuzz_fit f = {UINT64_MAX, UINT64_MAX, false};
    switch (sort_kind_of(b, s)) {
    case SORT_BOOL:
        f.mask = 1;
        break;
    case SORT_ROUNDING_MODE:
        f.mode = true;
        break;
    case SORT_BV:
        f.mask >>= 64 - sort_bv_width(b, s);
        break;
    case SORT_FP:
        if (sort_fp_exponent(b, s) == 11) {
            f.infinity = UINT64_C(0x7ff0000000000000);
        } else {
            f.mask = UINT32_MAX;
            f.infinity = 0x7f800000;
        }
        break;
    default:
        break;
    }
    return f;
}

uint64_t fuzz_fit_word(const term_bank *b, sort_id s, uint64_t word)
{
    fuzz_fit f = fuzz_fit_of(b, s);
    return fuzz_fit_cut(&f, word);
}
