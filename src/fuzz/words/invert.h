/* Wanted values, backwards: given that a register should have a value, which operand should have
 * which value so that it does (the others staying as they are)?
 *
 * Exact where the operator can be inverted at the current values, a plausible guess otherwise. The
 * search walks from a constraint that is false down to an input and sets that input. */
#ifndef TANDEM_FUZZ_WORDS_INVERT_H
#define TANDEM_FUZZ_WORDS_INVERT_H

#include "base/rng.h"
#include "fuzz/words/bytecode.h"

/* What a register should be. */
typedef struct fuzz_want {
    uint32_t reg;
    uint64_t value;
} fuzz_want;
typedef VEC(fuzz_want) fuzz_wants;

/* Chooses an operand of instruction `at` and its wanted value. `depends` says which registers
 * depend on an input at all. False at inputs and constants, or where no operand can be moved.
 * Arguments of boxes are the search's business: false there too. */
bool fuzz_invert(const fuzz_bytecode *p, const fuzz_machine *m, const uint8_t *depends, rng *r,
                 uint32_t at, uint64_t wanted, uint32_t *operand, uint64_t *value);
/* A number near `x` of this width: neighbours, powers of two away, flipped bits, negated, random.
 */
uint64_t fuzz_nudge(rng *r, uint64_t x, unsigned width);

#endif
