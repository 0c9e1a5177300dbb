/* Arithmetic, comparisons and conversions as terms over bit-vectors: the machine's integers. */
#include "program/read_impl.h"

static const struct {
    LLVMOpcode opcode;
    term_op op;
} operations[] = {
    {LLVMAdd, OP_BVADD},   {LLVMSub, OP_BVSUB},   {LLVMMul, OP_BVMUL},   {LLVMSDiv, OP_BVSDIV},
    {LLVMSRem, OP_BVSREM}, {LLVMUDiv, OP_BVUDIV}, {LLVMURem, OP_BVUREM}, {LLVMShl, OP_BVSHL},
    {LLVMAShr, OP_BVASHR}, {LLVMLShr, OP_BVLSHR}, {LLVMAnd, OP_BVAND},   {LLVMOr, OP_BVOR},
    {LLVMXor, OP_BVXOR},
};

static const struct {
    LLVMIntPredicate predicate;
    term_op op;
} comparisons[] = {
    {LLVMIntUGT, OP_BVUGT}, {LLVMIntUGE, OP_BVUGE}, {LLVMIntULT, OP_BVULT}, {LLVMIntULE, OP_BVULE},
    {LLVMIntSGT, OP_BVSGT}, {LLVMIntSGE, OP_BVSGE}, {LLVMIntSLT, OP_BVSLT}, {LLVMIntSLE, OP_BVSLE},
};

static term_id compare(ir_reader *r, LLVMValueRef i)
{
    if (r->l.GetTypeKind(r->l.TypeOf(r->l.GetOperand(i, 0))) == LLVMPointerTypeKind)
        return ir_fail(r, "a comparison of pointers");
    term_id x = ir_operand(r, r->l.GetOperand(i, 0), false);
    term_id y = x ? ir_operand(r, r->l.GetOperand(i, 1), false) : 0;
    LLVMIntPredicate predicate = r->l.GetICmpPredicate(i);
    if (!y)
        return 0;
    if (predicate == LLVMIntEQ || predicate == LLVMIntNE) {
        term_id same = term_eq(r->bank, x, y);
        return predicate == LLVMIntEQ ? same : term_not(r->bank, same);
    }
    if (term_sort(r->bank, x) == SORT_ID_BOOL)
        return ir_fail(r, "an order of truth values");
    for (size_t k = 0; k < sizeof comparisons / sizeof *comparisons; k++)
        if (comparisons[k].predicate == predicate)
            return term_make2(r->bank, comparisons[k].op, x, y);
    return ir_fail(r, "an unusual comparison");
}

static term_id extend(ir_reader *r, LLVMOpcode op, term_id x, unsigned width)
{
    term_bank *b = r->bank;
    if (term_sort(b, x) == SORT_ID_BOOL)
        return term_make3(b, OP_ITE, x, ir_constant(r, width, op == LLVMZExt ? 1 : -1),
                          ir_constant(r, width, 0));
    uint32_t more = width - sort_bv_width(b, term_sort(b, x));
    return term_make(b, op == LLVMZExt ? OP_ZERO_EXTEND : OP_SIGN_EXTEND, &more, 1, &x, 1);
}

static term_id truncate_to(ir_reader *r, term_id x, unsigned width)
{
    uint32_t indices[] = {width - 1, 0};
    term_id low = term_make(r->bank, OP_EXTRACT, indices, 2, &x, 1);
    return width == 1 ? term_eq(r->bank, low, ir_constant(r, 1, 1)) : low;
}

/* After a signed overflow the run goes on, wrapped around; the others end it. */
static void note_undefined(ir_reader *r, LLVMValueRef i, LLVMOpcode op, term_id x, term_id y)
{
    term_bank *b = r->bank;
    unsigned width = ir_width(r, r->l.TypeOf(i));
    term_id places = ir_constant(r, width, width);
    switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        if (r->l.GetNSW(i))
            ir_undefined(r, IR_OVERFLOW,
                         term_make2(b,
                                    op == LLVMAdd   ? OP_BVSADDO
                                    : op == LLVMSub ? OP_BVSSUBO
                                                    : OP_BVSMULO,
                                    x, y),
                         false);
        break;
    case LLVMSDiv:
    case LLVMSRem:
        ir_undefined(r, IR_DIVISION, term_eq(b, y, ir_constant(r, width, 0)), true);
        ir_undefined(r, IR_QUOTIENT, term_make2(b, OP_BVSDIVO, x, y), true);
        break;
    case LLVMUDiv:
    case LLVMURem:
        ir_undefined(r, IR_DIVISION, term_eq(b, y, ir_constant(r, width, 0)), true);
        break;
    case LLVMShl:
    case LLVMAShr:
    case LLVMLShr:
        ir_undefined(r, IR_SHIFT, term_make2(b, OP_BVUGE, y, places), true);
        break;
    default:
        break;
    }
}

static term_id binary(ir_reader *r, LLVMValueRef i, LLVMOpcode op)
{
    term_bank *b = r->bank;
    term_id x = ir_operand(r, r->l.GetOperand(i, 0), false);
    term_id y = x ? ir_operand(r, r->l.GetOperand(i, 1), false) : 0;
    if (!y)
        return 0;
    if (term_sort(b, x) == SORT_ID_BOOL) {
        bool logical = op == LLVMAnd || op == LLVMOr || op == LLVMXor;
        term_op o = op == LLVMAnd ? OP_AND : op == LLVMOr ? OP_OR : OP_XOR;
        return logical ? term_make2(b, o, x, y) : ir_fail(r, "arithmetic on truth values");
    }
    /* A divisor or a number of places that is a constant in range cannot be wrong. */
    uint64_t number;
    bool constant = term_op_of(b, y) == OP_CONST && value_small_bits(b, term_value(b, y), &number);
    unsigned width = ir_width(r, r->l.TypeOf(i));
    bool shifts = op == LLVMShl || op == LLVMAShr || op == LLVMLShr;
    bool divides = op == LLVMSDiv || op == LLVMSRem || op == LLVMUDiv || op == LLVMURem;
    bool harmless = constant && (shifts ? number < width
                                        : divides && number && number < UINT64_C(1) << (width - 1));
    if (!harmless)
        note_undefined(r, i, op, x, y);
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
        if (operations[k].opcode == op)
            return term_make2(b, operations[k].op, x, y);
    return ir_fail(r, "an operation on something other than integers");
}

static term_id select_one(ir_reader *r, LLVMValueRef i)
{
    term_id c = ir_truth(r, r->l.GetOperand(i, 0));
    term_id x = c ? ir_operand(r, r->l.GetOperand(i, 1), false) : 0;
    term_id y = x ? ir_operand(r, r->l.GetOperand(i, 2), false) : 0;
    return y ? term_make3(r->bank, OP_ITE, c, x, y) : 0;
}

static term_id convert(ir_reader *r, LLVMValueRef i, LLVMOpcode op)
{
    term_id x = ir_operand(r, r->l.GetOperand(i, 0), op == LLVMZExt);
    unsigned width = ir_width(r, r->l.TypeOf(i));
    if (!x || !width)
        return x ? ir_fail(r, "a number of more than 64 bits") : 0;
    return op == LLVMTrunc ? truncate_to(r, x, width) : extend(r, op, x, width);
}

term_id ir_compute_bits(ir_reader *r, LLVMValueRef i)
{
    LLVMOpcode op = r->l.GetInstructionOpcode(i);
    switch (op) {
    case LLVMICmp:
        return compare(r, i);
    case LLVMSExt:
    case LLVMZExt:
    case LLVMTrunc:
        return convert(r, i, op);
    case LLVMSelect:
        return select_one(r, i);
    case LLVMFreeze:
        return ir_operand(r, r->l.GetOperand(i, 0), false);
    default:
        return ir_width(r, r->l.TypeOf(i)) && r->l.GetNumOperands(i) == 2
                   ? binary(r, i, op)
                   : ir_fail(r, "an operation on something other than integers");
    }
}
