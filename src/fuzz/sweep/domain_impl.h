/* The inside of the domains of sweeps: floats as numbers in their order, and what narrows an axis. */
#ifndef TANDEM_FUZZ_SWEEP_DOMAIN_IMPL_H
#define TANDEM_FUZZ_SWEEP_DOMAIN_IMPL_H

#include <string.h>

#include "fuzz/sweep/domain.h"

/* Such a table is made when a sample of so many places says that few remain. */
enum { SWEEP_TABLE_MOST = 1 << 20, SWEEP_SAMPLE = 256 };

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
