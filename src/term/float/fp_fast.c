#include "term/float/fp_fast.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

/* Operands and results pass through volatile variables wherever the mode matters: compilers move
 * floating-point operations across changes of the mode, but not volatile accesses. */

#ifdef __SSE2__
/* Also keeps out the modes that flush subnormals (bits 6 and 15). */
enum { CSR_MODE = 0xe040 };

static unsigned mode_enter(fp_rounding rm)
{
    static const unsigned modes[] = {
        [RM_RNE] = 0, [RM_RTN] = 0x2000, [RM_RTP] = 0x4000, [RM_RTZ] = 0x6000};
    unsigned saved = _mm_getcsr();
    unsigned wanted = (saved & ~(unsigned)CSR_MODE) | modes[rm];
    if (wanted != saved)
        _mm_setcsr(wanted);
    return saved;
}

static void mode_leave(unsigned saved, fp_rounding rm)
{
    if (rm != RM_RNE || (saved & CSR_MODE))
        _mm_setcsr(saved);
}
#else
static unsigned mode_enter(fp_rounding rm)
{
    static const int modes[] = {[RM_RNE] = FE_TONEAREST,
                                [RM_RTN] = FE_DOWNWARD,
                                [RM_RTP] = FE_UPWARD,
                                [RM_RTZ] = FE_TOWARDZERO};
    int saved = fegetround();
    if (saved != modes[rm])
        fesetround(modes[rm]);
    return (unsigned)saved;
}

static void mode_leave(unsigned saved, fp_rounding rm)
{
    fesetround((int)saved);
}
#endif

/* Whether operations on float and double are done in just these formats. */
static bool usable(fp_rounding rm)
{
    return FLT_EVAL_METHOD == 0 && rm != RM_RNA;
}

static double to_double(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static float to_float(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float x;
    memcpy(&x, &low, sizeof x);
    return x;
}

static uint64_t from_double(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t from_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Precision is 32 or 64: two functions from one text. */
#define ARITH(name, type, from_bits, to_bits, suffix)                                    \
    static bool name(term_op op, fp_rounding rm, const uint64_t *bits, uint64_t *result) \
    {                                                                                    \
        volatile type x = from_bits(bits[0]), y = 0, z = 0, r;                           \
        if (op != OP_FP_SQRT)                                                            \
            y = from_bits(bits[1]);                                                      \
        if (op == OP_FP_FMA)                                                             \
            z = from_bits(bits[2]);                                                      \
        unsigned saved = mode_enter(rm);                                                 \
        switch (op) {                                                                    \
        case OP_FP_ADD:                                                                  \
            r = x + y;                                                                   \
            break;                                                                       \
        case OP_FP_SUB:                                                                  \
            r = x - y;                                                                   \
            break;                                                                       \
        case OP_FP_MUL:                                                                  \
            r = x * y;                                                                   \
            break;                                                                       \
        case OP_FP_DIV:                                                                  \
            r = x / y;                                                                   \
            break;                                                                       \
        case OP_FP_FMA:                                                                  \
            r = fma##suffix(x, y, z);                                                    \
            break;                                                                       \
        case OP_FP_SQRT:                                                                 \
            r = sqrt##suffix(x);                                                         \
            break;                                                                       \
        case OP_FP_REM:                                                                  \
            r = remainder##suffix(x, y);                                                 \
            if (r == 0) /* glibc 2.36 errs in its sign for some subnormal y */           \
                r = copysign##suffix(0, x);                                              \
            break;                                                                       \
        default:                                                                         \
            mode_leave(saved, rm);                                                       \
            return false;                                                                \
        }                                                                                \
        type rounded = r;                                                                \
        mode_leave(saved, rm);                                                           \
        *result = to_bits(rounded);                                                      \
        return true;                                                                     \
    }

ARITH(arith32, float, to_float, from_float, f)
ARITH(arith64, double, to_double, from_double, )

/* Not by rint under the mode: gcc expands that in a way that is right for RNE only. */
static double whole_number(double number, fp_rounding rm)
{
    volatile double x = number, r = x;
    unsigned saved = mode_enter(RM_RNE);
    switch (rm) {
    case RM_RNE:
        r = rint(x);
        break;
    case RM_RNA:
        r = round(x);
        break;
    case RM_RTP:
        r = ceil(x);
        break;
    case RM_RTN:
        r = floor(x);
        break;
    case RM_RTZ:
        r = trunc(x);
        break;
    }
    mode_leave(saved, RM_RNE);
    return r;
}

static bool round_to_integral(fp_format f, fp_rounding rm, uint64_t x, uint64_t *result)
{
    if (FLT_EVAL_METHOD != 0)
        return false;
    if (fp_is_float64(f))
        *result = from_double(whole_number(to_double(x), rm));
    else if (fp_is_float32(f)) /* whole numbers near a float are floats: no second rounding */
        *result = from_float((float)whole_number(to_float(x), rm));
    else
        return false;
    return true;
}

bool fp_fast_arith(term_op op, fp_format f, fp_rounding rm, const uint64_t *x, uint64_t *result)
{
    if (op == OP_FP_ROUND)
        return round_to_integral(f, rm, x[0], result);
    if (op == OP_FP_REM)
        rm = RM_RNE; /* exact in every mode */
    if (!usable(rm))
        return false;
    if (fp_is_float64(f))
        return arith64(op, rm, x, result);
    return fp_is_float32(f) && arith32(op, rm, x, result);
}

bool fp_fast_convert(fp_format from, fp_format to, fp_rounding rm, uint64_t x, uint64_t *result)
{
    if (FLT_EVAL_METHOD == 0 && fp_is_float32(from) && fp_is_float64(to)) {
        *result = from_double(to_float(x));
        return true;
    }
    if (!usable(rm) || !fp_is_float64(from) || !fp_is_float32(to))
        return false;
    volatile double wide = to_double(x);
    unsigned saved = mode_enter(rm);
    volatile float narrow = (float)wide;
    mode_leave(saved, rm);
    *result = from_float(narrow);
    return true;
}

bool fp_fast_from_integer(fp_format f, fp_rounding rm, uint64_t number, bool is_signed,
                          uint64_t *result)
{
    if (!usable(rm) || (!fp_is_float32(f) && !fp_is_float64(f)))
        return false;
    /* Only signed numbers have an instruction. The half of a larger one has enough bits to be
     * rounded the same way, when the bit that is lost sticks to the last. */
    bool halved = !is_signed && number > INT64_MAX;
    volatile int64_t whole = (int64_t)(halved ? number >> 1 | (number & 1) : number);
    volatile double wide = 0;
    volatile float narrow = 0;
    bool double_wanted = fp_is_float64(f);
    unsigned saved = mode_enter(rm);
    if (double_wanted)
        wide = (double)whole;
    else
        narrow = (float)whole;
    mode_leave(saved, rm);
    if (halved) {
        wide *= 2;
        narrow *= 2;
    }
    *result = double_wanted ? from_double(wide) : from_float(narrow);
    return true;
}

bool fp_fast_to_integer(fp_format f, fp_rounding rm, uint64_t x, uint32_t width, bool is_signed,
                        uint64_t *result, bool *in_range)
{
    if (FLT_EVAL_METHOD != 0 || (!fp_is_float32(f) && !fp_is_float64(f)))
        return false;
    double number = whole_number(fp_is_float64(f) ? to_double(x) : to_float(x), rm);
    double limit = ldexp(1, (int)width - is_signed); /* the bounds are powers of two: exact */
    *in_range = number < limit && number >= (is_signed ? -limit : 0);
    if (*in_range)
        *result = is_signed ? (uint64_t)(int64_t)number : (uint64_t)number;
    return true;
}
