#include "fuzz/values/vmetric.h"

#include <stdlib.h>

#include "fuzz/values/vsmall.h"
#include "fuzz/words/distance.h"

enum {
    STEP = VMETRIC_STEP,
    CHARACTER = 4 * STEP,    /* a wrong character costs this and the gap between the two */
    LENGTH = VMETRIC_LENGTH, /* a missing one this */
    MAX_COMPARED = 1 << 10,  /* characters or elements that are looked at */
    MAX_PLACES = 64          /* where a pattern might be */
};

vmetric_order vmetric_order_of(term_op op)
{
    switch (op) {
    case OP_LE:
    case OP_BVULE:
    case OP_STR_LE:
    case OP_FP_LEQ:
        return (vmetric_order){true, false, false, false};
    case OP_LT:
    case OP_BVULT:
    case OP_STR_LT:
    case OP_FP_LT:
        return (vmetric_order){true, true, false, false};
    case OP_GE:
    case OP_BVUGE:
    case OP_FP_GEQ:
        return (vmetric_order){true, false, true, false};
    case OP_GT:
    case OP_BVUGT:
    case OP_FP_GT:
        return (vmetric_order){true, true, true, false};
    case OP_BVSLE:
        return (vmetric_order){true, false, false, true};
    case OP_BVSLT:
        return (vmetric_order){true, true, false, true};
    case OP_BVSGE:
        return (vmetric_order){true, false, true, true};
    case OP_BVSGT:
        return (vmetric_order){true, true, true, true};
    default:
        return (vmetric_order){false, false, false, false};
    }
}

/* The logarithm of a number of any size; its absolute value counts. */
static uint64_t logarithm_mpz(const mpz_t gap)
{
    size_t bits = mpz_sizeinbase(gap, 2);
    if (!mpz_sgn(gap) || bits <= 64)
        return distance_logarithm(mpz_get_ui(gap));
    mpz_t top;
    mpz_init(top);
    mpz_tdiv_q_2exp(top, gap, bits - 64);
    uint64_t result = distance_logarithm(mpz_get_ui(top)) + ((uint64_t)(bits - 64) << 10);
    mpz_clear(top);
    return result;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* Floats on the line of their bit patterns. */
static void order_of_float(const term_bank *b, value_id v, mpz_t out)
{
    sort_id s = value_sort(b, v);
    uint32_t width = sort_fp_exponent(b, s) + sort_fp_significand(b, s);
    mpz_t bits;
    value_scratch scratch;
    value_mpz(b, v, bits, &scratch);
    mpz_set(out, bits);
    if (mpz_tstbit(out, width - 1)) {
        mpz_clrbit(out, width - 1);
        mpz_neg(out, out);
    }
}

static bool is_nan(const term_bank *b, value_id v)
{
    sort_id s = value_sort(b, v);
    uint32_t e = sort_fp_exponent(b, s), m = sort_fp_significand(b, s) - 1;
    mpz_t bits;
    value_scratch scratch;
    value_mpz(b, v, bits, &scratch);
    mpz_t infinity;
    mpz_init_set_ui(infinity, 1);
    mpz_mul_2exp(infinity, infinity, e);
    mpz_sub_ui(infinity, infinity, 1);
    mpz_mul_2exp(infinity, infinity, m);
    mpz_t magnitude;
    mpz_init(magnitude);
    mpz_fdiv_r_2exp(magnitude, bits, e + m);
    bool nan = mpz_cmp(magnitude, infinity) > 0;
    mpz_clears(infinity, magnitude, NULL);
    return nan;
}

/* The place of a value on a line of integers. */
static void place_of(const term_bank *b, value_id v, bool is_signed, mpz_t out)
{
    if (value_kind_of(b, v) == VALUE_FP) {
        order_of_float(b, v, out);
        return;
    }
    mpz_t number;
    value_scratch scratch;
    value_mpz(b, v, number, &scratch);
    mpz_set(out, number);
    if (is_signed && value_kind_of(b, v) == VALUE_BV) {
        uint32_t width = sort_bv_width(b, value_sort(b, v));
        if (mpz_tstbit(out, width - 1)) {
            mpz_t modulus;
            mpz_init_set_ui(modulus, 1);
            mpz_mul_2exp(modulus, modulus, width);
            mpz_sub(out, out, modulus);
            mpz_clear(modulus);
        }
    }
}

/* A difference of reals: small ones count, too. */
static uint64_t logarithm_mpq(const mpq_t gap)
{
    if (!mpq_sgn(gap))
        return 0;
    int64_t bits =
        (int64_t)logarithm_mpz(mpq_numref(gap)) - (int64_t)logarithm_mpz(mpq_denref(gap));
    bits += 33 * STEP;
    return bits < 1 ? 1 : (uint64_t)bits;
}

/* The same of a number below 2^128. */
static int64_t logarithm_128(unsigned __int128 x)
{
    uint64_t high = (uint64_t)(x >> 64);
    if (!high)
        return (int64_t)distance_logarithm((uint64_t)x);
    unsigned above = 64 - (unsigned)__builtin_clzll(high);
    return (int64_t)(distance_logarithm((uint64_t)(x >> above)) + ((uint64_t)above << 10));
}

static int64_t compare_fractions(vsmall_fraction x, vsmall_fraction y, uint64_t *gap)
{
    __int128 d = (__int128)x.numerator * y.denominator - (__int128)y.numerator * x.denominator;
    int64_t bits = logarithm_128((unsigned __int128)(d < 0 ? -d : d)) -
                   logarithm_128((unsigned __int128)x.denominator * (uint64_t)y.denominator);
    bits += 33 * STEP;
    *gap = !d ? 0 : bits < 1 ? 1 : (uint64_t)bits;
    return d < 0 ? -1 : d > 0;
}

static int64_t compare_reals(const term_bank *b, value_id x, value_id y, uint64_t *gap)
{
    vsmall_fraction small, other;
    if (vsmall_fraction_of(b, x, &small) && vsmall_fraction_of(b, y, &other))
        return compare_fractions(small, other, gap);
    mpq_t p, q;
    mpq_inits(p, q, NULL);
    value_get_mpq(b, x, p);
    value_get_mpq(b, y, q);
    mpq_sub(p, p, q);
    *gap = logarithm_mpq(p);
    int64_t sign = mpq_sgn(p);
    mpq_clears(p, q, NULL);
    return sign;
}

static uint64_t logarithm_bits(const vsmall_bits *x)
{
    uint32_t top = x->n;
    while (top && !x->limbs[top - 1])
        top--;
    if (top < 2)
        return distance_logarithm(x->limbs[0]);
    unsigned above = 64 - (unsigned)__builtin_clzll(x->limbs[top - 1]);
    uint64_t first = x->limbs[top - 2] >> above | x->limbs[top - 1] << (64 - above) % 64;
    if (above == 64)
        first = x->limbs[top - 1];
    return distance_logarithm(first) + ((uint64_t)(above + 64 * (top - 2)) << 10);
}

/* The nearest way from one bit-vector to the other: by bits, or by size; -1 is as near to 0 as 1
 * is. */
static uint64_t equal_bits(const vsmall_bits *x, const vsmall_bits *y)
{
    vsmall_bits gap;
    vsmall_gap(x, y, false, &gap);
    uint64_t by_bits = (uint64_t)mpn_hamdist((const mp_limb_t *)x->limbs,
                                             (const mp_limb_t *)y->limbs, (mp_size_t)x->n)
                       << 10;
    uint64_t size = logarithm_bits(&gap);
    vsmall_negate(&gap);
    uint64_t around = logarithm_bits(&gap);
    size = around < size ? around : size;
    return by_bits < size ? by_bits : size;
}

static uint64_t equal_numbers(const term_bank *b, value_id x, value_id y)
{
    vsmall_bits small, other;
    bool is_bits = value_kind_of(b, x) == VALUE_BV;
    if (is_bits && vsmall_bits_of(b, x, &small) && vsmall_bits_of(b, y, &other))
        return equal_bits(&small, &other);
    mpz_t p, q;
    mpz_inits(p, q, NULL);
    place_of(b, x, false, p);
    place_of(b, y, false, q);
    uint64_t by_bits = is_bits ? (uint64_t)mpz_hamdist(p, q) << 10 : UINT64_MAX;
    mpz_sub(p, p, q);
    uint64_t by_size = logarithm_mpz(p);
    mpz_clears(p, q, NULL);
    if (value_kind_of(b, x) == VALUE_FP && (is_nan(b, x) || is_nan(b, y)))
        return DISTANCE_UNIT;
    by_size = by_bits < by_size ? by_bits : by_size;
    return by_size ? by_size : 1; /* the zeros of floats */
}

/* ---- Strings and arrays ---------------------------------------------------------------------- */

static uint64_t characters(uint32_t c, uint32_t d)
{
    return c == d ? 0 : CHARACTER + distance_logarithm(c > d ? c - d : d - c);
}

/* Of the pattern to the text at this place. */
static uint64_t at_place(const uint32_t *text, size_t n, size_t place, const uint32_t *pattern,
                         size_t m)
{
    uint64_t sum = 0;
    size_t there = place < n ? n - place : 0, common = there < m ? there : m;
    if (common > MAX_COMPARED)
        common = MAX_COMPARED;
    for (size_t i = 0; i < common; i++)
        sum += characters(text[place + i], pattern[i]);
    return vmetric_plus(sum, m > there ? (m - there) * LENGTH : 0);
}

static uint64_t equal_strings(const term_bank *b, value_id x, value_id y)
{
    size_t n, m;
    const uint32_t *s = value_string_data(b, x, &n), *t = value_string_data(b, y, &m);
    uint64_t sum = n < m ? at_place(s, n, 0, t, m) : at_place(t, m, 0, s, n);
    return sum ? sum : 1;
}

uint64_t vmetric_contains(const term_bank *b, value_id x, value_id y)
{
    size_t n, m;
    const uint32_t *s = value_string_data(b, x, &n), *t = value_string_data(b, y, &m);
    uint64_t best = UINT64_MAX;
    size_t places = n > m ? n - m + 1 : 1;
    for (size_t i = 0; i < places && i < MAX_PLACES; i++) {
        uint64_t d = at_place(s, n, i, t, m);
        best = d < best ? d : best;
    }
    return best;
}

uint64_t vmetric_suffix(const term_bank *b, value_id x, value_id y)
{
    size_t n, m;
    const uint32_t *t = value_string_data(b, x, &m), *s = value_string_data(b, y, &n);
    return n < m ? vmetric_plus(at_place(t + (m - n), n, 0, s, n), (m - n) * LENGTH)
                 : at_place(s, n, n - m, t, m);
}

uint64_t vmetric_prefix(const term_bank *b, value_id x, value_id y)
{
    size_t n, m;
    const uint32_t *t = value_string_data(b, x, &m), *s = value_string_data(b, y, &n);
    return at_place(s, n, 0, t, m);
}

static uint64_t string_above(const term_bank *b, value_id x, value_id y)
{
    size_t n, m, i = 0;
    const uint32_t *s = value_string_data(b, x, &n), *t = value_string_data(b, y, &m);
    while (i < n && i < m && s[i] == t[i])
        i++;
    if (i == n || i == m)
        return n > i ? (n - i) * STEP : 0;
    return s[i] > t[i] ? CHARACTER + distance_logarithm(s[i] - t[i]) : 0;
}

/* Over the places where one of them differs from its default. */
static uint64_t equal_arrays(const term_bank *b, value_id x, value_id y)
{
    value_id dx = value_array_default(b, x), dy = value_array_default(b, y);
    uint64_t sum = dx == dy ? 0 : DISTANCE_UNIT / 4;
    uint32_t n = value_array_size(b, x), m = value_array_size(b, y);
    for (uint32_t i = 0; i < n && i < MAX_COMPARED; i++) {
        value_id other = value_array_select(b, y, value_array_index_at(b, x, i));
        value_id own = value_array_element_at(b, x, i);
        if (own != other)
            sum = vmetric_plus(sum, vmetric_equal(b, own, other));
    }
    for (uint32_t i = 0; i < m && i < MAX_COMPARED; i++) {
        value_id other = value_array_select(b, x, value_array_index_at(b, y, i));
        value_id own = value_array_element_at(b, y, i);
        if (own != other && other == dx) /* else it was counted above */
            sum = vmetric_plus(sum, vmetric_equal(b, own, other));
    }
    return sum ? sum : 1;
}

uint64_t vmetric_equal(const term_bank *b, value_id x, value_id y)
{
    uint64_t gap;
    if (x == y)
        return 0;
    switch (value_kind_of(b, x)) {
    case VALUE_INT:
    case VALUE_BV:
    case VALUE_FP:
        return equal_numbers(b, x, y);
    case VALUE_REAL:
        if (value_kind_of(b, y) != VALUE_REAL)
            return DISTANCE_UNIT;
        compare_reals(b, x, y, &gap);
        return gap;
    case VALUE_STRING:
        return equal_strings(b, x, y);
    case VALUE_ARRAY:
        return equal_arrays(b, x, y);
    default:
        return DISTANCE_UNIT;
    }
}

uint64_t vmetric_above(const term_bank *b, value_id x, value_id y, bool is_signed)
{
    uint64_t gap = 0;
    if (value_kind_of(b, x) == VALUE_STRING)
        return string_above(b, x, y);
    if (value_kind_of(b, x) == VALUE_ALGEBRAIC || value_kind_of(b, y) == VALUE_ALGEBRAIC)
        return DISTANCE_UNIT;
    if (value_kind_of(b, x) == VALUE_REAL)
        return compare_reals(b, x, y, &gap) > 0 ? gap : 0;
    if (value_kind_of(b, x) == VALUE_FP && (is_nan(b, x) || is_nan(b, y)))
        return DISTANCE_UNIT;
    vsmall_bits small, other, difference;
    if (value_kind_of(b, x) == VALUE_BV && vsmall_bits_of(b, x, &small) &&
        vsmall_bits_of(b, y, &other))
        return vsmall_gap(&small, &other, is_signed, &difference) ? logarithm_bits(&difference) : 0;
    mpz_t p, q;
    mpz_inits(p, q, NULL);
    place_of(b, x, is_signed, p);
    place_of(b, y, is_signed, q);
    mpz_sub(p, p, q);
    if (mpz_sgn(p) > 0)
        gap = logarithm_mpz(p);
    mpz_clears(p, q, NULL);
    return gap;
}
