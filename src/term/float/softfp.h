/* Floats of any format, exactly: a float is unpacked into sign, significand and exponent, the
 * operation is done on whole numbers, and one routine rounds the result into a format. This is the
 * definition; fp_fast.h is the short cut through the hardware.
 *
 * Operations write `r`, which must be none of their operands, and do not round: where the exact
 * result would be unbounded (quotients, roots, sums of far apart numbers) they deliver at least
 * `precision` bits and say through `sticky` that a little was cut off. Asking for a precision of
 * two more bits than the significand has makes one rounding enough. */
#ifndef TANDEM_TERM_FLOAT_SOFTFP_H
#define TANDEM_TERM_FLOAT_SOFTFP_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "term/value/value.h"

/* Widths as SMT-LIB counts them: the significand with its hidden bit. */
typedef struct fp_format {
    uint32_t exponent;
    uint32_t significand;
} fp_format;

typedef enum softfp_kind { SOFTFP_NAN, SOFTFP_INFINITE, SOFTFP_ZERO, SOFTFP_FINITE } softfp_kind;

/* FINITE: plus or minus significand * 2^exponent, the significand positive; with `sticky`, the
 * magnitude is greater than that by less than 2^exponent. */
typedef struct softfp {
    softfp_kind kind;
    bool negative;
    bool sticky;
    int64_t exponent;
    mpz_t significand;
} softfp;

void softfp_init(softfp *x);
void softfp_clear(softfp *x);

/* The number that the IEEE bits of a format stand for. */
void softfp_unpack(softfp *x, fp_format f, const mpz_t bits);
/* The IEEE bits of `x` rounded into a format. A sticky `x` must have more bits than the format. */
void softfp_round(fp_format f, fp_rounding rm, const softfp *x, mpz_t bits);

/* `rm` matters for the sign of a zero sum only. */
void softfp_add(softfp *r, const softfp *x, const softfp *y, fp_rounding rm, uint32_t precision);
void softfp_mul(softfp *r, const softfp *x, const softfp *y);
void softfp_div(softfp *r, const softfp *x, const softfp *y, uint32_t precision);
void softfp_sqrt(softfp *r, const softfp *x, uint32_t precision);
/* IEEE remainder: x - y * n, n the whole number nearest to x / y, even when two are. */
void softfp_rem(softfp *r, const softfp *x, const softfp *y);
/* To a whole number; zeros keep the sign. The exponent of a finite result is not negative. */
void softfp_to_integral(softfp *r, const softfp *x, fp_rounding rm);

void softfp_from_integer(softfp *r, const mpz_t number);
void softfp_from_fraction(softfp *r, const mpz_t numerator, const mpz_t denominator,
                          uint32_t precision);

#endif
