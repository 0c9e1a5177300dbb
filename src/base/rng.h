/* Seeded random numbers (xoshiro256**): the same seed gives the same sequence on every machine.
 * Not for secrets. */
#ifndef TANDEM_BASE_RNG_H
#define TANDEM_BASE_RNG_H

#include <stdbool.h>
#include <stdint.h>

typedef struct rng {
    uint64_t state[4];
} rng;

void rng_seed(rng *r, uint64_t seed);

/* Inline, as searches draw tens of millions a second. */
static inline uint64_t rng_next(rng *r)
{
    uint64_t *s = r->state, five = s[1] * 5;
    uint64_t result = (five << 7 | five >> 57) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = s[3] << 45 | s[3] >> 19;
    return result;
}

/* Uniform in [0, bound); 0 when bound is 0, and then nothing is drawn. */
static inline uint64_t rng_below(rng *r, uint64_t bound)
{
    if (!bound)
        return 0;
    return (uint64_t)(((__uint128_t)rng_next(r) * bound) >> 64);
}

/* True once in `n` calls on average. */
static inline bool rng_one_in(rng *r, uint64_t n)
{
    return rng_below(r, n) == 0;
}
/* Uniform in [0, 1). */
static inline double rng_unit(rng *r)
{
    return (double)(rng_next(r) >> 11) * 0x1p-53;
}

#endif
