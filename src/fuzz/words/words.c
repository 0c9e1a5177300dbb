/* Words of a sort. */
#include <assert.h>

#include "fuzz/words/bytecode.h"

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
