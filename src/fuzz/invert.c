#include "fuzz/invert.h"

#include <math.h>
#include <string.h>

static uint64_t mask(unsigned width)
{
    return UINT64_MAX >> (64 - width);
}

static int64_t as_signed(uint64_t x, unsigned width)
{
    return (int64_t)(x << (64 - width)) >> (64 - width);
}

uint64_t fuzz_nudge(rng *r, uint64_t x, unsigned width)
{
    uint64_t bit = UINT64_C(1) << rng_below(r, width);
    switch (rng_below(r, 8)) {
    case 0:
        return (x + 1) & mask(width);
    case 1:
        return (x - 1) & mask(width);
    case 2:
        return (x + bit) & mask(width);
    case 3:
        return (x - bit) & mask(width);
    case 4:
        return -x & mask(width);
    case 5:
        return rng_next(r) & mask(width) & (bit | (bit - 1));
    case 6:
        return rng_next(r) & mask(width);
    default:
        return x ^ bit;
    }
}

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

typedef struct request {
    const fuzz_insn *insn;
    rng *r;
    uint64_t wanted, now, other; /* of the result; the operand's value; the other operand's */
    bool first;                  /* whether the operand is `a` */
} request;

static uint64_t invert_mul(const request *q)
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
        uint64_t low = mask(width) >> k;
        x = (x & low) | (rng_one_in(q->r, 2) ? rng_next(q->r) & ~low : 0);
    }
    return x & mask(width);
}

/* x udiv s = t, or s udiv x = t. */
static uint64_t invert_quotient(const request *q, uint64_t top)
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
static uint64_t invert_rest(const request *q, uint64_t top)
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

static uint64_t invert_signed_division(const request *q)
{
    unsigned width = q->insn->width;
    if (!q->first)
        return fuzz_nudge(q->r, q->now, width);
    if (q->insn->op != FUZZ_BV_SDIV)
        return q->wanted; /* a number that can be the rest is its own rest */
    if (!q->other)        /* 1 or -1, by the sign of x */
        return q->wanted == 1 ? UINT64_C(1) << (width - 1) : 0;
    return q->wanted * q->other & mask(width);
}

static uint64_t invert_shift(const request *q)
{
    unsigned width = q->insn->width;
    uint64_t s = q->other, t = q->wanted;
    if (!q->first) { /* the amount: look for one that fits */
        uint64_t start = rng_below(q->r, width + 1);
        for (uint64_t i = 0; i <= width; i++) {
            uint64_t by = (start + i) % (width + 1), got;
            if (q->insn->op == FUZZ_BV_SHL)
                got = by >= width ? 0 : s << by & mask(width);
            else if (q->insn->op == FUZZ_BV_LSHR)
                got = by >= width ? 0 : s >> by;
            else
                got = (uint64_t)(as_signed(s, width) >> (by < 63 ? by : 63)) & mask(width);
            if (got == t)
                return by & mask(width);
        }
        return rng_below(q->r, width);
    }
    if (s >= width) /* nothing but the sign comes through */
        return q->insn->op == FUZZ_BV_ASHR ? t : fuzz_nudge(q->r, q->now, width);
    uint64_t noise = rng_one_in(q->r, 2) ? rng_next(q->r) : q->now;
    if (q->insn->op == FUZZ_BV_SHL)
        return (t >> s | (s ? noise << (width - s) : 0)) & mask(width);
    return (t << s | (noise & (s ? mask((unsigned)s) : 0))) & mask(width);
}

static uint64_t invert_bits(const request *q)
{
    unsigned width = q->insn->width;
    uint64_t s = q->other, t = q->wanted, noise = rng_one_in(q->r, 2) ? rng_next(q->r) : q->now;
    switch (q->insn->op) {
    case FUZZ_BV_NOT:
        return ~t & mask(width);
    case FUZZ_BV_NEG:
        return -t & mask(width);
    case FUZZ_BV_AND: /* where s is 0 anything will do */
        return ((t & s) | (noise & ~s) | (t & ~s)) & mask(width);
    case FUZZ_BV_OR:
        return ((t & ~s) | (noise & s & t)) & mask(width);
    case FUZZ_BV_XOR:
        return t ^ s;
    case FUZZ_BV_ADD:
        return (t - s) & mask(width);
    case FUZZ_BV_SUB:
        return (q->first ? t + s : s - t) & mask(width);
    case FUZZ_BV_MUL:
        return invert_mul(q);
    case FUZZ_BV_UDIV:
        return invert_quotient(q, mask(width));
    case FUZZ_BV_UREM:
        return invert_rest(q, mask(width));
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
static uint64_t invert_order(const request *q)
{
    unsigned width = q->insn->width;
    bool is_signed = q->insn->op == FUZZ_BV_SLT || q->insn->op == FUZZ_BV_SLE ||
                     q->insn->op == FUZZ_INT_LT || q->insn->op == FUZZ_INT_LE;
    bool strict =
        q->insn->op == FUZZ_BV_ULT || q->insn->op == FUZZ_BV_SLT || q->insn->op == FUZZ_INT_LT;
    uint64_t flip = is_signed ? UINT64_C(1) << (width - 1) : 0, top = mask(width);
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

static uint64_t invert_equality(const request *q, unsigned width)
{
    if (q->wanted)
        return q->other;
    uint64_t x = fuzz_nudge(q->r, q->other, width);
    return x == q->other ? x ^ 1 : x;
}

/* x div s = t: one of |s| numbers, as far as they fit. */
static uint64_t invert_int_quotient(const request *q, int64_t t, int64_t s)
{
    uint64_t size = s < 0 ? (uint64_t)0 - (uint64_t)s : (uint64_t)s;
    __int128 low = (__int128)t * s, high = low + size - 1;
    low = low < INT64_MIN ? INT64_MIN : low;
    high = high > INT64_MAX ? INT64_MAX : high;
    if (low > high)
        return q->now;
    return (uint64_t)low + rng_below(q->r, (uint64_t)(high - low) + 1);
}

static uint64_t invert_int(const request *q)
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

static uint64_t invert_float_order(const request *q)
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

static uint64_t invert_float(const request *q)
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

/* Picks one of two operands that depend on inputs. */
static bool pick(const uint8_t *depends, rng *r, uint32_t x, uint32_t y, bool *first)
{
    if (!depends[x] && !depends[y])
        return false;
    *first = depends[x] && (!depends[y] || rng_one_in(r, 2));
    return true;
}

static bool invert_junction(const fuzz_insn *insn, const fuzz_machine *m, const uint8_t *depends,
                            rng *r, uint64_t wanted, bool *first)
{
    uint64_t all = insn->op == FUZZ_AND; /* the value that needs both operands */
    bool a_bad = m->regs[insn->a] != wanted && depends[insn->a];
    bool b_bad = m->regs[insn->b] != wanted && depends[insn->b];
    if (wanted == all && a_bad != b_bad) {
        *first = a_bad;
        return true;
    }
    return pick(depends, r, insn->a, insn->b, first);
}

static bool invert_ite(const fuzz_insn *insn, const fuzz_machine *m, const uint8_t *depends, rng *r,
                       uint64_t wanted, uint32_t *operand, uint64_t *value)
{
    bool taken = m->regs[insn->a];
    uint32_t active = taken ? insn->b : insn->c, idle = taken ? insn->c : insn->b;
    bool flip = m->regs[idle] == wanted || !depends[active] || rng_one_in(r, 4);
    if (flip && depends[insn->a]) {
        *operand = insn->a;
        *value = !taken;
        return true;
    }
    *operand = active;
    *value = wanted;
    return depends[active];
}

/* Operators of one operand whose inverse is a rearrangement of bits. */
static uint64_t rearrange(const fuzz_insn *insn, const fuzz_program *p, uint64_t now,
                          uint64_t wanted)
{
    uint64_t m;
    switch (insn->op) {
    case FUZZ_EXTRACT:
        m = mask(insn->width) << insn->imm;
        return (now & ~m) | wanted << insn->imm;
    case FUZZ_SEXT:
        return wanted & mask(insn->width);
    case FUZZ_ROTL:
        return insn->imm
                   ? (wanted >> insn->imm | wanted << (insn->width - insn->imm)) & mask(insn->width)
                   : wanted;
    case FUZZ_SBV_TO_INT:
    case FUZZ_BV_TO_INT:
        return wanted & mask(insn->width);
    case FUZZ_INT_TO_BV:
        m = mask(insn->width);
        return (now & ~m) | (wanted & m);
    default:
        (void)p;
        return wanted;
    }
}

static bool is_rearrangement(uint16_t op)
{
    return op == FUZZ_EXTRACT || op == FUZZ_SEXT || op == FUZZ_ROTL || op == FUZZ_SBV_TO_INT ||
           op == FUZZ_BV_TO_INT || op == FUZZ_INT_TO_BV || op == FUZZ_FP_CANONICAL;
}

static bool is_order(uint16_t op)
{
    return (op >= FUZZ_BV_ULT && op <= FUZZ_BV_SLE) || op == FUZZ_INT_LT || op == FUZZ_INT_LE;
}

/* fp operators whose first operand is the rounding mode. */
static bool is_rounded(uint16_t op)
{
    return (op >= FUZZ_FP_ADD && op <= FUZZ_FP_ROUND) ||
           (op >= FUZZ_FP_CONVERT && op <= FUZZ_FP_TO_UBV);
}

static uint64_t invert_conversion(const fuzz_insn *insn, uint64_t wanted)
{
    switch (insn->op) {
    case FUZZ_FP_CONVERT:
        return from_double(to_double(wanted, insn->width), (unsigned)insn->imm);
    case FUZZ_FP_FROM_SBV:
    case FUZZ_FP_FROM_UBV: {
        double x = to_double(wanted, insn->width);
        return fabs(x) < 0x1p63 ? (uint64_t)(int64_t)x & mask((unsigned)insn->imm) : 0;
    }
    case FUZZ_FP_TO_SBV:
        return from_double((double)as_signed(wanted, insn->width), (unsigned)insn->imm);
    case FUZZ_FP_TO_UBV:
        return from_double((double)wanted, (unsigned)insn->imm);
    default: /* FUZZ_FP_ROUND, FUZZ_FP_FMA: towards the result itself */
        return wanted;
    }
}

bool fuzz_invert(const fuzz_program *p, const fuzz_machine *m, const uint8_t *depends, rng *r,
                 uint32_t at, uint64_t wanted, uint32_t *operand, uint64_t *value)
{
    const fuzz_insn *insn = &p->code.at[at];
    uint32_t x = insn->a, y = insn->b;
    bool first;
    switch (insn->op) {
    case FUZZ_INPUT:
    case FUZZ_CONST:
    case FUZZ_BOX:
        return false;
    case FUZZ_NOT:
        *operand = x;
        *value = !wanted;
        return depends[x];
    case FUZZ_AND:
    case FUZZ_OR:
        if (!invert_junction(insn, m, depends, r, wanted, &first))
            return false;
        *operand = first ? x : y;
        *value = wanted;
        return true;
    case FUZZ_ITE:
        return invert_ite(insn, m, depends, r, wanted, operand, value);
    case FUZZ_CONCAT: {
        uint64_t low = wanted & mask((unsigned)insn->imm), high = wanted >> insn->imm;
        bool high_bad = m->regs[x] != high && depends[x], low_bad = m->regs[y] != low && depends[y];
        first = high_bad && (!low_bad || rng_one_in(r, 2));
        *operand = first ? x : y;
        *value = first ? high : low;
        return high_bad || low_bad;
    }
    default:
        break;
    }
    if (is_rounded(insn->op)) { /* operands b and c; the mode itself is moved now and then */
        if (depends[x] && rng_one_in(r, 8)) {
            *operand = x;
            *value = rng_below(r, 5);
            return true;
        }
        bool binary = insn->op >= FUZZ_FP_ADD && insn->op <= FUZZ_FP_DIV;
        x = insn->b;
        y = binary || insn->op == FUZZ_FP_FMA ? insn->c : 0;
        if (!pick(depends, r, x, y, &first))
            return false;
        *operand = first ? x : y;
        request q = {insn, r, wanted, m->regs[*operand], m->regs[first ? y : x], first};
        *value =
            binary || insn->op == FUZZ_FP_SQRT ? invert_float(&q) : invert_conversion(insn, wanted);
        return true;
    }
    if (!pick(depends, r, x, y, &first))
        return false;
    *operand = first ? x : y;
    request q = {insn, r, wanted, m->regs[*operand], m->regs[first ? y : x], first};
    if (is_rearrangement(insn->op))
        *value = rearrange(insn, p, q.now, wanted);
    else if (insn->op == FUZZ_XOR)
        *value = wanted ^ q.other;
    else if (insn->op == FUZZ_EQ)
        *value = invert_equality(&q, insn->width);
    else if (is_order(insn->op))
        *value = invert_order(&q);
    else if (insn->op < FUZZ_INT_NEG)
        *value = invert_bits(&q);
    else if (insn->op < FUZZ_FP_NEG)
        *value = invert_int(&q);
    else
        *value = invert_float(&q);
    return true;
}
