/* The inside of invert.c: one file for each kind of number. */
#ifndef TANDEM_FUZZ_WORDS_INVERT_IMPL_H
#define TANDEM_FUZZ_WORDS_INVERT_IMPL_H

#include "fuzz/words/invert.h"

/* What one operand of an instruction should be. */
typedef struct invert_request {
    const fuzz_insn *insn;
    rng *r;
    uint64_t wanted, now, other; /* of the result; the operand's value; the other operand's */
    bool first;                  /* whether the operand is `a` */
} invert_request;

static inline uint64_t invert_mask(unsigned width)
{
    return UINT64_MAX >> (64 - width);
}

static inline int64_t invert_signed(uint64_t x, unsigned width)
{
    return (int64_t)(x << (64 - width)) >> (64 - width);
}

/* Operators on bit-vectors; orders of bit-vectors and integers. */
uint64_t invert_bits(const invert_request *q);
uint64_t invert_order(const invert_request *q);
uint64_t invert_int(const invert_request *q);
/* Arithmetic and orders of floats; conversions between floats and bit-vectors. */
uint64_t invert_float(const invert_request *q);
uint64_t invert_conversion(const fuzz_insn *insn, uint64_t wanted);

#endif
