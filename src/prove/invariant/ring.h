/* Linear equations modulo 2^width that hold of all points shown: what the affine hull is for
 * numbers that wrap around. They are a module, kept by generators: showing a point leaves those
 * combinations of them that are zero at it. */
#ifndef TANDEM_PROVE_INVARIANT_RING_H
#define TANDEM_PROVE_INVARIANT_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ring ring;

/* Of points with `n` coordinates; nothing was shown. */
ring *ring_new(size_t n, unsigned width);
void ring_free(ring *r);
/* False when all equations hold of it. */
bool ring_add(ring *r, const uint64_t *point);
/* Brings the generators into a readable form, and says how many there are. */
size_t ring_equations(ring *r);
/* Equation k: coefficients[0] + sum of coefficients[i + 1] * point[i] = 0 modulo 2^width. */
const uint64_t *ring_equation(const ring *r, size_t k);

#endif
