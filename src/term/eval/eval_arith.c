#include "term/eval/eval.h"

#include <assert.h>

#include "term/eval/eval_real.h"

/* Int: machine words as long as they hold the numbers, GMP when they do not. */

static bool small(const eval_call *c, uint32_t i, int64_t *x)
{
    return value_small_int(c->bank, c->args[i], x);
}

/* Rounds so that the rest is not negative, as SMT-LIB wants it; false: leave it to GMP. */
static bool small_divide(int64_t x, int64_t y, int64_t *quotient, int64_t *rest)
{
    if (!y || (x == INT64_MIN && y == -1))
        return false;
    *quotient = x / y;
    *rest = x % y;
    if (*rest < 0) {
        *rest = y > 0 ? *rest + y : *rest - y;
        *quotient = y > 0 ? *quotient - 1 : *quotient + 1;
    }
    return true;
}

/* The result in a machine word, if all on the way to it fits. */
static bool small_fold(const eval_call *c, int64_t *result)
{
    int64_t r, x, rest;
    if (!small(c, 0, &r))
        return false;
    if (c->op == OP_NEG || (c->op == OP_ABS && r < 0))
        return !__builtin_sub_overflow(0, r, result);
    for (uint32_t i = 1; i < c->n; i++) {
        if (!small(c, i, &x))
            return false;
        bool fits = false;
        switch (c->op) {
        case OP_ADD:
            fits = !__builtin_add_overflow(r, x, &r);
            break;
        case OP_SUB:
            fits = !__builtin_sub_overflow(r, x, &r);
            break;
        case OP_MUL:
            fits = !__builtin_mul_overflow(r, x, &r);
            break;
        case OP_IDIV:
            fits = small_divide(r, x, &r, &rest);
            break;
        case OP_MOD:
            fits = small_divide(r, x, &rest, &r);
            break;
        default:
            break;
        }
        if (!fits)
            return false;
    }
    *result = r;
    return true;
}

/* r = r op x; false with the reason set when there is no value. */
static bool big_step(eval_call *c, mpz_t r, const mpz_t x)
{
    switch (c->op) {
    case OP_ADD:
        mpz_add(r, r, x);
        return true;
    case OP_SUB:
        mpz_sub(r, r, x);
        return true;
    case OP_MUL:
        if (mpz_sizeinbase(r, 2) + mpz_sizeinbase(x, 2) > EVAL_MAX_BITS) {
            c->why = EVAL_FUEL;
            return false;
        }
        mpz_mul(r, r, x);
        return true;
    default:
        if (mpz_sgn(x) == 0) {
            c->why = EVAL_UNDERSPECIFIED;
            return false;
        }
        /* rounding down for y > 0, up for y < 0: the rest is never negative */
        if (c->op == OP_MOD)
            mpz_mod(r, r, x);
        else if (mpz_sgn(x) > 0)
            mpz_fdiv_q(r, r, x);
        else
            mpz_cdiv_q(r, r, x);
        return true;
    }
}

static value_id big_fold(eval_call *c)
{
    mpz_t r, x;
    value_scratch scratch;
    value_mpz(c->bank, c->args[0], x, &scratch);
    mpz_init_set(r, x);
    bool ok = true;
    if (c->op == OP_NEG)
        mpz_neg(r, r);
    else if (c->op == OP_ABS)
        mpz_abs(r, r);
    for (uint32_t i = 1; ok && i < c->n; i++) {
        value_mpz(c->bank, c->args[i], x, &scratch);
        ok = big_step(c, r, x);
    }
    value_id v = ok ? value_int_mpz(c->bank, r) : 0;
    mpz_clear(r);
    return v;
}

static int compare_ints(const eval_call *c, uint32_t i, uint32_t j)
{
    int64_t x, y;
    if (small(c, i, &x) && small(c, j, &y))
        return (x > y) - (x < y);
    mpz_t a, b;
    value_scratch of_a, of_b;
    value_mpz(c->bank, c->args[i], a, &of_a);
    value_mpz(c->bank, c->args[j], b, &of_b);
    return mpz_cmp(a, b);
}

static bool holds(term_op op, int order)
{
    switch (op) {
    case OP_LE:
        return order <= 0;
    case OP_LT:
        return order < 0;
    case OP_GE:
        return order >= 0;
    default:
        return order > 0;
    }
}

static value_id chain(const eval_call *c, bool real)
{
    for (uint32_t i = 0; i + 1 < c->n; i++) {
        int order = real ? eval_real_compare(c->bank, c->args[i], c->args[i + 1])
                         : compare_ints(c, i, i + 1);
        if (!holds(c->op, order))
            return value_bool(false);
    }
    return value_bool(true);
}

static value_id divisible(eval_call *c)
{
    uint32_t divisor = c->indices[0];
    int64_t x;
    if (!divisor) {
        c->why = EVAL_UNDERSPECIFIED;
        return 0;
    }
    if (small(c, 0, &x))
        return value_bool(x % (int64_t)divisor == 0);
    mpz_t number;
    value_scratch scratch;
    value_mpz(c->bank, c->args[0], number, &scratch);
    return value_bool(mpz_divisible_ui_p(number, divisor));
}

static bool any_algebraic(const eval_call *c)
{
    for (uint32_t i = 0; i < c->n; i++)
        if (value_kind_of(c->bank, c->args[i]) == VALUE_ALGEBRAIC)
            return true;
    return false;
}

value_id eval_arith(eval_call *c)
{
    int64_t result;
    bool real = value_kind_of(c->bank, c->args[0]) != VALUE_INT;
    if (real && any_algebraic(c)) {
        c->why = EVAL_ALGEBRAIC;
        return 0;
    }
    switch (c->op) {
    case OP_LE:
    case OP_LT:
    case OP_GE:
    case OP_GT:
        return chain(c, real);
    case OP_DIVISIBLE:
        return divisible(c);
    default:
        if (real || c->sort == SORT_ID_REAL)
            return eval_real(c);
        if (small_fold(c, &result))
            return value_int(c->bank, result);
        return big_fold(c);
    }
}
