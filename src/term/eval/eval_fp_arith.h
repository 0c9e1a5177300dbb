/* The floating-point operators that compute: arithmetic and conversions, by the hardware where it
 * is exact (fp_fast.h), else by softfp.h. Part of eval_fp.c. */
#ifndef TANDEM_TERM_EVAL_EVAL_FP_ARITH_H
#define TANDEM_TERM_EVAL_EVAL_FP_ARITH_H

#include "term/eval/eval.h"
#include "term/float/softfp.h"

value_id eval_fp_arith(eval_call *c);

static inline fp_format eval_fp_format(const term_bank *b, sort_id s)
{
    return (fp_format){sort_fp_exponent(b, s), sort_fp_significand(b, s)};
}

#endif
