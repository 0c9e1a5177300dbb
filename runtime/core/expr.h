/* Building expressions, with the foldings that keep them small where programs move bytes about: a
 * value stored byte by byte and loaded again is the same expression. Results may be constants;
 * tandem_settle turns those into 0, "concrete". 0 is never an operand here. */
#ifndef TANDEM_RUNTIME_CORE_EXPR_H
#define TANDEM_RUNTIME_CORE_EXPR_H

#include "runtime/core/log.h"

static inline uint64_t tandem_mask(uint32_t width)
{
    return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

tandem_expr tandem_const(uint32_t width, uint64_t value);
/* Is it a constant? Then which. */
bool tandem_is_const(tandem_expr e, uint64_t *value);
tandem_expr tandem_settle(tandem_expr e);

/* `width` is that of the operands; comparisons give width 1. */
tandem_expr tandem_build(uint32_t op, uint32_t width, tandem_expr a, tandem_expr b);
tandem_expr tandem_build_not(tandem_expr a);
tandem_expr tandem_extend(uint32_t op, tandem_expr a, uint32_t to); /* ZEXT or SEXT */
tandem_expr tandem_extract(tandem_expr a, uint32_t bit, uint32_t width);
tandem_expr tandem_concat(tandem_expr high, tandem_expr low);
/* Bytes in the order of memory, at most 8; those whose expression is 0 have the value given. 0 if
 * all are. */
tandem_expr tandem_join(const tandem_expr *bytes, uint32_t n, uint64_t value);

#endif
