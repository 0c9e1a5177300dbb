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

static uint64_t as_signed(uint64_t x, unsigned width)
{
    return (uint64_t)((int64_t)(x << (64 - width)) >> (64 - width));
}

/* Floats on the line of their bit patterns, in order. */
static uint64_t fp_line(uint64_t bits, unsigned width)
{
    uint64_t magnitude = bits & UINT64_MAX >> (65 - width);
    return magnitude == bits ? magnitude : -magnitude;
}

static bool fp_is_nan(uint64_t bits, unsigned width)
{
    return width == 64 ? (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000)
                       : (bits & INT32_MAX) > 0x7f800000;
}

typedef fuzz_pair pair;

#define RULE_CONTEXT
#define R_PASS
#define RULE_WORD uint64_t
#define RULE_BIT bool
#define RULE_PAIR fuzz_pair
#define R_NUMBER(n) ((uint64_t)(n))
#define R_IF(bit, x, y) ((bit) ? (x) : (y))
#define R_ADD(x, y) ((x) + (y))
#define R_SUB(x, y) ((x) - (y))
#define R_XOR(x, y) ((x) ^ (y))
#define R_SHIFT(x, n) ((x) << (n))
#define R_LEAST(x, y) least(x, y)
#define R_BEYOND(x) beyond(x)
#define R_LOGARITHM(x) distance_logarithm(x)
#define R_POPULATION(x) ((uint64_t)__builtin_popcountll(x))
#define R_ABOVE(x, y) ((x) > (y))
#define R_ABOVE_SIGNED(x, y) ((int64_t)(x) > (int64_t)(y))
#define R_NOT(bit) (!(bit))
#define R_HALF(x) ((uint64_t)((int64_t)(x) / 2))

static uint64_t least(uint64_t x, uint64_t y)
{
    return x < y ? x : y;
}

static uint64_t beyond(uint64_t gap)
{
    return gap + (gap != UINT64_MAX);
}

#include "fuzz/words/distance_rules.def"

uint64_t distance_equal(sort_id sort, uint64_t x, uint64_t y)
{
    return x == y ? 0 : rule_distance(x, y, sort == SORT_ID_INT);
}

static pair of(const uint64_t *t, const uint64_t *f, uint32_t reg)
{
    return (pair){t[reg], f[reg]};
}

static inline __attribute__((always_inline)) pair measure(const uint64_t *t, const uint64_t *f,
                                                          const fuzz_bytecode *p,
                                                          const fuzz_insn *insn,
                                                          const uint64_t *regs, bool truth)
{
    uint32_t a = insn->a, b = insn->b, c = insn->c;
    uint64_t x = regs[a], y = regs[b];
    unsigned width = insn->width;
    pair d;
    switch (insn->op) {
    case FUZZ_NOT:
        return of(f, t, a);
    case FUZZ_AND:
        return rule_and(of(t, f, a), of(t, f, b));
    case FUZZ_OR:
        return rule_or(of(t, f, a), of(t, f, b));
    case FUZZ_XOR:
        d = rule_same(of(t, f, a), of(t, f, b));
        return (pair){d.no, d.yes};
    case FUZZ_ITE:
        return rule_ite(of(t, f, a), of(t, f, b), of(t, f, c));
    case FUZZ_EQ:
        return p->sorts.at[a] == SORT_ID_BOOL
                   ? rule_same(of(t, f, a), of(t, f, b))
                   : rule_equal(truth, distance_equal(p->sorts.at[a], x, y));
    case FUZZ_BV_ULT:
    case FUZZ_BV_ULE:
        return rule_order(truth, x, y, insn->op == FUZZ_BV_ULT);
    case FUZZ_BV_SLT:
    case FUZZ_BV_SLE:
        return rule_order(truth, as_signed(x, width), as_signed(y, width), insn->op == FUZZ_BV_SLT);
    case FUZZ_INT_LT:
    case FUZZ_INT_LE:
        return rule_order(truth, x, y, insn->op == FUZZ_INT_LT);
    case FUZZ_FP_LT:
    case FUZZ_FP_LE:
        return rule_float_order(truth, fp_is_nan(x, width) || fp_is_nan(y, width),
                                fp_line(x, width), fp_line(y, width), insn->op == FUZZ_FP_LT);
    case FUZZ_FP_EQ:
        return rule_float_equal(truth, fp_is_nan(x, width) || fp_is_nan(y, width),
                                fp_line(x, width), fp_line(y, width));
    default:
        return rule_plain(truth);
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
