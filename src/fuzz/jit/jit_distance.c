/* The measure of distance.c as instructions; only what the constraints need is computed. */
#include <stdlib.h>

#include "fuzz/jit/jit_build.h"

typedef jit_pair pair;

/* Distances that nobody needs are NULL, and so is what would come of them. */
static LLVMValueRef add(jit_build *j, LLVMValueRef x, LLVMValueRef y)
{
    return x && y ? j->l.BuildAdd(j->at, x, y, "") : NULL;
}

static LLVMValueRef least(jit_build *j, LLVMValueRef x, LLVMValueRef y)
{
    return x && y ? jit_select(j, jit_compare(j, LLVMIntULT, x, y), x, y) : NULL;
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

static LLVMValueRef beyond(jit_build *j, LLVMValueRef gap)
{
    LLVMValueRef args[] = {gap, jit_word(j, 1)};
    return jit_intrinsic(j, "llvm.uadd.sat", j->word, args, 2);
}

static LLVMValueRef population(jit_build *j, LLVMValueRef x)
{
    return jit_intrinsic(j, "llvm.ctpop", j->word, &x, 1);
}

#define RULE_CONTEXT jit_build *j,
#define R_PASS j,
#define RULE_WORD LLVMValueRef
#define RULE_BIT LLVMValueRef
#define RULE_PAIR jit_pair
#define R_NUMBER(n) jit_word(j, n)
#define R_IF(bit, x, y) jit_select(j, bit, x, y)
#define R_ADD(x, y) add(j, x, y)
#define R_SUB(x, y) j->l.BuildSub(j->at, x, y, "")
#define R_XOR(x, y) j->l.BuildXor(j->at, x, y, "")
#define R_SHIFT(x, n) j->l.BuildShl(j->at, x, jit_word(j, n), "")
#define R_LEAST(x, y) least(j, x, y)
#define R_BEYOND(x) beyond(j, x)
#define R_LOGARITHM(x) logarithm(j, x)
#define R_POPULATION(x) population(j, x)
#define R_ABOVE(x, y) jit_compare(j, LLVMIntUGT, x, y)
#define R_ABOVE_SIGNED(x, y) jit_compare(j, LLVMIntSGT, x, y)
#define R_NOT(bit) j->l.BuildNot(j->at, bit, "")
#define R_HALF(x) j->l.BuildSDiv(j->at, x, jit_word(j, 2), "")

#include "fuzz/words/distance_rules.def"

/* Floats on the line of their bit patterns. */
static LLVMValueRef line(jit_build *j, LLVMValueRef x, unsigned width)
{
    LLVMValueRef size = jit_and(j, x, UINT64_MAX >> (65 - width));
    return jit_select(j, jit_compare(j, LLVMIntEQ, size, x), size, j->l.BuildNeg(j->at, size, ""));
}

static pair floats(jit_build *j, const fuzz_insn *insn, LLVMValueRef truth, LLVMValueRef x,
                   LLVMValueRef y)
{
    unsigned width = insn->width;
    LLVMValueRef nan = j->l.BuildOr(j->at, jit_is_nan(j, x, width), jit_is_nan(j, y, width), "");
    LLVMValueRef p = line(j, x, width), q = line(j, y, width);
    return insn->op == FUZZ_FP_EQ ? rule_float_equal(j, truth, nan, p, q)
                                  : rule_float_order(j, truth, nan, p, q, insn->op == FUZZ_FP_LT);
}

/* Bool operators of Bools; the needs of operands cover the needs of the result. */
static bool junction(jit_build *j, const fuzz_insn *insn, pair *d)
{
    bool is_same =
        insn->op == FUZZ_XOR || (insn->op == FUZZ_EQ && j->p->sorts.at[insn->a] == SORT_ID_BOOL);
    pair a = {NULL, NULL}, b = a;
    if (is_same || insn->op == FUZZ_NOT || insn->op == FUZZ_AND || insn->op == FUZZ_OR ||
        insn->op == FUZZ_ITE) {
        a = jit_distances(j, insn->a);
        b = jit_distances(j, insn->b);
    }
    if (is_same) {
        *d = rule_same(j, a, b);
        *d = insn->op == FUZZ_XOR ? (pair){d->no, d->yes} : *d;
        return true;
    }
    switch (insn->op) {
    case FUZZ_NOT:
        *d = (pair){a.no, a.yes};
        return true;
    case FUZZ_AND:
        *d = rule_and(j, a, b);
        return true;
    case FUZZ_OR:
        *d = rule_or(j, a, b);
        return true;
    case FUZZ_ITE:
        *d = rule_ite(j, a, b, jit_distances(j, insn->c));
        return true;
    default:
        return false;
    }
}

static pair measure(jit_build *j, uint32_t i)
{
    const fuzz_insn *insn = &j->p->code.at[i];
    pair d;
    if (junction(j, insn, &d))
        return d;
    LLVMValueRef truth = jit_compare(j, LLVMIntNE, jit_value(j, i), jit_word(j, 0));
    LLVMValueRef x = jit_value(j, insn->a), y = jit_value(j, insn->b);
    bool is_int = j->p->sorts.at[insn->a] == SORT_ID_INT;
    switch (insn->op) {
    case FUZZ_EQ:
        return rule_equal(j, truth, rule_distance(j, x, y, is_int));
    case FUZZ_BV_ULT:
    case FUZZ_BV_ULE:
        return rule_order(j, truth, x, y, insn->op == FUZZ_BV_ULT);
    case FUZZ_BV_SLT:
    case FUZZ_BV_SLE:
        return rule_order(j, truth, jit_signed(j, x, insn->width), jit_signed(j, y, insn->width),
                          insn->op == FUZZ_BV_SLT);
    case FUZZ_INT_LT:
    case FUZZ_INT_LE:
        return rule_order(j, truth, x, y, insn->op == FUZZ_INT_LT);
    case FUZZ_FP_LT:
    case FUZZ_FP_LE:
    case FUZZ_FP_EQ:
        return floats(j, insn, truth, x, y);
    default:
        return rule_plain(j, truth);
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
    uint8_t needs = j->d->needs[i];
    pair d = measure(j, i);
    d.yes = needs & DISTANCE_TO_TRUE ? d.yes : NULL;
    d.no = needs & DISTANCE_TO_FALSE ? d.no : NULL;
    j->pairs[i] = d;
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
