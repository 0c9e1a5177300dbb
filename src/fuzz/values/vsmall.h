/* Numbers of usual size without allocation: bit-vectors and floats of up to 512 bits as limbs, fractions
 * whose parts fit machine words. What is larger is GMP's business. */
#ifndef TANDEM_FUZZ_VALUES_VSMALL_H
#define TANDEM_FUZZ_VALUES_VSMALL_H

#include "term/value/value.h"

enum { VSMALL_LIMBS = 8 };

typedef struct vsmall_bits {
    uint64_t limbs[VSMALL_LIMBS]; /* the lowest first; zero behind the width */
    uint32_t width, n;            /* bits, and the limbs that hold them */
} vsmall_bits;

/* A fraction in lowest terms; the denominator is positive, both are below 2^62 in size. */
typedef struct vsmall_fraction {
    int64_t numerator, denominator;
} vsmall_fraction;

/* Of a BitVec or FloatingPoint value; false: it is wider. */
bool vsmall_bits_of(const term_bank *b, value_id v, vsmall_bits *x);
value_id vsmall_bits_value(term_bank *b, sort_id s, const vsmall_bits *x);
/* |x - y| on the line of numbers (is_signed: with the top bit as the sign); whether x > y. */
bool vsmall_gap(const vsmall_bits *x, const vsmall_bits *y, bool is_signed, vsmall_bits *gap);
/* 2^width - x, of an x that is not 0. */
void vsmall_negate(vsmall_bits *x);

/* Of an Int or Real value; false: it is larger. */
bool vsmall_fraction_of(const term_bank *b, value_id v, vsmall_fraction *x);
/* Need not be reduced, but both parts must fit then; 0: they do not. */
value_id vsmall_fraction_value(term_bank *b, __int128 numerator, __int128 denominator);

#endif
