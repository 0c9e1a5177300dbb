#include "random_values.h"

#include "generate/generate.h"

static void random_bits(term_bank *b, rng *r, uint32_t width, mpz_t out)
{
    value_scratch scratch;
    mpz_t bits;
    value_mpz(b, generate_value(b, r, sort_bv(b, width)), bits, &scratch);
    mpz_set(out, bits);
}

static value_id random_array(term_bank *b, rng *r, sort_id sort)
{
    value_id v = value_array_constant(b, sort, random_value_of(b, r, sort_array_element(b, sort)));
    for (uint64_t n = rng_below(r, 4); n; n--)
        v = value_array_store(b, v, random_value_of(b, r, sort_array_index(b, sort)),
                              random_value_of(b, r, sort_array_element(b, sort)));
    return v;
}

value_id random_value_of(term_bank *b, rng *r, sort_id sort)
{
    if (sort_kind_of(b, sort) == SORT_ARRAY)
        return random_array(b, r, sort);
    value_id v = generate_value(b, r, sort);
    return v ? v : value_default(b, sort);
}

value_id random_real_near(term_bank *b, rng *r, sort_id fp_sort)
{
    if (rng_below(r, 4) == 0)
        return generate_value(b, r, SORT_ID_REAL);
    uint32_t precision = sort_fp_significand(b, fp_sort);
    uint32_t bias = (UINT32_C(1) << (sort_fp_exponent(b, fp_sort) - 1)) - 1;
    mpq_t q;
    mpz_t z;
    mpq_init(q);
    mpz_init(z);
    random_bits(b, r, precision, z); /* with one bit more it is halfway between two */
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

/* Bits that are a NaN of the format, as a bit-vector. */
static value_id nan_bits(term_bank *b, rng *r, sort_id fp_sort)
{
    uint32_t exponent = sort_fp_exponent(b, fp_sort),
             fraction = sort_fp_significand(b, fp_sort) - 1;
    mpz_t z;
    mpz_init(z);
    random_bits(b, r, fraction, z);
    mpz_setbit(z, rng_below(r, fraction));
    for (uint32_t i = 0; i < exponent; i++)
        mpz_setbit(z, fraction + i);
    if (rng_below(r, 2))
        mpz_setbit(z, exponent + fraction);
    value_id v = value_bv_mpz(b, 1 + exponent + fraction, z);
    mpz_clear(z);
    return v;
}

value_id random_unspecified(term_bank *b, rng *r, term_id application, const value_id *args)
{
    term_op op = term_op_of(b, application);
    if (op == OP_FP_MIN || op == OP_FP_MAX) /* of zeros: one of them */
        return args[rng_below(r, 2)];
    if (op == OP_FP_TO_BITS)
        return nan_bits(b, r, value_sort(b, args[0]));
    return random_value_of(b, r, term_sort(b, application));
}
