/* Float32 and Float64 through the hardware, where that gives exactly the result of softfp.h. Each
 * function says whether it did; the result is IEEE bits, a NaN in any of its patterns. Whatever
 * rounding mode the process is in (Z3 leaves its own behind) is set aside and put back. */
#ifndef TANDEM_TERM_FLOAT_FP_FAST_H
#define TANDEM_TERM_FLOAT_FP_FAST_H

#include "term/core/op.h"
#include "term/float/softfp.h"

static inline bool fp_is_float32(fp_format f)
{
    return f.exponent == 8 && f.significand == 24;
}
static inline bool fp_is_float64(fp_format f)
{
    return f.exponent == 11 && f.significand == 53;
}

/* FP_ADD, _SUB, _MUL, _DIV, _FMA, _SQRT, _REM and _ROUND on the bits of one, two or three floats.
 */
bool fp_fast_arith(term_op op, fp_format f, fp_rounding rm, const uint64_t *x, uint64_t *result);
bool fp_fast_convert(fp_format from, fp_format to, fp_rounding rm, uint64_t x, uint64_t *result);
/* From 64 bits, taken as a signed or an unsigned number. */
bool fp_fast_from_integer(fp_format f, fp_rounding rm, uint64_t number, bool is_signed,
                          uint64_t *result);
/* To `width` <= 64 bits; *in_range tells whether the rounded number fits. */
bool fp_fast_to_integer(fp_format f, fp_rounding rm, uint64_t x, uint32_t width, bool is_signed,
                        uint64_t *result, bool *in_range);

#endif
