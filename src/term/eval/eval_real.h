/* Operators on rational numbers, to_real, to_int and is_int: the part of eval_arith.c that is about
 * fractions. Algebraic numbers do not come here. */
#ifndef TANDEM_TERM_EVAL_EVAL_REAL_H
#define TANDEM_TERM_EVAL_EVAL_REAL_H

#include "term/eval/eval.h"

/* Numbers that would have more bits than this are not computed (EVAL_FUEL). */
#define EVAL_MAX_BITS (UINT64_C(1) << 24)

value_id eval_real(eval_call *c);
/* Less, equal, greater: negative, 0, positive. */
int eval_real_compare(const term_bank *b, value_id x, value_id y);

#endif
