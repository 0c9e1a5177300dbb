/* What operators of the log give on concrete values: bit patterns of up to 64 bits in the low bits of a word. Only what
 * real instructions computed is computed here, so nobody divides by zero and no conversion is out of range. */
#ifndef TANDEM_RUNTIME_CORE_COMPUTE_H
#define TANDEM_RUNTIME_CORE_COMPUTE_H

#include <emmintrin.h>
#include <string.h>

#include "runtime/core/state.h"

static inline uint64_t mask(uint32_t width)
{
    return width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
}

static inline int64_t to_signed(uint64_t v, uint32_t width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (int64_t)(((v & mask(width)) ^ sign) - sign);
}

static inline double to_double(uint64_t v)
{
    double d;
    memcpy(&d, &v, sizeof d);
    return d;
}

static inline float to_float(uint64_t v)
{
    float f;
    uint32_t low = (uint32_t)v;
    memcpy(&f, &low, sizeof f);
    return f;
}

static inline uint64_t of_double(double d)
{
    uint64_t v;
    memcpy(&v, &d, sizeof v);
    return v;
}

static inline uint64_t of_float(float f)
{
    uint32_t v;
    memcpy(&v, &f, sizeof v);
    return v;
}

/* fmod without libm, which a program may not have: the machine's remainder takes some bits at a time. */
static double remainder_of(double x, double y)
{
    long double r = x;
    uint16_t status;
    do
        __asm__("fprem\n\tfnstsw %1" : "+t"(r), "=a"(status) : "u"((long double)y));
    while (status & 0x400);
    return (double)r;
}

static uint64_t compute_float(uint32_t op, uint32_t width, uint64_t va, uint64_t vb)
{
    bool single = width == 32;
    float fa = to_float(va), fb = to_float(vb);
    double a = single ? fa : to_double(va), b = single ? fb : to_double(vb);
    switch (op) {
    case TANDEM_FADD:
        return single ? of_float(fa + fb) : of_double(a + b);
    case TANDEM_FSUB:
        return single ? of_float(fa - fb) : of_double(a - b);
    case TANDEM_FMUL:
        return single ? of_float(fa * fb) : of_double(a * b);
    case TANDEM_FDIV:
        return single ? of_float(fa / fb) : of_double(a / b);
    case TANDEM_FREM:
        return single ? of_float((float)remainder_of(a, b)) : of_double(remainder_of(a, b));
    case TANDEM_FOEQ:
        return a == b;
    case TANDEM_FOLT:
        return a < b;
    case TANDEM_FOLE:
        return a <= b;
    default: /* TANDEM_FUNO */
        return a != a || b != b;
    }
}

static uint64_t compute_two(uint32_t op, uint32_t width, uint64_t a, uint64_t b)
{
    int64_t sa = to_signed(a, width), sb = to_signed(b, width);
    switch (op) {
    case TANDEM_ADD:
        return a + b;
    case TANDEM_SUB:
        return a - b;
    case TANDEM_MUL:
        return a * b;
    case TANDEM_UDIV:
        return b ? a / b : UINT64_MAX;
    case TANDEM_UREM:
        return b ? a % b : a;
    case TANDEM_SDIV:
        return !sb ? UINT64_MAX : sb == -1 ? 0 - (uint64_t)sa : (uint64_t)(sa / sb);
    case TANDEM_SREM:
        return !sb ? a : sb == -1 ? 0 : (uint64_t)(sa % sb);
    case TANDEM_SHL:
        return b < width ? a << b : 0;
    case TANDEM_LSHR:
        return b < width ? a >> b : 0;
    case TANDEM_ASHR:
        return (uint64_t)(sa >> (b < width ? b : width - 1));
    case TANDEM_AND:
        return a & b;
    case TANDEM_OR:
        return a | b;
    case TANDEM_XOR:
        return a ^ b;
    case TANDEM_EQ:
        return a == b;
    case TANDEM_NE:
        return a != b;
    case TANDEM_ULT:
        return a < b;
    case TANDEM_ULE:
        return a <= b;
    case TANDEM_SLT:
        return sa < sb;
    case TANDEM_SLE:
        return sa <= sb;
    default:
        return compute_float(op, width, a, b);
    }
}

static double square_root(double d)
{
    __m128d v = _mm_set_sd(d);
    return _mm_cvtsd_f64(_mm_sqrt_sd(v, v));
}

/* Of a float the double's root, rounded once more, is the float's: doubles have more than twice the bits. */
static uint64_t compute_one(uint32_t op, uint32_t from, uint32_t to, uint64_t a)
{
    double d = from == 32 ? to_float(a) : to_double(a);
    switch (op) {
    case TANDEM_NOT:
        return ~a;
    case TANDEM_SEXT:
        return (uint64_t)to_signed(a, from);
    case TANDEM_FNEG:
        return a ^ UINT64_C(1) << (from - 1);
    case TANDEM_FABS:
        return a & mask(from - 1);
    case TANDEM_FSQRT:
        return to == 32 ? of_float((float)square_root(d)) : of_double(square_root(d));
    case TANDEM_FEXT:
        return of_double(d);
    case TANDEM_FTRUNC:
        return of_float((float)d);
    case TANDEM_FROM_SINT:
        return to == 32 ? of_float((float)to_signed(a, from))
                        : of_double((double)to_signed(a, from));
    case TANDEM_FROM_UINT:
        return to == 32 ? of_float((float)a) : of_double((double)a);
    case TANDEM_TO_SINT:
        return (uint64_t)(int64_t)d;
    case TANDEM_TO_UINT:
        return d < 0x1p63 ? (uint64_t)(int64_t)d
                          : (uint64_t)(int64_t)(d - 0x1p63) ^ UINT64_C(1) << 63;
    default: /* ZEXT, TRUNC */
        return a;
    }
}

#endif
