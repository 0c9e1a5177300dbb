/* The inside of the domains of sweeps: floats as numbers in their order, and what narrows an axis. */
#ifndef TANDEM_FUZZ_SWEEP_DOMAIN_IMPL_H
#define TANDEM_FUZZ_SWEEP_DOMAIN_IMPL_H

#include <string.h>

#include "fuzz/sweep/domain.h"

/* An axis of at most so many places is cut down to a table when a sample says that few remain. */
enum { SWEEP_FILTER_MOST = 1 << 22, SWEEP_TABLE_MOST = 1 << 20, SWEEP_SAMPLE = 256 };

static inline uint64_t sweep_mask(unsigned width)
{
    return UINT64_MAX >> (64 - width);
}

static inline uint64_t sweep_infinity(unsigned width)
{
    return width == 64 ? UINT64_C(0x7ff0000000000000) : 0x7f800000;
}

/* Floats as numbers in their order, and back; not for NaN. */
static inline uint64_t sweep_rank(uint64_t word, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return word & sign ? ~word & sweep_mask(width) : word | sign;
}

static inline uint64_t sweep_of_rank(uint64_t rank, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return rank & sign ? rank ^ sign : ~rank & sweep_mask(width);
}

static inline double sweep_real(uint64_t word, unsigned width)
{
    double d;
    float f;
    uint32_t half = (uint32_t)word;
    if (width == 64) {
        memcpy(&d, &word, sizeof d);
        return d;
    }
    memcpy(&f, &half, sizeof f);
    return (double)f;
}

static inline uint64_t sweep_word_of(double d, unsigned width)
{
    uint64_t word = 0;
    float f = (float)d;
    if (width == 64)
        memcpy(&word, &d, sizeof d);
    else
        memcpy(&word, &f, sizeof f);
    return word;
}

static inline uint64_t sweep_one_nan(uint64_t word, unsigned width)
{
    uint64_t infinity = sweep_infinity(width), nan = infinity | (infinity & -infinity) >> 1;
    return (word & sweep_mask(width - 1)) > infinity ? nan : word;
}

/* narrow.c: what single constraints say about an input. */
void sweep_narrow(sweep_domain *d, const fuzz_bytecode *p, size_t input, sweep_axis *x);

#endif
