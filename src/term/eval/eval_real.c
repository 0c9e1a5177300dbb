#include "term/eval/eval_real.h"

/* A fraction whose parts fit machine words; the denominator is positive. */
typedef struct fraction {
    int64_t numerator;
    int64_t denominator;
} fraction;

static bool get_fraction(const term_bank *b, value_id v, fraction *x)
{
    x->denominator = 1;
    if (value_kind_of(b, v) == VALUE_INT)
        return value_small_int(b, v, &x->numerator);
    return value_small_int(b, value_numerator(b, v), &x->numerator) &&
           value_small_int(b, value_denominator(b, v), &x->denominator);
}

static uint64_t gcd(uint64_t x, uint64_t y)
{
    if (!x || !y)
        return x | y;
    int twos = __builtin_ctzll(x | y);
    x >>= __builtin_ctzll(x);
    while (y) {
        y >>= __builtin_ctzll(y);
        uint64_t low = x < y ? x : y;
        y = x < y ? y - x : x - y;
        x = low;
    }
    return x << twos;
}

static uint64_t magnitude(int64_t x)
{
    return x < 0 ? -(uint64_t)x : (uint64_t)x;
}

static void reduce(fraction *x)
{
    int64_t common = (int64_t)gcd(magnitude(x->numerator), (uint64_t)x->denominator);
    x->numerator /= common; /* at most the denominator, so it fits */
    x->denominator /= common;
}

/* x op y, reduced; false when a part leaves its word or there is no result. */
static bool small_step(term_op op, fraction *x, fraction y)
{
    int64_t left, right;
    switch (op) {
    case OP_SUB:
        if (__builtin_sub_overflow(0, y.numerator, &y.numerator))
            return false;
        __attribute__((fallthrough));
    case OP_ADD:
        if (x->denominator == y.denominator) {
            if (__builtin_add_overflow(x->numerator, y.numerator, &x->numerator))
                return false;
            break;
        }
        if (__builtin_mul_overflow(x->numerator, y.denominator, &left) ||
            __builtin_mul_overflow(y.numerator, x->denominator, &right) ||
            __builtin_add_overflow(left, right, &x->numerator) ||
            __builtin_mul_overflow(x->denominator, y.denominator, &x->denominator))
            return false;
        break;
    case OP_DIV:
        if (!y.numerator || y.numerator == INT64_MIN || x->numerator == INT64_MIN)
            return false;
        left = y.numerator < 0 ? -y.denominator : y.denominator;
        y.denominator = y.numerator < 0 ? -y.numerator : y.numerator;
        y.numerator = left;
        __attribute__((fallthrough));
    case OP_MUL:
        if (__builtin_mul_overflow(x->numerator, y.numerator, &x->numerator) ||
            __builtin_mul_overflow(x->denominator, y.denominator, &x->denominator))
            return false;
        break;
    default:
        return false;
    }
    if (x->denominator != 1)
        reduce(x);
    return true;
}

static bool small_fold(const eval_call *c, fraction *r)
{
    if (!get_fraction(c->bank, c->args[0], r))
        return false;
    if (c->op == OP_NEG || (c->op == OP_ABS && r->numerator < 0))
        return !__builtin_sub_overflow(0, r->numerator, &r->numerator);
    for (uint32_t i = 1; i < c->n; i++) {
        fraction x;
        if (!get_fraction(c->bank, c->args[i], &x) || !small_step(c->op, r, x))
            return false;
    }
    return true;
}

/* Bits of numerator and denominator together. */
static uint64_t size_of(const mpq_t x)
{
    return mpz_sizeinbase(mpq_numref(x), 2) + mpz_sizeinbase(mpq_denref(x), 2);
}

/* r = r op x; false with the reason set when there is no value. */
static bool big_step(eval_call *c, mpq_t r, const mpq_t x)
{
    if (size_of(r) + size_of(x) > EVAL_MAX_BITS) {
        c->why = EVAL_FUEL;
        return false;
    }
    switch (c->op) {
    case OP_ADD:
        mpq_add(r, r, x);
        return true;
    case OP_SUB:
        mpq_sub(r, r, x);
        return true;
    case OP_MUL:
        mpq_mul(r, r, x);
        return true;
    default:
        if (mpq_sgn(x) == 0) {
            c->why = EVAL_UNDERSPECIFIED;
            return false;
        }
        mpq_div(r, r, x);
        return true;
    }
}

static value_id big_fold(eval_call *c)
{
    mpq_t r, x;
    mpq_inits(r, x, NULL);
    value_get_mpq(c->bank, c->args[0], r);
    if (c->op == OP_NEG)
        mpq_neg(r, r);
    else if (c->op == OP_ABS)
        mpq_abs(r, r);
    bool ok = true;
    for (uint32_t i = 1; ok && i < c->n; i++) {
        value_get_mpq(c->bank, c->args[i], x);
        ok = big_step(c, r, x);
    }
    value_id v = ok ? value_real_mpq(c->bank, r) : 0;
    mpq_clears(r, x, NULL);
    return v;
}

static value_id floor_of(const eval_call *c)
{
    fraction x;
    if (get_fraction(c->bank, c->args[0], &x)) {
        int64_t quotient = x.numerator / x.denominator;
        return value_int(c->bank, quotient - (x.numerator % x.denominator < 0));
    }
    mpq_t number;
    mpq_init(number);
    value_get_mpq(c->bank, c->args[0], number);
    mpz_fdiv_q(mpq_numref(number), mpq_numref(number), mpq_denref(number));
    value_id v = value_int_mpz(c->bank, mpq_numref(number));
    mpq_clear(number);
    return v;
}

static value_id is_int(const eval_call *c)
{
    int64_t denominator;
    if (value_kind_of(c->bank, c->args[0]) == VALUE_INT)
        return value_bool(true);
    value_id v = value_denominator(c->bank, c->args[0]);
    return value_bool(value_small_int(c->bank, v, &denominator) && denominator == 1);
}

static value_id to_real(const eval_call *c)
{
    static const mp_limb_t one[1] = {1};
    int64_t small;
    if (value_kind_of(c->bank, c->args[0]) == VALUE_REAL)
        return c->args[0];
    if (value_small_int(c->bank, c->args[0], &small))
        return value_real(c->bank, small, 1);
    mpz_t number, denominator;
    value_scratch scratch;
    value_mpz(c->bank, c->args[0], number, &scratch);
    mpz_roinit_n(denominator, one, 1);
    return value_real_mpz(c->bank, number, denominator);
}

value_id eval_real(eval_call *c)
{
    fraction r;
    switch (c->op) {
    case OP_TO_REAL:
        return to_real(c);
    case OP_TO_INT:
        return floor_of(c);
    case OP_IS_INT:
        return is_int(c);
    default:
        if (small_fold(c, &r))
            return value_real(c->bank, r.numerator, r.denominator);
        return big_fold(c);
    }
}

int eval_real_compare(const term_bank *b, value_id x, value_id y)
{
    fraction u, v;
    if (x == y)
        return 0;
    if (get_fraction(b, x, &u) && get_fraction(b, y, &v)) {
        __int128 left = (__int128)u.numerator * v.denominator;
        __int128 right = (__int128)v.numerator * u.denominator;
        return (left > right) - (left < right);
    }
    mpq_t p, q;
    mpq_inits(p, q, NULL);
    value_get_mpq(b, x, p);
    value_get_mpq(b, y, q);
    int order = mpq_cmp(p, q);
    mpq_clears(p, q, NULL);
    return order;
}
