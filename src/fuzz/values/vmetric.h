/* How far values are from each other, on the scale of distance.h: a binary digit of difference is
 * VMETRIC_STEP, a missing character VMETRIC_LENGTH. */
#ifndef TANDEM_FUZZ_VALUES_VMETRIC_H
#define TANDEM_FUZZ_VALUES_VMETRIC_H

#include "term/value/value.h"

enum { VMETRIC_STEP = 1 << 10, VMETRIC_LENGTH = 22 << 10 };

/* Saturating. */
static inline uint64_t vmetric_plus(uint64_t x, uint64_t y)
{
    const uint64_t most = UINT64_C(1) << 48;
    return x < most && y < most - x ? x + y : most;
}

/* What kind of order an operator is: between neighbours, or not at all. */
typedef struct vmetric_order {
    bool is_order, strict, down, is_signed;
} vmetric_order;
vmetric_order vmetric_order_of(term_op op);

/* 0 exactly when they are equal; of one sort. */
uint64_t vmetric_equal(const term_bank *b, value_id x, value_id y);
/* How far x lies above y, on a logarithmic scale; 0: it does not. Numbers of all kinds (bit-vectors
 * as signed if `is_signed`) and strings. */
uint64_t vmetric_above(const term_bank *b, value_id x, value_id y, bool is_signed);
/* Strings: x from being a prefix of y, a suffix of y; x from containing y. */
uint64_t vmetric_prefix(const term_bank *b, value_id x, value_id y);
uint64_t vmetric_suffix(const term_bank *b, value_id x, value_id y);
uint64_t vmetric_contains(const term_bank *b, value_id x, value_id y);

#endif
