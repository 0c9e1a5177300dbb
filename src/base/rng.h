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
uint64_t rng_next(rng *r);
/* Uniform in [0, bound); 0 when bound is 0. */
uint64_t rng_below(rng *r, uint64_t bound);
/* True once in `n` calls on average. */
static inline bool rng_one_in(rng *r, uint64_t n)
{
    return rng_below(r, n) == 0;
}
/* Uniform in [0, 1). */
double rng_unit(rng *r);

#endif
