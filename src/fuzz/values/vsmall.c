#include "fuzz/values/vsmall.h"

#include <string.h>

static const int64_t MOST = INT64_C(1) << 62;

bool vsmall_bits_of(const term_bank *b, value_id v, vsmall_bits *x)
{
    sort_id s = value_sort(b, v);
    x->width = sort_kind_of(b, s) == SORT_BV ? sort_bv_width(b, s)
                                             : sort_fp_exponent(b, s) + sort_fp_significand(b, s);
    x->n = (x->width + 63) / 64;
    if (x->n > VSMALL_LIMBS)
        return false;
    mpz_t number;
    value_scratch scratch;
    value_mpz(b, v, number, &scratch);
    size_t held = mpz_size(number);
    memcpy(x->limbs, mpz_limbs_read(number), held * sizeof *x->limbs);
    memset(x->limbs + held, 0, (x->n - held) * sizeof *x->limbs);
    return true;
}

static void cut(vsmall_bits *x)
{
    if (x->width % 64)
        x->limbs[x->n - 1] &= UINT64_MAX >> (64 - x->width % 64);
}

value_id vsmall_bits_value(term_bank *b, sort_id s, const vsmall_bits *x)
{
    mpz_t number;
    vsmall_bits copy = *x;
    cut(&copy);
    mpz_roinit_n(number, (const mp_limb_t *)copy.limbs, (mp_size_t)copy.n);
    return sort_kind_of(b, s) == SORT_BV ? value_bv_mpz(b, copy.width, number)
                                         : value_fp_mpz(b, s, number);
}

bool vsmall_gap(const vsmall_bits *x, const vsmall_bits *y, bool is_signed, vsmall_bits *gap)
{
    uint64_t p[VSMALL_LIMBS], q[VSMALL_LIMBS];
    memcpy(p, x->limbs, x->n * sizeof *p);
    memcpy(q, y->limbs, x->n * sizeof *q);
    if (is_signed) { /* the same order, without signs */
        uint64_t sign = UINT64_C(1) << (x->width - 1) % 64;
        p[x->n - 1] ^= sign;
        q[x->n - 1] ^= sign;
    }
    bool above = mpn_cmp((mp_limb_t *)p, (mp_limb_t *)q, (mp_size_t)x->n) > 0;
    gap->width = x->width;
    gap->n = x->n;
    mpn_sub_n((mp_limb_t *)gap->limbs, (mp_limb_t *)(above ? p : q), (mp_limb_t *)(above ? q : p),
              (mp_size_t)x->n);
    return above;
}

void vsmall_negate(vsmall_bits *x)
{
    mpn_neg((mp_limb_t *)x->limbs, (mp_limb_t *)x->limbs, (mp_size_t)x->n);
    cut(x);
}

static bool is_small(int64_t x)
{
    return x > -MOST && x < MOST;
}

bool vsmall_fraction_of(const term_bank *b, value_id v, vsmall_fraction *x)
{
    x->denominator = 1;
    if (value_kind_of(b, v) == VALUE_INT)
        return value_small_int(b, v, &x->numerator) && is_small(x->numerator);
    return value_kind_of(b, v) == VALUE_REAL &&
           value_small_int(b, value_numerator(b, v), &x->numerator) &&
           value_small_int(b, value_denominator(b, v), &x->denominator) && is_small(x->numerator) &&
           is_small(x->denominator);
}

value_id vsmall_fraction_value(term_bank *b, __int128 numerator, __int128 denominator)
{
    if (numerator <= -MOST || numerator >= MOST || denominator >= MOST)
        return 0;
    uint64_t x = (uint64_t)(numerator < 0 ? -numerator : numerator), y = (uint64_t)denominator;
    while (x) {
        uint64_t rest = y % x;
        y = x;
        x = rest;
    }
    return value_real(b, (int64_t)(numerator / (__int128)y), (int64_t)(denominator / (__int128)y));
}
