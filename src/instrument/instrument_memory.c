/* Loads, stores and stack slots. */
#include "instrument/instrument_impl.h"

/* Accesses at their natural alignment never reach into a second region of the filter. */
static bool in_one_region(const instrumenter *x, LLVMValueRef i, uint64_t bytes)
{
    unsigned alignment = x->l.GetAlignment(i);
    return bytes <= alignment || bytes == 1;
}

/* The object a pointer points into is a constant of the program. */
static bool is_constant_memory(const instrumenter *x, LLVMValueRef pointer)
{
    for (;;) {
        if (x->l.IsAGlobalVariable(pointer))
            return x->l.IsGlobalConstant(pointer) && !x->l.IsExternallyInitialized(pointer);
        bool expression = x->l.IsAConstantExpr(pointer) != NULL;
        if (!expression && !x->l.IsAInstruction(pointer))
            return false;
        LLVMOpcode opcode =
            expression ? x->l.GetConstOpcode(pointer) : x->l.GetInstructionOpcode(pointer);
        if (opcode != LLVMGetElementPtr)
            return false;
        pointer = x->l.GetOperand(pointer, 0);
    }
}

static void load(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef p = x->l.GetOperand(i, 0);
    LLVMTypeRef type = x->l.TypeOf(i);
    uint64_t bytes = x->l.StoreSizeOfType(x->layout, type);
    unsigned width = ir_bits(x, type);
    LLVMValueRef address = ir_shadow(x, p, 0);
    if (ir_wide(x, type)) {
        ir_wide_load(x, i, p);
        return;
    }
    if (!width) {
        tandem_concrete_reason reason = ir_reason_of(x, type);
        ir_concretize(x, i, p, TANDEM_WHY_ADDRESS);
        ir_before(x, i);
        x->concretized[reason]++;
        INLINE_CALL(x, concrete_memory, p, ir_number64(x, bytes), ir_number(x, reason));
        return;
    }
    LLVMValueRef e;
    ir_behind(x, i);
    if (!is_constant_memory(x, p))
        e = INLINE_CALL(x, load, p, ir_number(x, bytes), ir_number(x, width), address,
                        ir_pattern(x, i), ir_bool(x, in_one_region(x, i, bytes)));
    else if (ir_is_zero(x, address))
        return;
    else
        e = INLINE_CALL(x, load_constant, p, ir_number(x, bytes), ir_number(x, width), address,
                        ir_pattern(x, i));
    ir_shadow_set(x, i, e);
}

static void store(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef value = x->l.GetOperand(i, 0), p = x->l.GetOperand(i, 1);
    LLVMTypeRef type = x->l.TypeOf(value);
    uint64_t bytes = x->l.StoreSizeOfType(x->layout, type);
    unsigned width = ir_bits(x, type);
    if (ir_wide(x, type)) {
        ir_wide_store(x, i, value, p);
        return;
    }
    if (!width) {
        ir_concretize(x, i, value, ir_reason_of(x, type));
        ir_concretize(x, i, p, TANDEM_WHY_ADDRESS);
        ir_before(x, i);
        INLINE_CALL(x, forget, p, ir_number64(x, bytes));
        return;
    }
    ir_before(x, i);
    INLINE_CALL(x, store, p, ir_number(x, bytes), ir_number(x, width), ir_shadow(x, p, 0),
                ir_shadow(x, value, 0), ir_pattern(x, value),
                ir_bool(x, in_one_region(x, i, bytes)));
}

/* What a former owner of the stack left there is no business of this one. Slots of known size have
 * been seen to at the start of the function. */
static void slot(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef count = x->l.GetOperand(i, 0);
    ir_concretize(x, i, count, TANDEM_WHY_SIZE);
    if (x->l.IsAConstantInt(count) &&
        x->l.GetInstructionParent(i) == x->l.GetEntryBasicBlock(x->function))
        return;
    ir_behind(x, i);
    LLVMValueRef bytes = ir_slot_bytes(x, i);
    INLINE_CALL(x, forget, i, bytes);
    ir_local_begins(x, i, bytes);
}

bool ir_instrument_memory(instrumenter *x, LLVMValueRef i, LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMLoad:
        load(x, i);
        return true;
    case LLVMStore:
        store(x, i);
        return true;
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
        ir_instrument_atomic(x, i);
        return true;
    case LLVMAlloca:
        slot(x, i);
        return true;
    case LLVMFence:
        return true;
    default:
        return false;
    }
}
