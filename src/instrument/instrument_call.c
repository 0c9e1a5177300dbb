/* Calls and returns: expressions go through thread-local variables (runtime/abi.h).
 *
 * A function of this module is known to be instrumented. Of any other it is known when the call is
 * made, by its address (runtime/core/inline.c); then it either gets the expressions of its
 * arguments, or the runtime is told what is called. A structure passed by value is a copy in memory
 * of which only the callee knows the address, so its words travel like arguments. */

#include <string.h>

#include "instrument/before/branches.h"
#include "instrument/instrument_impl.h"

typedef struct call_site {
    LLVMValueRef i, callee;
    LLVMTypeRef type;
    unsigned n;     /* arguments */
    unsigned slots; /* of tandem_args that were filled */
    uint64_t shape; /* of variable arguments: tandem_i_shape, two bits for each slot */
    bool variable;
    bool plain; /* each argument is one slot: what is not instrumented can be told about it */
    uint64_t floats;
    LLVMValueRef e[IR_SLOTS]; /* of the slots */
} call_site;

static void pass_by_value(instrumenter *x, call_site *c, LLVMValueRef p, LLVMTypeRef type)
{
    unsigned n = ir_words_of(x, type);
    for (unsigned w = 0; w < n; w++) {
        uint32_t bytes = ir_word_bytes(x, type, w);
        LLVMValueRef at = ir_word_address(x, p, w);
        if (c->slots >= IR_SLOTS) {
            x->concretized[TANDEM_WHY_CALL]++;
            INLINE_CALL(x, concrete_memory, at, ir_number64(x, bytes),
                        ir_number(x, TANDEM_WHY_CALL));
            continue;
        }
        LLVMValueRef e = INLINE_CALL(x, load, at, ir_number(x, bytes), ir_number(x, bytes * 8),
                                     x->zero, ir_load_word(x, at, bytes), ir_bool(x, false));
        c->e[c->slots++] = e;
    }
}

static tandem_i_shape shape_of(const instrumenter *x, LLVMTypeRef type)
{
    switch (x->l.GetTypeKind(type)) {
    case LLVMDoubleTypeKind:
        return TANDEM_I_DOUBLE;
    case LLVMPointerTypeKind:
        return TANDEM_I_INT64;
    case LLVMIntegerTypeKind:
        return ir_bits(x, type) == 64   ? TANDEM_I_INT64
               : ir_bits(x, type) == 32 ? TANDEM_I_INT32
                                        : (tandem_i_shape)0;
    default:
        return (tandem_i_shape)0;
    }
}

/* Which expressions the arguments have. */
static void find_arguments(instrumenter *x, call_site *c)
{
    bool variable = x->l.IsFunctionVarArg(c->type), known = variable;
    unsigned fixed = x->l.CountParamTypes(c->type);
    c->plain = true;
    for (unsigned k = 0; k < c->n; k++) {
        LLVMValueRef a = x->l.GetOperand(c->i, k);
        LLVMTypeRef type = x->l.TypeOf(a);
        LLVMTypeRef by_value = ir_by_value(x, x->l.GetCallSiteEnumAttribute(c->i, k + 1, x->byval));
        unsigned leaves = ir_leaves(x, type);
        if (variable && k >= fixed) { /* behind one whose place is not known there is no other */
            known = known && !by_value && shape_of(x, type) && c->slots < IR_SLOTS;
            if (known)
                c->shape |= (uint64_t)shape_of(x, type) << (2 * c->slots);
            else
                ir_concretize(x, c->i, a, TANDEM_WHY_CALL);
        }
        if (by_value) {
            pass_by_value(x, c, a, by_value);
            c->plain = false;
            continue;
        }
        LLVMTypeKind kind = x->l.GetTypeKind(type);
        if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind)
            c->floats |= k < 64 ? UINT64_C(1) << k : 0;
        if (!ir_bits(x, type) || c->slots + leaves > IR_SLOTS)
            c->plain = false;
        if (c->slots + leaves > IR_SLOTS) {
            ir_concretize(x, c->i, a, TANDEM_WHY_CALL);
            c->slots = IR_SLOTS;
            continue;
        }
        for (unsigned l = 0; l < leaves; l++)
            c->e[c->slots++] = ir_shadow(x, a, l);
    }
    c->variable = variable;
}

/* These to tandem_args. A function that is not told of them takes them for none. */
static void pass_arguments(instrumenter *x, call_site *c, bool local)
{
    find_arguments(x, c);
    bool any = local || c->variable;
    for (unsigned k = 0; k < c->slots && !any; k++)
        any = !ir_is_zero(x, c->e[k]);
    for (unsigned k = 0; k < c->slots && any; k++)
        INLINE_CALL(x, set_argument, ir_number(x, k), c->e[k]);
    if (c->variable)
        INLINE_CALL(x, set_shape, ir_number64(x, c->shape));
    if (any && !local)
        INLINE_CALL(x, call, c->callee);
}

static LLVMValueRef place_in_frame(instrumenter *x, size_t byte)
{
    LLVMValueRef index = ir_number64(x, byte);
    return x->l.BuildGEP2(x->builder, x->i8, x->values, &index, 1, "");
}

/* The frame for the runtime: values of plain arguments, and expressions. Returns which slots have some. */
static uint64_t write_frame(instrumenter *x, const call_site *c)
{
    uint64_t followed = 0;
    unsigned values = c->plain ? c->n : 0, n = 0;
    for (unsigned k = 0; k < values; k++)
        x->l.BuildStore(x->builder, ir_pattern(x, x->l.GetOperand(c->i, k)),
                        place_in_frame(x, 8 * k));
    for (unsigned k = 0; k < c->slots; k++)
        if (!ir_is_zero(x, c->e[k])) {
            followed |= UINT64_C(1) << k;
            x->l.BuildStore(x->builder, ir_real(x, c->e[k]),
                            place_in_frame(x, 8 * values + 4 * n++));
        }
    return followed;
}

/* tandem_i_callee */
static LLVMValueRef describe_call(instrumenter *x, const call_site *c, LLVMValueRef name,
                                  uint64_t followed)
{
    LLVMValueRef members[] = {name,
                              ir_number64(x, c->plain ? c->floats : 0),
                              ir_number64(x, followed),
                              ir_number64(x, c->shape),
                              ir_number(x, ir_site(x, c->i)),
                              ir_number(x, c->plain ? c->n : 0),
                              ir_number(x, c->slots),
                              ir_number(x, c->variable)};
    LLVMValueRef description = x->l.ConstStructInContext(x->context, members, 8, false);
    LLVMValueRef global = x->l.AddGlobal(x->module, x->l.TypeOf(description), "");
    x->l.SetInitializer(global, description);
    x->l.SetLinkage(global, LLVMPrivateLinkage);
    x->l.SetGlobalConstant(global, true);
    x->l.SetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
    return global;
}

/* Other leaves of an aggregate lie in tandem_args. */
static void take_result(instrumenter *x, const call_site *c, LLVMValueRef first,
                        LLVMValueRef returned)
{
    unsigned n = ir_result_leaves(x, x->l.TypeOf(c->i));
    ir_shadow_set(x, c->i, first);
    for (unsigned k = 1; k < n; k++) {
        LLVMValueRef e = INLINE_CALL(x, result_leaf, returned, ir_number(x, k));
        x->leaves.at[map_get(&x->shadows, (uintptr_t)c->i, 0) + k] = e;
    }
}

static void call_known(instrumenter *x, call_site *c, bool local)
{
    pass_arguments(x, c, local);
    if (!ir_result_leaves(x, x->l.TypeOf(c->i)))
        return;
    ir_behind(x, c->i);
    LLVMValueRef how = ir_number(x, TANDEM_I_INSTRUMENTED);
    if (local)
        take_result(x, c, ir_inline(x, INLINE_result, NULL, 0), ir_bool(x, true));
    else
        take_result(x, c, INLINE_CALL(x, after_known, c->callee),
                    INLINE_CALL(x, returned, how, c->callee));
}

/* Arguments that the runtime cannot be told about. */
static void concretize_unless_instrumented(instrumenter *x, const call_site *c, LLVMValueRef how)
{
    LLVMValueRef followed =
        x->l.BuildICmp(x->builder, LLVMIntEQ, how, ir_number(x, TANDEM_I_INSTRUMENTED), "");
    LLVMValueRef reason = ir_number(x, TANDEM_WHY_CALL);
    x->concretized[TANDEM_WHY_CALL]++;
    for (unsigned k = 0; k < c->n; k++) {
        LLVMValueRef a = x->l.GetOperand(c->i, k), e = ir_shadow(x, a, 0);
        LLVMTypeRef by_value = ir_by_value(x, x->l.GetCallSiteEnumAttribute(c->i, k + 1, x->byval));
        unsigned width = ir_bits(x, x->l.TypeOf(a));
        if (by_value) {
            LLVMValueRef bytes = ir_number64(x, x->l.ABISizeOfType(x->layout, by_value));
            bytes = x->l.BuildSelect(x->builder, followed, ir_number64(x, 0), bytes, "");
            INLINE_CALL(x, concrete_memory, a, bytes, reason);
        } else if (width && !ir_is_zero(x, e)) {
            e = x->l.BuildSelect(x->builder, followed, x->zero, ir_real(x, e), "");
            INLINE_CALL(x, concrete, e, ir_number(x, width), ir_pattern(x, a), reason);
        }
    }
}

static void call_unknown(instrumenter *x, call_site *c)
{
    LLVMTypeRef type = x->l.TypeOf(c->i);
    find_arguments(x, c);
    if (!ir_bits(x, type) && x->l.GetTypeKind(type) != LLVMVoidTypeKind)
        c->plain = false; /* a result that the runtime cannot be told about */
    LLVMValueRef name = x->l.ConstNull(x->pointer);
    if (x->l.IsAFunction(c->callee)) {
        size_t n;
        const char *text = x->l.GetValueName2(c->callee, &n);
        if (n && *text == 1) /* an assembler name as it is */
            text++, n--;
        name = ir_name(x, text, n);
    }
    LLVMValueRef description = describe_call(x, c, name, write_frame(x, c));
    LLVMValueRef how = INLINE_CALL(x, before_call, c->callee, description, x->values);
    if (!c->plain)
        concretize_unless_instrumented(x, c, how);
    unsigned width = ir_bits(x, type), leaves = ir_result_leaves(x, type);
    ir_behind(x, c->i);
    LLVMValueRef value = width ? ir_pattern(x, c->i) : ir_number64(x, 0);
    LLVMValueRef e = INLINE_CALL(x, after_call, how, c->callee, ir_number(x, width), value);
    if (leaves)
        take_result(x, c, e, INLINE_CALL(x, returned, how, c->callee));
}

/* The arguments of a call that nobody follows. */
static void call_blind(instrumenter *x, call_site *c, tandem_concrete_reason reason)
{
    for (unsigned k = 0; k < c->n; k++)
        ir_concretize(x, c->i, x->l.GetOperand(c->i, k), reason);
    x->concretized[reason]++;
}

/* Operands in memory may be read and written. */
static void call_assembly(instrumenter *x, call_site *c)
{
    call_blind(x, c, TANDEM_WHY_ASSEMBLY);
    for (unsigned k = 0; k < c->n; k++) {
        LLVMTypeRef type =
            ir_by_value(x, x->l.GetCallSiteEnumAttribute(c->i, k + 1, x->elementtype));
        if (!type)
            continue;
        LLVMValueRef p = x->l.GetOperand(c->i, k);
        LLVMValueRef bytes = ir_number64(x, x->l.StoreSizeOfType(x->layout, type));
        ir_before(x, c->i);
        INLINE_CALL(x, concrete_memory, p, bytes, ir_number(x, TANDEM_WHY_ASSEMBLY));
        INLINE_CALL(x, forget, p, bytes);
    }
}

bool ir_returns_twice(const instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef callee = x->l.GetCalledValue(i);
    return x->l.GetCallSiteEnumAttribute(i, LLVMAttributeFunctionIndex, x->returns_twice) ||
           (x->l.IsAFunction(callee) &&
            x->l.GetEnumAttributeAtIndex(callee, LLVMAttributeFunctionIndex, x->returns_twice));
}

/* A value that the source chose without a branch; where the same truth decides a branch, that one tells. */
static void mark(instrumenter *x, LLVMValueRef i)
{
    size_t n;
    if (strcmp(x->l.GetValueName2(x->l.GetCalledValue(i), &n), IR_CHOICE))
        return;
    LLVMValueRef c = x->l.GetOperand(i, 0), e = ir_shadow(x, c, 0);
    bool decides = ir_is_zero(x, e);
    for (LLVMUseRef u = decides ? NULL : x->l.GetFirstUse(c); u && !decides; u = x->l.GetNextUse(u))
        decides = x->l.GetInstructionOpcode(x->l.GetUser(u)) == LLVMBr;
    if (decides)
        return;
    ir_before(x, i);
    ir_branch(x, TANDEM_STEP_CHOSEN, c, e, i);
}

/* Instrumented, whatever it is linked with: a weak function gives way to any other. */
static bool is_known(const instrumenter *x, const call_site *c)
{
    if (!x->l.IsAFunction(c->callee) || !ir_is_instrumented(x, c->callee) ||
        x->l.GlobalGetValueType(c->callee) != c->type)
        return false;
    LLVMLinkage linkage = x->l.GetLinkage(c->callee);
    return linkage == LLVMExternalLinkage || linkage == LLVMInternalLinkage ||
           linkage == LLVMPrivateLinkage;
}

void ir_instrument_call(instrumenter *x, LLVMValueRef i)
{
    call_site c = {.i = i,
                   .callee = x->l.GetCalledValue(i),
                   .type = x->l.GetCalledFunctionType(i),
                   .n = x->l.GetNumArgOperands(i)};
    if (x->l.GetTailCallKind(i) == LLVMTailCallKindMustTail)
        x->l.SetTailCallKind(i, LLVMTailCallKindTail); /* something follows it now */
    if (x->l.IsAInlineAsm(c.callee)) {
        call_assembly(x, &c);
        return;
    }
    if (x->l.IsAFunction(c.callee) && x->l.GetIntrinsicID(c.callee)) {
        size_t n;
        ir_instrument_intrinsic(x, i, x->l.GetValueName2(c.callee, &n));
        return;
    }
    if (ir_is_mark(&x->l, i)) {
        mark(x, i);
        return;
    }
    if (ir_returns_twice(x, i)) {
        call_blind(x, &c, TANDEM_WHY_CALL);
        ir_resume_locals(x, i);
        return;
    }
    ir_concretize(x, i, c.callee, TANDEM_WHY_TARGET);
    ir_before(x, i);
    if (is_known(x, &c))
        call_known(x, &c, ir_is_local(x, c.callee));
    else
        call_unknown(x, &c);
}
