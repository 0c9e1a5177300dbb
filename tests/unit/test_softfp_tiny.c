/* The float arithmetic on all numbers of tiny formats, rounded by definition: the result is the
 * neighbour that the mode asks for, found among all numbers that there are. */
#include "floats.h"

typedef __int128 wide;

/* Numbers of a tiny format are whole multiples of its least quantum. */

typedef struct tiny {
    fp_format f;
    int scale; /* the quantum is 2^-scale */
    uint64_t infinity, sign;
} tiny;

static tiny tiny_format(uint32_t exponent, uint32_t significand)
{
    tiny t = {.f = {exponent, significand}};
    t.scale = (1 << (exponent - 1)) - 2 + (int)significand - 1;
    t.infinity = ((UINT64_C(1) << exponent) - 1) << (significand - 1);
    t.sign = UINT64_C(1) << (exponent + significand - 1);
    return t;
}

static bool tiny_nan(const tiny *t, uint64_t x)
{
    return (x & ~t->sign) > t->infinity;
}

static bool tiny_infinite(const tiny *t, uint64_t x)
{
    return (x & ~t->sign) == t->infinity;
}

/* For infinity: what would be the next number. */
static wide magnitude_units(const tiny *t, uint64_t magnitude)
{
    uint64_t hidden = UINT64_C(1) << (t->f.significand - 1);
    uint64_t exponent = magnitude >> (t->f.significand - 1), fraction = magnitude & (hidden - 1);
    return exponent ? (wide)(fraction | hidden) << (exponent - 1) : (wide)fraction;
}

static wide units(const tiny *t, uint64_t x)
{
    wide magnitude = magnitude_units(t, x & ~t->sign);
    return x & t->sign ? -magnitude : magnitude;
}

/* Exact result n/d in units, n >= 0; squared: its root. */
typedef struct exact {
    wide n, d;
    bool root;
} exact;

/* Sign of the exact magnitude minus a/2. */
static int against(exact e, wide a)
{
    wide left = e.root ? 4 * e.n : 2 * e.n, right = e.root ? a * a * e.d : a * e.d;
    return (left > right) - (left < right);
}

static uint64_t round_by_definition(const tiny *t, exact e, bool negative, fp_rounding rm)
{
    uint64_t low = 0, high = t->infinity; /* the largest pattern that is not above the result */
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        if (against(e, 2 * magnitude_units(t, middle)) >= 0)
            low = middle;
        else
            high = middle;
    }
    wide below = magnitude_units(t, low), above = magnitude_units(t, low + 1);
    bool up;
    if (against(e, 2 * below) == 0)
        up = false;
    else if (rm == RM_RTZ)
        up = false;
    else if (rm == RM_RTP || rm == RM_RTN)
        up = (rm == RM_RTN) == negative;
    else {
        int side = against(e, below + above);
        up = side > 0 || (side == 0 && (rm == RM_RNA || (low & 1)));
    }
    return (low + up) | (negative ? t->sign : 0);
}

static uint64_t tiny_nan_bits(const tiny *t)
{
    return t->infinity | UINT64_C(1) << (t->f.significand - 2);
}

static exact from_signed(wide n, wide d, bool *negative)
{
    if (d < 0) {
        n = -n;
        d = -d;
    }
    *negative = n < 0;
    return (exact){n < 0 ? -n : n, d, false};
}

static uint64_t tiny_sum(const tiny *t, fp_rounding rm, wide n, wide d, bool signs_agree,
                         bool sign_if_so)
{
    bool negative;
    if (n == 0)
        return (signs_agree ? sign_if_so : rm == RM_RTN) ? t->sign : 0;
    exact e = from_signed(n, d, &negative);
    return round_by_definition(t, e, negative, rm);
}

static uint64_t tiny_fma(const tiny *t, fp_rounding rm, uint64_t x, uint64_t y, uint64_t z)
{
    bool zero = !(x & ~t->sign) || !(y & ~t->sign), product_sign = (x ^ y) & t->sign;
    bool infinite = tiny_infinite(t, x) || tiny_infinite(t, y), z_sign = z & t->sign;
    if (zero && infinite)
        return tiny_nan_bits(t);
    if (infinite)
        return tiny_infinite(t, z) && product_sign != z_sign
                   ? tiny_nan_bits(t)
                   : t->infinity | (product_sign ? t->sign : 0);
    if (tiny_infinite(t, z))
        return z;
    wide one = (wide)1 << t->scale;
    return tiny_sum(t, rm, units(t, x) * units(t, y) + units(t, z) * one, one,
                    product_sign == z_sign, z_sign);
}

static uint64_t tiny_rem(const tiny *t, uint64_t x, uint64_t y)
{
    if (tiny_infinite(t, x) || !(y & ~t->sign))
        return tiny_nan_bits(t);
    if (tiny_infinite(t, y))
        return x;
    wide a = units(t, x), b = units(t, y & ~t->sign), best = 0;
    wide n = a / b;
    bool found = false;
    for (wide k = n - 1; k <= n + 1; k++) {
        wide r = a - k * b, old = best < 0 ? -best : best, new = r < 0 ? -r : r;
        if (!found || new < old || (new == old &&k % 2 == 0))
            best = r;
        found = true;
    }
    if (!best)
        return x & t->sign;
    return round_by_definition(t, (exact){best < 0 ? -best : best, 1, false}, best < 0, RM_RTZ);
}

static uint64_t tiny_integral(const tiny *t, fp_rounding rm, uint64_t x)
{
    if (tiny_infinite(t, x))
        return x;
    wide one = (wide)1 << t->scale, m = units(t, x & ~t->sign), n = m / one, rest = m % one;
    bool negative = x & t->sign, up = false;
    if (rm == RM_RNE)
        up = 2 * rest > one || (2 * rest == one && n % 2);
    else if (rm == RM_RNA)
        up = 2 * rest >= one;
    else if (rm != RM_RTZ)
        up = rest && (rm == RM_RTN) == negative;
    n += up;
    return n ? round_by_definition(t, (exact){n * one, 1, false}, negative, rm) : x & t->sign;
}

static uint64_t tiny_expected(const tiny *t, term_op op, fp_rounding rm, const uint64_t x[3])
{
    wide one = (wide)1 << t->scale;
    bool negative = (x[0] ^ x[1]) & t->sign;
    for (int i = 0; i < arity(op); i++)
        if (tiny_nan(t, x[i]))
            return tiny_nan_bits(t);
    switch (op) {
    case OP_FP_ADD: /* 1 * x + y; one is a number of every format */
        return tiny_fma(t, rm, x[0],
                        t->infinity / 2 & ~(((uint64_t)1 << (t->f.significand - 1)) - 1), x[1]);
    case OP_FP_SUB: {
        uint64_t flipped[3] = {x[0], x[1] ^ t->sign, 0};
        return tiny_expected(t, OP_FP_ADD, rm, flipped);
    }
    case OP_FP_MUL:
        return tiny_fma(t, rm, x[0], x[1], negative ? t->sign : 0);
    case OP_FP_FMA:
        return tiny_fma(t, rm, x[0], x[1], x[2]);
    case OP_FP_DIV: {
        bool zero_x = !(x[0] & ~t->sign), zero_y = !(x[1] & ~t->sign);
        bool infinite_x = tiny_infinite(t, x[0]), infinite_y = tiny_infinite(t, x[1]);
        if ((zero_x && zero_y) || (infinite_x && infinite_y))
            return tiny_nan_bits(t);
        if (infinite_x || zero_y)
            return t->infinity | (negative ? t->sign : 0);
        if (infinite_y || zero_x)
            return negative ? t->sign : 0;
        exact e = from_signed(units(t, x[0]) * one, units(t, x[1]), &negative);
        return round_by_definition(t, e, negative, rm);
    }
    case OP_FP_SQRT:
        if (!(x[0] & ~t->sign))
            return x[0];
        if (x[0] & t->sign)
            return tiny_nan_bits(t);
        if (tiny_infinite(t, x[0]))
            return x[0];
        return round_by_definition(t, (exact){units(t, x[0]) * one, 1, true}, false, rm);
    case OP_FP_REM:
        return tiny_rem(t, x[0], x[1]);
    default:
        return tiny_integral(t, rm, x[0]);
    }
}

static void check_tiny(const tiny *t, term_op op, fp_rounding rm, const uint64_t x[3])
{
    uint64_t got = apply_u64(op, t->f, rm, x), wanted = tiny_expected(t, op, rm, x);
    CHECK_MSG(got == wanted, "%s (%u,%u) mode %d of %#lx %#lx %#lx: %#lx, not %#lx",
              term_op_text(op), t->f.exponent, t->f.significand, rm, x[0], x[1], x[2], got, wanted);
}

TEST(tiny_formats_round_by_definition)
{
    static const uint32_t formats[][2] = {{2, 2}, {2, 3}, {3, 2}, {2, 5}, {3, 3},
                                          {4, 2}, {3, 5}, {4, 4}, {5, 3}};
    rng random;
    rng_seed(&random, 11);
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        tiny t = tiny_format(formats[i][0], formats[i][1]);
        uint64_t all = t.sign * 2;
        uint64_t stride = all > 64 && test_count(20) == 1 ? 13 : 1;
        for (int k = 0; k < N_OPS; k++)
            for (uint64_t a = 0; a < all; a++)
                for (uint64_t b = 0; b < (arity(ops[k]) > 1 ? all : 1); b += stride) {
                    uint64_t x[3] = {a, b, rng_below(&random, all)};
                    fp_rounding rm = (fp_rounding)rng_below(&random, 5);
                    if (all <= 32)
                        for (rm = RM_RNE; rm <= RM_RTZ; rm++)
                            check_tiny(&t, ops[k], rm, x);
                    else
                        check_tiny(&t, ops[k], rm, x);
                }
    }
}
