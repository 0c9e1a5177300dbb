/* Instructions that compute a value from values. */
#include "instrument/instrument_impl.h"

static const struct {
    LLVMOpcode opcode;
    tandem_op op;
} binary_ops[] = {
    {LLVMAdd, TANDEM_ADD},   {LLVMSub, TANDEM_SUB},   {LLVMMul, TANDEM_MUL},
    {LLVMUDiv, TANDEM_UDIV}, {LLVMSDiv, TANDEM_SDIV}, {LLVMURem, TANDEM_UREM},
    {LLVMSRem, TANDEM_SREM}, {LLVMShl, TANDEM_SHL},   {LLVMLShr, TANDEM_LSHR},
    {LLVMAShr, TANDEM_ASHR}, {LLVMAnd, TANDEM_AND},   {LLVMOr, TANDEM_OR},
    {LLVMXor, TANDEM_XOR},   {LLVMFAdd, TANDEM_FADD}, {LLVMFSub, TANDEM_FSUB},
    {LLVMFMul, TANDEM_FMUL}, {LLVMFDiv, TANDEM_FDIV}, {LLVMFRem, TANDEM_FREM},
};

LLVMValueRef ir_binary(instrumenter *x, tandem_op op, LLVMValueRef a, LLVMValueRef b)
{
    if (ir_wide(x, x->l.TypeOf(a)))
        return ir_wide_binary(x, op, a, b, 0);
    if (ir_is_zero(x, ir_shadow(x, a, 0)) && ir_is_zero(x, ir_shadow(x, b, 0)))
        return x->zero;
    return ir_step(x, op, ir_bits(x, x->l.TypeOf(a)), ir_register_of(x, a), ir_register_of(x, b),
                   0);
}

LLVMValueRef ir_unary(instrumenter *x, tandem_op op, unsigned from, unsigned to, LLVMValueRef value,
                      LLVMValueRef shadow)
{
    if (ir_is_zero(x, shadow))
        return shadow;
    return ir_step(x, TANDEM_STEP_UNARY, from, ir_register_with(x, value, shadow), 0,
                   to | (uint32_t)op << 8);
}

static LLVMValueRef integer_compare(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef a = x->l.GetOperand(i, 0), b = x->l.GetOperand(i, 1);
    switch (x->l.GetICmpPredicate(i)) {
    case LLVMIntEQ:
        return ir_binary(x, TANDEM_EQ, a, b);
    case LLVMIntNE:
        return ir_binary(x, TANDEM_NE, a, b);
    case LLVMIntUGT:
        return ir_binary(x, TANDEM_ULT, b, a);
    case LLVMIntUGE:
        return ir_binary(x, TANDEM_ULE, b, a);
    case LLVMIntULT:
        return ir_binary(x, TANDEM_ULT, a, b);
    case LLVMIntULE:
        return ir_binary(x, TANDEM_ULE, a, b);
    case LLVMIntSGT:
        return ir_binary(x, TANDEM_SLT, b, a);
    case LLVMIntSGE:
        return ir_binary(x, TANDEM_SLE, b, a);
    case LLVMIntSLT:
        return ir_binary(x, TANDEM_SLT, a, b);
    case LLVMIntSLE:
        return ir_binary(x, TANDEM_SLE, a, b);
    }
    return x->zero;
}

/* Each predicate as one of the four, of the operands as they are or exchanged, and negated. */
static LLVMValueRef float_compare(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef a = x->l.GetOperand(i, 0), b = x->l.GetOperand(i, 1), e;
    bool negated = false;
    switch (x->l.GetFCmpPredicate(i)) {
    case LLVMRealUNE:
        negated = true; /* fall through */
    case LLVMRealOEQ:
        e = ir_binary(x, TANDEM_FOEQ, a, b);
        break;
    case LLVMRealULE:
        negated = true; /* fall through */
    case LLVMRealOGT:
        e = ir_binary(x, TANDEM_FOLT, b, a);
        break;
    case LLVMRealULT:
        negated = true; /* fall through */
    case LLVMRealOGE:
        e = ir_binary(x, TANDEM_FOLE, b, a);
        break;
    case LLVMRealUGE:
        negated = true; /* fall through */
    case LLVMRealOLT:
        e = ir_binary(x, TANDEM_FOLT, a, b);
        break;
    case LLVMRealUGT:
        negated = true; /* fall through */
    case LLVMRealOLE:
        e = ir_binary(x, TANDEM_FOLE, a, b);
        break;
    case LLVMRealORD:
        negated = true; /* fall through */
    case LLVMRealUNO:
        e = ir_binary(x, TANDEM_FUNO, a, b);
        break;
    case LLVMRealONE:
        negated = true; /* fall through */
    case LLVMRealUEQ: {
        LLVMValueRef equal = x->l.BuildFCmp(x->builder, LLVMRealOEQ, a, b, "");
        LLVMValueRef apart = x->l.BuildFCmp(x->builder, LLVMRealUNO, a, b, "");
        LLVMValueRef e_equal = ir_binary(x, TANDEM_FOEQ, a, b),
                     e_apart = ir_binary(x, TANDEM_FUNO, a, b);
        e = ir_is_zero(x, e_equal) ? e_equal
                                   : ir_step(x, TANDEM_OR, 1, ir_register_with(x, equal, e_equal),
                                             ir_register_with(x, apart, e_apart), 0);
        break;
    }
    default: /* always or never true */
        return x->zero;
    }
    if (!negated || ir_is_zero(x, e))
        return e;
    LLVMValueRef other = x->l.BuildNot(x->builder, i, "");
    return ir_unary(x, TANDEM_NOT, 1, 1, other, e);
}

/* TANDEM_NONE: the bits stay what they are. */
static tandem_op cast_op(LLVMOpcode opcode, unsigned from, unsigned to)
{
    switch (opcode) {
    case LLVMTrunc:
        return TANDEM_TRUNC;
    case LLVMZExt:
        return TANDEM_ZEXT;
    case LLVMSExt:
        return TANDEM_SEXT;
    case LLVMFPExt:
        return TANDEM_FEXT;
    case LLVMFPTrunc:
        return TANDEM_FTRUNC;
    case LLVMSIToFP:
        return TANDEM_FROM_SINT;
    case LLVMUIToFP:
        return TANDEM_FROM_UINT;
    case LLVMFPToSI:
        return TANDEM_TO_SINT;
    case LLVMFPToUI:
        return TANDEM_TO_UINT;
    case LLVMPtrToInt:
    case LLVMIntToPtr:
        return from == to ? TANDEM_NONE : from < to ? TANDEM_ZEXT : TANDEM_TRUNC;
    default: /* bitcast, addrspacecast */
        return TANDEM_NONE;
    }
}

static LLVMValueRef cast(instrumenter *x, LLVMValueRef i, LLVMOpcode opcode)
{
    LLVMValueRef a = x->l.GetOperand(i, 0), e = ir_shadow(x, a, 0);
    unsigned from = ir_bits(x, x->l.TypeOf(a)), to = ir_bits(x, x->l.TypeOf(i));
    tandem_op op = cast_op(opcode, from, to);
    return op == TANDEM_NONE ? e : ir_unary(x, op, from, to, a, e);
}

static unsigned any_bits(const instrumenter *x, LLVMTypeRef type)
{
    unsigned wide = ir_wide(x, type);
    return wide ? wide : ir_bits(x, type);
}

/* The address so far, and what was not added yet: one index with its scale, and a constant. */
typedef struct gep_state {
    LLVMValueRef e, address, index;
    uint64_t scale, offset;
} gep_state;

static void gep_add(instrumenter *x, gep_state *s, bool last)
{
    LLVMValueRef index = s->index ? s->index : ir_number64(x, 0);
    LLVMValueRef e_index = ir_shadow(x, index, 0);
    bool follows = !ir_is_zero(x, s->e) || !ir_is_zero(x, e_index);
    if (follows && (s->index || s->offset)) {
        uint32_t base = ir_register_with(x, s->address, s->e);
        s->e =
            !s->index
                ? ir_step(x, TANDEM_ADD, 64, base, ir_register_number(x, s->offset), 0)
                : ir_step(x, TANDEM_STEP_ELEMENT, ir_bits(x, x->l.TypeOf(index)), base,
                          ir_register_of(x, index),
                          ir_register_number(x, s->scale) | ir_register_number(x, s->offset) << 8);
    }
    if (!last) {
        index = x->l.BuildSExtOrBitCast(x->builder, index, x->i64, "");
        LLVMValueRef step = x->l.BuildMul(x->builder, index, ir_number64(x, s->scale), "");
        step = x->l.BuildAdd(x->builder, step, ir_number64(x, s->offset), "");
        LLVMValueRef address = ir_pattern(x, s->address);
        s->address = x->l.BuildAdd(x->builder, address, step, "");
    }
    s->index = NULL;
    s->scale = 1;
    s->offset = 0;
}

static void gep_index(instrumenter *x, gep_state *s, LLVMValueRef index, uint64_t scale)
{
    if (x->l.IsAConstantInt(index)) {
        s->offset += (uint64_t)x->l.ConstIntGetSExtValue(index) * scale;
        return;
    }
    if (s->index)
        gep_add(x, s, false);
    s->index = index;
    s->scale = scale;
}

static LLVMValueRef element_pointer(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef base = x->l.GetOperand(i, 0);
    gep_state s = {.e = ir_shadow(x, base, 0), .address = base, .scale = 1};
    LLVMTypeRef type = x->l.GetGEPSourceElementType(i);
    for (int k = 1; k < x->l.GetNumOperands(i); k++) {
        LLVMValueRef index = x->l.GetOperand(i, (unsigned)k);
        if (k > 1 && x->l.GetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)x->l.ConstIntGetZExtValue(index);
            s.offset += x->l.OffsetOfElement(x->layout, type, field);
            type = x->l.StructGetTypeAtIndex(type, field);
            continue;
        }
        if (k > 1)
            type = x->l.GetElementType(type);
        if (ir_bits(x, x->l.TypeOf(index)) == 0 || ir_bits(x, x->l.TypeOf(index)) > 64)
            return x->zero;
        gep_index(x, &s, index, x->l.ABISizeOfType(x->layout, type));
    }
    gep_add(x, &s, true);
    return s.e;
}

static void choose(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef c = x->l.GetOperand(i, 0), a = x->l.GetOperand(i, 1), b = x->l.GetOperand(i, 2);
    LLVMTypeRef type = x->l.TypeOf(i);
    unsigned n = ir_leaves(x, type), width = ir_bits(x, type);
    LLVMValueRef e = ir_shadow(x, c, 0);
    bool aggregate = !width && !ir_wide(x, type) && !ir_elements(x, type);
    if (aggregate) { /* which one is chosen is made a fact */
        ir_concretize(x, i, c, TANDEM_WHY_AGGREGATE);
        e = x->zero;
    }
    ir_behind(x, i);
    LLVMValueRef truth = aggregate ? x->l.BuildFreeze(x->builder, c, "") : c;
    ir_shadow_new(x, i);
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef ea = ir_shadow(x, a, k), eb = ir_shadow(x, b, k), chosen = x->zero;
        ir_flush_if_long(x);
        if (aggregate)
            chosen = x->l.BuildSelect(x->builder, truth, ir_real(x, ea), ir_real(x, eb), "");
        else if (!ir_is_zero(x, e) || !ir_is_zero(x, ea) || !ir_is_zero(x, eb))
            chosen =
                ir_step(x, TANDEM_STEP_CHOOSE, ir_leaf_bits(x, type, k), ir_register_leaf(x, a, k),
                        ir_register_leaf(x, b, k), ir_register_of(x, truth));
        x->leaves.at[map_get(&x->shadows, (uintptr_t)i, 0) + k] = chosen;
    }
}

static void take_out(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef whole = x->l.GetOperand(i, 0);
    LLVMTypeRef type = x->l.TypeOf(whole);
    if (!ir_leaves(x, type))
        return;
    unsigned from = ir_leaf_of(x, type, x->l.GetIndices(i), x->l.GetNumIndices(i));
    unsigned n = ir_leaves(x, x->l.TypeOf(i));
    ir_shadow_new(x, i);
    for (unsigned k = 0; k < n; k++)
        x->leaves.at[map_get(&x->shadows, (uintptr_t)i, 0) + k] = ir_shadow(x, whole, from + k);
}

static void put_in(instrumenter *x, LLVMValueRef i)
{
    LLVMValueRef whole = x->l.GetOperand(i, 0), part = x->l.GetOperand(i, 1);
    LLVMTypeRef type = x->l.TypeOf(whole);
    unsigned all = ir_leaves(x, type), n = ir_leaves(x, x->l.TypeOf(part));
    if (!all) {
        ir_concretize(x, i, part, TANDEM_WHY_AGGREGATE);
        return;
    }
    ir_behind(x, i);
    unsigned at = ir_leaf_of(x, type, x->l.GetIndices(i), x->l.GetNumIndices(i));
    ir_shadow_new(x, i);
    for (unsigned k = 0; k < all; k++)
        x->leaves.at[map_get(&x->shadows, (uintptr_t)i, 0) + k] =
            k >= at && k < at + n ? ir_shadow(x, part, k - at) : ir_shadow(x, whole, k);
}

/* All operands and the result are numbers or pointers, of up to two words. */
static bool is_scalar(const instrumenter *x, LLVMValueRef i)
{
    bool scalar = any_bits(x, x->l.TypeOf(i)) != 0;
    for (int k = 0; scalar && k < x->l.GetNumOperands(i); k++)
        scalar = any_bits(x, x->l.TypeOf(x->l.GetOperand(i, (unsigned)k))) != 0;
    return scalar;
}

/* The result is not followed, or an operand is not. */
static void give_up(instrumenter *x, LLVMValueRef i)
{
    LLVMTypeRef type = x->l.TypeOf(i);
    for (int k = 0; k < x->l.GetNumOperands(i) && ir_bits(x, type); k++)
        type = x->l.TypeOf(x->l.GetOperand(i, (unsigned)k));
    ir_concretize_all(x, i, ir_reason_of(x, type));
}

static tandem_op binary_op(LLVMOpcode opcode)
{
    for (size_t k = 0; k < sizeof binary_ops / sizeof *binary_ops; k++)
        if (binary_ops[k].opcode == opcode)
            return binary_ops[k].op;
    return TANDEM_NONE;
}

static bool is_cast(LLVMOpcode opcode)
{
    return (opcode >= LLVMTrunc && opcode <= LLVMBitCast) || opcode == LLVMAddrSpaceCast;
}

/* What must not overflow is told so. */
static LLVMValueRef signed_binary(instrumenter *x, LLVMValueRef i, tandem_op op, LLVMValueRef a,
                                  LLVMValueRef b)
{
    unsigned width = ir_bits(x, x->l.TypeOf(i));
    bool concrete = ir_is_zero(x, ir_shadow(x, a, 0)) && ir_is_zero(x, ir_shadow(x, b, 0));
    if (concrete || width < 32 || !x->l.GetNSW(i))
        return ir_binary(x, op, a, b);
    return ir_step(x, TANDEM_STEP_SIGNED, width, ir_register_of(x, a), ir_register_of(x, b), op);
}

/* The expression of a number or pointer that is computed from such. */
static LLVMValueRef scalar(instrumenter *x, LLVMValueRef i, LLVMOpcode opcode)
{
    LLVMValueRef a = x->l.GetOperand(i, 0);
    unsigned width = ir_bits(x, x->l.TypeOf(i));
    switch (opcode) {
    case LLVMICmp:
        return integer_compare(x, i);
    case LLVMFCmp:
        return float_compare(x, i);
    case LLVMGetElementPtr:
        return element_pointer(x, i);
    case LLVMFNeg:
        return ir_unary(x, TANDEM_FNEG, width, width, a, ir_shadow(x, a, 0));
    case LLVMFreeze:
        return ir_shadow(x, a, 0);
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        return signed_binary(x, i, binary_op(opcode), a, x->l.GetOperand(i, 1));
    default:
        return is_cast(opcode) ? cast(x, i, opcode)
                               : ir_binary(x, binary_op(opcode), a, x->l.GetOperand(i, 1));
    }
}

/* Two words are made, or a number of others of them; comparisons are none of these. */
static bool is_wide(const instrumenter *x, LLVMValueRef i, LLVMOpcode opcode)
{
    return ir_wide(x, x->l.TypeOf(i)) ||
           (is_cast(opcode) && ir_wide(x, x->l.TypeOf(x->l.GetOperand(i, 0))));
}

static void wide(instrumenter *x, LLVMValueRef i, LLVMOpcode opcode)
{
    LLVMTypeRef from = x->l.TypeOf(x->l.GetOperand(i, 0)), to = x->l.TypeOf(i);
    bool casts = is_cast(opcode) || opcode == LLVMFreeze;
    if (!casts && (binary_op(opcode) == TANDEM_NONE || opcode == LLVMFRem)) {
        ir_concretize_all(x, i, ir_reason_of(x, to));
        return;
    }
    ir_behind(x, i);
    if (casts)
        ir_wide_cast(x, i, cast_op(opcode, any_bits(x, from), any_bits(x, to)));
    else
        ir_wide_operation(x, i, binary_op(opcode));
}

bool ir_instrument_value(instrumenter *x, LLVMValueRef i, LLVMOpcode opcode)
{
    if (binary_op(opcode) == TANDEM_NONE && !is_cast(opcode) && opcode != LLVMICmp &&
        opcode != LLVMFCmp && opcode != LLVMGetElementPtr && opcode != LLVMSelect &&
        opcode != LLVMExtractValue && opcode != LLVMInsertValue && opcode != LLVMFreeze &&
        opcode != LLVMFNeg && opcode != LLVMExtractElement && opcode != LLVMInsertElement)
        return false;
    if (ir_instrument_vector(x, i, opcode)) {
        return true;
    } else if (opcode == LLVMExtractValue) {
        take_out(x, i);
    } else if (opcode == LLVMInsertValue) {
        put_in(x, i);
    } else if (opcode == LLVMSelect && ir_leaves(x, x->l.TypeOf(i)) &&
               ir_bits(x, x->l.TypeOf(x->l.GetOperand(i, 0)))) {
        choose(x, i);
    } else if (!is_scalar(x, i)) {
        give_up(x, i);
    } else if (is_wide(x, i, opcode)) {
        wide(x, i, opcode);
    } else if (map_find(&x->symbolic, (uintptr_t)i)) {
        ir_behind(x, i);
        LLVMValueRef e = scalar(x, i, opcode);
        if (!ir_is_zero(x, e))
            ir_shadow_set(x, i, e);
    }
    return true;
}
