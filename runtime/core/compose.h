/* Operators on values, which are expressions with their concrete values, so that what does not depend on inputs stays a
 * number; and operators that the log does not have, from those it has. For runtime/core/stretch.c. */
#ifndef TANDEM_RUNTIME_CORE_COMPOSE_H
#define TANDEM_RUNTIME_CORE_COMPOSE_H

#include "runtime/core/compute.h"
#include "runtime/inline_kinds.h"

typedef struct value {
    uint64_t v;
    tandem_expr e;
    uint32_t width;
} value;

static inline value number(uint64_t v, uint32_t width)
{
    return (value){v & mask(width), 0, width};
}

static value two(uint32_t op, value a, value b)
{
    bool compares =
        (op >= TANDEM_EQ && op <= TANDEM_SLE) || (op >= TANDEM_FOEQ && op <= TANDEM_FUNO);
    uint32_t width = compares ? 1 : a.width;
    tandem_expr e = a.e | b.e ? tandem_binary(op, a.width, a.e, b.e, a.v, b.v) : 0;
    return (value){compute_two(op, a.width, a.v, b.v) & mask(width), e, width};
}

static value one(uint32_t op, value a, uint32_t width)
{
    tandem_expr e = a.e ? tandem_unary(op, a.width, width, a.e) : 0;
    return (value){compute_one(op, a.width, width, a.v) & mask(width), e, width};
}

static value with(uint32_t op, value a, uint64_t v)
{
    return two(op, a, number(v, a.width));
}

static value choose(value c, value a, value b)
{
    if (!c.e)
        return c.v ? a : b;
    return (value){c.v ? a.v : b.v, tandem_ite(a.width, c.e, a.e, b.e, c.v != 0, a.v, b.v),
                   a.width};
}

/* Whether the result of an operation on numbers of this width is not the exact one. With room for
 * the exact one it is computed; else: */
static value overflows(uint32_t op, bool is_signed, value a, value b)
{
    uint32_t extend = is_signed ? TANDEM_SEXT : TANDEM_ZEXT, width = a.width;
    if (width <= 32) {
        value exact = two(op, one(extend, a, 2 * width), one(extend, b, 2 * width));
        return two(TANDEM_NE, exact, one(extend, one(TANDEM_TRUNC, exact, width), 2 * width));
    }
    if (op == TANDEM_MUL) { /* by the halves: 2^64 > a * b, of absolute values if signed */
        value zero = number(0, width), negative = number(0, 1);
        if (is_signed) {
            value na = two(TANDEM_SLT, a, zero), nb = two(TANDEM_SLT, b, zero);
            negative = two(TANDEM_XOR, na, nb);
            a = choose(na, two(TANDEM_SUB, zero, a), a);
            b = choose(nb, two(TANDEM_SUB, zero, b), b);
        }
        value divisor = choose(with(TANDEM_EQ, a, 0), number(1, width), a);
        value most = number(is_signed ? mask(width) >> 1 : mask(width), width);
        if (is_signed) /* one more is allowed below zero */
            most = two(TANDEM_ADD, most, one(TANDEM_ZEXT, negative, width));
        value too_large = two(TANDEM_ULT, two(TANDEM_UDIV, most, divisor), b);
        return two(TANDEM_AND, too_large, with(TANDEM_NE, a, 0));
    }
    value r = two(op, a, b);
    if (!is_signed)
        return op == TANDEM_ADD ? two(TANDEM_ULT, r, a) : two(TANDEM_ULT, a, b);
    value different = two(TANDEM_XOR, a, op == TANDEM_ADD ? r : b);
    value sign = two(TANDEM_AND, different, two(TANDEM_XOR, op == TANDEM_ADD ? b : a, r));
    return two(TANDEM_SLT, sign, number(0, width));
}

static value ones(value a)
{
    uint32_t w = a.width;
    uint64_t fives = UINT64_C(0x5555555555555555), threes = UINT64_C(0x3333333333333333);
    value wide = w == 64 ? a : one(TANDEM_ZEXT, a, 64);
    wide = two(TANDEM_SUB, wide, with(TANDEM_AND, with(TANDEM_LSHR, wide, 1), fives));
    wide = two(TANDEM_ADD, with(TANDEM_AND, wide, threes),
               with(TANDEM_AND, with(TANDEM_LSHR, wide, 2), threes));
    wide = with(TANDEM_AND, two(TANDEM_ADD, wide, with(TANDEM_LSHR, wide, 4)),
                UINT64_C(0x0f0f0f0f0f0f0f0f));
    wide = with(TANDEM_LSHR, with(TANDEM_MUL, wide, UINT64_C(0x0101010101010101)), 56);
    return w == 64 ? wide : one(TANDEM_TRUNC, wide, w);
}

static value leading_zeros(value a)
{
    value all = a;
    for (uint32_t i = 1; i < a.width; i *= 2)
        all = two(TANDEM_OR, all, with(TANDEM_LSHR, all, i));
    return two(TANDEM_SUB, number(a.width, a.width), ones(all));
}

static value trailing_zeros(value a)
{
    value below = two(TANDEM_AND, with(TANDEM_XOR, a, UINT64_MAX), with(TANDEM_SUB, a, 1));
    return ones(below);
}

static value swapped_bytes(value a)
{
    value r = number(0, a.width);
    for (uint32_t i = 0; i < a.width; i += 8) {
        value byte = with(TANDEM_AND, with(TANDEM_LSHR, a, i), 0xff);
        r = two(TANDEM_OR, r, with(TANDEM_SHL, byte, a.width - 8 - i));
    }
    return r;
}

/* The high (or low) half of a:b after a shift to the left (right); widths are powers of two. */
static value funnel(bool left, value a, value b, value by)
{
    value shift = with(TANDEM_AND, by, a.width - 1);
    value rest = two(TANDEM_SUB, number(a.width - 1, a.width), shift);
    if (left)
        return two(TANDEM_OR, two(TANDEM_SHL, a, shift),
                   two(TANDEM_LSHR, with(TANDEM_LSHR, b, 1), rest));
    return two(TANDEM_OR, two(TANDEM_LSHR, b, shift),
               two(TANDEM_SHL, with(TANDEM_SHL, a, 1), rest));
}

/* Two numbers as one of at most 64 bits. */
static value join(value high, value low)
{
    uint32_t width = high.width + low.width;
    value h = one(TANDEM_ZEXT, high, width), l = one(TANDEM_ZEXT, low, width);
    return two(TANDEM_OR, with(TANDEM_SHL, h, low.width), l);
}

/* Of whole functions: what they compute of their arguments. */
static value compose(uint32_t what, value a, value b, value c)
{
    switch (what) {
    case TANDEM_I_SMIN:
        return choose(two(TANDEM_SLE, a, b), a, b);
    case TANDEM_I_SMAX:
        return choose(two(TANDEM_SLE, b, a), a, b);
    case TANDEM_I_UMIN:
        return choose(two(TANDEM_ULE, a, b), a, b);
    case TANDEM_I_UMAX:
        return choose(two(TANDEM_ULE, b, a), a, b);
    case TANDEM_I_ABS:
        return choose(with(TANDEM_SLT, a, 0), two(TANDEM_SUB, number(0, a.width), a), a);
    case TANDEM_I_ONES:
        return ones(a);
    case TANDEM_I_LEADING:
        return leading_zeros(a);
    case TANDEM_I_TRAILING:
        return trailing_zeros(a);
    case TANDEM_I_SWAP_BYTES:
        return swapped_bytes(a);
    case TANDEM_I_FUNNEL_LEFT:
        return funnel(true, a, b, c);
    case TANDEM_I_FUNNEL_RIGHT:
        return funnel(false, a, b, c);
    case TANDEM_I_UADD_OVERFLOW:
        return overflows(TANDEM_ADD, false, a, b);
    case TANDEM_I_SADD_OVERFLOW:
        return overflows(TANDEM_ADD, true, a, b);
    case TANDEM_I_USUB_OVERFLOW:
        return overflows(TANDEM_SUB, false, a, b);
    case TANDEM_I_SSUB_OVERFLOW:
        return overflows(TANDEM_SUB, true, a, b);
    case TANDEM_I_UMUL_OVERFLOW:
        return overflows(TANDEM_MUL, false, a, b);
    case TANDEM_I_SMUL_OVERFLOW:
        return overflows(TANDEM_MUL, true, a, b);
    case TANDEM_I_UADD_SAT:
        return choose(overflows(TANDEM_ADD, false, a, b), number(UINT64_MAX, a.width),
                      two(TANDEM_ADD, a, b));
    case TANDEM_I_USUB_SAT:
        return choose(two(TANDEM_ULT, a, b), number(0, a.width), two(TANDEM_SUB, a, b));
    case TANDEM_I_COPYSIGN:
        return two(TANDEM_OR, with(TANDEM_AND, a, mask(a.width) >> 1),
                   with(TANDEM_AND, b, UINT64_C(1) << (a.width - 1)));
    default:
        return a;
    }
}

#endif
