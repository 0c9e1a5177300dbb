/* Powers, and integers as rows of bits: operators of cvc5 and z3. */
#include "term/eval/eval.h"

enum { MOST_BITS = 1 << 20 };

static value_id give_up(eval_call *c, eval_reason why)
{
    c->why = why;
    return 0;
}

/* x^n for n >= 0. */
static value_id int_power(eval_call *c, const mpz_t x, unsigned long n)
{
    if (mpz_cmpabs_ui(x, 1) > 0 && mpz_sizeinbase(x, 2) * n > MOST_BITS)
        return give_up(c, EVAL_FUEL);
    mpz_t result;
    mpz_init(result);
    mpz_pow_ui(result, x, n);
    value_id v = value_int_mpz(c->bank, result);
    mpz_clear(result);
    return v;
}

static value_id real_power(eval_call *c, mpq_t x, long n)
{
    if (!mpq_sgn(x) && n < 0)
        return give_up(c, EVAL_UNDERSPECIFIED);
    unsigned long size = n < 0 ? -(unsigned long)n : (unsigned long)n;
    size_t bits = mpz_sizeinbase(mpq_numref(x), 2) + mpz_sizeinbase(mpq_denref(x), 2);
    if (bits * size > MOST_BITS && bits > 2)
        return give_up(c, EVAL_FUEL);
    mpz_pow_ui(mpq_numref(x), mpq_numref(x), size);
    mpz_pow_ui(mpq_denref(x), mpq_denref(x), size);
    if (n < 0)
        mpq_inv(x, x);
    return value_real_mpq(c->bank, x);
}

/* 0^0 is 1. What is no number then, or irrational, has no value. */
static value_id power(eval_call *c)
{
    if (c->sort == SORT_ID_INT) {
        mpz_t x, n;
        value_scratch first, second;
        value_mpz(c->bank, c->args[0], x, &first);
        value_mpz(c->bank, c->args[1], n, &second);
        if (mpz_sgn(n) < 0)
            return give_up(c, EVAL_UNDERSPECIFIED);
        if (!mpz_fits_uint_p(n))
            return give_up(c, EVAL_FUEL);
        return int_power(c, x, mpz_get_ui(n));
    }
    if (value_kind_of(c->bank, c->args[0]) != VALUE_REAL ||
        value_kind_of(c->bank, c->args[1]) != VALUE_REAL)
        return give_up(c, EVAL_ALGEBRAIC);
    mpq_t x, n;
    mpq_inits(x, n, NULL);
    value_get_mpq(c->bank, c->args[0], x);
    value_get_mpq(c->bank, c->args[1], n);
    value_id v;
    if (mpz_cmp_ui(mpq_denref(n), 1))
        v = give_up(c, EVAL_ALGEBRAIC);
    else if (!mpz_fits_sint_p(mpq_numref(n)))
        v = give_up(c, EVAL_FUEL);
    else
        v = real_power(c, x, mpz_get_si(mpq_numref(n)));
    mpq_clears(x, n, NULL);
    return v;
}

static value_id power_of_two(eval_call *c, const mpz_t n)
{
    if (mpz_sgn(n) < 0)
        return value_int(c->bank, 0);
    if (mpz_cmp_ui(n, MOST_BITS) > 0)
        return give_up(c, EVAL_FUEL);
    mpz_t result;
    mpz_init(result);
    mpz_setbit(result, mpz_get_ui(n));
    value_id v = value_int_mpz(c->bank, result);
    mpz_clear(result);
    return v;
}

/* The lowest `bits` bits of x and y, as non-negative numbers, and their conjunction. */
static value_id bits_and(eval_call *c, const mpz_t x, const mpz_t y, uint64_t bits)
{
    mpz_t a, b;
    mpz_inits(a, b, NULL);
    mpz_fdiv_r_2exp(a, x, bits);
    mpz_fdiv_r_2exp(b, y, bits);
    mpz_and(a, a, b);
    value_id v = value_int_mpz(c->bank, a);
    mpz_clears(a, b, NULL);
    return v;
}

static value_id partial_and(eval_call *c)
{
    mpz_t bits, x, y;
    value_scratch scratch[3];
    value_mpz(c->bank, c->args[0], bits, &scratch[0]);
    value_mpz(c->bank, c->args[1], x, &scratch[1]);
    value_mpz(c->bank, c->args[2], y, &scratch[2]);
    if (mpz_sgn(bits) <= 0)
        return value_int(c->bank, 0);
    if (mpz_cmp_ui(bits, MOST_BITS) > 0)
        return give_up(c, EVAL_FUEL);
    return bits_and(c, x, y, mpz_get_ui(bits));
}

value_id eval_integer(eval_call *c)
{
    mpz_t x, y;
    value_scratch first, second;
    if (c->op == OP_POWER)
        return power(c);
    if (c->op == OP_PIAND)
        return partial_and(c);
    value_mpz(c->bank, c->args[0], x, &first);
    switch (c->op) {
    case OP_POW2:
        return power_of_two(c, x);
    case OP_LOG2:
        return value_int(c->bank, mpz_sgn(x) > 0 ? (int64_t)mpz_sizeinbase(x, 2) - 1 : 0);
    case OP_IS_POW2:
        return value_bool(mpz_sgn(x) > 0 && mpz_popcount(x) == 1);
    default: /* iand */
        value_mpz(c->bank, c->args[1], y, &second);
        return bits_and(c, x, y, c->indices[0]);
    }
}
