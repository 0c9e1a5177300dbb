/* The measure of distance.c as instructions; only what the constraints need is computed. */
#include <stdlib.h>

#include "fuzz/jit_build.h"

typedef struct pair {
    LLVMValueRef yes, no; /* either may be NULL when it is not needed */
} pair;

typedef struct gauge {
    jit_build *j;
    pair *of; /* by register */
} gauge;

static LLVMValueRef add(gauge *g, LLVMValueRef x, LLVMValueRef y)
{
    return g->j->l.BuildAdd(g->j->at, x, y, "");
}

static LLVMValueRef least(gauge *g, LLVMValueRef x, LLVMValueRef y)
{
    return jit_select(g->j, jit_compare(g->j, LLVMIntULT, x, y), x, y);
}

static LLVMValueRef logarithm(gauge *g, LLVMValueRef gap)
{
    jit_build *j = g->j;
    LLVMValueRef args[] = {gap, j->l.ConstInt(j->bit, 0, 0)};
    LLVMValueRef zeros = jit_intrinsic(j, "llvm.ctlz", j->word, args, 2);
    /* 64 for a gap of 0, which is shifted by 0 then: 0 << 10 | 0 */
    LLVMValueRef shifted = j->l.BuildShl(j->at, gap, jit_and(j, zeros, 63), "");
    shifted = j->l.BuildShl(j->at, shifted, jit_word(j, 1), "");
    LLVMValueRef fraction = j->l.BuildLShr(j->at, shifted, jit_word(j, 54), "");
    LLVMValueRef whole = j->l.BuildSub(j->at, jit_word(j, 64), zeros, "");
    whole = j->l.BuildShl(j->at, whole, jit_word(j, 10), "");
    return j->l.BuildOr(j->at, whole, fraction, "");
}

static LLVMValueRef zero_if(gauge *g, LLVMValueRef bit, LLVMValueRef otherwise)
{
    return jit_select(g->j, bit, jit_word(g->j, 0), otherwise);
}

static LLVMValueRef one_if(gauge *g, LLVMValueRef bit, uint64_t number, uint64_t otherwise)
{
    return jit_select(g->j, bit, jit_word(g->j, number), jit_word(g->j, otherwise));
}

static LLVMValueRef beyond(gauge *g, LLVMValueRef gap)
{
    LLVMValueRef args[] = {gap, jit_word(g->j, 1)};
    return jit_intrinsic(g->j, "llvm.uadd.sat", g->j->word, args, 2);
}

/* x <= y (strict: x < y), true or not, on any line of numbers. */
static pair order(gauge *g, LLVMValueRef truth, LLVMValueRef x, LLVMValueRef y, bool strict,
                  uint8_t needs)
{
    jit_build *j = g->j;
    pair d = {NULL, NULL};
    if (needs & DISTANCE_TO_TRUE) {
        LLVMValueRef gap = j->l.BuildSub(j->at, x, y, "");
        d.yes = zero_if(g, truth, logarithm(g, strict ? beyond(g, gap) : gap));
    }
    if (needs & DISTANCE_TO_FALSE) {
        LLVMValueRef gap = j->l.BuildSub(j->at, y, x, "");
        d.no = jit_select(j, truth, logarithm(g, strict ? gap : beyond(g, gap)), jit_word(j, 0));
    }
    return d;
}

static LLVMValueRef gap_of(gauge *g, LLVMValueRef x, LLVMValueRef y, LLVMIntPredicate greater)
{
    jit_build *j = g->j;
    return jit_select(j, jit_compare(j, greater, x, y), j->l.BuildSub(j->at, x, y, ""),
                      j->l.BuildSub(j->at, y, x, ""));
}

static pair equality(gauge *g, const fuzz_insn *insn, LLVMValueRef truth, LLVMValueRef x,
                     LLVMValueRef y)
{
    jit_build *j = g->j;
    bool is_int = j->p->sorts.at[insn->a] == SORT_ID_INT;
    LLVMValueRef differ = j->l.BuildXor(j->at, x, y, "");
    LLVMValueRef by_bits = jit_intrinsic(j, "llvm.ctpop", j->word, &differ, 1);
    by_bits = j->l.BuildShl(j->at, by_bits, jit_word(j, 10), "");
    LLVMValueRef by_size = logarithm(g, gap_of(g, x, y, is_int ? LLVMIntSGT : LLVMIntUGT));
    return (pair){least(g, by_bits, by_size), one_if(g, truth, 1 << 10, 0)};
}

/* Floats on the line of their bit patterns. */
static LLVMValueRef line(gauge *g, LLVMValueRef x, unsigned width)
{
    jit_build *j = g->j;
    LLVMValueRef size = jit_and(j, x, UINT64_MAX >> (65 - width));
    return jit_select(j, jit_compare(j, LLVMIntEQ, size, x), size, j->l.BuildNeg(j->at, size, ""));
}

static pair floats(gauge *g, const fuzz_insn *insn, LLVMValueRef truth, LLVMValueRef x,
                   LLVMValueRef y, uint8_t needs)
{
    jit_build *j = g->j;
    unsigned width = insn->width;
    bool strict = insn->op == FUZZ_FP_LT;
    LLVMValueRef nan = j->l.BuildOr(j->at, jit_is_nan(j, x, width), jit_is_nan(j, y, width), "");
    LLVMValueRef p = line(g, x, width), q = line(g, y, width), zero = jit_word(j, 0);
    LLVMValueRef far = jit_word(j, DISTANCE_UNIT);
    if (insn->op == FUZZ_FP_EQ) {
        LLVMValueRef two = jit_word(j, 2);
        LLVMValueRef gap = gap_of(g, j->l.BuildSDiv(j->at, p, two, ""),
                                  j->l.BuildSDiv(j->at, q, two, ""), LLVMIntSGT);
        LLVMValueRef off = add(g, logarithm(g, gap), jit_word(j, 1));
        return (pair){zero_if(g, truth, jit_select(j, nan, far, off)),
                      one_if(g, truth, 1 << 10, 0)};
    }
    LLVMValueRef holds = jit_compare(j, strict ? LLVMIntSLT : LLVMIntSLE, p, q);
    pair d = order(g, holds, p, q, strict, needs);
    if (d.yes)
        d.yes = jit_select(j, nan, far, zero_if(g, truth, d.yes));
    if (d.no)
        d.no = jit_select(j, nan, zero, jit_select(j, truth, d.no, zero));
    return d;
}

/* Bool operators of Bools; the needs of operands cover the needs of the result. */
static bool junction(gauge *g, const fuzz_insn *insn, uint8_t needs, pair *d)
{
    pair a = g->of[insn->a], b = g->of[insn->b], c = g->of[insn->c];
    bool yes = needs & DISTANCE_TO_TRUE, no = needs & DISTANCE_TO_FALSE;
    *d = (pair){NULL, NULL};
    switch (insn->op) {
    case FUZZ_NOT:
        *d = (pair){a.no, a.yes};
        return true;
    case FUZZ_AND:
        d->yes = yes ? add(g, a.yes, b.yes) : NULL;
        d->no = no ? least(g, a.no, b.no) : NULL;
        return true;
    case FUZZ_OR:
        d->yes = yes ? least(g, a.yes, b.yes) : NULL;
        d->no = no ? add(g, a.no, b.no) : NULL;
        return true;
    case FUZZ_ITE:
        d->yes = yes ? least(g, add(g, a.yes, b.yes), add(g, a.no, c.yes)) : NULL;
        d->no = no ? least(g, add(g, a.yes, b.no), add(g, a.no, c.no)) : NULL;
        return true;
    case FUZZ_EQ:
        if (g->j->p->sorts.at[insn->a] != SORT_ID_BOOL)
            return false;
        d->yes = least(g, add(g, a.yes, b.yes), add(g, a.no, b.no));
        d->no = least(g, add(g, a.yes, b.no), add(g, a.no, b.yes));
        return true;
    case FUZZ_XOR:
        d->yes = least(g, add(g, a.yes, b.no), add(g, a.no, b.yes));
        d->no = least(g, add(g, a.yes, b.yes), add(g, a.no, b.no));
        return true;
    default:
        return false;
    }
}

static pair measure(gauge *g, uint32_t i)
{
    jit_build *j = g->j;
    const fuzz_insn *insn = &j->p->code.at[i];
    uint8_t needs = j->d->needs[i];
    pair d;
    if (junction(g, insn, needs, &d))
        return d;
    LLVMValueRef truth = jit_compare(j, LLVMIntNE, j->values[i], jit_word(j, 0));
    LLVMValueRef x = j->values[insn->a], y = j->values[insn->b];
    unsigned width = insn->width;
    switch (insn->op) {
    case FUZZ_EQ:
        return equality(g, insn, truth, x, y);
    case FUZZ_BV_ULT:
    case FUZZ_BV_ULE:
        return order(g, truth, x, y, insn->op == FUZZ_BV_ULT, needs);
    case FUZZ_BV_SLT:
    case FUZZ_BV_SLE:
        x = jit_signed(j, x, width);
        y = jit_signed(j, y, width);
        return order(g, truth, x, y, insn->op == FUZZ_BV_SLT, needs);
    case FUZZ_INT_LT:
    case FUZZ_INT_LE:
        return order(g, truth, x, y, insn->op == FUZZ_INT_LT, needs);
    case FUZZ_FP_LT:
    case FUZZ_FP_LE:
    case FUZZ_FP_EQ:
        return floats(g, insn, truth, x, y, needs);
    default:
        return (pair){one_if(g, truth, 0, DISTANCE_UNIT / 2),
                      one_if(g, truth, DISTANCE_UNIT / 2, 0)};
    }
}

LLVMValueRef jit_distance(jit_build *j)
{
    gauge g = {j, base_alloc_zero(j->p->code.n, sizeof *g.of)};
    LLVMValueRef sum = jit_word(j, 0);
    for (size_t k = 0; k < j->d->list.n; k++) {
        uint32_t i = j->d->list.at[k];
        g.of[i] = measure(&g, i);
    }
    for (size_t i = 0; i < j->p->roots.n; i++)
        sum = add(&g, sum, g.of[j->p->roots.at[i]].yes);
    free(g.of);
    return sum;
}
