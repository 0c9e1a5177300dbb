#include "fuzz/words/distance.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz/values/vdistance.h"

static uint8_t swapped(uint8_t need)
{
    return (uint8_t)(need >> 1 | (need & 1) << 1);
}

static void need_operands(const fuzz_bytecode *p, uint8_t *needs, size_t i)
{
    const fuzz_insn *insn = &p->code.at[i];
    const uint8_t both = DISTANCE_TO_TRUE | DISTANCE_TO_FALSE;
    switch (insn->op) {
    case FUZZ_NOT:
        needs[insn->a] |= swapped(needs[i]);
        break;
    case FUZZ_AND:
    case FUZZ_OR:
        needs[insn->a] |= needs[i];
        needs[insn->b] |= needs[i];
        break;
    case FUZZ_ITE:
        needs[insn->a] |= both;
        needs[insn->b] |= needs[i];
        needs[insn->c] |= needs[i];
        break;
    case FUZZ_XOR:
    case FUZZ_EQ:
        if (p->sorts.at[insn->a] == SORT_ID_BOOL) {
            needs[insn->a] |= both;
            needs[insn->b] |= both;
        }
        break;
    default:
        break;
    }
}

void fuzz_distance_init(fuzz_distance *d, const fuzz_bytecode *p)
{
    *d = (fuzz_distance){.to_true = base_alloc_zero(p->code.n, sizeof *d->to_true),
                         .to_false = base_alloc_zero(p->code.n, sizeof *d->to_false),
                         .needs = base_alloc_zero(p->code.n, 1),
                         .weights = base_alloc_zero(p->roots.n + 1, sizeof *d->weights)};
    for (size_t i = 0; i < p->roots.n; i++)
        d->needs[p->roots.at[i]] = DISTANCE_TO_TRUE, d->weights[i] = 1;
    for (size_t i = p->code.n; i-- > 0;)
        if (d->needs[i])
            need_operands(p, d->needs, i);
    for (size_t i = 0; i < p->code.n; i++)
        if (d->needs[i])
            vec_push(&d->list, (uint32_t)i);
}

void fuzz_distance_free(fuzz_distance *d)
{
    free(d->to_true);
    free(d->to_false);
    free(d->needs);
    free(d->weights);
    vec_free(&d->list);
}

static int64_t as_signed(uint64_t x, unsigned width)
{
    return (int64_t)(x << (64 - width)) >> (64 - width);
}

static uint64_t gap_of(uint64_t x, uint64_t y)
{
    return x > y ? x - y : y - x;
}

/* Floats on the line of their bit patterns, in order; NaN is far from everything. */
static int64_t fp_order(uint64_t bits, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1), magnitude = bits & (sign - 1);
    return bits & sign ? -(int64_t)magnitude : (int64_t)magnitude;
}

static bool fp_is_nan(uint64_t bits, unsigned width)
{
    return width == 64 ? (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000)
                       : (bits & INT32_MAX) > 0x7f800000;
}

uint64_t distance_equal(sort_id sort, uint64_t x, uint64_t y)
{
    uint64_t bits = x ^ y;
    if (!bits)
        return 0;
    uint64_t by_bits = (uint64_t)__builtin_popcountll(bits) << 10;
    uint64_t by_size = distance_logarithm(gap_of(x, y));
    if (sort == SORT_ID_INT)
        by_size = distance_logarithm((uint64_t)((int64_t)x > (int64_t)y ? x - y : y - x));
    return by_bits < by_size ? by_bits : by_size;
}

typedef fuzz_pair pair;

/* One more, if it lies a step further; the farthest stays where it is. */
static uint64_t beyond(uint64_t gap, bool further)
{
    return gap + (further && gap != UINT64_MAX);
}

/* x <= y (strict: x < y) on a line where `x_over_y` is how far x lies beyond y. */
static pair order(bool holds, uint64_t x_over_y, uint64_t y_over_x, bool strict)
{
    pair d = {0, 0};
    if (holds)
        d.no = distance_logarithm(beyond(y_over_x, !strict));
    else
        d.yes = distance_logarithm(beyond(x_over_y, strict));
    return d;
}

static pair signed_order(int64_t x, int64_t y, bool strict)
{
    uint64_t over = (uint64_t)x - (uint64_t)y;
    return order(strict ? x < y : x <= y, over, -over, strict);
}

static pair float_order(uint64_t a, uint64_t b, unsigned width, bool strict, bool truth)
{
    pair d = {DISTANCE_UNIT, 0};
    if (fp_is_nan(a, width) || fp_is_nan(b, width))
        return d;
    d = signed_order(fp_order(a, width), fp_order(b, width), strict);
    if (truth)
        d.yes = 0;
    else
        d.no = 0;
    return d;
}

static uint64_t least(uint64_t x, uint64_t y)
{
    return x < y ? x : y;
}

static inline __attribute__((always_inline)) pair measure(const uint64_t *t, const uint64_t *f,
                                                          const fuzz_bytecode *p,
                                                          const fuzz_insn *insn,
                                                          const uint64_t *regs, bool truth)
{
    uint32_t a = insn->a, b = insn->b, c = insn->c;
    uint64_t x = regs[a], y = regs[b];
    unsigned width = insn->width;
    switch (insn->op) {
    case FUZZ_NOT:
        return (pair){f[a], t[a]};
    case FUZZ_AND:
        return (pair){t[a] + t[b], least(f[a], f[b])};
    case FUZZ_OR:
        return (pair){least(t[a], t[b]), f[a] + f[b]};
    case FUZZ_XOR:
        return (pair){least(t[a] + f[b], f[a] + t[b]), least(t[a] + t[b], f[a] + f[b])};
    case FUZZ_ITE:
        return (pair){least(t[a] + t[b], f[a] + t[c]), least(t[a] + f[b], f[a] + f[c])};
    case FUZZ_EQ:
        if (p->sorts.at[a] == SORT_ID_BOOL)
            return (pair){least(t[a] + t[b], f[a] + f[b]), least(t[a] + f[b], f[a] + t[b])};
        return (pair){distance_equal(p->sorts.at[a], x, y), x == y ? 1 << 10 : 0};
    case FUZZ_BV_ULT:
    case FUZZ_BV_ULE:
        return order(truth, x - y, y - x, insn->op == FUZZ_BV_ULT);
    case FUZZ_BV_SLT:
    case FUZZ_BV_SLE:
        return signed_order(as_signed(x, width), as_signed(y, width), insn->op == FUZZ_BV_SLT);
    case FUZZ_INT_LT:
    case FUZZ_INT_LE:
        return signed_order((int64_t)x, (int64_t)y, insn->op == FUZZ_INT_LT);
    case FUZZ_FP_LT:
    case FUZZ_FP_LE:
        return float_order(x, y, width, insn->op == FUZZ_FP_LT, truth);
    case FUZZ_FP_EQ:
        if (truth || fp_is_nan(x, width) || fp_is_nan(y, width))
            return (pair){truth ? 0 : DISTANCE_UNIT, truth ? 1 << 10 : 0};
        return (pair){
            distance_logarithm((uint64_t)llabs(fp_order(x, width) / 2 - fp_order(y, width) / 2)) +
                1,
            0};
    default:
        return (pair){truth ? 0 : DISTANCE_UNIT / 2, truth ? DISTANCE_UNIT / 2 : 0};
    }
}

/* Whether distances come from those of operands. */
static bool is_junction(const fuzz_bytecode *p, const fuzz_insn *insn)
{
    return insn->op == FUZZ_NOT || insn->op == FUZZ_AND || insn->op == FUZZ_OR ||
           insn->op == FUZZ_XOR || insn->op == FUZZ_ITE ||
           (insn->op == FUZZ_EQ && p->sorts.at[insn->a] == SORT_ID_BOOL);
}

/* The same of mixed bytecode: what compares values is measured again only where they changed. */
static void measure_mixed(const fuzz_distance *d, const fuzz_bytecode *p, const fuzz_machine *m)
{
    for (size_t k = 0; k < d->list.n; k++) {
        uint32_t i = d->list.at[k];
        const fuzz_insn *insn = &p->code.at[i];
        pair both = {DISTANCE_UNIT, DISTANCE_UNIT};
        if (m->undefined[i])
            ;
        else if (is_junction(p, insn))
            both = measure(m->yes, m->no, p, insn, m->regs, m->regs[i]);
        else if (m->base && m->same[i] & FUZZ_SAME_OPERANDS)
            both = (pair){m->base->yes[i], m->base->no[i]};
        else if (insn->op == FUZZ_VALUE || (insn->op == FUZZ_EQ && fuzz_is_value(p, insn->a)))
            both = vdistance(p, m, i);
        else
            both = measure(m->yes, m->no, p, insn, m->regs, m->regs[i]);
        m->yes[i] = both.yes;
        m->no[i] = both.no;
    }
}

uint64_t fuzz_distance_measure(fuzz_distance *d, const fuzz_bytecode *p, const fuzz_machine *m)
{
    const uint64_t *yes = p->bank ? m->yes : d->to_true;
    if (p->bank)
        measure_mixed(d, p, m);
    for (size_t k = 0; k < d->list.n && !p->bank; k++) {
        uint32_t i = d->list.at[k];
        pair both = {DISTANCE_UNIT, DISTANCE_UNIT};
        if (!(m->trapped && m->undefined[i]))
            both = measure(d->to_true, d->to_false, p, &p->code.at[i], m->regs, m->regs[i]);
        d->to_true[i] = both.yes;
        d->to_false[i] = both.no;
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < p->roots.n; i++)
        sum += yes[p->roots.at[i]] * d->weights[i];
    return sum;
}
