/* Functions as callees: expressions of arguments are taken, those of results given (instrument_call.c has the other side). */
#include "instrument/instrument_impl.h"

unsigned ir_words_of(const instrumenter *x, LLVMTypeRef by_value)
{
    return (unsigned)((x->l.ABISizeOfType(x->layout, by_value) + 7) / 8);
}

LLVMTypeRef ir_by_value(const instrumenter *x, LLVMAttributeRef attribute)
{
    return attribute ? x->l.GetTypeAttributeValue(attribute) : NULL;
}

LLVMValueRef ir_word_address(instrumenter *x, LLVMValueRef p, unsigned word)
{
    LLVMValueRef index = ir_number64(x, 8u * word);
    return x->l.BuildGEP2(x->builder, x->i8, p, &index, 1, "");
}

uint32_t ir_word_bytes(const instrumenter *x, LLVMTypeRef type, unsigned word)
{
    uint64_t left = x->l.ABISizeOfType(x->layout, type) - 8u * word;
    return left < 8 ? (uint32_t)left : 8;
}

LLVMValueRef ir_load_word(instrumenter *x, LLVMValueRef p, uint32_t bytes)
{
    LLVMTypeRef type = x->l.IntTypeInContext(x->context, bytes * 8);
    LLVMValueRef value = x->l.BuildLoad2(x->builder, type, p, "");
    x->l.SetAlignment(value, 1);
    return bytes == 8 ? value : x->l.BuildZExt(x->builder, value, x->i64, "");
}

static void take_by_value(instrumenter *x, LLVMValueRef p, LLVMTypeRef type, LLVMValueRef given,
                          unsigned *slot)
{
    INLINE_CALL(x, forget, p, ir_number64(x, x->l.ABISizeOfType(x->layout, type)));
    unsigned n = ir_words_of(x, type);
    for (unsigned w = 0; w < n && *slot < IR_SLOTS; w++, ++*slot) {
        uint32_t bytes = ir_word_bytes(x, type, w);
        LLVMValueRef at = ir_word_address(x, p, w);
        LLVMValueRef e = INLINE_CALL(x, argument, given, ir_number(x, *slot));
        INLINE_CALL(x, store, at, ir_number(x, bytes), ir_number(x, bytes * 8), x->zero, e,
                    ir_load_word(x, at, bytes), ir_bool(x, false));
    }
}

void ir_take_arguments(instrumenter *x)
{
    unsigned n = x->l.CountParams(x->function), slot = 0;
    ir_at_end(x);
    LLVMValueRef given =
        x->local ? ir_inline(x, INLINE_enter_local, NULL, 0) : INLINE_CALL(x, enter, x->function);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef p = x->l.GetParam(x->function, i);
        LLVMTypeRef by_value =
            ir_by_value(x, x->l.GetEnumAttributeAtIndex(x->function, i + 1, x->byval));
        if (by_value) {
            take_by_value(x, p, by_value, given, &slot);
            continue;
        }
        unsigned leaves = ir_leaves(x, x->l.TypeOf(p));
        if (!leaves)
            continue;
        if (slot + leaves > IR_SLOTS) { /* as the caller does it */
            slot = IR_SLOTS;
            continue;
        }
        ir_shadow_new(x, p);
        for (unsigned k = 0; k < leaves; k++, slot++) {
            LLVMValueRef e = INLINE_CALL(x, argument, given, ir_number(x, slot));
            x->leaves.at[map_get(&x->shadows, (uintptr_t)p, 0) + k] = e;
        }
    }
    x->fixed_slots = slot;
    if (x->kept)
        INLINE_CALL(x, keep_arguments, given, x->kept);
}

unsigned ir_result_leaves(const instrumenter *x, LLVMTypeRef type)
{
    unsigned n = ir_leaves(x, type);
    return n <= IR_SLOTS ? n : 0;
}

void ir_instrument_return(instrumenter *x, LLVMValueRef i)
{
    if (!x->l.GetNumOperands(i))
        return;
    LLVMValueRef value = x->l.GetOperand(i, 0);
    unsigned n = ir_result_leaves(x, x->l.TypeOf(value));
    if (!n) {
        ir_concretize(x, i, value, TANDEM_WHY_AGGREGATE);
        return;
    }
    ir_before(x, i);
    for (unsigned k = 1; k < n; k++)
        INLINE_CALL(x, set_argument, ir_number(x, k), ir_shadow(x, value, k));
    if (x->local)
        INLINE_CALL(x, return_local, ir_shadow(x, value, 0));
    else
        INLINE_CALL(x, return, x->function, ir_shadow(x, value, 0));
}
