/* Operations on floats as terms: exact in both models. Conversions from and to integers are bits in the
 * machine model; mathematical integers have none, and there they are opaque. */
#include <string.h>

#include "program/read_impl.h"

static term_id nearest(ir_reader *r)
{
    return term_const(r->bank, value_rm(r->bank, RM_RNE));
}

term_id ir_real_constant(ir_reader *r, LLVMValueRef value)
{
    ir_type type = ir_scalar_type(&r->l, r->l.TypeOf(value));
    LLVMBool loses;
    if (!type.real)
        return ir_fail(r, "a number of more than 64 bits");
    double d = r->l.ConstRealGetDouble(value, &loses);
    float f = (float)d;
    uint64_t bits = 0;
    if (type.width == 32)
        memcpy(&bits, &f, sizeof f);
    else
        memcpy(&bits, &d, sizeof d);
    return term_const(r->bank, value_fp_u64(r->bank, ir_sort(r, &type), bits));
}

static term_id compare(ir_reader *r, LLVMValueRef i)
{
    term_bank *b = r->bank;
    term_id x = ir_operand(r, r->l.GetOperand(i, 0), false);
    term_id y = x ? ir_operand(r, r->l.GetOperand(i, 1), false) : 0;
    if (!y)
        return 0;
    LLVMRealPredicate p = r->l.GetFCmpPredicate(i);
    term_id nan[] = {term_make1(b, OP_FP_IS_NAN, x), term_make1(b, OP_FP_IS_NAN, y)};
    term_id unordered = term_or(b, nan, 2), holds;
    static const term_op ops[] = {[LLVMRealOEQ] = OP_FP_EQ,
                                  [LLVMRealOGT] = OP_FP_GT,
                                  [LLVMRealOGE] = OP_FP_GEQ,
                                  [LLVMRealOLT] = OP_FP_LT,
                                  [LLVMRealOLE] = OP_FP_LEQ};
    switch (p) {
    case LLVMRealOEQ:
    case LLVMRealOGT:
    case LLVMRealOGE:
    case LLVMRealOLT:
    case LLVMRealOLE:
        return term_make2(b, ops[p], x, y);
    case LLVMRealUNE:
        return term_not(b, term_make2(b, OP_FP_EQ, x, y));
    case LLVMRealUNO:
        return unordered;
    case LLVMRealORD:
        return term_not(b, unordered);
    case LLVMRealUGT:
    case LLVMRealUGE:
    case LLVMRealULT:
    case LLVMRealULE:
        holds = term_make2(b,
                           p == LLVMRealUGT   ? OP_FP_LEQ
                           : p == LLVMRealUGE ? OP_FP_LT
                           : p == LLVMRealULT ? OP_FP_GEQ
                                              : OP_FP_GT,
                           x, y);
        return term_not(b, holds);
    default:
        return ir_fail(r, "an unusual comparison of floats");
    }
}

static term_id to_float(ir_reader *r, LLVMValueRef i, LLVMOpcode op)
{
    ir_type type = ir_scalar_type(&r->l, r->l.TypeOf(i));
    uint32_t format[] = {type.width == 32 ? 8 : 11, type.width == 32 ? 24 : 53};
    bool from_float = op == LLVMFPExt || op == LLVMFPTrunc;
    if (!type.real)
        return ir_fail(r, "a number of more than 64 bits");
    if (!from_float && r->model == IR_MATH)
        return ir_opaque_operation(r, i, type.width == 32 ? "to_float" : "to_double");
    term_id x = ir_operand(r, r->l.GetOperand(i, 0), op == LLVMUIToFP);
    if (x && term_sort(r->bank, x) == SORT_ID_BOOL)
        x = term_make3(r->bank, OP_ITE, x, ir_constant(r, 8, 1), ir_constant(r, 8, 0));
    term_id args[] = {nearest(r), x};
    return x ? term_make(r->bank,
                         from_float         ? OP_FP_FROM_FP
                         : op == LLVMUIToFP ? OP_FP_FROM_UBV
                                            : OP_FP_FROM_SBV,
                         format, 2, args, 2)
             : 0;
}

static term_id to_integer(ir_reader *r, LLVMValueRef i, LLVMOpcode op)
{
    if (r->model == IR_MATH)
        return ir_opaque_operation(r, i, "to_int");
    uint32_t width = ir_width(r, r->l.TypeOf(i));
    term_id x = width ? ir_operand(r, r->l.GetOperand(i, 0), false) : 0;
    term_id args[] = {term_const(r->bank, value_rm(r->bank, RM_RTZ)), x};
    return x ? term_make(r->bank, op == LLVMFPToUI ? OP_FP_TO_UBV : OP_FP_TO_SBV, &width, 1, args,
                         2)
             : ir_fail(r, "a float as an unusual integer");
}

static term_id arithmetic(ir_reader *r, LLVMValueRef i, term_op op)
{
    term_id x = ir_operand(r, r->l.GetOperand(i, 0), false);
    term_id y = x ? ir_operand(r, r->l.GetOperand(i, 1), false) : 0;
    return y ? term_make3(r->bank, op, nearest(r), x, y) : 0;
}

term_id ir_compute_real(ir_reader *r, LLVMValueRef i, bool *done)
{
    LLVMOpcode op = r->l.GetInstructionOpcode(i);
    term_id x;
    *done = true;
    switch (op) {
    case LLVMFAdd:
        return arithmetic(r, i, OP_FP_ADD);
    case LLVMFSub:
        return arithmetic(r, i, OP_FP_SUB);
    case LLVMFMul:
        return arithmetic(r, i, OP_FP_MUL);
    case LLVMFDiv:
        return arithmetic(r, i, OP_FP_DIV);
    case LLVMFNeg:
        x = ir_operand(r, r->l.GetOperand(i, 0), false);
        return x ? term_make1(r->bank, OP_FP_NEG, x) : 0;
    case LLVMFCmp:
        return compare(r, i);
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPExt:
    case LLVMFPTrunc:
        return to_float(r, i, op);
    case LLVMFPToSI:
    case LLVMFPToUI:
        return to_integer(r, i, op);
    default:
        *done = false;
        return 0;
    }
}
