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
    ir_behind(x, i);
    if (is_constant_memory(x, p) && ir_is_zero(x, address))
        return;
    LLVMValueRef e;
    if (x->l.GetVolatile(i) || x->l.GetOrdering(i) != LLVMAtomicOrderingNotAtomic) {
        e = INLINE_CALL(x, load, p, ir_number(x, bytes), ir_number(x, width), address,
                        ir_pattern(x, i), ir_bool(x, in_one_region(x, i, bytes)));
    } else {
        if (!is_constant_memory(x, p))
            ir_watch_memory(x, p, bytes, in_one_region(x, i, bytes));
        e = ir_step(x, TANDEM_STEP_LOAD, width, ir_register_of(x, p), 0, (uint32_t)bytes);
    }
    ir_shadow_set(x, i, e);
}

static void store(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef value = x->l.GetOperand(i, 0), p = x->l.GetOperand(i, 1);
    LLVMTypeRef type = x->l.TypeOf(value);
    uint64_t bytes = x->l.StoreSizeOfType(x->layout, type);
    unsigned width = ir_bits(x, type);
    bool is_plain =
        !x->l.GetVolatile(i) && x->l.GetOrdering(i) == LLVMAtomicOrderingNotAtomic && width;
    if (!is_plain)
        ir_flush(x);
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
    ir_watch_memory(x, p, bytes, in_one_region(x, i, bytes));
    ir_step(x, TANDEM_STEP_STORE, width, ir_register_of(x, p), ir_register_of(x, value),
            (uint32_t)bytes);
    x->waits = is_plain;
    if (!is_plain)
        ir_flush(x);
}

/* What a former owner of the stack left there is no business of this one. Slots of known size in the first block have
 * been seen to at the start of the function and do not come here. */
static void slot(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef count = x->l.GetOperand(i, 0);
    ir_concretize(x, i, count, TANDEM_WHY_SIZE);
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
