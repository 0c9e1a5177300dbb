/* Atomic operations: read, changed and written at once. Only one thread is traced, so that what it read is what it
 * wrote before, or what others made of it, which has no expression. */
#include "instrument/instrument_impl.h"

static tandem_op operation(const instrumenter *x, LLVMValueRef i)
{
    switch (x->l.GetAtomicRMWBinOp(i)) {
    case LLVMAtomicRMWBinOpAdd:
        return TANDEM_ADD;
    case LLVMAtomicRMWBinOpSub:
        return TANDEM_SUB;
    case LLVMAtomicRMWBinOpAnd:
        return TANDEM_AND;
    case LLVMAtomicRMWBinOpOr:
        return TANDEM_OR;
    case LLVMAtomicRMWBinOpXor:
        return TANDEM_XOR;
    default:
        return TANDEM_NONE;
    }
}

static LLVMValueRef computed(instrumenter *x, tandem_op op, LLVMValueRef a, LLVMValueRef b)
{
    switch (op) {
    case TANDEM_ADD:
        return x->l.BuildAdd(x->builder, a, b, "");
    case TANDEM_SUB:
        return x->l.BuildSub(x->builder, a, b, "");
    case TANDEM_AND:
        return x->l.BuildAnd(x->builder, a, b, "");
    case TANDEM_OR:
        return x->l.BuildOr(x->builder, a, b, "");
    default:
        return x->l.BuildXor(x->builder, a, b, "");
    }
}

/* The expression of what is there, before the instruction. */
static LLVMValueRef loaded(instrumenter *x, LLVMValueRef i, LLVMTypeRef type, unsigned width)
{
    LLVMValueRef p = x->l.GetOperand(i, 0);
    ir_concretize(x, i, p, TANDEM_WHY_ADDRESS);
    ir_before(x, i);
    LLVMValueRef old = x->l.BuildLoad2(x->builder, type, p, "");
    return INLINE_CALL(x, load, p, ir_number(x, width / 8), ir_number(x, width), x->zero,
                       ir_pattern(x, old), ir_bool(x, true));
}

static void stored(instrumenter *x, LLVMValueRef p, LLVMValueRef value, LLVMValueRef e,
                   unsigned width)
{
    INLINE_CALL(x, store, p, ir_number(x, width / 8), ir_number(x, width), x->zero, e,
                ir_pattern(x, value), ir_bool(x, true));
}

static bool change(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef p = x->l.GetOperand(i, 0), b = x->l.GetOperand(i, 1);
    unsigned width = ir_bits(x, x->l.TypeOf(b));
    bool exchanges = x->l.GetAtomicRMWBinOp(i) == LLVMAtomicRMWBinOpXchg;
    tandem_op op = operation(x, i);
    if (!width || width % 8 || (op == TANDEM_NONE && !exchanges))
        return false;
    ir_shadow_set(x, i, loaded(x, i, x->l.TypeOf(b), width));
    ir_behind(x, i);
    if (exchanges)
        stored(x, p, b, ir_shadow(x, b, 0), width);
    else
        stored(x, p, computed(x, op, i, b), ir_binary(x, op, i, b), width);
    return true;
}

/* Whether it was as expected is a branch. */
static bool exchange(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef p = x->l.GetOperand(i, 0), expected = x->l.GetOperand(i, 1),
                 new = x->l.GetOperand(i, 2);
    unsigned width = ir_bits(x, x->l.TypeOf(new));
    if (!width || width % 8)
        return false;
    LLVMValueRef e_old = loaded(x, i, x->l.TypeOf(new), width);
    ir_behind(x, i);
    LLVMValueRef old = x->l.BuildExtractValue(x->builder, i, 0, ""),
                 truth = x->l.BuildExtractValue(x->builder, i, 1, "");
    ir_shadow_set(x, old, e_old);
    LLVMValueRef e_truth = ir_binary(x, TANDEM_EQ, old, expected);
    ir_branch(x, TANDEM_STEP_BRANCH, truth, e_truth, i);
    LLVMValueRef e_new = ir_real(x, ir_shadow(x, new, 0));
    LLVMValueRef value = x->l.BuildSelect(x->builder, truth, new, old, ""),
                 e = x->l.BuildSelect(x->builder, truth, e_new, e_old, "");
    stored(x, p, value, e, width);
    LLVMValueRef *leaves = ir_shadow_new(x, i);
    leaves[0] = e_old;
    leaves[1] = e_truth;
    return true;
}

void ir_instrument_atomic(instrumenter *x, LLVMValueRef i)
{
    if (x->l.GetInstructionOpcode(i) == LLVMAtomicRMW ? change(x, i) : exchange(x, i))
        return;
    LLVMValueRef p = x->l.GetOperand(i, 0);
    LLVMTypeRef type = x->l.TypeOf(x->l.GetOperand(i, 1));
    LLVMValueRef bytes = ir_number64(x, x->l.StoreSizeOfType(x->layout, type));
    ir_concretize_all(x, i, TANDEM_WHY_ATOMIC);
    ir_before(x, i);
    x->concretized[TANDEM_WHY_ATOMIC]++;
    INLINE_CALL(x, concrete_memory, p, bytes, ir_number(x, TANDEM_WHY_ATOMIC));
    INLINE_CALL(x, forget, p, bytes);
}
