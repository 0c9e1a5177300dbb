#include "term/eval/eval.h"

#include "term/eval/eval_bv_wide.h"

/* Bit-vectors of at most 64 bits, in machine words; wider ones go to eval_bv_wide.c. Words hold
 * their number modulo 2^width, unused bits zero. */

static uint64_t mask_of(uint32_t width)
{
    return UINT64_MAX >> (64 - width);
}

static int64_t sign_extended(uint64_t x, uint32_t width)
{
    uint32_t unused = 64 - width;
    return (int64_t)(x << unused) >> unused;
}

static uint64_t magnitude(int64_t x)
{
    return x < 0 ? -(uint64_t)x : (uint64_t)x;
}

static uint64_t signed_div(uint64_t x, uint64_t y, uint32_t width)
{
    int64_t a = sign_extended(x, width), b = sign_extended(y, width);
    if (!b)
        return a < 0 ? 1 : UINT64_MAX;
    uint64_t quotient = magnitude(a) / magnitude(b);
    return (a < 0) != (b < 0) ? -quotient : quotient;
}

static uint64_t signed_rem(uint64_t x, uint64_t y, uint32_t width)
{
    int64_t a = sign_extended(x, width), b = sign_extended(y, width);
    if (!b)
        return x;
    uint64_t rest = magnitude(a) % magnitude(b);
    return a < 0 ? -rest : rest;
}

/* The sign of the result is that of the divisor. */
static uint64_t signed_mod(uint64_t x, uint64_t y, uint32_t width)
{
    int64_t a = sign_extended(x, width), b = sign_extended(y, width);
    uint64_t rest = signed_rem(x, y, width);
    return b && rest && (a < 0) != (b < 0) ? rest + y : rest;
}

static uint64_t arithmetic_shift(uint64_t x, uint64_t y, uint32_t width)
{
    int64_t a = sign_extended(x, width);
    return (uint64_t)(a >> (y < width ? y : 63));
}

/* Modulo 2^64: the caller cuts the result to its width. */
static uint64_t binary(term_op op, uint64_t x, uint64_t y, uint32_t width)
{
    switch (op) {
    case OP_BVAND:
        return x & y;
    case OP_BVOR:
        return x | y;
    case OP_BVXOR:
        return x ^ y;
    case OP_BVNAND:
        return ~(x & y);
    case OP_BVNOR:
        return ~(x | y);
    case OP_BVXNOR:
        return ~(x ^ y);
    case OP_BVADD:
        return x + y;
    case OP_BVSUB:
        return x - y;
    case OP_BVMUL:
        return x * y;
    case OP_BVUDIV:
        return y ? x / y : UINT64_MAX;
    case OP_BVUREM:
        return y ? x % y : x;
    case OP_BVSDIV:
        return signed_div(x, y, width);
    case OP_BVSREM:
        return signed_rem(x, y, width);
    case OP_BVSMOD:
        return signed_mod(x, y, width);
    case OP_BVSHL:
        return y < width ? x << y : 0;
    case OP_BVLSHR:
        return y < width ? x >> y : 0;
    case OP_BVASHR:
        return arithmetic_shift(x, y, width);
    default:
        return 0;
    }
}

static bool in_signed_range(__int128 x, uint32_t width)
{
    __int128 limit = (__int128)1 << (width - 1);
    return x >= -limit && x < limit;
}

static bool predicate(term_op op, uint64_t x, uint64_t y, uint32_t width)
{
    int64_t a = sign_extended(x, width), b = sign_extended(y, width);
    uint64_t least = UINT64_C(1) << (width - 1), ones = mask_of(width);
    switch (op) {
    case OP_BVULT:
        return x < y;
    case OP_BVULE:
        return x <= y;
    case OP_BVUGT:
        return x > y;
    case OP_BVUGE:
        return x >= y;
    case OP_BVSLT:
        return a < b;
    case OP_BVSLE:
        return a <= b;
    case OP_BVSGT:
        return a > b;
    case OP_BVSGE:
        return a >= b;
    case OP_BVNEGO:
        return x == least;
    case OP_BVUADDO:
        return x + y > ones || x + y < x;
    case OP_BVSADDO:
        return !in_signed_range((__int128)a + b, width);
    case OP_BVUMULO:
        return (unsigned __int128)x * y > ones;
    case OP_BVSMULO:
        return !in_signed_range((__int128)a * b, width);
    case OP_BVUSUBO:
        return x < y;
    case OP_BVSSUBO:
        return !in_signed_range((__int128)a - b, width);
    case OP_BVSDIVO:
        return x == least && y == ones;
    default:
        return false;
    }
}

static uint64_t word(const eval_call *c, uint32_t i)
{
    uint64_t x = 0;
    value_small_bits(c->bank, c->args[i], &x);
    return x;
}

static uint32_t width_of(const eval_call *c, uint32_t i)
{
    return sort_bv_width(c->bank, value_sort(c->bank, c->args[i]));
}

static uint64_t rotated(uint64_t x, uint64_t left, uint32_t width)
{
    left %= width;
    return left ? x << left | x >> (width - left) : x;
}

/* The operators whose arguments and result are not all of one width, and those with an index. */
static uint64_t reshaped(const eval_call *c, uint32_t width)
{
    uint64_t x = word(c, 0);
    uint32_t from = width_of(c, 0);
    switch (c->op) {
    case OP_CONCAT:
        for (uint32_t i = 1; i < c->n; i++)
            x = x << width_of(c, i) | word(c, i);
        return x;
    case OP_EXTRACT:
        return x >> c->indices[1];
    case OP_REPEAT: {
        uint64_t all = x;
        for (uint32_t done = from; done < width; done += from)
            all = all << from | x;
        return all;
    }
    case OP_ZERO_EXTEND:
        return x;
    case OP_SIGN_EXTEND:
        return (uint64_t)sign_extended(x, from);
    case OP_ROTATE_LEFT:
        return rotated(x, c->indices[0], width);
    case OP_ROTATE_RIGHT:
        return rotated(x, width - c->indices[0] % width, width);
    default:
        return 0;
    }
}

static value_id small_result(const eval_call *c, uint32_t width)
{
    uint64_t r;
    switch (c->op) {
    case OP_CONCAT:
    case OP_EXTRACT:
    case OP_REPEAT:
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
    case OP_ROTATE_LEFT:
    case OP_ROTATE_RIGHT:
        r = reshaped(c, width);
        break;
    case OP_BVNOT:
        r = ~word(c, 0);
        break;
    case OP_BVNEG:
        r = -word(c, 0);
        break;
    default:
        r = word(c, 0);
        for (uint32_t i = 1; i < c->n; i++)
            r = binary(c->op, r, word(c, i), width) & mask_of(width);
        break;
    }
    return value_bv_u64(c->bank, width, r & mask_of(width));
}

static value_id from_int(const eval_call *c)
{
    uint32_t width = sort_bv_width(c->bank, c->sort);
    int64_t small;
    if (width <= 64 && value_small_int(c->bank, c->args[0], &small))
        return value_bv_u64(c->bank, width, (uint64_t)small & mask_of(width));
    mpz_t number;
    value_scratch scratch;
    value_mpz(c->bank, c->args[0], number, &scratch);
    return value_bv_mpz(c->bank, width, number);
}

static value_id to_int(const eval_call *c)
{
    uint32_t width = width_of(c, 0);
    uint64_t bits = word(c, 0);
    if (width <= 64 && c->op == OP_SBV_TO_INT)
        return value_int(c->bank, sign_extended(bits, width));
    if (width <= 64 && bits <= INT64_MAX)
        return value_int(c->bank, (int64_t)bits);
    return eval_bv_wide(c);
}

value_id eval_bv(eval_call *c)
{
    uint32_t from, to;
    switch (c->op) {
    case OP_INT_TO_BV:
        return from_int(c);
    case OP_UBV_TO_INT:
    case OP_SBV_TO_INT:
        return to_int(c);
    case OP_BVCOMP:
        return value_bv_u64(c->bank, 1, c->args[0] == c->args[1]);
    case OP_CONCAT:
    case OP_EXTRACT:
    case OP_REPEAT:
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
        from = width_of(c, 0);
        to = sort_bv_width(c->bank, c->sort);
        return from <= 64 && to <= 64 ? small_result(c, to) : eval_bv_wide(c);
    case OP_BVULT:
    case OP_BVULE:
    case OP_BVUGT:
    case OP_BVUGE:
    case OP_BVSLT:
    case OP_BVSLE:
    case OP_BVSGT:
    case OP_BVSGE:
    case OP_BVNEGO:
    case OP_BVUADDO:
    case OP_BVSADDO:
    case OP_BVUMULO:
    case OP_BVSMULO:
    case OP_BVUSUBO:
    case OP_BVSSUBO:
    case OP_BVSDIVO:
        from = width_of(c, 0);
        if (from > 64)
            return eval_bv_wide(c);
        return value_bool(predicate(c->op, word(c, 0), c->n > 1 ? word(c, 1) : 0, from));
    default:
        to = sort_bv_width(c->bank, c->sort);
        return to <= 64 ? small_result(c, to) : eval_bv_wide(c);
    }
}
