#include "fuzz/jit/jit_build.h"

static LLVMValueRef to_real(jit_build *j, LLVMValueRef x, unsigned width)
{
    if (width == 64)
        return j->l.BuildBitCast(j->at, x, j->real64, "");
    return j->l.BuildBitCast(j->at, j->l.BuildTrunc(j->at, x, j->half, ""), j->real32, "");
}

static uint64_t infinity(unsigned width)
{
    return width == 64 ? UINT64_C(0x7ff0000000000000) : 0x7f800000;
}

LLVMValueRef jit_is_nan(jit_build *j, LLVMValueRef x, unsigned width)
{
    return jit_compare(j, LLVMIntUGT, jit_and(j, x, jit_mask(width - 1)),
                       jit_word(j, infinity(width)));
}

static LLVMValueRef one_nan(jit_build *j, LLVMValueRef x, unsigned width)
{
    uint64_t nan = width == 64 ? UINT64_C(0x7ff8000000000000) : 0x7fc00000;
    return jit_select(j, jit_is_nan(j, x, width), jit_word(j, nan), x);
}

static LLVMValueRef from_real(jit_build *j, LLVMValueRef x, unsigned width)
{
    LLVMValueRef w = width == 64 ? j->l.BuildBitCast(j->at, x, j->word, "")
                                 : jit_truth(j, j->l.BuildBitCast(j->at, x, j->half, ""));
    return one_nan(j, w, width);
}

/* To the nearest, which is the mode that the machine is in while a search runs. */
static LLVMValueRef nearest(jit_build *j, const fuzz_insn *insn, uint32_t at)
{
    unsigned width = insn->width;
    LLVMTypeRef type = width == 64 ? j->real64 : j->real32;
    LLVMValueRef b = jit_value(j, insn->b), x;
    if (insn->op == FUZZ_FP_FROM_SBV) {
        x = jit_signed(j, b, (unsigned)insn->imm);
        return from_real(j, j->l.BuildSIToFP(j->at, x, type, ""), width);
    }
    if (insn->op == FUZZ_FP_FROM_UBV)
        return from_real(j, j->l.BuildUIToFP(j->at, b, type, ""), width);
    x = to_real(j, b, insn->op == FUZZ_FP_CONVERT ? (unsigned)insn->imm : width);
    LLVMValueRef y = to_real(j, jit_value(j, insn->c), width);
    switch (insn->op) {
    case FUZZ_FP_CONVERT:
        if (insn->imm < width)
            x = j->l.BuildFPExt(j->at, x, type, "");
        else if (insn->imm > width)
            x = j->l.BuildFPTrunc(j->at, x, type, "");
        break;
    case FUZZ_FP_ADD:
        x = j->l.BuildFAdd(j->at, x, y, "");
        break;
    case FUZZ_FP_SUB:
        x = j->l.BuildFSub(j->at, x, y, "");
        break;
    case FUZZ_FP_MUL:
        x = j->l.BuildFMul(j->at, x, y, "");
        break;
    case FUZZ_FP_DIV:
        x = j->l.BuildFDiv(j->at, x, y, "");
        break;
    case FUZZ_FP_SQRT:
        x = jit_intrinsic(j, "llvm.sqrt", type, &x, 1);
        break;
    default:
        return jit_help(j, at);
    }
    return from_real(j, x, width);
}

static LLVMValueRef class_of(jit_build *j, const fuzz_insn *insn, LLVMValueRef a)
{
    unsigned width = insn->width;
    uint64_t least = width == 64 ? UINT64_C(1) << 52 : 1 << 23; /* the least normal number */
    LLVMValueRef size = jit_and(j, a, jit_mask(width - 1)), limit = jit_word(j, infinity(width)), x;
    switch (insn->op) {
    case FUZZ_FP_IS_NAN:
        return jit_compare(j, LLVMIntUGT, size, limit);
    case FUZZ_FP_IS_INFINITE:
        return jit_compare(j, LLVMIntEQ, size, limit);
    case FUZZ_FP_IS_ZERO:
        return jit_is_zero(j, size);
    case FUZZ_FP_IS_SUBNORMAL:
        x = j->l.BuildSub(j->at, size, jit_word(j, 1), "");
        return jit_compare(j, LLVMIntULT, x, jit_word(j, least - 1));
    case FUZZ_FP_IS_NORMAL:
        x = j->l.BuildSub(j->at, size, jit_word(j, least), "");
        return jit_compare(j, LLVMIntULT, x, jit_word(j, infinity(width) - least));
    default: /* FUZZ_FP_IS_NEGATIVE, FUZZ_FP_IS_POSITIVE */
        x = jit_compare(j, insn->op == FUZZ_FP_IS_NEGATIVE ? LLVMIntNE : LLVMIntEQ, size, a);
        return j->l.BuildAnd(j->at, x, jit_compare(j, LLVMIntULE, size, limit), "");
    }
}

LLVMValueRef jit_float(jit_build *j, const fuzz_insn *insn, uint32_t at, LLVMValueRef a,
                       LLVMValueRef b)
{
    unsigned width = insn->width;
    LLVMValueRef sign = jit_word(j, UINT64_C(1) << (width - 1));
    LLVMRealPredicate how = insn->op == FUZZ_FP_LT   ? LLVMRealOLT
                            : insn->op == FUZZ_FP_LE ? LLVMRealOLE
                                                     : LLVMRealOEQ;
    const fuzz_insn *mode = &j->p->code.at[insn->a];
    if (insn->op >= FUZZ_FP_IS_NORMAL && insn->op <= FUZZ_FP_IS_POSITIVE)
        return jit_truth(j, class_of(j, insn, a));
    switch (insn->op) {
    case FUZZ_FP_NEG:
        return one_nan(j, j->l.BuildXor(j->at, a, sign, ""), width);
    case FUZZ_FP_ABS:
        return one_nan(j, jit_and(j, a, jit_mask(width - 1)), width);
    case FUZZ_FP_CANONICAL:
        return one_nan(j, a, width);
    case FUZZ_FP_LT:
    case FUZZ_FP_LE:
    case FUZZ_FP_EQ:
        return jit_truth(
            j, j->l.BuildFCmp(j->at, how, to_real(j, a, width), to_real(j, b, width), ""));
    case FUZZ_FP_REM:
    case FUZZ_FP_MIN:
    case FUZZ_FP_MAX:
        return jit_help(j, at);
    default:
        if (mode->op == FUZZ_CONST && mode->imm == RM_RNE)
            return nearest(j, insn, at);
        return jit_help(j, at);
    }
}
