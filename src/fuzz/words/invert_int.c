#include "fuzz/words/invert_impl.h"

/* x div s = t: one of |s| numbers, as far as they fit. */
static uint64_t invert_int_quotient(const invert_request *q, int64_t t, int64_t s)
{
    uint64_t size = s < 0 ? (uint64_t)0 - (uint64_t)s : (uint64_t)s;
    __int128 low = (__int128)t * s, high = low + size - 1;
    low = low < INT64_MIN ? INT64_MIN : low;
    high = high > INT64_MAX ? INT64_MAX : high;
    if (low > high)
        return q->now;
    return (uint64_t)low + rng_below(q->r, (uint64_t)(high - low) + 1);
}

uint64_t invert_int(const invert_request *q)
{
    int64_t t = (int64_t)q->wanted, s = (int64_t)q->other;
    uint64_t guess = fuzz_nudge(q->r, q->now, rng_one_in(q->r, 2) ? 8 : 64);
    switch (q->insn->op) {
    case FUZZ_INT_NEG:
        return -q->wanted;
    case FUZZ_INT_ADD:
        return q->wanted - q->other;
    case FUZZ_INT_SUB:
        return q->first ? q->wanted + q->other : q->other - q->wanted;
    case FUZZ_INT_MUL:
        if (!s || (s == -1 && t == INT64_MIN))
            return guess;
        return t % s == 0 || rng_one_in(q->r, 2) ? (uint64_t)(t / s) : guess;
    case FUZZ_INT_DIV:
        if (!s)
            return guess;
        if (q->first)
            return invert_int_quotient(q, t, s);
        return t && !(t == -1 && s == INT64_MIN) ? (uint64_t)(s / t) : guess;
    case FUZZ_INT_MOD: {
        int64_t x;
        bool over = __builtin_mul_overflow(s, (int64_t)rng_below(q->r, 16), &x) ||
                    __builtin_add_overflow(x, t, &x);
        return !q->first ? guess : over ? q->wanted : (uint64_t)x;
    }
    case FUZZ_INT_ABS:
        return rng_one_in(q->r, 2) ? q->wanted : -q->wanted;
    case FUZZ_INT_DIVISIBLE:
        if (q->wanted)
            return q->now - (uint64_t)((int64_t)q->now % (int64_t)q->insn->imm);
        return (int64_t)q->now % (int64_t)q->insn->imm ? q->now : q->now + 1;
    default:
        return guess;
    }
}
