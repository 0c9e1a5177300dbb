#include "fuzz/fp_words.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#include "term/value.h"

static double get64(uint64_t w)
{
    double x;
    memcpy(&x, &w, 8);
    return x;
}

static float get32(uint64_t w)
{
    uint32_t low = (uint32_t)w;
    float x;
    memcpy(&x, &low, 4);
    return x;
}

static uint64_t put64(double x)
{
    uint64_t w;
    if (isnan(x))
        return UINT64_C(0x7ff8000000000000);
    memcpy(&w, &x, 8);
    return w;
}

static uint64_t put32(float x)
{
    uint32_t w;
    if (isnan(x))
        return 0x7fc00000;
    memcpy(&w, &x, 4);
    return w;
}

/* False for the mode the hardware lacks. */
static bool set_mode(uint64_t mode)
{
    static const int modes[] = {[RM_RNE] = FE_TONEAREST,
                                [RM_RTP] = FE_UPWARD,
                                [RM_RTN] = FE_DOWNWARD,
                                [RM_RTZ] = FE_TOWARDZERO};
    if (mode == RM_RNA)
        return false;
    if (mode != RM_RNE)
        fesetround(modes[mode]);
    return true;
}

static void restore_mode(uint64_t mode)
{
    if (mode != RM_RNE)
        fesetround(FE_TONEAREST);
}

static uint64_t arithmetic64(uint16_t op, double x, double y, double z)
{
    volatile double p = x, q = y, r; /* keeps the operation between the changes of mode */
    switch (op) {
    case FUZZ_FP_ADD:
        r = p + q;
        break;
    case FUZZ_FP_SUB:
        r = p - q;
        break;
    case FUZZ_FP_MUL:
        r = p * q;
        break;
    case FUZZ_FP_DIV:
        r = p / q;
        break;
    case FUZZ_FP_FMA:
        r = fma(p, q, z);
        break;
    case FUZZ_FP_SQRT:
        r = sqrt(p);
        break;
    default:
        r = rint(p);
    }
    return put64(r);
}

static uint64_t arithmetic32(uint16_t op, float x, float y, float z)
{
    volatile float p = x, q = y, r;
    switch (op) {
    case FUZZ_FP_ADD:
        r = p + q;
        break;
    case FUZZ_FP_SUB:
        r = p - q;
        break;
    case FUZZ_FP_MUL:
        r = p * q;
        break;
    case FUZZ_FP_DIV:
        r = p / q;
        break;
    case FUZZ_FP_FMA:
        r = fmaf(p, q, z);
        break;
    case FUZZ_FP_SQRT:
        r = sqrtf(p);
        break;
    default:
        r = rintf(p);
    }
    return put32(r);
}

static int64_t sign_extended(uint64_t w, uint64_t width)
{
    return (int64_t)(w << (64 - width)) >> (64 - width);
}

static uint64_t from_integer(const fuzz_insn *insn, uint64_t w)
{
    volatile uint64_t bits = w;
    bool is_signed = insn->op == FUZZ_FP_FROM_SBV;
    volatile int64_t number = sign_extended(bits, insn->imm);
    if (insn->width == 64)
        return put64(is_signed ? (double)number : (double)bits);
    return put32(is_signed ? (float)number : (float)bits);
}

/* The integer nearest in the current mode, if it lies in the range of the result. */
static uint64_t to_integer(const fuzz_insn *insn, double x, bool *trap)
{
    uint64_t width = insn->width;
    double r = rint(x);
    bool is_signed = insn->op == FUZZ_FP_TO_SBV;
    double low = is_signed ? -ldexp(1, (int)width - 1) : 0;
    double high = ldexp(1, (int)width - is_signed); /* exclusive */
    if (!(r >= low && r < high)) {
        *trap = true;
        return 0;
    }
    uint64_t bits = is_signed ? (uint64_t)(int64_t)r : (uint64_t)r;
    return width < 64 ? bits & ((UINT64_C(1) << width) - 1) : bits;
}

static uint64_t rounded(const fuzz_insn *insn, uint64_t b, uint64_t c, uint64_t d, bool *trap)
{
    bool wide = insn->width == 64, wide_source = insn->imm == 64;
    switch (insn->op) {
    case FUZZ_FP_CONVERT: {
        if (wide_source == wide)
            return b;
        volatile double x = get64(b);
        volatile float y = get32(b);
        return wide ? put64((double)y) : put32((float)x);
    }
    case FUZZ_FP_FROM_SBV:
    case FUZZ_FP_FROM_UBV:
        return from_integer(insn, b);
    case FUZZ_FP_TO_SBV:
    case FUZZ_FP_TO_UBV:
        return to_integer(insn, wide_source ? get64(b) : (double)get32(b), trap);
    default:
        return wide ? arithmetic64(insn->op, get64(b), get64(c), get64(d))
                    : arithmetic32(insn->op, get32(b), get32(c), get32(d));
    }
}

static uint64_t compare(uint16_t op, double x, double y)
{
    return op == FUZZ_FP_LT ? x < y : op == FUZZ_FP_LE ? x <= y : x == y;
}

static uint64_t classify(uint16_t op, int class, bool negative)
{
    switch (op) {
    case FUZZ_FP_IS_NORMAL:
        return class == FP_NORMAL;
    case FUZZ_FP_IS_SUBNORMAL:
        return class == FP_SUBNORMAL;
    case FUZZ_FP_IS_ZERO:
        return class == FP_ZERO;
    case FUZZ_FP_IS_INFINITE:
        return class == FP_INFINITE;
    case FUZZ_FP_IS_NAN:
        return class == FP_NAN;
    case FUZZ_FP_IS_NEGATIVE:
        return class != FP_NAN && negative;
    default:
        return class != FP_NAN && !negative;
    }
}

uint64_t fp_words_apply(const fuzz_insn *insn, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                        bool *trap)
{
    bool wide = insn->width == 64;
    switch (insn->op) {
    case FUZZ_FP_NEG:
        return wide ? put64(-get64(a)) : put32(-get32(a));
    case FUZZ_FP_ABS:
        return wide ? put64(fabs(get64(a))) : put32(fabsf(get32(a)));
    case FUZZ_FP_REM:
        return wide ? put64(remainder(get64(a), get64(b))) : put32(remainderf(get32(a), get32(b)));
    case FUZZ_FP_CANONICAL:
        return wide ? put64(get64(a)) : put32(get32(a));
    case FUZZ_FP_LT:
    case FUZZ_FP_LE:
    case FUZZ_FP_EQ:
        return wide ? compare(insn->op, get64(a), get64(b))
                    : compare(insn->op, (double)get32(a), (double)get32(b));
    case FUZZ_FP_IS_NORMAL:
    case FUZZ_FP_IS_SUBNORMAL:
    case FUZZ_FP_IS_ZERO:
    case FUZZ_FP_IS_INFINITE:
    case FUZZ_FP_IS_NAN:
    case FUZZ_FP_IS_NEGATIVE:
    case FUZZ_FP_IS_POSITIVE:
        return classify(insn->op, wide ? fpclassify(get64(a)) : fpclassify(get32(a)),
                        wide ? signbit(get64(a)) : signbit(get32(a)));
    default:
        if (!set_mode(a)) {
            *trap = true;
            return 0;
        }
        uint64_t result = rounded(insn, b, c, d, trap);
        restore_mode(a);
        return result;
    }
}
