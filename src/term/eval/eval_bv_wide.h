/* Bit-vector operators when an argument or the result has more than 64 bits: GMP numbers. Part of
 * eval_bv.c, which keeps the short ones. */
#ifndef TANDEM_TERM_EVAL_EVAL_BV_WIDE_H
#define TANDEM_TERM_EVAL_EVAL_BV_WIDE_H

#include "term/eval/eval.h"

value_id eval_bv_wide(const eval_call *c);

#endif
