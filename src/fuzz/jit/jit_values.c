#include <stddef.h>

#include "fuzz/jit/jit_build.h"

LLVMValueRef jit_word(jit_build *j, uint64_t number)
{
    return j->l.ConstInt(j->word, number, 0);
}

LLVMValueRef jit_and(jit_build *j, LLVMValueRef x, uint64_t bits)
{
    return bits == UINT64_MAX ? x : j->l.BuildAnd(j->at, x, jit_word(j, bits), "");
}

LLVMValueRef jit_compare(jit_build *j, LLVMIntPredicate how, LLVMValueRef x, LLVMValueRef y)
{
    return j->l.BuildICmp(j->at, how, x, y, "");
}

LLVMValueRef jit_truth(jit_build *j, LLVMValueRef bit)
{
    return j->l.BuildZExt(j->at, bit, j->word, "");
}

LLVMValueRef jit_select(jit_build *j, LLVMValueRef bit, LLVMValueRef x, LLVMValueRef y)
{
    return j->l.BuildSelect(j->at, bit, x, y, "");
}

LLVMValueRef jit_signed(jit_build *j, LLVMValueRef x, unsigned width)
{
    if (width == 64)
        return x;
    LLVMValueRef by = jit_word(j, 64 - width);
    return j->l.BuildAShr(j->at, j->l.BuildShl(j->at, x, by, ""), by, "");
}

LLVMValueRef jit_intrinsic(jit_build *j, const char *name, LLVMTypeRef type, LLVMValueRef *args,
                           unsigned n)
{
    unsigned id = j->l.LookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = j->l.GetIntrinsicDeclaration(j->module, id, &type, 1);
    return j->l.BuildCall2(j->at, j->l.IntrinsicGetType(j->context, id, &type, 1), function, args,
                           n, "");
}

LLVMValueRef jit_element(jit_build *j, LLVMValueRef array, uint64_t i)
{
    LLVMValueRef index = jit_word(j, i);
    return j->l.BuildGEP2(j->at, j->word, array, &index, 1, "");
}

LLVMValueRef jit_is_zero(jit_build *j, LLVMValueRef x)
{
    return jit_compare(j, LLVMIntEQ, x, jit_word(j, 0));
}

/* ---- Helpers in C: for what is rare or long -------------------------------------------------- */

static uint64_t apply(fuzz_machine *m, const fuzz_bytecode *p, uint64_t at)
{
    const fuzz_insn *insn = &p->code.at[at];
    const uint64_t *regs = m->regs;
    bool trap = false;
    uint64_t result =
        fuzz_apply(insn, regs[insn->a], regs[insn->b], regs[insn->c], regs[insn->d], &trap);
    if (trap)
        fuzz_trap(m, at);
    return result;
}

/* The operands of instruction `at` to where the interpreter looks for them. */
static void put_operands(jit_build *j, uint32_t at)
{
    const fuzz_insn *insn = &j->p->code.at[at];
    const uint32_t operands[] = {insn->a, insn->b, insn->c, insn->d};
    for (unsigned i = 0; i < 4; i++)
        j->l.BuildStore(j->at, jit_value(j, operands[i]), jit_element(j, j->regs, operands[i]));
}

LLVMValueRef jit_help(jit_build *j, uint32_t at)
{
    LLVMValueRef offset = jit_word(j, offsetof(fuzz_machine, trapped)), flag = NULL;
    if (j->call) {
        put_operands(j, at);
        flag = j->l.BuildGEP2(j->at, j->byte, j->machine, &offset, 1, "");
        j->l.BuildStore(j->at, j->l.ConstInt(j->byte, 0, 0), flag);
    }
    LLVMTypeRef parameters[] = {j->pointer, j->word, j->word};
    LLVMTypeRef type = j->l.FunctionType(j->word, parameters, 3, 0);
    LLVMValueRef function = j->l.ConstIntToPtr(jit_word(j, (uint64_t)(uintptr_t)apply), j->pointer);
    LLVMValueRef args[] = {j->machine, jit_word(j, (uint64_t)(uintptr_t)j->p), jit_word(j, at)};
    LLVMValueRef result = j->l.BuildCall2(j->at, type, function, args, 3, "");
    if (j->call)
        jit_trap_if(j, at,
                    jit_compare(j, LLVMIntNE, j->l.BuildLoad2(j->at, j->byte, flag, ""),
                                j->l.ConstInt(j->byte, 0, 0)));
    return result;
}

void jit_trap_if(jit_build *j, uint32_t at, LLVMValueRef bit)
{
    if (!j->call) {
        LLVMValueRef index = jit_word(j, at);
        LLVMValueRef place = j->l.BuildGEP2(j->at, j->byte, j->undefined, &index, 1, "");
        j->l.BuildStore(j->at, j->l.BuildZExt(j->at, bit, j->byte, ""), place);
    }
    j->trapped = j->trapped ? j->l.BuildOr(j->at, j->trapped, bit, "") : bit;
}

/* ---- Bit-vectors ----------------------------------------------------------------------------- */

static LLVMValueRef unsigned_division(jit_build *j, const fuzz_insn *insn, LLVMValueRef a,
                                      LLVMValueRef b)
{
    LLVMValueRef zero = jit_is_zero(j, b), by = jit_select(j, zero, jit_word(j, 1), b);
    if (insn->op == FUZZ_BV_UDIV)
        return jit_select(j, zero, jit_word(j, jit_mask(insn->width)),
                          j->l.BuildUDiv(j->at, a, by, ""));
    return jit_select(j, zero, a, j->l.BuildURem(j->at, a, by, ""));
}

static LLVMValueRef shift(jit_build *j, const fuzz_insn *insn, LLVMValueRef a, LLVMValueRef by)
{
    LLVMValueRef limit = jit_word(j, insn->op == FUZZ_BV_ASHR ? 63 : insn->width);
    LLVMValueRef far = jit_compare(j, LLVMIntUGE, by, limit), zero = jit_word(j, 0);
    if (insn->op == FUZZ_BV_ASHR)
        return jit_and(
            j,
            j->l.BuildAShr(j->at, jit_signed(j, a, insn->width), jit_select(j, far, limit, by), ""),
            jit_mask(insn->width));
    by = jit_select(j, far, zero, by);
    LLVMValueRef x = insn->op == FUZZ_BV_SHL
                         ? jit_and(j, j->l.BuildShl(j->at, a, by, ""), jit_mask(insn->width))
                         : j->l.BuildLShr(j->at, a, by, "");
    return jit_select(j, far, zero, x);
}

/* Whether a number does not fit the width, as a signed one. */
static LLVMValueRef does_not_fit(jit_build *j, LLVMValueRef x, unsigned width)
{
    return jit_truth(j, jit_compare(j, LLVMIntNE, jit_signed(j, x, width), x));
}

static LLVMValueRef overflow(jit_build *j, const fuzz_insn *insn, uint32_t at, LLVMValueRef a,
                             LLVMValueRef b)
{
    unsigned width = insn->width;
    LLVMValueRef p = jit_signed(j, a, width), q = jit_signed(j, b, width), x;
    switch (insn->op) {
    case FUZZ_NEGO:
        x = jit_word(j, UINT64_C(1) << (width - 1));
        return jit_truth(j, jit_compare(j, LLVMIntEQ, a, x));
    case FUZZ_UADDO:
        x = jit_and(j, j->l.BuildAdd(j->at, a, b, ""), jit_mask(width));
        return jit_truth(j, jit_compare(j, LLVMIntULT, x, a));
    case FUZZ_UMULO:
        if (width > 32)
            break;
        x = j->l.BuildMul(j->at, a, b, "");
        return jit_truth(j, jit_compare(j, LLVMIntUGT, x, jit_word(j, jit_mask(width))));
    case FUZZ_SMULO:
        if (width > 32)
            break;
        return does_not_fit(j, j->l.BuildMul(j->at, p, q, ""), width);
    case FUZZ_SADDO:
        if (width > 63)
            break;
        return does_not_fit(j, j->l.BuildAdd(j->at, p, q, ""), width);
    default: /* FUZZ_SSUBO */
        if (width > 63)
            break;
        return does_not_fit(j, j->l.BuildSub(j->at, p, q, ""), width);
    }
    return jit_help(j, at);
}

static LLVMValueRef rearranged(jit_build *j, const fuzz_insn *insn, LLVMValueRef a, LLVMValueRef b)
{
    unsigned width = insn->width;
    LLVMValueRef by = jit_word(j, insn->imm);
    switch (insn->op) {
    case FUZZ_CONCAT:
        return j->l.BuildOr(j->at, j->l.BuildShl(j->at, a, by, ""), b, "");
    case FUZZ_EXTRACT:
        return jit_and(j, j->l.BuildLShr(j->at, a, by, ""), jit_mask(width));
    case FUZZ_SEXT:
        return jit_and(j, jit_signed(j, a, width), jit_mask((unsigned)insn->imm));
    default: /* FUZZ_ROTL */
        if (!insn->imm)
            return a;
        return jit_and(j,
                       j->l.BuildOr(j->at, j->l.BuildShl(j->at, a, by, ""),
                                    j->l.BuildLShr(j->at, a, jit_word(j, width - insn->imm), ""),
                                    ""),
                       jit_mask(width));
    }
}

static LLVMValueRef order(jit_build *j, LLVMIntPredicate how, unsigned width, LLVMValueRef a,
                          LLVMValueRef b)
{
    return jit_truth(j, jit_compare(j, how, jit_signed(j, a, width), jit_signed(j, b, width)));
}

static LLVMValueRef bits(jit_build *j, const fuzz_insn *insn, uint32_t at, LLVMValueRef a,
                         LLVMValueRef b)
{
    uint64_t all = jit_mask(insn->width);
    switch (insn->op) {
    case FUZZ_BV_NOT:
        return jit_and(j, j->l.BuildNot(j->at, a, ""), all);
    case FUZZ_BV_NEG:
        return jit_and(j, j->l.BuildNeg(j->at, a, ""), all);
    case FUZZ_BV_AND:
        return j->l.BuildAnd(j->at, a, b, "");
    case FUZZ_BV_OR:
        return j->l.BuildOr(j->at, a, b, "");
    case FUZZ_BV_XOR:
        return j->l.BuildXor(j->at, a, b, "");
    case FUZZ_BV_ADD:
        return jit_and(j, j->l.BuildAdd(j->at, a, b, ""), all);
    case FUZZ_BV_SUB:
        return jit_and(j, j->l.BuildSub(j->at, a, b, ""), all);
    case FUZZ_BV_MUL:
        return jit_and(j, j->l.BuildMul(j->at, a, b, ""), all);
    case FUZZ_BV_UDIV:
    case FUZZ_BV_UREM:
        return unsigned_division(j, insn, a, b);
    case FUZZ_BV_SHL:
    case FUZZ_BV_LSHR:
    case FUZZ_BV_ASHR:
        return shift(j, insn, a, b);
    case FUZZ_BV_ULT:
        return order(j, LLVMIntULT, 64, a, b);
    case FUZZ_BV_ULE:
        return order(j, LLVMIntULE, 64, a, b);
    case FUZZ_BV_SLT:
        return order(j, LLVMIntSLT, insn->width, a, b);
    case FUZZ_BV_SLE:
        return order(j, LLVMIntSLE, insn->width, a, b);
    case FUZZ_CONCAT:
    case FUZZ_EXTRACT:
    case FUZZ_SEXT:
    case FUZZ_ROTL:
        return rearranged(j, insn, a, b);
    case FUZZ_BV_SDIV:
    case FUZZ_BV_SREM:
    case FUZZ_BV_SMOD:
        return jit_help(j, at);
    default:
        return overflow(j, insn, at, a, b);
    }
}

/* ---- Int ------------------------------------------------------------------------------------- */

static LLVMValueRef checked(jit_build *j, const char *intrinsic, uint32_t at, LLVMValueRef a,
                            LLVMValueRef b)
{
    LLVMValueRef args[] = {a, b}, both = jit_intrinsic(j, intrinsic, j->word, args, 2);
    jit_trap_if(j, at, j->l.BuildExtractValue(j->at, both, 1, ""));
    return j->l.BuildExtractValue(j->at, both, 0, "");
}

static LLVMValueRef integers(jit_build *j, const fuzz_insn *insn, uint32_t at, LLVMValueRef a,
                             LLVMValueRef b)
{
    LLVMValueRef zero = jit_word(j, 0), x;
    switch (insn->op) {
    case FUZZ_INT_NEG:
        return checked(j, "llvm.ssub.with.overflow", at, zero, a);
    case FUZZ_INT_ADD:
        return checked(j, "llvm.sadd.with.overflow", at, a, b);
    case FUZZ_INT_SUB:
        return checked(j, "llvm.ssub.with.overflow", at, a, b);
    case FUZZ_INT_MUL:
        return checked(j, "llvm.smul.with.overflow", at, a, b);
    case FUZZ_INT_LT:
        return order(j, LLVMIntSLT, 64, a, b);
    case FUZZ_INT_LE:
        return order(j, LLVMIntSLE, 64, a, b);
    case FUZZ_INT_DIVISIBLE:
        x = j->l.BuildSRem(j->at, a, jit_word(j, insn->imm), "");
        return jit_truth(j, jit_is_zero(j, x));
    case FUZZ_BV_TO_INT:
        if (insn->width == 64)
            jit_trap_if(j, at, jit_compare(j, LLVMIntSLT, a, zero));
        return a;
    case FUZZ_SBV_TO_INT:
        return jit_signed(j, a, insn->width);
    case FUZZ_INT_TO_BV:
        return jit_and(j, a, jit_mask(insn->width));
    default:
        return jit_help(j, at);
    }
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

static LLVMValueRef member(jit_build *j, size_t offset)
{
    LLVMValueRef index = jit_word(j, offset);
    LLVMValueRef place = j->l.BuildGEP2(j->at, j->byte, j->machine, &index, 1, "");
    return j->l.BuildLoad2(j->at, j->pointer, place, "");
}

/* machine->call(machine->context, box, machine->scratch, &result) */
static LLVMValueRef call_box(jit_build *j, const fuzz_insn *insn, uint32_t at)
{
    LLVMTypeRef parameters[] = {j->pointer, j->half, j->pointer, j->pointer};
    LLVMTypeRef type = j->l.FunctionType(j->byte, parameters, 4, 0);
    LLVMValueRef scratch = member(j, offsetof(fuzz_machine, scratch));
    LLVMValueRef result = jit_element(j, scratch, insn->imm);
    for (uint64_t i = 0; i < insn->imm; i++)
        j->l.BuildStore(j->at, jit_value(j, j->p->box_args.at[insn->a + i]),
                        jit_element(j, scratch, i));
    LLVMValueRef args[] = {member(j, offsetof(fuzz_machine, context)),
                           j->l.ConstInt(j->half, insn->b, 0), scratch, result};
    LLVMValueRef good =
        j->l.BuildCall2(j->at, type, member(j, offsetof(fuzz_machine, call)), args, 4, "");
    good = jit_compare(j, LLVMIntNE, good, j->l.ConstInt(j->byte, 0, 0));
    jit_trap_if(j, at, j->l.BuildNot(j->at, good, ""));
    return jit_select(j, good, j->l.BuildLoad2(j->at, j->word, result, ""), jit_word(j, 0));
}

/* ---- All ------------------------------------------------------------------------------------- */

static LLVMValueRef compute(jit_build *j, uint32_t i)
{
    const fuzz_insn *insn = &j->p->code.at[i];
    if (insn->op == FUZZ_INPUT) {
        LLVMValueRef place = jit_element(j, j->inputs, insn->imm);
        return j->l.BuildLoad2(j->at, j->word, place, "");
    }
    if (insn->op == FUZZ_BOX)
        return j->call ? j->call(j, insn, i) : call_box(j, insn, i);
    LLVMValueRef a = jit_value(j, insn->a), b = jit_value(j, insn->b);
    switch (insn->op) {
    case FUZZ_NOT:
        return j->l.BuildXor(j->at, a, jit_word(j, 1), "");
    case FUZZ_AND:
        return j->l.BuildAnd(j->at, a, b, "");
    case FUZZ_OR:
        return j->l.BuildOr(j->at, a, b, "");
    case FUZZ_XOR:
        return j->l.BuildXor(j->at, a, b, "");
    case FUZZ_ITE:
        return jit_select(j, jit_compare(j, LLVMIntNE, a, jit_word(j, 0)), b,
                          jit_value(j, insn->c));
    case FUZZ_EQ:
        return jit_truth(j, jit_compare(j, LLVMIntEQ, a, b));
    default:
        if (insn->op < FUZZ_INT_NEG)
            return bits(j, insn, i, a, b);
        return insn->op < FUZZ_FP_NEG ? integers(j, insn, i, a, b) : jit_float(j, insn, i, a, b);
    }
}

void jit_register(jit_build *j, uint32_t i)
{
    if (j->p->code.at[i].op == FUZZ_CONST)
        return;
    j->values[i] = compute(j, i);
    j->value_part[i] = j->part + 1;
    if (!j->call)
        j->l.BuildStore(j->at, j->values[i], jit_element(j, j->regs, i));
}

LLVMValueRef jit_value(jit_build *j, uint32_t i)
{
    if (j->p->code.at[i].op == FUZZ_CONST)
        return jit_word(j, j->p->code.at[i].imm);
    if (j->value_part[i] != j->part + 1) {
        j->values[i] = j->l.BuildLoad2(j->at, j->word, jit_element(j, j->regs, i), "");
        j->value_part[i] = j->part + 1;
    }
    return j->values[i];
}
