#include <math.h>
#include <stdlib.h>

#include "fuzz/sweep/domain_impl.h"

#define FACTORED (INT64_C(1) << 40)    /* numbers below have their divisors listed */
#define EXACT_WHOLE 9007199254740992.0 /* 2^53: whole numbers up to it are floats of 64 bits */

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

static int by_number(const void *left, const void *right)
{
    uint64_t x = *(const uint64_t *)left, y = *(const uint64_t *)right;
    return (x > y) - (x < y);
}

static void keep_each_once(sweep_domain *d, size_t first)
{
    size_t kept = first;
    qsort(d->table.at + first, d->table.n - first, sizeof *d->table.at, by_number);
    for (size_t i = first; i < d->table.n; i++)
        if (kept == first || d->table.at[kept - 1] != d->table.at[i])
            d->table.at[kept++] = d->table.at[i];
    d->table.n = kept;
}

/* input = a or input = b or …: the values, behind the end of the table; false: it is no such constraint. */
static bool listed(const reader *r, uint32_t root, sweep_domain *d)
{
    vec_u32 pending = {0};
    size_t first = d->table.n;
    bool good = true;
    vec_push(&pending, root);
    while (pending.n && good) {
        const fuzz_insn *insn = &r->p->code.at[vec_pop(&pending)];
        uint64_t word = 0;
        if (insn->op == FUZZ_OR) {
            vec_push(&pending, insn->a);
            vec_push(&pending, insn->b);
            continue;
        }
        good = insn->op == FUZZ_EQ && d->table.n - first < SWEEP_TABLE_MOST &&
               ((insn->a == r->input && constant(r, insn->b, &word)) ||
                (insn->b == r->input && constant(r, insn->a, &word)));
        if (good)
            vec_push(&d->table, word);
    }
    vec_free(&pending);
    d->table.n = good ? d->table.n : first;
    if (good)
        keep_each_once(d, first);
    return good;
}

/* input * something = number, not 0: its divisors, behind the end of the table; false: it is no such constraint. */
static bool divisors(const reader *r, const fuzz_insn *root, sweep_domain *d)
{
    uint64_t word = 0;
    for (unsigned swapped = 0; root->op == FUZZ_EQ && swapped < 2; swapped++) {
        const fuzz_insn *m = &r->p->code.at[swapped ? root->b : root->a];
        if (m->op != FUZZ_INT_MUL || (m->a != r->input && m->b != r->input) ||
            !constant(r, swapped ? root->a : root->b, &word))
            continue;
        int64_t number = (int64_t)word < 0 ? -(int64_t)(word + 1) : (int64_t)word - 1;
        if (number < 0 || number >= FACTORED)
            return false;
        number++;
        size_t first = d->table.n;
        for (int64_t i = 1; i <= number / i; i++)
            for (unsigned k = 0; number % i == 0 && k < 4; k++) {
                int64_t divisor = k & 1 ? number / i : i;
                vec_push(&d->table, (uint64_t)(k & 2 ? -divisor : divisor));
            }
        keep_each_once(d, first);
        return true;
    }
    return false;
}

/* The shortest list of values that a constraint has for the input, if it is shorter than the axis. */
static bool keep_listed(sweep_domain *d, const reader *r, sweep_axis *x)
{
    bool some = false;
    for (size_t i = 0; i < r->p->roots.n; i++) {
        size_t first = d->table.n;
        const fuzz_insn *root = &r->p->code.at[r->p->roots.at[i]];
        if (!(root->op == FUZZ_OR && listed(r, r->p->roots.at[i], d)) && !divisors(r, root, d))
            continue;
        if (d->table.n - first >= x->count) {
            d->table.n = first;
            continue;
        }
        x->kind = AXIS_TABLE;
        x->base = first;
        x->count = d->table.n - first;
        some = true;
    }
    return some;
}

/* The ends that comparisons with constants set; whether there are any. */
static bool float_ends(const reader *r, unsigned width, uint64_t *low, uint64_t *high)
{
    bool some = false;
    uint64_t word, infinity = sweep_infinity(width);
    *low = sweep_rank(infinity | UINT64_C(1) << (width - 1), width);
    *high = sweep_rank(infinity, width);
    for (size_t i = 0; i < r->p->roots.n; i++) {
        const fuzz_insn *root = &r->p->code.at[r->p->roots.at[i]];
        if (root->op != FUZZ_FP_LE && root->op != FUZZ_FP_LT)
            continue;
        if (root->a == r->input && constant(r, root->b, &word)) {
            if ((word & sweep_mask(width - 1)) > infinity)
                word = infinity | UINT64_C(1) << (width - 1); /* nothing is below NaN */
            word = word << 1 & sweep_mask(width) ? word : 0;  /* the greater zero */
            uint64_t rank = sweep_rank(word, width);
            *high = rank < *high ? rank : *high;
            some = true;
        } else if (root->b == r->input && constant(r, root->a, &word)) {
            if ((word & sweep_mask(width - 1)) > infinity)
                word = infinity;
            word = word << 1 & sweep_mask(width) ? word : UINT64_C(1) << (width - 1);
            uint64_t rank = sweep_rank(word, width);
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
    double first = ceil(sweep_real(sweep_of_rank(low, x->width), x->width));
    double last = floor(sweep_real(sweep_of_rank(high, x->width), x->width));
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
    double first = ceil(sweep_real(sweep_of_rank(low, x->width), x->width));
    double last = floor(sweep_real(sweep_of_rank(high, x->width), x->width));
    if (!(last - first < SWEEP_TABLE_MOST) || !(fabs(first) <= 16777216.0) ||
        !(fabs(last) <= 16777216.0))
        return false;
    x->kind = AXIS_TABLE;
    x->base = d->table.n;
    if (first <= 0 && last >= 0)
        vec_push(&d->table, UINT64_C(1) << (x->width - 1));
    for (double number = first; number <= last; number++)
        vec_push(&d->table, sweep_word_of(number + 0.0, x->width));
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

void sweep_narrow(sweep_domain *d, const fuzz_bytecode *p, size_t input, sweep_axis *x)
{
    reader r = {.p = p, .input = p->inputs.at[input].reg};
    uint64_t modulus, rest;
    if (keep_listed(d, &r, x))
        return;
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
