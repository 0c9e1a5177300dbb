#include "fuzz/sweep/domain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/ranges/ranges.h"

/* An axis of at most so many places is cut down to a table when a sample says that few remain. */
enum { FILTER_MOST = 1 << 22, TABLE_MOST = 1 << 20, SAMPLE = 256 };
#define EXACT_WHOLE 9007199254740992.0 /* 2^53: whole numbers up to it are floats of 64 bits */

static uint64_t mask_of(unsigned width)
{
    return UINT64_MAX >> (64 - width);
}

/* ---- Floats ---------------------------------------------------------------------------------- */

static uint64_t infinity_of(unsigned width)
{
    return width == 64 ? UINT64_C(0x7ff0000000000000) : 0x7f800000;
}

/* Floats as numbers in their order, and back; not for NaN. */
static uint64_t rank_of(uint64_t word, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return word & sign ? ~word & mask_of(width) : word | sign;
}

static uint64_t of_rank(uint64_t rank, unsigned width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return rank & sign ? rank ^ sign : ~rank & mask_of(width);
}

static double real_of(uint64_t word, unsigned width)
{
    double d;
    float f;
    uint32_t half = (uint32_t)word;
    if (width == 64) {
        memcpy(&d, &word, sizeof d);
        return d;
    }
    memcpy(&f, &half, sizeof f);
    return (double)f;
}

static uint64_t word_of(double d, unsigned width)
{
    uint64_t word = 0;
    float f = (float)d;
    if (width == 64)
        memcpy(&word, &d, sizeof d);
    else
        memcpy(&word, &f, sizeof f);
    return word;
}

static uint64_t one_nan(uint64_t word, unsigned width)
{
    uint64_t infinity = infinity_of(width), nan = infinity | (infinity & -infinity) >> 1;
    return (word & mask_of(width - 1)) > infinity ? nan : word;
}

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
        return of_rank(x->base + digit, x->width);
    case AXIS_WHOLE:
        return word_of((double)((int64_t)x->base + (int64_t)digit), x->width);
    case AXIS_TABLE:
        return table[x->base + digit];
    default:
        word = (x->base + digit * x->scale) & x->mask;
    }
    return x->is_float ? one_nan(word, x->width) : word;
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
                    .mask = mask_of(width)};
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
        x.mask = mask_of(r->width) & ~r->known;
    }
    return x;
}

/* ---- What single constraints say ------------------------------------------------------------- */

typedef struct reader {
    const fuzz_bytecode *p;
    uint32_t input; /* the register of the input in question */
} reader;

static bool constant(const reader *r, uint32_t reg, uint64_t *word)
{
    *word = r->p->code.at[reg].imm;
    return r->p->code.at[reg].op == FUZZ_CONST;
}

/* input mod *modulus = *rest */
static bool residue(const reader *r, const fuzz_insn *root, uint64_t *modulus, uint64_t *rest)
{
    if (root->op == FUZZ_INT_DIVISIBLE && root->a == r->input) {
        *modulus = root->imm;
        *rest = 0;
        return (int64_t)root->imm > 0;
    }
    for (unsigned swapped = 0; root->op == FUZZ_EQ && swapped < 2; swapped++) {
        const fuzz_insn *m = &r->p->code.at[swapped ? root->b : root->a];
        if ((m->op == FUZZ_BV_UREM || m->op == FUZZ_INT_MOD) && m->a == r->input &&
            constant(r, swapped ? root->a : root->b, rest) && constant(r, m->b, modulus))
            return (int64_t)*modulus > 0;
    }
    return false;
}

/* Members of a residue class between the ends of an interval. */
static void keep_residues(sweep_axis *x, uint64_t modulus, uint64_t rest)
{
    uint64_t last;
    if (x->kind != AXIS_LINEAR || x->scale >= modulus || x->count == UINT64_MAX || x->is_float ||
        !x->count || __builtin_mul_overflow(x->count - 1, x->scale, &last) ||
        __builtin_add_overflow(last, x->base, &last))
        return;
    if (rest >= modulus || last > x->mask) {
        x->count = rest >= modulus ? 0 : x->count;
        return;
    }
    uint64_t first = x->base + (rest + modulus - x->base % modulus) % modulus;
    x->count = first > last ? 0 : (last - first) / modulus + 1;
    x->base = first;
    x->scale = modulus;
}

/* The same for Int: numbers may be negative, and C's % is not SMT-LIB's. */
static void keep_signed_residues(sweep_axis *x, uint64_t modulus, uint64_t rest)
{
    __int128 first = (int64_t)x->base, m = modulus;
    __int128 last = first + ((__int128)x->count - 1) * (__int128)x->scale;
    if (x->kind != AXIS_LINEAR || x->scale >= modulus || x->count == UINT64_MAX || !x->count ||
        rest >= modulus)
        return;
    __int128 at = first % m < 0 ? first % m + m : first % m;
    first += ((__int128)rest - at + m) % m;
    x->count = first > last ? 0 : (uint64_t)((last - first) / m + 1);
    x->base = (uint64_t)(int64_t)first;
    x->scale = modulus;
}

/* The ends that comparisons with constants set; whether there are any. */
static bool float_ends(const reader *r, unsigned width, uint64_t *low, uint64_t *high)
{
    bool some = false;
    uint64_t word, infinity = infinity_of(width);
    *low = rank_of(infinity | UINT64_C(1) << (width - 1), width);
    *high = rank_of(infinity, width);
    for (size_t i = 0; i < r->p->roots.n; i++) {
        const fuzz_insn *root = &r->p->code.at[r->p->roots.at[i]];
        if (root->op != FUZZ_FP_LE && root->op != FUZZ_FP_LT)
            continue;
        if (root->a == r->input && constant(r, root->b, &word)) {
            if ((word & mask_of(width - 1)) > infinity)
                word = infinity | UINT64_C(1) << (width - 1); /* nothing is below NaN */
            word = word << 1 & mask_of(width) ? word : 0;     /* the greater zero */
            uint64_t rank = rank_of(word, width);
            *high = rank < *high ? rank : *high;
            some = true;
        } else if (root->b == r->input && constant(r, root->a, &word)) {
            if ((word & mask_of(width - 1)) > infinity)
                word = infinity;
            word = word << 1 & mask_of(width) ? word : UINT64_C(1) << (width - 1);
            uint64_t rank = rank_of(word, width);
            *low = rank > *low ? rank : *low;
            some = true;
        }
    }
    return some;
}

static bool is_whole(const reader *r)
{
    for (size_t i = 0; i < r->p->roots.n; i++) {
        const fuzz_insn *root = &r->p->code.at[r->p->roots.at[i]];
        const fuzz_insn *a = &r->p->code.at[root->a], *b = &r->p->code.at[root->b];
        if (root->op != FUZZ_EQ && root->op != FUZZ_FP_EQ)
            continue;
        if ((root->a == r->input && b->op == FUZZ_FP_ROUND && b->b == r->input) ||
            (root->b == r->input && a->op == FUZZ_FP_ROUND && a->b == r->input))
            return true;
    }
    return false;
}

/* -0 is no number of its own there: wholes that begin below 0 leave it out, and are not taken. */
static bool keep_wholes(sweep_axis *x, uint64_t low, uint64_t high)
{
    double first = ceil(real_of(of_rank(low, x->width), x->width));
    double last = floor(real_of(of_rank(high, x->width), x->width));
    double most = x->width == 64 ? EXACT_WHOLE : 16777216.0;
    if (!(first > 0 && last <= most)) /* with zeros and beyond: one by one */
        return false;
    x->kind = AXIS_WHOLE;
    x->base = (uint64_t)(int64_t)first;
    x->count = last < first ? 0 : (uint64_t)(last - first) + 1;
    return true;
}

/* Whole numbers of both signs, as a table with both zeros. */
static bool tabulate_wholes(sweep_domain *d, sweep_axis *x, uint64_t low, uint64_t high)
{
    double first = ceil(real_of(of_rank(low, x->width), x->width));
    double last = floor(real_of(of_rank(high, x->width), x->width));
    if (!(last - first < TABLE_MOST) || !(fabs(first) <= 16777216.0) || !(fabs(last) <= 16777216.0))
        return false;
    x->kind = AXIS_TABLE;
    x->base = d->table.n;
    if (first <= 0 && last >= 0)
        vec_push(&d->table, UINT64_C(1) << (x->width - 1));
    for (double number = first; number <= last; number++)
        vec_push(&d->table, word_of(number + 0.0, x->width));
    x->count = d->table.n - x->base;
    return true;
}

static void narrow_float(sweep_domain *d, const reader *r, sweep_axis *x)
{
    uint64_t low, high;
    if (!float_ends(r, x->width, &low, &high))
        return;
    uint64_t count = low > high ? 0 : high - low + 1;
    if (is_whole(r) && count && (keep_wholes(x, low, high) || tabulate_wholes(d, x, low, high)))
        return;
    if (count >= x->count && x->count)
        return;
    x->kind = AXIS_FLOAT;
    x->base = low;
    x->count = count;
}

static void narrow(sweep_domain *d, const fuzz_bytecode *p, size_t input, sweep_axis *x)
{
    reader r = {.p = p, .input = p->inputs.at[input].reg};
    uint64_t modulus, rest;
    if (x->is_float) {
        narrow_float(d, &r, x);
        return;
    }
    for (size_t i = 0; i < p->roots.n; i++) {
        const fuzz_insn *root = &p->code.at[p->roots.at[i]];
        if (!residue(&r, root, &modulus, &rest))
            continue;
        if (x->is_int)
            keep_signed_residues(x, modulus, rest);
        else
            keep_residues(x, modulus, rest);
    }
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
    if (x->kind == AXIS_TABLE || x->count < 2 || x->count > FILTER_MOST)
        return;
    if (own_constraints(p, input, &own)) {
        fuzz_machine m;
        uint64_t *words = base_alloc_zero(p->inputs.n, sizeof *words), good = 0;
        fuzz_machine_init(&m, p);
        uint64_t step = x->count / SAMPLE + 1, tried = 0;
        for (uint64_t k = 0; k < x->count; k += step, tried++)
            good += passes(&own, &m, words, input, sweep_axis_word(x, NULL, k));
        if (good * 2 < tried) {
            size_t first = d->table.n;
            for (uint64_t k = 0; k < x->count && d->table.n - first <= TABLE_MOST; k++) {
                uint64_t word = sweep_axis_word(x, NULL, k);
                if (passes(&own, &m, words, input, word))
                    vec_push(&d->table, word);
            }
            if (d->table.n - first <= TABLE_MOST) {
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
                       const fuzz_limits *limits)
{
    *d = (sweep_domain){.count = 1};
    fuzz_range *ranges = fuzz_ranges_new(b, p, limits);
    for (size_t i = 0; i < p->inputs.n; i++) {
        const fuzz_input *in = &p->inputs.at[i];
        const fuzz_range *r = &ranges[in->reg];
        bool is_float = sort_kind_of(b, in->sort) == SORT_FP;
        sweep_axis x = of_range(r, r->width ? r->width : 64, is_float);
        if (!r->empty) {
            narrow(d, p, i, &x);
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
