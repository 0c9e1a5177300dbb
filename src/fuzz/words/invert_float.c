#include <math.h>
#include <string.h>

#include "fuzz/words/invert_impl.h"

static double to_double(uint64_t w, unsigned width)
{
    double x;
    float y;
    uint32_t low = (uint32_t)w;
    if (width == 64) {
        memcpy(&x, &w, 8);
        return x;
    }
    memcpy(&y, &low, 4);
    return y;
}

static uint64_t from_double(double x, unsigned width)
{
    uint64_t w;
    uint32_t low;
    float y = (float)x;
    if (width == 64) {
        memcpy(&w, &x, 8);
        return w;
    }
    memcpy(&low, &y, 4);
    return low;
}

/* So many floats up or down, infinity at most. */
static uint64_t step_float(uint64_t w, unsigned width, bool up, uint64_t steps)
{
    uint64_t sign = UINT64_C(1) << (width - 1), size = w & (sign - 1);
    uint64_t top = width == 64 ? UINT64_C(0x7ff0000000000000) : 0x7f800000;
    bool negative = w & sign;
    if (negative != up) { /* away from zero */
        size = steps > top || size + steps > top ? top : size + steps;
    } else if (steps > size) {
        size = steps - size > top ? top : steps - size;
        negative = !negative;
    } else {
        size -= steps;
    }
    return (negative ? sign : 0) | size;
}

static uint64_t invert_float_order(const invert_request *q)
{
    unsigned width = q->insn->width;
    bool up = q->first != (q->wanted != 0), equality = q->insn->op == FUZZ_FP_EQ;
    uint64_t steps = 1;
    if (equality && q->wanted)
        return q->other;
    if (equality)
        up = rng_one_in(q->r, 2);
    else if (rng_one_in(q->r, 2))
        steps += rng_next(q->r) >> (rng_below(q->r, width - 1) + 65 - width);
    uint64_t x = step_float(q->other, width, up, steps);
    if (x != q->other || q->wanted)
        return x;
    if (equality) /* infinity */
        return step_float(q->other, width, !up, steps);
    return width == 64 ? UINT64_C(0x7ff8000000000000) : 0x7fc00000; /* NaN is beyond infinity */
}

uint64_t invert_float(const invert_request *q)
{
    unsigned width = q->insn->width;
    double t = to_double(q->wanted, width), s = to_double(q->other, width), x = t;
    switch (q->insn->op) {
    case FUZZ_FP_NEG:
        return q->wanted ^ UINT64_C(1) << (width - 1);
    case FUZZ_FP_ABS:
        return q->wanted ^ rng_below(q->r, 2) << (width - 1);
    case FUZZ_FP_ADD:
        x = t - s;
        break;
    case FUZZ_FP_SUB:
        x = q->first ? t + s : s - t;
        break;
    case FUZZ_FP_MUL:
        x = t / s;
        break;
    case FUZZ_FP_DIV:
        x = q->first ? t * s : s / t;
        break;
    case FUZZ_FP_SQRT:
        x = t * t;
        break;
    case FUZZ_FP_MIN: /* the other operand may stand in the way; then it is the next one to move */
    case FUZZ_FP_MAX:
        return q->wanted;
    case FUZZ_FP_LT:
    case FUZZ_FP_LE:
    case FUZZ_FP_EQ:
        return invert_float_order(q);
    default:
        return fuzz_nudge(q->r, q->now, width);
    }
    uint64_t w = from_double(x, width);
    if (isnan(x))
        return w;
    return rng_one_in(q->r, 4) ? step_float(w, width, rng_one_in(q->r, 2), rng_below(q->r, 4)) : w;
}

uint64_t invert_conversion(const fuzz_insn *insn, uint64_t wanted)
{
    switch (insn->op) {
    case FUZZ_FP_CONVERT:
        return from_double(to_double(wanted, insn->width), (unsigned)insn->imm);
    case FUZZ_FP_FROM_SBV:
    case FUZZ_FP_FROM_UBV: {
        double x = to_double(wanted, insn->width);
        return fabs(x) < 0x1p63 ? (uint64_t)(int64_t)x & invert_mask((unsigned)insn->imm) : 0;
    }
    case FUZZ_FP_TO_SBV:
        return from_double((double)invert_signed(wanted, insn->width), (unsigned)insn->imm);
    case FUZZ_FP_TO_UBV:
        return from_double((double)wanted, (unsigned)insn->imm);
    default: /* FUZZ_FP_ROUND, FUZZ_FP_FMA: towards the result itself */
        return wanted;
    }
}
