/* The measure of distance.c as instructions; only what the constraints need is computed. */
#include <stdlib.h>

#include "fuzz/jit/jit_build.h"

typedef jit_pair pair;

static LLVMValueRef add(jit_build *j, LLVMValueRef x, LLVMValueRef y)
{
    return j->l.BuildAdd(j->at, x, y, "");
}

static LLVMValueRef least(jit_build *j, LLVMValueRef x, LLVMValueRef y)
{
    return jit_select(j, jit_compare(j, LLVMIntULT, x, y), x, y);
}

static LLVMValueRef logarithm(jit_build *j, LLVMValueRef gap)
{
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

static LLVMValueRef zero_if(jit_build *j, LLVMValueRef bit, LLVMValueRef otherwise)
{
    return jit_select(j, bit, jit_word(j, 0), otherwise);
}

static LLVMValueRef one_if(jit_build *j, LLVMValueRef bit, uint64_t number, uint64_t otherwise)
{
    return jit_select(j, bit, jit_word(j, number), jit_word(j, otherwise));
}

static LLVMValueRef beyond(jit_build *j, LLVMValueRef gap)
{
    LLVMValueRef args[] = {gap, jit_word(j, 1)};
    return jit_intrinsic(j, "llvm.uadd.sat", j->word, args, 2);
}

/* x <= y (strict: x < y), true or not, on any line of numbers. */
static pair order(jit_build *j, LLVMValueRef truth, LLVMValueRef x, LLVMValueRef y, bool strict,
                  uint8_t needs)
{
    pair d = {NULL, NULL};
    if (needs & DISTANCE_TO_TRUE) {
        LLVMValueRef gap = j->l.BuildSub(j->at, x, y, "");
        d.yes = zero_if(j, truth, logarithm(j, strict ? beyond(j, gap) : gap));
    }
    if (needs & DISTANCE_TO_FALSE) {
        LLVMValueRef gap = j->l.BuildSub(j->at, y, x, "");
        d.no = jit_select(j, truth, logarithm(j, strict ? gap : beyond(j, gap)), jit_word(j, 0));
    }
    return d;
}

static LLVMValueRef gap_of(jit_build *j, LLVMValueRef x, LLVMValueRef y, LLVMIntPredicate greater)
{
    return jit_select(j, jit_compare(j, greater, x, y), j->l.BuildSub(j->at, x, y, ""),
                      j->l.BuildSub(j->at, y, x, ""));
}

static pair equality(jit_build *j, const fuzz_insn *insn, LLVMValueRef truth, LLVMValueRef x,
                     LLVMValueRef y)
{
    bool is_int = j->p->sorts.at[insn->a] == SORT_ID_INT;
    LLVMValueRef differ = j->l.BuildXor(j->at, x, y, "");
    LLVMValueRef by_bits = jit_intrinsic(j, "llvm.ctpop", j->word, &differ, 1);
    by_bits = j->l.BuildShl(j->at, by_bits, jit_word(j, 10), "");
    LLVMValueRef by_size = logarithm(j, gap_of(j, x, y, is_int ? LLVMIntSGT : LLVMIntUGT));
    return (pair){least(j, by_bits, by_size), one_if(j, truth, 1 << 10, 0)};
}

/* Floats on the line of their bit patterns. */
static LLVMValueRef line(jit_build *j, LLVMValueRef x, unsigned width)
{
    LLVMValueRef size = jit_and(j, x, UINT64_MAX >> (65 - width));
    return jit_select(j, jit_compare(j, LLVMIntEQ, size, x), size, j->l.BuildNeg(j->at, size, ""));
}

static pair floats(jit_build *j, const fuzz_insn *insn, LLVMValueRef truth, LLVMValueRef x,
                   LLVMValueRef y, uint8_t needs)
{
    unsigned width = insn->width;
    bool strict = insn->op == FUZZ_FP_LT;
    LLVMValueRef nan = j->l.BuildOr(j->at, jit_is_nan(j, x, width), jit_is_nan(j, y, width), "");
    LLVMValueRef p = line(j, x, width), q = line(j, y, width), zero = jit_word(j, 0);
    LLVMValueRef far = jit_word(j, DISTANCE_UNIT);
    if (insn->op == FUZZ_FP_EQ) {
        LLVMValueRef two = jit_word(j, 2);
        LLVMValueRef gap = gap_of(j, j->l.BuildSDiv(j->at, p, two, ""),
                                  j->l.BuildSDiv(j->at, q, two, ""), LLVMIntSGT);
        LLVMValueRef off = add(j, logarithm(j, gap), jit_word(j, 1));
        return (pair){zero_if(j, truth, jit_select(j, nan, far, off)),
                      one_if(j, truth, 1 << 10, 0)};
    }
    LLVMValueRef holds = jit_compare(j, strict ? LLVMIntSLT : LLVMIntSLE, p, q);
    pair d = order(j, holds, p, q, strict, needs);
    if (d.yes)
        d.yes = jit_select(j, nan, far, zero_if(j, truth, d.yes));
    if (d.no)
        d.no = jit_select(j, nan, zero, jit_select(j, truth, d.no, zero));
    return d;
}

/* Bool operators of Bools; the needs of operands cover the needs of the result. */
static bool junction(jit_build *j, const fuzz_insn *insn, uint8_t needs, pair *d)
{
    pair a = jit_distances(j, insn->a), b = jit_distances(j, insn->b),
         c = jit_distances(j, insn->c);
    bool yes = needs & DISTANCE_TO_TRUE, no = needs & DISTANCE_TO_FALSE;
    *d = (pair){NULL, NULL};
    switch (insn->op) {
    case FUZZ_NOT:
        *d = (pair){a.no, a.yes};
        return true;
    case FUZZ_AND:
        d->yes = yes ? add(j, a.yes, b.yes) : NULL;
        d->no = no ? least(j, a.no, b.no) : NULL;
        return true;
    case FUZZ_OR:
        d->yes = yes ? least(j, a.yes, b.yes) : NULL;
        d->no = no ? add(j, a.no, b.no) : NULL;
        return true;
    case FUZZ_ITE:
        d->yes = yes ? least(j, add(j, a.yes, b.yes), add(j, a.no, c.yes)) : NULL;
        d->no = no ? least(j, add(j, a.yes, b.no), add(j, a.no, c.no)) : NULL;
        return true;
    case FUZZ_EQ:
        if (j->p->sorts.at[insn->a] != SORT_ID_BOOL)
            return false;
        d->yes = least(j, add(j, a.yes, b.yes), add(j, a.no, b.no));
        d->no = least(j, add(j, a.yes, b.no), add(j, a.no, b.yes));
        return true;
    case FUZZ_XOR:
        d->yes = least(j, add(j, a.yes, b.no), add(j, a.no, b.yes));
        d->no = least(j, add(j, a.yes, b.yes), add(j, a.no, b.no));
        return true;
    default:
        return false;
    }
}

static pair measure(jit_build *j, uint32_t i)
{
    const fuzz_insn *insn = &j->p->code.at[i];
    uint8_t needs = j->d->needs[i];
    pair d;
    if (junction(j, insn, needs, &d))
        return d;
    LLVMValueRef truth = jit_compare(j, LLVMIntNE, jit_value(j, i), jit_word(j, 0));
    LLVMValueRef x = jit_value(j, insn->a), y = jit_value(j, insn->b);
    unsigned width = insn->width;
    switch (insn->op) {
    case FUZZ_EQ:
        return equality(j, insn, truth, x, y);
    case FUZZ_BV_ULT:
    case FUZZ_BV_ULE:
        return order(j, truth, x, y, insn->op == FUZZ_BV_ULT, needs);
    case FUZZ_BV_SLT:
    case FUZZ_BV_SLE:
        x = jit_signed(j, x, width);
        y = jit_signed(j, y, width);
        return order(j, truth, x, y, insn->op == FUZZ_BV_SLT, needs);
    case FUZZ_INT_LT:
    case FUZZ_INT_LE:
        return order(j, truth, x, y, insn->op == FUZZ_INT_LT, needs);
    case FUZZ_FP_LT:
    case FUZZ_FP_LE:
    case FUZZ_FP_EQ:
        return floats(j, insn, truth, x, y, needs);
    default:
        return (pair){one_if(j, truth, 0, DISTANCE_UNIT / 2),
                      one_if(j, truth, DISTANCE_UNIT / 2, 0)};
    }
}

static LLVMValueRef place_of(jit_build *j, const uint64_t *array, uint32_t i)
{
    return j->l.ConstIntToPtr(jit_word(j, (uint64_t)(uintptr_t)(array + i)), j->pointer);
}

LLVMValueRef jit_fixed(jit_build *j, const uint64_t *array, uint64_t i)
{
    return j->l.BuildLoad2(j->at, j->word, place_of(j, array, (uint32_t)i), "");
}

void jit_measure(jit_build *j, uint32_t i)
{
    if (!j->d->needs[i])
        return;
    pair d = j->pairs[i] = measure(j, i);
    j->pair_part[i] = j->part + 1;
    if (j->several && d.yes)
        j->l.BuildStore(j->at, d.yes, place_of(j, j->d->to_true, i));
    if (j->several && d.no)
        j->l.BuildStore(j->at, d.no, place_of(j, j->d->to_false, i));
}

pair jit_distances(jit_build *j, uint32_t i)
{
    if (j->d->needs[i] && j->pair_part[i] != j->part + 1) {
        j->pairs[i].yes = jit_fixed(j, j->d->to_true, i);
        j->pairs[i].no = jit_fixed(j, j->d->to_false, i);
        j->pair_part[i] = j->part + 1;
    }
    return j->pairs[i];
}
