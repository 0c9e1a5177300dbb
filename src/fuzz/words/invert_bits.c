#include "fuzz/words/invert_impl.h"

/* In [low, high], with the ends and their neighbourhood likely. */
static uint64_t between(rng *r, uint64_t low, uint64_t high)
{
    uint64_t span = high - low;
    switch (rng_below(r, 4)) {
    case 0:
        return low;
    case 1:
        return high;
    case 2:
        return span == UINT64_MAX ? rng_next(r) : low + rng_below(r, span + 1);
    default: {
        uint64_t reach = span >> rng_below(r, 64);
        uint64_t step = reach == UINT64_MAX ? rng_next(r) : rng_below(r, reach + 1);
        return rng_one_in(r, 2) ? low + step : high - step;
    }
    }
}

/* The inverse of an odd number modulo 2^64 (Newton). */
static uint64_t odd_inverse(uint64_t x)
{
    uint64_t y = x;
    for (int i = 0; i < 5; i++)
        y *= 2 - x * y;
    return y;
}

static uint64_t invert_mul(const invert_request *q)
{
    unsigned width = q->insn->width;
    uint64_t s = q->other;
    if (!s)
        return fuzz_nudge(q->r, q->now, width);
    unsigned k = (unsigned)__builtin_ctzll(s);
    uint64_t t = q->wanted >> k;
    if (k && (q->wanted & ((UINT64_C(1) << k) - 1)))
        return fuzz_nudge(q->r, q->now, width);
    uint64_t x = t * odd_inverse(s >> k);
    if (k) { /* the upper bits are free */
        uint64_t low = invert_mask(width) >> k;
        x = (x & low) | (rng_one_in(q->r, 2) ? rng_next(q->r) & ~low : 0);
    }
    return x & invert_mask(width);
}

/* x udiv s = t, or s udiv x = t. */
static uint64_t invert_quotient(const invert_request *q, uint64_t top)
{
    uint64_t s = q->other, t = q->wanted;
    if (!q->first) {
        if (t == top && rng_one_in(q->r, 2))
            return 0;
        if (t)
            return s / t; /* the largest that fits, if any does; 0 gives all ones */
        return s < top ? between(q->r, s + 1, top) : fuzz_nudge(q->r, q->now, q->insn->width);
    }
    unsigned __int128 low = (unsigned __int128)t * s;
    if (!s || low > top)
        return fuzz_nudge(q->r, q->now, q->insn->width);
    uint64_t room = top - (uint64_t)low;
    return between(q->r, (uint64_t)low, (uint64_t)low + (room < s - 1 ? room : s - 1));
}

/* x urem s = t, or s urem x = t. */
static uint64_t invert_rest(const invert_request *q, uint64_t top)
{
    uint64_t s = q->other, t = q->wanted;
    if (q->first && s && t < s) {
        uint64_t k = (top - t) / s, few = k < 4 ? k : 4;
        uint64_t times = rng_one_in(q->r, 2) ? few : k;
        return t + s * (times == UINT64_MAX ? rng_next(q->r) : rng_below(q->r, times + 1));
    }
    if (q->first && !s)
        return t;
    if (!q->first && s == t)
        return s == top || rng_one_in(q->r, 2) ? 0 : between(q->r, s + 1, top);
    if (!q->first && s > t && s - t > t)
        return s - t;
    return fuzz_nudge(q->r, q->now, q->insn->width);
}

static uint64_t invert_signed_division(const invert_request *q)
{
    unsigned width = q->insn->width;
    if (!q->first)
        return fuzz_nudge(q->r, q->now, width);
    if (q->insn->op != FUZZ_BV_SDIV)
        return q->wanted; /* a number that can be the rest is its own rest */
    if (!q->other)        /* 1 or -1, by the sign of x */
        return q->wanted == 1 ? UINT64_C(1) << (width - 1) : 0;
    return q->wanted * q->other & invert_mask(width);
}

static uint64_t invert_shift(const invert_request *q)
{
    unsigned width = q->insn->width;
    uint64_t s = q->other, t = q->wanted;
    if (!q->first) { /* the amount: look for one that fits */
        uint64_t start = rng_below(q->r, width + 1);
        for (uint64_t i = 0; i <= width; i++) {
            uint64_t by = (start + i) % (width + 1), got;
            if (q->insn->op == FUZZ_BV_SHL)
                got = by >= width ? 0 : s << by & invert_mask(width);
            else if (q->insn->op == FUZZ_BV_LSHR)
                got = by >= width ? 0 : s >> by;
            else
                got =
                    (uint64_t)(invert_signed(s, width) >> (by < 63 ? by : 63)) & invert_mask(width);
            if (got == t)
                return by & invert_mask(width);
        }
        return rng_below(q->r, width);
    }
    if (s >= width) /* nothing but the sign comes through */
        return q->insn->op == FUZZ_BV_ASHR ? t : fuzz_nudge(q->r, q->now, width);
    uint64_t noise = rng_one_in(q->r, 2) ? rng_next(q->r) : q->now;
    if (q->insn->op == FUZZ_BV_SHL)
        return (t >> s | (s ? noise << (width - s) : 0)) & invert_mask(width);
    return (t << s | (noise & (s ? invert_mask((unsigned)s) : 0))) & invert_mask(width);
}

uint64_t invert_bits(const invert_request *q)
{
    unsigned width = q->insn->width;
    uint64_t s = q->other, t = q->wanted, noise = rng_one_in(q->r, 2) ? rng_next(q->r) : q->now;
    switch (q->insn->op) {
    case FUZZ_BV_NOT:
        return ~t & invert_mask(width);
    case FUZZ_BV_NEG:
        return -t & invert_mask(width);
    case FUZZ_BV_AND: /* where s is 0 anything will do */
        return ((t & s) | (noise & ~s) | (t & ~s)) & invert_mask(width);
    case FUZZ_BV_OR:
        return ((t & ~s) | (noise & s & t)) & invert_mask(width);
    case FUZZ_BV_XOR:
        return t ^ s;
    case FUZZ_BV_ADD:
        return (t - s) & invert_mask(width);
    case FUZZ_BV_SUB:
        return (q->first ? t + s : s - t) & invert_mask(width);
    case FUZZ_BV_MUL:
        return invert_mul(q);
    case FUZZ_BV_UDIV:
        return invert_quotient(q, invert_mask(width));
    case FUZZ_BV_UREM:
        return invert_rest(q, invert_mask(width));
    case FUZZ_BV_SDIV:
    case FUZZ_BV_SREM:
    case FUZZ_BV_SMOD:
        return invert_signed_division(q);
    case FUZZ_BV_SHL:
    case FUZZ_BV_LSHR:
    case FUZZ_BV_ASHR:
        return invert_shift(q);
    default:
        return fuzz_nudge(q->r, q->now, width);
    }
}

/* x < s, x <= s, s < x, s <= x, wanted true or false, on unsigned or (offset) signed numbers. */
uint64_t invert_order(const invert_request *q)
{
    unsigned width = q->insn->width;
    bool is_signed = q->insn->op == FUZZ_BV_SLT || q->insn->op == FUZZ_BV_SLE ||
                     q->insn->op == FUZZ_INT_LT || q->insn->op == FUZZ_INT_LE;
    bool strict =
        q->insn->op == FUZZ_BV_ULT || q->insn->op == FUZZ_BV_SLT || q->insn->op == FUZZ_INT_LT;
    uint64_t flip = is_signed ? UINT64_C(1) << (width - 1) : 0, top = invert_mask(width);
    uint64_t s = (q->other ^ flip) & top;
    bool below = q->first == (q->wanted != 0); /* the operand must end up below s */
    bool open = strict == (q->wanted != 0);    /* and not on it */
    if (open && s == (below ? 0 : top))
        return fuzz_nudge(q->r, q->now, width);
    uint64_t x = below ? between(q->r, 0, s - open) : between(q->r, s + open, top);
    if (rng_one_in(q->r, 2)) /* close to the border, where other constraints may still hold */
        x = below ? s - open : s + open;
    return (x ^ flip) & top;
}
