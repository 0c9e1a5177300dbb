#include "random_values.h"

#include <string.h>

static void random_bits(rng *r, uint32_t width, mpz_t out)
{
    mpz_set_ui(out, 0);
    for (uint32_t done = 0; done < width; done += 32) {
        mpz_mul_2exp(out, out, 32);
        mpz_add_ui(out, out, rng_next(r) & UINT32_MAX);
    }
    mpz_fdiv_r_2exp(out, out, width);
}

/* 0, 1, all ones, one bit, the half, or anything. */
static void corner_bits(rng *r, uint32_t width, mpz_t out)
{
    mpz_set_ui(out, 0);
    switch (rng_below(r, 8)) {
    case 0:
        break;
    case 1:
        mpz_set_ui(out, 1);
        break;
    case 2:
        mpz_set_si(out, -1);
        break;
    case 3:
        mpz_setbit(out, rng_below(r, width));
        break;
    case 4:
        mpz_setbit(out, width - 1);
        if (rng_below(r, 2))
            mpz_sub_ui(out, out, 1);
        break;
    case 5:
        mpz_set_ui(out, rng_below(r, 10));
        break;
    default:
        random_bits(r, width, out);
    }
    mpz_fdiv_r_2exp(out, out, width);
}

static void random_integer(rng *r, mpz_t out)
{
    switch (rng_below(r, 6)) {
    case 0:
        mpz_set_ui(out, 0);
        mpz_setbit(out, 7 + rng_below(r, 64));
        mpz_add_ui(out, out, rng_below(r, 2));
        break;
    case 1:
        random_bits(r, 1 + (uint32_t)rng_below(r, 80), out);
        break;
    default:
        mpz_set_ui(out, rng_below(r, 10));
    }
    if (rng_below(r, 2))
        mpz_neg(out, out);
}

static void random_fp_bits(rng *r, uint32_t exponent, uint32_t significand, mpz_t out)
{
    mpz_t part;
    mpz_init(part);
    mpz_set_ui(out, rng_below(r, 2));
    mpz_mul_2exp(out, out, exponent);
    switch (rng_below(r, 8)) {
    case 0: /* subnormal or zero */
        break;
    case 1: /* the largest, infinity, NaN */
        mpz_setbit(part, exponent);
        mpz_sub_ui(part, part, 1 + rng_below(r, 2));
        break;
    case 2: /* the smallest normal ones */
        mpz_set_ui(part, 1 + rng_below(r, 2));
        break;
    case 3:
    case 4:
    case 5: /* around one: the sums that round */
        mpz_setbit(part, exponent - 1);
        mpz_sub_ui(part, part, 1);
        if (rng_below(r, 2))
            mpz_add_ui(part, part, rng_below(r, significand + 2));
        else
            mpz_sub_ui(part, part, rng_below(r, significand + 2));
        break;
    default:
        random_bits(r, exponent, part);
    }
    mpz_fdiv_r_2exp(part, part, exponent);
    mpz_add(out, out, part);
    mpz_mul_2exp(out, out, significand - 1);
    if (significand > 1)
        corner_bits(r, significand - 1, part);
    mpz_add(out, out, part);
    mpz_clear(part);
}

static value_id random_string(term_bank *b, rng *r)
{
    static const uint32_t alphabet[] = {'a',  'a',  'a',   'b',    'b',     '0',    '1',
                                        '9',  '-',  'A',   '"',    '\\',    'u',    0x0,
                                        0xe9, 0xff, 0x100, 0x4e2d, 0x1f600, 0x2ffff};
    uint32_t text[12];
    size_t n = rng_below(r, rng_below(r, 4) ? 4 : 11);
    uint64_t letters = rng_below(r, 3) ? 8 : sizeof alphabet / sizeof *alphabet;
    for (size_t i = 0; i < n; i++)
        text[i] = alphabet[rng_below(r, letters)];
    return value_string(b, text, n);
}

static value_id random_array(term_bank *b, rng *r, sort_id sort)
{
    value_id v = value_array_constant(b, sort, random_value_of(b, r, sort_array_element(b, sort)));
    for (uint64_t n = rng_below(r, 4); n; n--)
        v = value_array_store(b, v, random_value_of(b, r, sort_array_index(b, sort)),
                              random_value_of(b, r, sort_array_element(b, sort)));
    return v;
}

static value_id random_real(term_bank *b, rng *r)
{
    mpq_t q;
    mpq_init(q);
    random_integer(r, mpq_numref(q));
    if (rng_below(r, 2))
        mpz_set_ui(mpq_denref(q), 1 + rng_below(r, 12));
    mpq_canonicalize(q);
    value_id v = value_real_mpq(b, q);
    mpq_clear(q);
    return v;
}

value_id random_value_of(term_bank *b, rng *r, sort_id sort)
{
    mpz_t z;
    value_id v;
    mpz_init(z);
    switch (sort_kind_of(b, sort)) {
    case SORT_BOOL:
        v = value_bool(rng_below(r, 2));
        break;
    case SORT_INT:
        random_integer(r, z);
        v = value_int_mpz(b, z);
        break;
    case SORT_REAL:
        v = random_real(b, r);
        break;
    case SORT_BV:
        corner_bits(r, sort_bv_width(b, sort), z);
        v = value_bv_mpz(b, sort_bv_width(b, sort), z);
        break;
    case SORT_FP:
        random_fp_bits(r, sort_fp_exponent(b, sort), sort_fp_significand(b, sort), z);
        v = value_fp_mpz(b, sort, z);
        break;
    case SORT_ROUNDING_MODE:
        v = value_rm(b, (fp_rounding)rng_below(r, 5));
        break;
    case SORT_STRING:
        v = random_string(b, r);
        break;
    case SORT_ARRAY:
        v = random_array(b, r, sort);
        break;
    default:
        v = value_default(b, sort);
    }
    mpz_clear(z);
    return v;
}

value_id random_real_near(term_bank *b, rng *r, sort_id fp_sort)
{
    if (rng_below(r, 4) == 0)
        return random_real(b, r);
    uint32_t precision = sort_fp_significand(b, fp_sort);
    uint32_t bias = (UINT32_C(1) << (sort_fp_exponent(b, fp_sort) - 1)) - 1;
    mpq_t q;
    mpz_t z;
    mpq_init(q);
    mpz_init(z);
    corner_bits(r, precision, z); /* with one bit more it is halfway between two */
    mpz_mul_2exp(z, z, 1);
    mpz_add_ui(z, z, rng_below(r, 2));
    if (rng_below(r, 4) == 0) { /* a little off */
        mpz_mul_2exp(z, z, 20);
        mpz_add_ui(z, z, 1);
    }
    mpq_set_z(q, z);
    uint64_t range = bias < 40 ? bias + precision + 2 : 40;
    int64_t shift = (int64_t)rng_below(r, 2 * range + 1) - (int64_t)range - (int64_t)precision;
    if (rng_below(r, 4) == 0 && bias < 2000) /* at the ends of the range */
        shift = rng_below(r, 2) ? (int64_t)bias - precision : -(int64_t)bias - (int64_t)precision;
    if (shift >= 0)
        mpq_mul_2exp(q, q, (mp_bitcnt_t)shift);
    else
        mpq_div_2exp(q, q, (mp_bitcnt_t)-shift);
    if (rng_below(r, 2))
        mpq_neg(q, q);
    value_id v = value_real_mpq(b, q);
    mpq_clear(q);
    mpz_clear(z);
    return v;
}

value_id random_nan_bits(term_bank *b, rng *r, sort_id fp_sort)
{
    uint32_t exponent = sort_fp_exponent(b, fp_sort),
             fraction = sort_fp_significand(b, fp_sort) - 1;
    mpz_t z;
    mpz_init(z);
    random_bits(r, fraction, z);
    mpz_setbit(z, rng_below(r, fraction));
    for (uint32_t i = 0; i < exponent; i++)
        mpz_setbit(z, fraction + i);
    if (rng_below(r, 2))
        mpz_setbit(z, exponent + fraction);
    value_id v = value_bv_mpz(b, 1 + exponent + fraction, z);
    mpz_clear(z);
    return v;
}
