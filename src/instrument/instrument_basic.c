/* What all parts of the instrumentation use: types, shadows, calls of inline functions. */
#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "instrument/before/branches.h"
#include "instrument/instrument_impl.h"

unsigned ir_bits(const instrumenter *x, LLVMTypeRef type)
{
    switch (x->l.GetTypeKind(type)) {
    case LLVMIntegerTypeKind: {
        unsigned width = x->l.GetIntTypeWidth(type);
        return width <= 64 ? width : 0;
    }
    case LLVMPointerTypeKind:
    case LLVMDoubleTypeKind:
        return 64;
    case LLVMFloatTypeKind:
        return 32;
    default:
        return 0;
    }
}

/* Types nest as deeply as a program's author wrote them. */
static unsigned count_leaves(const instrumenter *x, LLVMTypeRef type)
{
    LLVMTypeKind kind = x->l.GetTypeKind(type);
    unsigned n = 0;
    if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < x->l.CountStructElementTypes(type) && n <= MAX_LEAVES; i++)
            n += count_leaves(x, x->l.StructGetTypeAtIndex(type, i));
    } else if (kind == LLVMArrayTypeKind) {
        uint64_t length = x->l.GetArrayLength2(type);
        unsigned each = length ? count_leaves(x, x->l.GetElementType(type)) : 0;
        n = each && length > MAX_LEAVES ? MAX_LEAVES + 1 : (unsigned)length * each;
    } else {
        n = ir_wide(x, type) ? 2 : ir_elements(x, type);
        n = n ? n : ir_bits(x, type) != 0;
    }
    return n > MAX_LEAVES ? MAX_LEAVES + 1 : n;
}

unsigned ir_leaves(const instrumenter *x, LLVMTypeRef type)
{
    unsigned n = count_leaves(x, type);
    return n > MAX_LEAVES ? 0 : n;
}

unsigned ir_leaf_of(const instrumenter *x, LLVMTypeRef type, const unsigned *path, unsigned n)
{
    unsigned leaf = 0;
    for (unsigned k = 0; k < n; k++) {
        if (x->l.GetTypeKind(type) == LLVMStructTypeKind) {
            for (unsigned i = 0; i < path[k]; i++)
                leaf += count_leaves(x, x->l.StructGetTypeAtIndex(type, i));
            type = x->l.StructGetTypeAtIndex(type, path[k]);
        } else {
            type = x->l.GetElementType(type);
            leaf += path[k] * count_leaves(x, type);
        }
    }
    return leaf;
}

LLVMValueRef ir_shadow(const instrumenter *x, LLVMValueRef value, unsigned leaf)
{
    const uint64_t *place = map_find(&x->shadows, (uintptr_t)value);
    return place ? x->leaves.at[*place + leaf] : x->zero;
}

bool ir_is_zero(const instrumenter *x, LLVMValueRef shadow)
{
    return shadow == x->zero;
}

LLVMValueRef *ir_shadow_new(instrumenter *x, LLVMValueRef value)
{
    size_t first = x->leaves.n;
    unsigned n = ir_leaves(x, x->l.TypeOf(value));
    for (unsigned i = 0; i < n; i++)
        vec_push(&x->leaves, x->zero);
    map_put(&x->shadows, (uintptr_t)value, first);
    return x->leaves.at + first;
}

void ir_shadow_set(instrumenter *x, LLVMValueRef value, LLVMValueRef shadow)
{
    *ir_shadow_new(x, value) = shadow;
}

LLVMValueRef ir_number(const instrumenter *x, uint64_t number)
{
    return x->l.ConstInt(x->i32, number, false);
}

LLVMValueRef ir_number64(const instrumenter *x, uint64_t number)
{
    return x->l.ConstInt(x->i64, number, false);
}

LLVMValueRef ir_bool(const instrumenter *x, bool truth)
{
    return x->l.ConstInt(x->i1, truth, false);
}

LLVMValueRef ir_pattern(instrumenter *x, LLVMValueRef value)
{
    switch (x->l.GetTypeKind(x->l.TypeOf(value))) {
    case LLVMPointerTypeKind:
        return x->l.BuildPtrToInt(x->builder, value, x->i64, "");
    case LLVMDoubleTypeKind:
        return x->l.BuildBitCast(x->builder, value, x->i64, "");
    case LLVMFloatTypeKind:
        value = x->l.BuildBitCast(x->builder, value, x->i32, "");
        break;
    default:
        break;
    }
    return x->l.BuildZExt(x->builder, value, x->i64, "");
}

LLVMValueRef ir_inline(instrumenter *x, inline_function which, LLVMValueRef *arguments, unsigned n)
{
    assert(x->l.CountParams(x->inlines[which].function) == n);
    for (unsigned i = 0; i < n; i++)
        arguments[i] = ir_real(x, arguments[i]);
    return x->l.BuildCall2(x->builder, x->inlines[which].type, x->inlines[which].function,
                           arguments, n, "");
}

void ir_before(instrumenter *x, LLVMValueRef instruction)
{
    if (instruction == x->instruction)
        x->l.PositionBuilderAtEnd(x->builder, x->current);
    else /* before the blocks are gone through */
        x->l.PositionBuilderBefore(x->builder, instruction);
    x->l.SetCurrentDebugLocation2(x->builder, x->l.InstructionGetDebugLoc(instruction));
}

/* It cannot be made before the stores that wait. */
static bool waits_for_stores(const instrumenter *x, LLVMValueRef load)
{
    bool is_plain = !x->l.GetVolatile(load) &&
                    x->l.GetOrdering(load) == LLVMAtomicOrderingNotAtomic &&
                    ir_bits(x, x->l.TypeOf(load));
    bool waits = !is_plain && x->delayed.n;
    for (size_t k = 0; k < x->delayed.n && !waits; k++)
        waits = ir_may_meet(x, load, x->delayed.at[k]);
    return waits;
}

static bool reads_memory(const instrumenter *x, LLVMValueRef intrinsic)
{
    LLVMAttributeRef a =
        x->l.GetEnumAttributeAtIndex(intrinsic, LLVMAttributeFunctionIndex, x->memory);
    return !a || x->l.GetEnumAttributeValue(a);
}

bool ir_ends_stretch(const instrumenter *x, LLVMValueRef i)
{
    switch (x->l.GetInstructionOpcode(i)) {
    case LLVMLoad:
        return waits_for_stores(x, i);
    case LLVMAlloca:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMVAArg:
        return true;
    case LLVMCall: {
        LLVMValueRef callee = x->l.GetCalledValue(i);
        size_t n;
        if (!x->l.IsAFunction(callee) || !x->l.GetIntrinsicID(callee))
            return !ir_is_mark(&x->l, i);
        const char *name = x->l.GetValueName2(callee, &n);
        return ((x->delayed.n && reads_memory(x, callee)) ||
                x->l.GetTypeKind(x->l.TypeOf(i)) == LLVMVoidTypeKind) &&
               !text_begins(name, "llvm.dbg.") && !text_begins(name, "llvm.assume");
    }
    default:
        return x->l.IsATerminatorInst(i) != NULL;
    }
}

void ir_behind(instrumenter *x, LLVMValueRef instruction)
{
    if (!x->placed && x->waits) {
        vec_push(&x->delayed, instruction);
        x->placed = true;
    } else if (!x->placed) {
        if (ir_ends_stretch(x, instruction))
            ir_flush(x);
        x->l.PositionBuilderAtEnd(x->builder, x->current);
        x->l.SetCurrentDebugLocation2(x->builder, NULL); /* it has its own */
        x->l.InsertIntoBuilder(x->builder, instruction);
        x->placed = true;
    }
    x->l.PositionBuilderAtEnd(x->builder, x->current);
    x->l.SetCurrentDebugLocation2(x->builder, x->l.InstructionGetDebugLoc(instruction));
}

void ir_at_end(instrumenter *x)
{
    x->l.PositionBuilderAtEnd(x->builder, x->current);
    x->l.SetCurrentDebugLocation2(x->builder, NULL);
}

tandem_concrete_reason ir_reason_of(const instrumenter *x, LLVMTypeRef type)
{
    switch (x->l.GetTypeKind(type)) {
    case LLVMVectorTypeKind:
    case LLVMScalableVectorTypeKind:
        return TANDEM_WHY_VECTOR;
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
        return TANDEM_WHY_FP80;
    case LLVMIntegerTypeKind:
        return ir_bits(x, type) ? TANDEM_WHY_INTRINSIC : TANDEM_WHY_WIDE;
    case LLVMStructTypeKind:
    case LLVMArrayTypeKind:
        return TANDEM_WHY_AGGREGATE;
    default:
        return TANDEM_WHY_INTRINSIC;
    }
}

/* The leaves of a value with their paths, in order; each is taken out and made concrete. */
static void concretize_leaves(instrumenter *x, LLVMValueRef whole, LLVMValueRef part,
                              unsigned *leaf, tandem_concrete_reason reason)
{
    LLVMTypeRef type = x->l.TypeOf(part);
    LLVMTypeKind kind = x->l.GetTypeKind(type);
    bool single = kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind;
    for (unsigned k = 0; single && k < count_leaves(x, type); k++) {
        LLVMValueRef e = ir_shadow(x, whole, (*leaf)++);
        if (!ir_is_zero(x, e))
            INLINE_CALL(x, concrete, e, ir_number(x, ir_leaf_bits(x, type, k)),
                        ir_leaf_pattern(x, part, k), ir_number(x, reason));
    }
    if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind) {
        unsigned n = kind == LLVMStructTypeKind ? x->l.CountStructElementTypes(type)
                                                : (unsigned)x->l.GetArrayLength2(type);
        for (unsigned i = 0; i < n; i++)
            concretize_leaves(x, whole, x->l.BuildExtractValue(x->builder, part, i, ""), leaf,
                              reason);
    }
}

void ir_concretize(instrumenter *x, LLVMValueRef instruction, LLVMValueRef operand,
                   tandem_concrete_reason reason)
{
    if (!map_find(&x->shadows, (uintptr_t)operand))
        return;
    unsigned leaf = 0;
    ir_before(x, instruction);
    x->concretized[reason]++;
    concretize_leaves(x, operand, operand, &leaf, reason);
}

void ir_concretize_all(instrumenter *x, LLVMValueRef instruction, tandem_concrete_reason reason)
{
    for (int i = 0; i < x->l.GetNumOperands(instruction); i++)
        ir_concretize(x, instruction, x->l.GetOperand(instruction, (unsigned)i), reason);
}

bool ir_has_feature(const instrumenter *x, LLVMValueRef function, const char *feature)
{
    LLVMAttributeRef a =
        x->l.GetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, "target-features", 15);
    unsigned n = 0;
    const char *text = a ? x->l.GetStringAttributeValue(a, &n) : NULL;
    return text && memmem(text, n, feature, strlen(feature));
}
