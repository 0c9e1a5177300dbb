#include "term/float/softfp.h"

#include <assert.h>

void softfp_init(softfp *x)
{
    x->kind = SOFTFP_NAN;
    x->negative = false;
    x->sticky = false;
    x->exponent = 0;
    mpz_init(x->significand);
}

void softfp_clear(softfp *x)
{
    mpz_clear(x->significand);
}

static void set_special(softfp *r, softfp_kind kind, bool negative)
{
    r->kind = kind;
    r->negative = negative;
    r->sticky = false;
}

static void copy(softfp *r, const softfp *x)
{
    set_special(r, x->kind, x->negative);
    r->exponent = x->exponent;
    if (x->kind == SOFTFP_FINITE)
        mpz_set(r->significand, x->significand);
}

static int64_t length(const softfp *x)
{
    return (int64_t)mpz_sizeinbase(x->significand, 2);
}

/* The magnitude lies in [2^(top-1), 2^top). */
static int64_t top(const softfp *x)
{
    return x->exponent + length(x);
}

/* Exponent of the least significant bit of subnormal numbers. */
static int64_t least_quantum(fp_format f)
{
    return 2 - (INT64_C(1) << (f.exponent - 1)) - ((int64_t)f.significand - 1);
}

void softfp_unpack(softfp *x, fp_format f, const mpz_t bits)
{
    uint32_t fraction_bits = f.significand - 1;
    mpz_tdiv_q_2exp(x->significand, bits, fraction_bits);
    uint64_t high = mpz_get_ui(x->significand); /* sign and exponent: at most 31 bits */
    uint64_t ones = (UINT64_C(1) << f.exponent) - 1;
    uint64_t biased = high & ones;
    mpz_tdiv_r_2exp(x->significand, bits, fraction_bits);
    bool fraction = mpz_sgn(x->significand) != 0;
    x->negative = high >> f.exponent & 1;
    x->sticky = false;
    if (biased == ones) {
        x->kind = fraction ? SOFTFP_NAN : SOFTFP_INFINITE;
    } else if (!biased && !fraction) {
        x->kind = SOFTFP_ZERO;
    } else {
        x->kind = SOFTFP_FINITE;
        x->exponent = least_quantum(f) + (biased ? (int64_t)biased - 1 : 0);
        if (biased)
            mpz_setbit(x->significand, fraction_bits);
    }
}

/* Divides a magnitude by 2^shift, and rounds to a whole number: the one place where rounding is
 * decided. With `sticky` the number was a little larger than `number`; then shift is positive. */
static void round_shift(mpz_t result, const mpz_t number, uint64_t shift, bool sticky,
                        bool negative, fp_rounding rm)
{
    if (!shift) {
        assert(!sticky);
        mpz_set(result, number);
        return;
    }
    bool half = mpz_tstbit(number, shift - 1);
    bool rest = sticky || (mpz_sgn(number) && mpz_scan1(number, 0) < shift - 1);
    mpz_tdiv_q_2exp(result, number, shift);
    bool up = false;
    switch (rm) {
    case RM_RNE:
        up = half && (rest || mpz_odd_p(result));
        break;
    case RM_RNA:
        up = half;
        break;
    case RM_RTP:
        up = (half || rest) && !negative;
        break;
    case RM_RTN:
        up = (half || rest) && negative;
        break;
    case RM_RTZ:
        break;
    }
    if (up)
        mpz_add_ui(result, result, 1);
}

/* The pattern of infinity, without the sign. */
static void set_infinity_bits(fp_format f, mpz_t bits)
{
    mpz_set_ui(bits, (UINT64_C(1) << f.exponent) - 1);
    mpz_mul_2exp(bits, bits, f.significand - 1);
}

static void set_overflow_bits(fp_format f, fp_rounding rm, bool negative, mpz_t bits)
{
    bool infinite =
        rm == RM_RNE || rm == RM_RNA || (rm == RM_RTP && !negative) || (rm == RM_RTN && negative);
    set_infinity_bits(f, bits);
    if (!infinite)
        mpz_sub_ui(bits, bits, 1);
}

static void set_finite_bits(fp_format f, fp_rounding rm, const softfp *x, mpz_t bits)
{
    int64_t least = least_quantum(f);
    int64_t quantum = top(x) - f.significand;
    if (quantum < least)
        quantum = least;
    /* 2^exponent - 2 binades have numbers with the hidden bit */
    if (quantum - least > (INT64_C(1) << f.exponent) - 3) {
        set_overflow_bits(f, rm, x->negative, bits);
        return;
    }
    if (quantum >= x->exponent) {
        round_shift(bits, x->significand, (uint64_t)(quantum - x->exponent), x->sticky, x->negative,
                    rm);
    } else {
        assert(!x->sticky);
        mpz_mul_2exp(bits, x->significand, (mp_bitcnt_t)(x->exponent - quantum));
    }
    /* The hidden bit, and a carry out of the significand, add one to the exponent by themselves. */
    mpz_t part;
    mpz_init_set_ui(part, (uint64_t)(quantum - least));
    mpz_mul_2exp(part, part, f.significand - 1);
    mpz_add(bits, bits, part);
    set_infinity_bits(f, part);
    if (mpz_cmp(bits, part) >= 0)
        set_overflow_bits(f, rm, x->negative, bits);
    mpz_clear(part);
}

void softfp_round(fp_format f, fp_rounding rm, const softfp *x, mpz_t bits)
{
    switch (x->kind) {
    case SOFTFP_NAN:
        set_infinity_bits(f, bits);
        mpz_setbit(bits, f.significand - 2);
        return;
    case SOFTFP_INFINITE:
        set_infinity_bits(f, bits);
        break;
    case SOFTFP_ZERO:
        mpz_set_ui(bits, 0);
        break;
    case SOFTFP_FINITE:
        set_finite_bits(f, rm, x, bits);
        break;
    }
    if (x->negative)
        mpz_setbit(bits, f.exponent + f.significand - 1);
}

static void add_finite(softfp *r, const softfp *a, const softfp *b, fp_rounding rm,
                       uint32_t precision)
{
    if (top(a) < top(b)) {
        const softfp *swap = a;
        a = b;
        b = swap;
    }
    set_special(r, SOFTFP_FINITE, a->negative);
    int64_t unit = top(a) - (int64_t)precision - 1;
    if (a->exponent < unit)
        unit = a->exponent;
    if (top(b) <= unit) {
        /* b is less than a unit: only that it is there matters, however far below it lies */
        mpz_mul_2exp(r->significand, a->significand, (mp_bitcnt_t)(a->exponent - unit));
        if (a->negative != b->negative)
            mpz_sub_ui(r->significand, r->significand, 1);
        r->exponent = unit;
        r->sticky = true;
        return;
    }
    const softfp *high = a->exponent > b->exponent ? a : b;
    const softfp *low = high == a ? b : a;
    mpz_mul_2exp(r->significand, high->significand, (mp_bitcnt_t)(high->exponent - low->exponent));
    r->exponent = low->exponent;
    r->negative = high->negative;
    if (a->negative == b->negative)
        mpz_add(r->significand, r->significand, low->significand);
    else
        mpz_sub(r->significand, r->significand, low->significand);
    if (mpz_sgn(r->significand) == 0)
        set_special(r, SOFTFP_ZERO, rm == RM_RTN);
    else if (mpz_sgn(r->significand) < 0) {
        mpz_neg(r->significand, r->significand);
        r->negative = !r->negative;
    }
}

void softfp_add(softfp *r, const softfp *x, const softfp *y, fp_rounding rm, uint32_t precision)
{
    if (x->kind == SOFTFP_NAN || y->kind == SOFTFP_NAN)
        set_special(r, SOFTFP_NAN, false);
    else if (x->kind == SOFTFP_INFINITE && y->kind == SOFTFP_INFINITE)
        set_special(r, x->negative == y->negative ? SOFTFP_INFINITE : SOFTFP_NAN, x->negative);
    else if (x->kind == SOFTFP_INFINITE)
        copy(r, x);
    else if (y->kind == SOFTFP_INFINITE)
        copy(r, y);
    else if (x->kind == SOFTFP_ZERO && y->kind == SOFTFP_ZERO)
        set_special(r, SOFTFP_ZERO, x->negative == y->negative ? x->negative : rm == RM_RTN);
    else if (x->kind == SOFTFP_ZERO)
        copy(r, y);
    else if (y->kind == SOFTFP_ZERO)
        copy(r, x);
    else
        add_finite(r, x, y, rm, precision);
}

void softfp_mul(softfp *r, const softfp *x, const softfp *y)
{
    bool negative = x->negative != y->negative;
    bool zero = x->kind == SOFTFP_ZERO || y->kind == SOFTFP_ZERO;
    bool infinite = x->kind == SOFTFP_INFINITE || y->kind == SOFTFP_INFINITE;
    if (x->kind == SOFTFP_NAN || y->kind == SOFTFP_NAN || (zero && infinite)) {
        set_special(r, SOFTFP_NAN, false);
    } else if (zero) {
        set_special(r, SOFTFP_ZERO, negative);
    } else if (infinite) {
        set_special(r, SOFTFP_INFINITE, negative);
    } else {
        set_special(r, SOFTFP_FINITE, negative);
        r->exponent = x->exponent + y->exponent;
        mpz_mul(r->significand, x->significand, y->significand);
    }
}

/* r = x / y for positive whole numbers, to at least `precision` bits. */
static void divide(softfp *r, const mpz_t x, const mpz_t y, uint32_t precision)
{
    int64_t lacking =
        (int64_t)precision + (int64_t)mpz_sizeinbase(y, 2) - (int64_t)mpz_sizeinbase(x, 2);
    uint64_t shift = lacking > 0 ? (uint64_t)lacking : 0;
    mpz_t rest;
    mpz_init(rest);
    mpz_mul_2exp(r->significand, x, shift);
    mpz_tdiv_qr(r->significand, rest, r->significand, y);
    r->exponent = -(int64_t)shift;
    r->sticky = mpz_sgn(rest) != 0;
    mpz_clear(rest);
}

void softfp_div(softfp *r, const softfp *x, const softfp *y, uint32_t precision)
{
    bool negative = x->negative != y->negative;
    if (x->kind == SOFTFP_NAN || y->kind == SOFTFP_NAN ||
        (x->kind == y->kind && x->kind != SOFTFP_FINITE)) {
        set_special(r, SOFTFP_NAN, false); /* 0/0 and inf/inf among them */
    } else if (x->kind == SOFTFP_INFINITE || y->kind == SOFTFP_ZERO) {
        set_special(r, SOFTFP_INFINITE, negative);
    } else if (x->kind == SOFTFP_ZERO || y->kind == SOFTFP_INFINITE) {
        set_special(r, SOFTFP_ZERO, negative);
    } else {
        set_special(r, SOFTFP_FINITE, negative);
        divide(r, x->significand, y->significand, precision + 1);
        r->exponent += x->exponent - y->exponent;
    }
}

void softfp_sqrt(softfp *r, const softfp *x, uint32_t precision)
{
    if (x->kind == SOFTFP_ZERO || (x->kind == SOFTFP_INFINITE && !x->negative)) {
        copy(r, x);
        return;
    }
    if (x->kind == SOFTFP_NAN || x->negative) {
        set_special(r, SOFTFP_NAN, false);
        return;
    }
    set_special(r, SOFTFP_FINITE, false);
    int64_t shift = 2 * (int64_t)precision - length(x);
    if (shift < 0)
        shift = 0;
    if ((x->exponent - shift) % 2)
        shift++;
    mpz_t rest;
    mpz_init(rest);
    mpz_mul_2exp(r->significand, x->significand, (mp_bitcnt_t)shift);
    mpz_sqrtrem(r->significand, rest, r->significand);
    r->exponent = (x->exponent - shift) / 2;
    r->sticky = mpz_sgn(rest) != 0;
    mpz_clear(rest);
}

/* x modulo 2y in units of 2^r->exponent, and y in the same units; the top of y is at most one above
 * that of x. Powers are taken modulo, because the exponents may be 2^30 apart. */
static void reduce(softfp *r, mpz_t y_units, const softfp *x, const softfp *y)
{
    int64_t apart = x->exponent - y->exponent;
    mpz_t modulus;
    mpz_init(modulus);
    if (apart >= 0) {
        mpz_set(y_units, y->significand);
        mpz_mul_2exp(modulus, y_units, 1);
        if (apart < 4096) {
            mpz_mul_2exp(r->significand, x->significand, (mp_bitcnt_t)apart);
        } else {
            mpz_set_ui(r->significand, 2);
            mpz_powm_ui(r->significand, r->significand, (unsigned long)apart, modulus);
            mpz_mul(r->significand, r->significand, x->significand);
        }
        mpz_tdiv_r(r->significand, r->significand, modulus);
        r->exponent = y->exponent;
    } else {
        mpz_mul_2exp(y_units, y->significand, (mp_bitcnt_t)-apart);
        mpz_mul_2exp(modulus, y_units, 1);
        mpz_tdiv_r(r->significand, x->significand, modulus);
        r->exponent = x->exponent;
    }
    mpz_clear(modulus);
}

void softfp_rem(softfp *r, const softfp *x, const softfp *y)
{
    if (x->kind == SOFTFP_NAN || y->kind == SOFTFP_NAN || x->kind == SOFTFP_INFINITE ||
        y->kind == SOFTFP_ZERO) {
        set_special(r, SOFTFP_NAN, false);
        return;
    }
    if (x->kind == SOFTFP_ZERO || y->kind == SOFTFP_INFINITE || top(x) < top(y) - 1) {
        copy(r, x); /* less than half of y */
        return;
    }
    set_special(r, SOFTFP_FINITE, x->negative);
    mpz_t y_units, twice;
    mpz_inits(y_units, twice, NULL);
    reduce(r, y_units, x, y);
    bool odd = mpz_cmp(r->significand, y_units) >= 0;
    if (odd)
        mpz_sub(r->significand, r->significand, y_units);
    mpz_mul_2exp(twice, r->significand, 1);
    int against_half = mpz_cmp(twice, y_units);
    if (against_half > 0 || (against_half == 0 && odd))
        mpz_sub(r->significand, r->significand, y_units);
    if (mpz_sgn(r->significand) == 0)
        set_special(r, SOFTFP_ZERO, x->negative);
    else if (mpz_sgn(r->significand) < 0) {
        mpz_neg(r->significand, r->significand);
        r->negative = !r->negative;
    }
    mpz_clears(y_units, twice, NULL);
}

void softfp_to_integral(softfp *r, const softfp *x, fp_rounding rm)
{
    copy(r, x);
    if (x->kind != SOFTFP_FINITE || x->exponent >= 0)
        return;
    round_shift(r->significand, x->significand, (uint64_t)-x->exponent, x->sticky, x->negative, rm);
    r->exponent = 0;
    if (mpz_sgn(r->significand) == 0)
        set_special(r, SOFTFP_ZERO, x->negative);
}

void softfp_from_integer(softfp *r, const mpz_t number)
{
    int sign = mpz_sgn(number);
    set_special(r, sign ? SOFTFP_FINITE : SOFTFP_ZERO, sign < 0);
    r->exponent = 0;
    mpz_abs(r->significand, number);
}

void softfp_from_fraction(softfp *r, const mpz_t numerator, const mpz_t denominator,
                          uint32_t precision)
{
    int sign = mpz_sgn(numerator);
    set_special(r, sign ? SOFTFP_FINITE : SOFTFP_ZERO, sign < 0);
    if (!sign)
        return;
    mpz_t magnitude;
    mpz_init(magnitude);
    mpz_abs(magnitude, numerator);
    divide(r, magnitude, denominator, precision + 1);
    mpz_clear(magnitude);
}
