#include "fuzz/sweep/domain.h"

#include <stdlib.h>

#include "fuzz/ranges/ranges.h"
#include "fuzz/sweep/domain_impl.h"

/* ---- From places to words -------------------------------------------------------------------- */

static uint64_t spread(uint64_t digit, uint64_t mask)
{
    uint64_t word = 0;
    while (mask) {
        uint64_t low = mask & -mask;
        if (digit & 1)
            word |= low;
        digit >>= 1;
        mask ^= low;
    }
    return word;
}

uint64_t sweep_axis_word(const sweep_axis *x, const uint64_t *table, uint64_t digit)
{
    uint64_t word;
    switch (x->kind) {
    case AXIS_BITS:
        word = spread(digit, x->mask) | x->base;
        break;
    case AXIS_FLOAT:
        return sweep_of_rank(x->base + digit, x->width);
    case AXIS_WHOLE:
        return sweep_word_of((double)((int64_t)x->base + (int64_t)digit), x->width);
    case AXIS_TABLE:
        return table[x->base + digit];
    default:
        word = (x->base + digit * x->scale) & x->mask;
    }
    return x->is_float ? sweep_one_nan(word, x->width) : word;
}

void sweep_domain_point(const sweep_domain *d, uint64_t point, uint64_t *words)
{
    for (size_t i = 0; i < d->axes.n; i++) {
        const sweep_axis *x = &d->axes.at[i];
        words[i] = sweep_axis_word(x, d->table.at, point / x->stride % x->count);
    }
}

/* ---- What the ranges say --------------------------------------------------------------------- */

static sweep_axis of_range(const fuzz_range *r, unsigned width, bool is_float)
{
    sweep_axis x = {.kind = AXIS_LINEAR,
                    .width = width,
                    .is_float = is_float,
                    .scale = 1,
                    .mask = sweep_mask(width)};
    if (r->empty)
        return x;
    if (!r->width) {
        x.is_int = true;
        x.base = (uint64_t)r->least;
        x.count = fuzz_range_size(r);
        return x;
    }
    uint64_t by_sign = (uint64_t)r->most - (uint64_t)r->least, plain = r->high - r->low;
    bool sign = by_sign < plain;
    unsigned open = r->width - (unsigned)__builtin_popcountll(r->known);
    uint64_t span = sign ? by_sign : plain;
    x.base = sign ? (uint64_t)r->least & x.mask : r->low;
    x.count = span == UINT64_MAX ? span : span + 1;
    if (open < 64 && UINT64_C(1) << open < x.count) {
        x.kind = AXIS_BITS;
        x.count = UINT64_C(1) << open;
        x.base = r->ones;
        x.mask = sweep_mask(r->width) & ~r->known;
    }
    return x;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* The constraints without boxes that need this input only, as bytecode of their own. */
static bool own_constraints(const fuzz_bytecode *p, size_t input, fuzz_bytecode *own)
{
    uint64_t *depends = base_alloc_zero(p->code.n + 1, sizeof *depends);
    uint64_t mine = 2, other = 1;
    for (size_t i = 0; i < p->code.n; i++) {
        const fuzz_insn *insn = &p->code.at[i];
        if (insn->op == FUZZ_INPUT)
            depends[i] = insn->imm == input ? mine : other;
        else if (insn->op == FUZZ_BOX)
            depends[i] = other;
        else if (insn->op != FUZZ_CONST)
            depends[i] = depends[insn->a] | depends[insn->b] | depends[insn->c] | depends[insn->d];
    }
    *own = *p;
    own->roots = (vec_u32){0};
    own->code.n = 0;
    for (size_t i = 0; i < p->roots.n; i++) {
        uint32_t root = p->roots.at[i];
        if (depends[root] != mine)
            continue;
        vec_push(&own->roots, root);
        own->code.n = root + 1 > own->code.n ? root + 1 : own->code.n;
    }
    for (size_t i = 0; i < own->code.n; i++) /* nothing may be called */
        if (p->code.at[i].op == FUZZ_BOX)
            own->code.n = 0;
    free(depends);
    return own->roots.n && own->code.n;
}

static bool passes(const fuzz_bytecode *own, fuzz_machine *m, uint64_t *words, size_t input,
                   uint64_t word)
{
    words[input] = word;
    fuzz_run(own, words, m);
    for (size_t i = 0; i < own->roots.n; i++) {
        uint32_t root = own->roots.at[i];
        if (!m->regs[root] && !(m->trapped && m->undefined[root]))
            return false;
    }
    return true;
}

/* Keeps the places of the axis at which the input's own constraints hold, if these are few. */
static void tabulate(sweep_domain *d, const fuzz_bytecode *p, size_t input, sweep_axis *x)
{
    fuzz_bytecode own;
    if (x->kind == AXIS_TABLE || x->count < 2)
        return;
    if (own_constraints(p, input, &own)) {
        fuzz_machine m;
        uint64_t *words = base_alloc_zero(p->inputs.n, sizeof *words), good = 0;
        fuzz_machine_init(&m, p);
        uint64_t step = x->count / SWEEP_SAMPLE + 1, tried = 0;
        for (uint64_t k = 0; k < x->count; k += step, tried++)
            good += passes(&own, &m, words, input, sweep_axis_word(x, NULL, k));
        if (good * 2 < tried) {
            size_t first = d->table.n;
            for (uint64_t k = 0; k < x->count && d->table.n - first <= SWEEP_TABLE_MOST; k++) {
                uint64_t word = sweep_axis_word(x, NULL, k);
                if (passes(&own, &m, words, input, word))
                    vec_push(&d->table, word);
            }
            if (d->table.n - first <= SWEEP_TABLE_MOST) {
                x->kind = AXIS_TABLE;
                x->base = first;
                x->count = d->table.n - first;
            } else {
                d->table.n = first;
            }
        }
        fuzz_machine_free(&m);
        free(words);
    }
    vec_free(&own.roots);
}

/* ---- Constraints that say no more than the axes ------------------------------------------------ */

/* Whether the order of the axis is the one that the operator compares in. */
static bool in_order(const sweep_axis *x, uint16_t op)
{
    bool linear = x->kind == AXIS_LINEAR && !x->is_float && x->count;
    uint64_t last;
    if (op == FUZZ_FP_LE || op == FUZZ_FP_LT)
        return x->kind == AXIS_FLOAT && x->count;
    if (!linear || __builtin_mul_overflow(x->count - 1, x->scale, &last))
        return false;
    if (op == FUZZ_BV_ULT || op == FUZZ_BV_ULE)
        return !__builtin_add_overflow(last, x->base, &last) && last <= x->mask;
    return op == FUZZ_INT_LT || op == FUZZ_INT_LE;
}

/* A comparison with a constant that holds at both ends holds in between. */
static bool is_implied(const sweep_domain *d, const fuzz_bytecode *p, const fuzz_insn *root)
{
    const fuzz_insn *a = &p->code.at[root->a], *b = &p->code.at[root->b];
    const fuzz_insn *input = a->op == FUZZ_INPUT ? a : b, *other = a->op == FUZZ_INPUT ? b : a;
    bool trap = false, good = true;
    if ((root->op != FUZZ_FP_LE && root->op != FUZZ_FP_LT && root->op != FUZZ_BV_ULT &&
         root->op != FUZZ_BV_ULE && root->op != FUZZ_INT_LT && root->op != FUZZ_INT_LE) ||
        input->op != FUZZ_INPUT || other->op != FUZZ_CONST)
        return false;
    const sweep_axis *x = &d->axes.at[input->imm];
    if (!in_order(x, root->op))
        return false;
    for (unsigned end = 0; end < 2; end++) {
        uint64_t word = sweep_axis_word(x, NULL, end ? x->count - 1 : 0);
        good &= input == a ? fuzz_apply(root, word, other->imm, 0, 0, &trap)
                           : fuzz_apply(root, other->imm, word, 0, 0, &trap);
    }
    return good && !trap;
}

void sweep_domain_init(sweep_domain *d, const term_bank *b, const fuzz_bytecode *p,
                       const fuzz_limits *limits, uint64_t filtered)
{
    *d = (sweep_domain){.count = 1};
    fuzz_range *ranges = fuzz_ranges_new(b, p, limits);
    for (size_t i = 0; i < p->inputs.n; i++) {
        const fuzz_input *in = &p->inputs.at[i];
        const fuzz_range *r = &ranges[in->reg];
        bool is_float = sort_kind_of(b, in->sort) == SORT_FP;
        sweep_axis x = of_range(r, r->width ? r->width : 64, is_float);
        if (!r->empty) {
            sweep_narrow(d, p, i, &x);
            if (x.count <= filtered)
                tabulate(d, p, i, &x);
        }
        x.stride = d->count;
        if (x.count == UINT64_MAX || __builtin_mul_overflow(d->count, x.count, &d->count))
            d->count = UINT64_MAX;
        vec_push(&d->axes, x);
    }
    for (size_t i = 0; i < d->axes.n; i++) /* an empty axis: nothing to go through */
        if (!d->axes.at[i].count)
            d->count = 0;
    for (size_t i = 0; i < p->roots.n; i++)
        vec_push(&d->implied, is_implied(d, p, &p->code.at[p->roots.at[i]]));
    free(ranges);
}

void sweep_domain_free(sweep_domain *d)
{
    vec_free(&d->axes);
    vec_free(&d->table);
    vec_free(&d->implied);
}
