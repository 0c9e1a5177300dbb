/* Values of more than one leaf that are no aggregates: integers of 65 to 128 bits and long doubles, whose first leaf has
 * the low 64 bits and whose second the rest; and vectors, a leaf for each element. Operations on vectors have been made
 * ones on elements before (the pass `scalarizer`): what is left here puts elements in, takes them out, and looks at all
 * of them as one number. */
#include <assert.h>

#include "instrument/instrument_impl.h"

enum { WORD = 64 };

unsigned ir_wide(const instrumenter *x, LLVMTypeRef type)
{
    LLVMTypeKind kind = x->l.GetTypeKind(type);
    if (kind == LLVMX86_FP80TypeKind)
        return 80;
    unsigned width = kind == LLVMIntegerTypeKind ? x->l.GetIntTypeWidth(type) : 0;
    return width > WORD && width <= 2 * WORD ? width : 0;
}

unsigned ir_elements(const instrumenter *x, LLVMTypeRef type)
{
    if (x->l.GetTypeKind(type) != LLVMVectorTypeKind || !ir_bits(x, x->l.GetElementType(type)))
        return 0;
    unsigned n = x->l.GetVectorSize(type);
    return n <= MAX_LEAVES ? n : 0;
}

unsigned ir_leaf_bits(const instrumenter *x, LLVMTypeRef type, unsigned leaf)
{
    unsigned wide = ir_wide(x, type);
    if (wide)
        return leaf ? wide - WORD : WORD;
    return ir_bits(x, ir_elements(x, type) ? x->l.GetElementType(type) : type);
}

LLVMValueRef ir_leaf_pattern(instrumenter *x, LLVMValueRef value, unsigned leaf)
{
    LLVMTypeRef type = x->l.TypeOf(value);
    unsigned wide = ir_wide(x, type);
    if (ir_elements(x, type))
        return ir_pattern(x, x->l.BuildExtractElement(x->builder, value, ir_number(x, leaf), ""));
    if (!wide)
        return ir_pattern(x, value);
    LLVMTypeRef integer = x->l.IntTypeInContext(x->context, wide);
    if (x->l.GetTypeKind(type) == LLVMX86_FP80TypeKind)
        value = x->l.BuildBitCast(x->builder, value, integer, "");
    if (leaf)
        value = x->l.BuildLShr(x->builder, value, x->l.ConstInt(integer, WORD, false), "");
    return x->l.BuildTrunc(x->builder, value, x->i64, "");
}

uint32_t ir_register_leaf(instrumenter *x, LLVMValueRef value, unsigned leaf)
{
    bool single = !ir_wide(x, x->l.TypeOf(value)) && !ir_elements(x, x->l.TypeOf(value));
    return ir_register_with(x, single ? value : ir_leaf_pattern(x, value, leaf),
                            ir_shadow(x, value, leaf));
}

static void set_leaf(instrumenter *x, LLVMValueRef value, unsigned leaf, LLVMValueRef e)
{
    if (!map_find(&x->shadows, (uintptr_t)value))
        ir_shadow_new(x, value);
    x->leaves.at[map_get(&x->shadows, (uintptr_t)value, 0) + leaf] = e;
}

static bool is_concrete(const instrumenter *x, LLVMValueRef value)
{
    for (unsigned k = 0; k < ir_leaves(x, x->l.TypeOf(value)); k++)
        if (!ir_is_zero(x, ir_shadow(x, value, k)))
            return false;
    return true;
}

/* ---- Two words */

LLVMValueRef ir_wide_binary(instrumenter *x, tandem_op op, LLVMValueRef a, LLVMValueRef b,
                            unsigned leaf)
{
    if (is_concrete(x, a) && is_concrete(x, b))
        return x->zero;
    return INLINE_CALL(x, wide, ir_number(x, op), ir_number(x, ir_wide(x, x->l.TypeOf(a))),
                       ir_number(x, leaf), ir_shadow(x, a, 0), ir_shadow(x, a, 1),
                       ir_shadow(x, b, 0), ir_shadow(x, b, 1), ir_leaf_pattern(x, a, 0),
                       ir_leaf_pattern(x, a, 1), ir_leaf_pattern(x, b, 0),
                       ir_leaf_pattern(x, b, 1));
}

void ir_wide_operation(instrumenter *x, LLVMValueRef i, tandem_op op)
{
    LLVMValueRef a = x->l.GetOperand(i, 0), b = x->l.GetOperand(i, 1);
    if (is_concrete(x, a) && is_concrete(x, b))
        return;
    for (unsigned leaf = 0; leaf < 2; leaf++)
        set_leaf(x, i, leaf, ir_wide_binary(x, op, a, b, leaf));
}

void ir_wide_cast(instrumenter *x, LLVMValueRef i, tandem_op op)
{
    LLVMValueRef a = x->l.GetOperand(i, 0), zero = ir_number64(x, 0);
    LLVMTypeRef from = x->l.TypeOf(a), to = x->l.TypeOf(i);
    bool two = ir_wide(x, from) != 0;
    unsigned from_bits = two ? ir_wide(x, from) : ir_bits(x, from);
    unsigned to_bits = ir_wide(x, to) ? ir_wide(x, to) : ir_bits(x, to);
    if (is_concrete(x, a))
        return;
    for (unsigned leaf = 0; leaf < ir_leaves(x, to); leaf++)
        set_leaf(x, i, leaf,
                 op == TANDEM_NONE
                     ? ir_shadow(x, a, leaf) /* the same bits */
                     : INLINE_CALL(x, convert, ir_number(x, op), ir_number(x, from_bits),
                                   ir_number(x, to_bits), ir_number(x, leaf), ir_shadow(x, a, 0),
                                   two ? ir_shadow(x, a, 1) : x->zero, ir_leaf_pattern(x, a, 0),
                                   two ? ir_leaf_pattern(x, a, 1) : zero));
}

bool ir_wide_multiply_add(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef a = x->l.GetOperand(i, 0), b = x->l.GetOperand(i, 1), c = x->l.GetOperand(i, 2);
    LLVMValueRef product = x->l.BuildFMul(x->builder, a, b, "");
    if (!x->l.IsAInstruction(product))
        return is_concrete(x, c);
    ir_wide_operation(x, product, TANDEM_FMUL);
    for (unsigned leaf = 0; leaf < 2 && !(is_concrete(x, product) && is_concrete(x, c)); leaf++)
        set_leaf(x, i, leaf, ir_wide_binary(x, TANDEM_FADD, product, c, leaf));
    return true;
}

/* a:b shifted by a constant is two shifts. */
bool ir_wide_funnel(instrumenter *x, LLVMValueRef i, bool left)
{
    LLVMValueRef a = x->l.GetOperand(i, 0), b = x->l.GetOperand(i, 1), by = x->l.GetOperand(i, 2);
    LLVMTypeRef type = x->l.TypeOf(i);
    unsigned width = ir_wide(x, type);
    if (!width || !x->l.IsAConstantInt(by))
        return false;
    /* the low word is enough: a constant is less than the width, or poison */
    unsigned n = (unsigned)x->l.ConstIntGetZExtValue(x->l.ConstTrunc(by, x->i64)) % width;
    if (is_concrete(x, a) && is_concrete(x, b))
        return true;
    n = left ? n : width - n;
    ir_behind(x, i);
    LLVMValueRef high = x->l.BuildShl(x->builder, a, x->l.ConstInt(type, n, false), ""),
                 low = x->l.BuildLShr(x->builder, b, x->l.ConstInt(type, width - n, false), "");
    if (!n || n == width || !x->l.IsAInstruction(high) || !x->l.IsAInstruction(low))
        return false;
    ir_wide_operation(x, high, TANDEM_SHL);
    ir_wide_operation(x, low, TANDEM_LSHR);
    for (unsigned leaf = 0; leaf < 2; leaf++)
        set_leaf(x, i, leaf, ir_wide_binary(x, TANDEM_OR, high, low, leaf));
    return true;
}

/* ---- In memory */

static LLVMValueRef place_of(instrumenter *x, LLVMValueRef p, unsigned leaf)
{
    LLVMValueRef offset = ir_number64(x, 8u * leaf);
    return leaf ? x->l.BuildGEP2(x->builder, x->i8, p, &offset, 1, "") : p;
}

void ir_wide_load(instrumenter *x, LLVMValueRef i, LLVMValueRef p)
{
    uint64_t bytes = x->l.StoreSizeOfType(x->layout, x->l.TypeOf(i));
    ir_concretize(x, i, p, TANDEM_WHY_ADDRESS);
    ir_behind(x, i);
    for (unsigned leaf = 0; leaf < 2; leaf++) {
        LLVMValueRef part = ir_number(x, leaf ? bytes - 8 : 8);
        set_leaf(x, i, leaf,
                 INLINE_CALL(x, load, place_of(x, p, leaf), part,
                             ir_number(x, ir_leaf_bits(x, x->l.TypeOf(i), leaf)), x->zero,
                             ir_leaf_pattern(x, i, leaf), ir_bool(x, false)));
    }
}

void ir_wide_store(instrumenter *x, LLVMValueRef i, LLVMValueRef value, LLVMValueRef p)
{
    uint64_t bytes = x->l.StoreSizeOfType(x->layout, x->l.TypeOf(value));
    ir_concretize(x, i, p, TANDEM_WHY_ADDRESS);
    ir_before(x, i);
    for (unsigned leaf = 0; leaf < 2; leaf++)
        INLINE_CALL(x, store, place_of(x, p, leaf), ir_number(x, leaf ? bytes - 8 : 8),
                    ir_number(x, ir_leaf_bits(x, x->l.TypeOf(value), leaf)), x->zero,
                    ir_shadow(x, value, leaf), ir_leaf_pattern(x, value, leaf), ir_bool(x, false));
}

/* ---- Vectors */

/* Leaves of one width as leaves of another, the lowest bits first. */
static LLVMValueRef regroup(instrumenter *x, LLVMValueRef a, unsigned leaf, unsigned to_bits)
{
    LLVMTypeRef from = x->l.TypeOf(a);
    unsigned each = ir_leaf_bits(x, from, 0), at = leaf * to_bits, first = at / each;
    ir_flush_if_long(x);
    if (to_bits <= each)
        return ir_is_zero(x, ir_shadow(x, a, first))
                   ? x->zero
                   : ir_step(x, TANDEM_STEP_PART, each, ir_register_leaf(x, a, first), 0,
                             at % each | to_bits << 8);
    bool follows = false;
    for (unsigned k = 0; k * each < to_bits; k++)
        follows |= !ir_is_zero(x, ir_shadow(x, a, first + k));
    LLVMValueRef e = x->zero;
    uint32_t low = follows ? ir_register_leaf(x, a, first) : 0;
    for (unsigned k = 1; follows && k * each < to_bits; k++) {
        e = ir_step(x, TANDEM_STEP_JOIN, each, ir_register_leaf(x, a, first + k), low, k * each);
        low = ir_register_with(x, a, e);
    }
    return e;
}

/* False: the parts do not fit into each other. */
static bool cast_bits(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef a = x->l.GetOperand(i, 0);
    LLVMTypeRef from = x->l.TypeOf(a), to = x->l.TypeOf(i);
    unsigned n = ir_leaves(x, to), from_bits = ir_leaf_bits(x, from, 0),
             to_bits = ir_leaf_bits(x, to, 0);
    if (!n || !ir_leaves(x, from) || to_bits > WORD || ir_wide(x, from) % WORD ||
        ir_wide(x, to) % WORD || (from_bits % to_bits && to_bits % from_bits))
        return false;
    for (unsigned k = 0; k < n && !is_concrete(x, a); k++)
        set_leaf(x, i, k, regroup(x, a, k, to_bits));
    return true;
}

/* The element is named by a constant, and one that there is. */
static bool constant_index(const instrumenter *x, LLVMValueRef index, unsigned n, unsigned *k)
{
    if (!x->l.IsAConstantInt(index) || x->l.ConstIntGetZExtValue(index) >= n)
        return false;
    *k = (unsigned)x->l.ConstIntGetZExtValue(index);
    return true;
}

bool ir_instrument_vector(instrumenter *x, LLVMValueRef i, LLVMOpcode opcode)
{
    LLVMValueRef a = x->l.GetOperand(i, 0);
    unsigned k, n = ir_elements(x, x->l.TypeOf(a));
    if (opcode == LLVMBitCast)
        return (n || ir_elements(x, x->l.TypeOf(i))) && cast_bits(x, i);
    if (opcode == LLVMExtractElement && n && constant_index(x, x->l.GetOperand(i, 1), n, &k)) {
        if (!ir_is_zero(x, ir_shadow(x, a, k)))
            ir_shadow_set(x, i, ir_shadow(x, a, k));
        return true;
    }
    if (opcode != LLVMInsertElement || !n || !constant_index(x, x->l.GetOperand(i, 2), n, &k))
        return false;
    LLVMValueRef b = x->l.GetOperand(i, 1);
    for (unsigned leaf = 0; leaf < n && !(is_concrete(x, a) && is_concrete(x, b)); leaf++)
        set_leaf(x, i, leaf, leaf == k ? ir_shadow(x, b, 0) : ir_shadow(x, a, leaf));
    return true;
}
