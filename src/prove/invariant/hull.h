/* The affine hull of points: the linear equations that hold of all of them, in exact arithmetic. */
#ifndef TANDEM_PROVE_INVARIANT_HULL_H
#define TANDEM_PROVE_INVARIANT_HULL_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct hull hull;

/* Of points with `n` coordinates; empty. */
hull *hull_new(size_t n);
void hull_free(hull *h);
/* False when the point is in it already. */
bool hull_add(hull *h, const mpz_t *point);
/* How many independent equations there are; none while it is empty. */
size_t hull_equations(const hull *h);
/* Equation k as integers without a common divisor: coefficients[0] + sum of coefficients[i + 1] *
 * point[i] = 0. `coefficients` has n + 1 initialised numbers. */
void hull_equation(const hull *h, size_t k, mpz_t *coefficients);

#endif
