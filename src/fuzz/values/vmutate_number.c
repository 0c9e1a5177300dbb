/* Numbers near a number. */
#include "fuzz/values/vmutate.h"
#include "fuzz/values/vsmall.h"

static void random_bits(rng *r, mpz_t out, uint64_t bits)
{
    mpz_set_ui(out, 0);
    for (uint64_t done = 0; done < bits; done += 64) {
        mpz_mul_2exp(out, out, 64);
        mpz_add_ui(out, out, rng_next(r));
    }
    mpz_fdiv_r_2exp(out, out, bits);
}

static void mutate_integer(vwords *w, mpz_t x, uint32_t width)
{
    rng *r = w->r;
    const uint64_t widest = w->limits->values_wide_bits;
    mpz_t step;
    mpz_init(step);
    uint64_t bits = width < widest ? width : widest;
    switch (rng_below(r, 8)) {
    case 0:
        mpz_add_ui(x, x, 1 + rng_below(r, 16));
        break;
    case 1:
        mpz_sub_ui(x, x, 1 + rng_below(r, 16));
        break;
    case 2:
        mpz_combit(x, rng_below(r, width));
        break;
    case 3:
    case 4:
        mpz_setbit(step, rng_below(r, bits));
        (rng_one_in(r, 2) ? mpz_add : mpz_sub)(x, x, step);
        break;
    case 5:
        random_bits(r, step, 1 + rng_below(r, bits));
        (rng_one_in(r, 2) ? mpz_add : mpz_sub)(x, x, step);
        break;
    case 6:
        if (rng_one_in(r, 2))
            mpz_neg(x, x);
        else if (rng_one_in(r, 2))
            mpz_mul_2exp(x, x, 1);
        else
            mpz_fdiv_q_2exp(x, x, 1);
        break;
    default:
        random_bits(r, x, 1 + rng_below(r, bits));
        break;
    }
    mpz_clear(step);
}

value_id vmutate_int(vwords *w, value_id now)
{
    term_bank *b = w->bank;
    sort_id s = value_sort(b, now);
    value_kind kind = value_kind_of(b, now);
    mpz_t old, x;
    value_scratch scratch;
    value_mpz(b, now, old, &scratch);
    mpz_init_set(x, old);
    uint32_t width = kind == VALUE_BV   ? sort_bv_width(b, s)
                     : kind == VALUE_FP ? sort_fp_exponent(b, s) + sort_fp_significand(b, s)
                                        : (rng_one_in(w->r, 4) ? 64 : 8);
    mutate_integer(w, x, width);
    if (kind == VALUE_FP)
        mpz_fdiv_r_2exp(x, x, width);
    value_id v = kind == VALUE_BV   ? value_bv_mpz(b, width, x)
                 : kind == VALUE_FP ? value_fp_mpz(b, s, x)
                                    : value_int_mpz(b, x);
    mpz_clear(x);
    return v;
}

static void random_limbs(rng *r, vsmall_bits *x, uint64_t bits)
{
    for (uint32_t i = 0; i < x->n; i++)
        x->limbs[i] = 64 * (uint64_t)i < bits ? rng_next(r) : 0;
    if (bits % 64)
        x->limbs[bits / 64] &= UINT64_MAX >> (64 - bits % 64);
}

/* The moves of vmutate_integer on limbs. */
static void mutate_limbs(rng *r, vsmall_bits *x)
{
    mp_limb_t *at = (mp_limb_t *)x->limbs;
    mp_size_t n = (mp_size_t)x->n;
    vsmall_bits step = {.n = x->n};
    uint64_t bit = rng_below(r, x->width);
    switch (rng_below(r, 8)) {
    case 0:
        mpn_add_1(at, at, n, 1 + rng_below(r, 16));
        break;
    case 1:
        mpn_sub_1(at, at, n, 1 + rng_below(r, 16));
        break;
    case 2:
        x->limbs[bit / 64] ^= UINT64_C(1) << bit % 64;
        break;
    case 3:
    case 4:
        step.limbs[bit / 64] = UINT64_C(1) << bit % 64;
        (rng_one_in(r, 2) ? mpn_add_n : mpn_sub_n)(at, at, (mp_limb_t *)step.limbs, n);
        break;
    case 5:
        random_limbs(r, &step, 1 + bit);
        (rng_one_in(r, 2) ? mpn_add_n : mpn_sub_n)(at, at, (mp_limb_t *)step.limbs, n);
        break;
    case 6:
        if (rng_one_in(r, 2))
            mpn_neg(at, at, n);
        else if (rng_one_in(r, 2))
            mpn_lshift(at, at, n, 1);
        else
            mpn_rshift(at, at, n, 1);
        break;
    default:
        random_limbs(r, x, 1 + bit);
        break;
    }
}

value_id vmutate_bits(vwords *w, value_id now)
{
    vsmall_bits x;
    if (!vsmall_bits_of(w->bank, now, &x))
        return vmutate_int(w, now);
    mutate_limbs(w->r, &x);
    return vsmall_bits_value(w->bank, value_sort(w->bank, now), &x);
}

/* The moves of near_real on small fractions; 0: the result is none. */
static value_id near_fraction(vwords *w, vsmall_fraction x)
{
    int64_t sign = rng_one_in(w->r, 2) ? 1 : -1, p, q;
    switch (rng_below(w->r, 6)) {
    case 0: /* a step of some size */
        q = INT64_C(1) << rng_below(w->r, 24);
        return vsmall_fraction_value(w->bank, (__int128)x.numerator * q + sign * x.denominator,
                                     (__int128)x.denominator * q);
    case 1: /* another numerator, the same denominator */
        return vsmall_fraction_value(
            w->bank, (__int128)x.numerator + sign * (int64_t)rng_below(w->r, 1 << 16),
            x.denominator);
    case 2: /* its integer part */
        p = x.numerator / x.denominator;
        return vsmall_fraction_value(w->bank,
                                     p - (x.numerator < 0 && p * x.denominator != x.numerator), 1);
    case 3:
        p = 1 + (int64_t)rng_below(w->r, 16), q = 1 + (int64_t)rng_below(w->r, 16);
        return vsmall_fraction_value(w->bank, (__int128)x.numerator * p,
                                     (__int128)x.denominator * q);
    case 4:
        return vsmall_fraction_value(w->bank, -(__int128)x.numerator, x.denominator);
    default:
        p = (int64_t)(rng_next(w->r) & (UINT64_MAX >> (rng_one_in(w->r, 4) ? 3 : 56)));
        return vsmall_fraction_value(w->bank,
                                     rng_one_in(w->r, 2) ? sign * p : x.numerator + sign * p, 1);
    }
}

value_id vmutate_real(vwords *w, value_id now)
{
    vsmall_fraction small;
    value_id quick = vsmall_fraction_of(w->bank, now, &small) ? near_fraction(w, small) : 0;
    if (quick)
        return quick;
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    value_get_mpq(w->bank, now, x);
    switch (rng_below(w->r, 6)) {
    case 0: /* a step of some size */
        mpq_set_ui(y, 1, 1);
        mpq_div_2exp(y, y, rng_below(w->r, 24));
        (rng_one_in(w->r, 2) ? mpq_add : mpq_sub)(x, x, y);
        break;
    case 1: /* another numerator, the same denominator */
        mutate_integer(w, mpq_numref(x), 16);
        break;
    case 2: /* its integer part */
        mpz_fdiv_q(mpq_numref(x), mpq_numref(x), mpq_denref(x));
        mpz_set_ui(mpq_denref(x), 1);
        break;
    case 3:
        mpq_set_ui(y, 1 + rng_below(w->r, 16), 1 + rng_below(w->r, 16));
        mpq_canonicalize(y);
        mpq_mul(x, x, y);
        break;
    case 4:
        mpq_neg(x, x);
        break;
    default:
        mpz_set_ui(mpq_denref(x), 1);
        mutate_integer(w, mpq_numref(x), rng_one_in(w->r, 4) ? 64 : 8);
        break;
    }
    mpq_canonicalize(x);
    value_id v = value_real_mpq(w->bank, x);
    mpq_clears(x, y, NULL);
    return v;
}

value_id vmiddle(term_bank *b, value_id x, value_id y)
{
    sort_id s = value_sort(b, x);
    value_id v = 0;
    value_kind kind = value_kind_of(b, x);
    if (kind != VALUE_INT && kind != VALUE_REAL && kind != VALUE_BV && kind != VALUE_FP)
        return 0;
    if (value_kind_of(b, y) != kind)
        return 0;
    vsmall_fraction small, other;
    if (s == SORT_ID_REAL && vsmall_fraction_of(b, x, &small) && vsmall_fraction_of(b, y, &other)) {
        __int128 sum = (__int128)small.numerator * other.denominator +
                       (__int128)other.numerator * small.denominator;
        v = vsmall_fraction_value(b, sum, 2 * (__int128)small.denominator * other.denominator);
        if (v)
            return v;
    }
    if (s == SORT_ID_REAL) {
        mpq_t p, q;
        mpq_inits(p, q, NULL);
        value_get_mpq(b, x, p);
        value_get_mpq(b, y, q);
        mpq_add(p, p, q);
        mpq_div_2exp(p, p, 1);
        v = value_real_mpq(b, p);
        mpq_clears(p, q, NULL);
        return v;
    }
    mpz_t p, q, sum;
    value_scratch s1, s2;
    value_mpz(b, x, p, &s1);
    value_mpz(b, y, q, &s2);
    mpz_init(sum);
    mpz_add(sum, p, q);
    mpz_fdiv_q_2exp(sum, sum, 1);
    v = s == SORT_ID_INT                ? value_int_mpz(b, sum)
        : sort_kind_of(b, s) == SORT_BV ? value_bv_mpz(b, sort_bv_width(b, s), sum)
                                        : value_fp_mpz(b, s, sum);
    mpz_clear(sum);
    return v;
}

value_id vmutate_special_float(vwords *w, sort_id s)
{
    uint32_t e = sort_fp_exponent(w->bank, s), m = sort_fp_significand(w->bank, s) - 1;
    mpz_t x;
    mpz_init_set_ui(x, 0);
    switch (rng_below(w->r, 6)) {
    case 0:
        break; /* zero */
    case 1:    /* one */
        mpz_set_ui(x, 1);
        mpz_mul_2exp(x, x, e - 1);
        mpz_sub_ui(x, x, 1);
        mpz_mul_2exp(x, x, m);
        break;
    case 2: /* infinity, or the largest finite, or NaN */
        mpz_set_ui(x, 1);
        mpz_mul_2exp(x, x, e);
        mpz_sub_ui(x, x, 1);
        mpz_mul_2exp(x, x, m);
        if (rng_one_in(w->r, 3))
            mpz_sub_ui(x, x, 1);
        else if (rng_one_in(w->r, 2))
            mpz_add_ui(x, x, 1);
        break;
    case 3: /* the smallest normal and its neighbour */
        mpz_setbit(x, m);
        if (rng_one_in(w->r, 2))
            mpz_sub_ui(x, x, 1);
        break;
    case 4:
        mpz_set_ui(x, 1);
        break;
    default:
        random_bits(w->r, x, e + m);
        break;
    }
    if (rng_one_in(w->r, 2))
        mpz_setbit(x, e + m);
    value_id v = value_fp_mpz(w->bank, s, x);
    mpz_clear(x);
    return v;
}
