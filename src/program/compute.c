/* Arithmetic, comparisons and conversions as terms, in the model with mathematical integers. */
#include "program/read_impl.h"
#include "term/rewrite/rewrite.h"

static term_id number_mpz(term_bank *b, const mpz_t n)
{
    return term_const(b, value_int_mpz(b, n));
}

static term_id power_of_two(term_bank *b, unsigned exponent)
{
    mpz_t n;
    mpz_init(n);
    mpz_setbit(n, exponent);
    term_id t = number_mpz(b, n);
    mpz_clear(n);
    return t;
}

static term_id number(term_bank *b, int64_t n)
{
    return term_const(b, value_int(b, n));
}

unsigned ir_width(const ir_reader *r, LLVMTypeRef type)
{
    return ir_int_width(&r->l, type);
}

term_id ir_constant(ir_reader *r, unsigned width, int64_t n)
{
    return r->model == IR_MACHINE ? term_const(r->bank, value_bv_u64(r->bank, width, (uint64_t)n))
                                  : number(r->bank, n);
}

term_id ir_zero(ir_reader *r, const ir_type *type)
{
    if (type->real)
        return term_const(
            r->bank,
            value_fp_u64(r->bank, ir_sort(r, &(ir_type){.width = type->width, .real = true}), 0));
    return type->width == 1 ? TERM_ID_FALSE : ir_constant(r, type->width, 0);
}

/* With ideal integers a number that is used as both has the sign of the operation that made it: wherever it is
 * looked at it is asserted to be what it is taken for. */
bool ir_value_unsigned(const ir_reader *r, LLVMValueRef value)
{
    if (r->model == IR_MACHINE || !r->l.IsAInstruction(value) ||
        !ir_signs_both(&r->signs, (uintptr_t)value))
        return ir_signs_unsigned(&r->signs, (uintptr_t)value);
    ir_place place;
    size_t n;
    switch (r->l.GetInstructionOpcode(value)) {
    case LLVMLoad:
        return ir_place_of((ir_objects *)&r->objects, r->l.GetOperand(value, 0), &place) &&
               ir_place_leaf((ir_objects *)&r->objects, &place,
                             ir_scalar_type(&r->l, r->l.TypeOf(value))) &&
               ir_leaf_unsigned(r, place.leaf);
    case LLVMCall:
        return ir_input_unsigned(r->l.GetValueName2(r->l.GetCalledValue(value), &n));
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        return !r->l.GetNSW(value);
    case LLVMUDiv:
    case LLVMURem:
    case LLVMLShr:
        return true;
    default:
        return false;
    }
}

ir_type ir_type_of(const ir_reader *r, LLVMValueRef value)
{
    ir_type type = ir_scalar_type(&r->l, r->l.TypeOf(value));
    type.is_unsigned = !type.real && ir_value_unsigned(r, value);
    return type;
}

term_id ir_type_range(term_bank *b, term_id t, unsigned width, bool is_unsigned)
{
    if (width == 1)
        return TERM_ID_TRUE;
    term_id half = power_of_two(b, width - 1);
    term_id low = is_unsigned ? number(b, 0) : term_build(b, OP_NEG, NULL, 0, &half, 1);
    term_id high = is_unsigned ? power_of_two(b, width) : half;
    term_id both[] = {term_make2(b, OP_LE, low, t), term_make2(b, OP_LT, t, high)};
    return term_and(b, both, 2);
}

bool ir_type_is_widened(const ir_program *p, const ir_type *type)
{
    return p->model == IR_MATH && !type->is_unsigned && !type->real && type->width >= 32;
}

/* Signed numbers from int on are unbounded; others have the range of their type. */
term_id ir_range(ir_reader *r, term_id t, unsigned width, bool is_unsigned)
{
    ir_type type = {.width = width, .is_unsigned = is_unsigned};
    bool free = r->model == IR_MACHINE || ir_type_is_widened(r->program, &type);
    return free ? TERM_ID_TRUE : ir_type_range(r->bank, t, width, is_unsigned);
}

bool ir_is_exact(const ir_reader *r)
{
    return r->options && r->options->exact;
}

void ir_seen(ir_reader *r, term_id t, unsigned width, bool is_unsigned)
{
    if (!ir_is_exact(r) || width <= 1 || term_sort(r->bank, t) != SORT_ID_INT)
        return;
    term_id range = ir_type_range(r->bank, t, width, is_unsigned);
    rewriter *w = rewriter_new(r->bank);
    term_id simple = rewrite_term(w, range);
    rewriter_free(w);
    if (simple == TERM_ID_TRUE)
        return;
    term_id both[] = {r->guard, term_not(r->bank, range)};
    ir_edge_add(r, IR_ERROR, term_and(r->bank, both, 2), NULL);
    ir_assume(r, range);
}

/* Any integer as the number that the type has for it. */
static term_id wrap(const ir_reader *r, term_id t, unsigned width, bool is_unsigned)
{
    term_bank *b = r->bank;
    if (r->options && r->options->ideal)
        return t;
    term_id all = power_of_two(b, width);
    if (is_unsigned)
        return term_make2(b, OP_MOD, t, all);
    term_id half = power_of_two(b, width - 1);
    term_id moved = term_make2(b, OP_MOD, term_make2(b, OP_ADD, t, half), all);
    return term_make2(b, OP_SUB, moved, half);
}

static term_id constant(ir_reader *r, LLVMValueRef value, bool is_unsigned)
{
    unsigned width = ir_width(r, r->l.TypeOf(value));
    if (!width)
        return ir_fail(r, "a number of more than 64 bits");
    if (width == 1)
        return term_bool(r->l.ConstIntGetZExtValue(value) != 0);
    if (r->model == IR_MACHINE)
        return ir_constant(r, width, r->l.ConstIntGetSExtValue(value));
    if (!is_unsigned)
        return number(r->bank, r->l.ConstIntGetSExtValue(value));
    mpz_t n;
    mpz_init_set_ui(n, r->l.ConstIntGetZExtValue(value));
    term_id t = number_mpz(r->bank, n);
    mpz_clear(n);
    return t;
}

term_id ir_operand(ir_reader *r, LLVMValueRef value, bool is_unsigned)
{
    if (r->l.IsAConstantInt(value))
        return constant(r, value, is_unsigned);
    if (r->l.GetValueKind(value) == LLVMConstantFPValueKind)
        return ir_real_constant(r, value);
    const uint64_t *here = map_find(&r->registers, (uintptr_t)value);
    if (here)
        return (term_id)*here;
    const uint64_t *variable = map_find(&r->variables, (uintptr_t)value);
    if (variable)
        return r->program->variables.at[*variable].term;
    return ir_fail(r, "a value that is no number of at most 64 bits");
}

term_id ir_truth(ir_reader *r, LLVMValueRef value)
{
    term_id t = ir_operand(r, value, false);
    if (!t || term_sort(r->bank, t) == SORT_ID_BOOL)
        return t;
    unsigned width = ir_width(r, r->l.TypeOf(value));
    ir_seen(r, t, width, ir_value_unsigned(r, value));
    return term_not(r->bank, term_eq(r->bank, t, ir_constant(r, width, 0)));
}

static term_id compare(ir_reader *r, LLVMValueRef i)
{
    LLVMValueRef a = r->l.GetOperand(i, 0), c = r->l.GetOperand(i, 1);
    LLVMIntPredicate predicate = r->l.GetICmpPredicate(i);
    bool by_order_unsigned = predicate == LLVMIntUGT || predicate == LLVMIntUGE ||
                             predicate == LLVMIntULT || predicate == LLVMIntULE;
    bool is_unsigned = by_order_unsigned || ir_value_unsigned(r, a) || ir_value_unsigned(r, c);
    term_id x = ir_operand(r, a, is_unsigned), y = x ? ir_operand(r, c, is_unsigned) : 0;
    if (!x || !y)
        return 0;
    bool equality = predicate == LLVMIntEQ || predicate == LLVMIntNE;
    ir_seen(r, x, ir_width(r, r->l.TypeOf(a)), equality ? is_unsigned : by_order_unsigned);
    ir_seen(r, y, ir_width(r, r->l.TypeOf(a)), equality ? is_unsigned : by_order_unsigned);
    switch (predicate) {
    case LLVMIntEQ:
        return term_eq(r->bank, x, y);
    case LLVMIntNE:
        return term_not(r->bank, term_eq(r->bank, x, y));
    default:
        break;
    }
    if (term_sort(r->bank, x) == SORT_ID_BOOL)
        return ir_fail(r, "an order of truth values");
    bool less = predicate == LLVMIntULT || predicate == LLVMIntSLT;
    bool greater = predicate == LLVMIntUGT || predicate == LLVMIntSGT;
    bool at_most = predicate == LLVMIntULE || predicate == LLVMIntSLE;
    return term_make2(r->bank, less ? OP_LT : greater ? OP_GT : at_most ? OP_LE : OP_GE, x, y);
}

/* C's quotient is rounded towards zero, SMT-LIB's so that the remainder is not negative. */
static term_id divide(ir_reader *r, LLVMOpcode op, term_id x, term_id y)
{
    term_bank *b = r->bank;
    term_id zero = number(b, 0);
    if (term_op_of(b, y) != OP_CONST)
        ir_undefined(r, IR_DIVISION, term_eq(b, y, zero), true);
    else if (y == zero)
        return ir_fail(r, "a division by zero");
    if (op == LLVMUDiv)
        return term_make2(b, OP_IDIV, x, y);
    if (op == LLVMURem)
        return term_make2(b, OP_MOD, x, y);
    term_op rounded = op == LLVMSDiv ? OP_IDIV : OP_MOD;
    term_id negative = term_make2(b, rounded, term_make1(b, OP_NEG, x), y);
    return term_make3(b, OP_ITE, term_make2(b, OP_GE, x, zero), term_make2(b, rounded, x, y),
                      term_make1(b, OP_NEG, negative));
}

/* Of the least number by -1 the machine has no quotient. */
static term_id divide_seen(ir_reader *r, LLVMValueRef i, LLVMOpcode op, term_id x, term_id y)
{
    unsigned width = ir_width(r, r->l.TypeOf(i));
    bool is_unsigned = op == LLVMUDiv || op == LLVMURem;
    ir_seen(r, x, width, is_unsigned);
    ir_seen(r, y, width, is_unsigned);
    term_id t = divide(r, op, x, y);
    if (t && op == LLVMSDiv)
        ir_seen(r, t, width, false);
    return t;
}

static term_id bitwise_truth(term_bank *b, LLVMOpcode op, term_id x, term_id y)
{
    return term_make2(b, op == LLVMAnd ? OP_AND : op == LLVMOr ? OP_OR : OP_XOR, x, y);
}

/* Masks of low bits and complements; bits in general have no place among integers. */
static term_id bitwise(ir_reader *r, LLVMValueRef i, LLVMOpcode op, term_id x, term_id y)
{
    term_bank *b = r->bank;
    if (term_sort(b, x) == SORT_ID_BOOL)
        return bitwise_truth(b, op, x, y);
    bool is_unsigned = ir_value_unsigned(r, i);
    unsigned width = ir_width(r, r->l.TypeOf(i));
    LLVMValueRef second = r->l.GetOperand(i, 1);
    if (r->l.IsAConstantInt(second)) {
        int64_t mask = r->l.ConstIntGetSExtValue(second);
        bool low_bits = mask > 0 && mask < INT64_MAX && (mask & (mask + 1)) == 0;
        if (op == LLVMAnd && low_bits)
            return term_make2(b, OP_MOD, x, number(b, mask + 1));
        if (op == LLVMXor && mask == -1) {
            term_id top = is_unsigned ? term_make2(b, OP_SUB, power_of_two(b, width), number(b, 1))
                                      : number(b, -1);
            return term_make2(b, OP_SUB, top, x);
        }
    }
    static const char *const names[] = {"and", "or", "xor"};
    if (ir_is_exact(r))
        return ir_fail(r, "bits");
    return ir_opaque_operation(r, i, names[op == LLVMAnd ? 0 : op == LLVMOr ? 1 : 2]);
}

static term_id shift_by(ir_reader *r, LLVMValueRef i, LLVMOpcode op, term_id x, unsigned places)
{
    unsigned width = ir_width(r, r->l.TypeOf(i));
    bool is_unsigned = ir_value_unsigned(r, i);
    term_id factor = power_of_two(r->bank, places);
    if (op != LLVMShl)
        ir_seen(r, x, width, op == LLVMLShr);
    if (op != LLVMShl) /* rounds down, as both shifts do */
        return term_make2(r->bank, OP_IDIV, x, factor);
    term_id product = term_make2(r->bank, OP_MUL, x, factor);
    return is_unsigned || width < 32 ? wrap(r, product, width, is_unsigned) : product;
}

/* By each number of places that there may be; others end the run. */
static term_id shift(ir_reader *r, LLVMValueRef i, LLVMOpcode op, term_id x, term_id y)
{
    term_bank *b = r->bank;
    unsigned width = ir_width(r, r->l.TypeOf(i));
    LLVMValueRef second = r->l.GetOperand(i, 1);
    if (r->l.IsAConstantInt(second)) {
        uint64_t places = r->l.ConstIntGetZExtValue(second);
        if (places < width)
            return shift_by(r, i, op, x, (unsigned)places);
        ir_undefined(r, IR_SHIFT, TERM_ID_TRUE, true);
        return x;
    }
    if (ir_is_exact(r))
        return ir_fail(r, "a shift by a number of places that is no constant");
    term_id both[] = {term_make2(b, OP_LE, number(b, 0), y),
                      term_make2(b, OP_LT, y, number(b, width))};
    ir_undefined(r, IR_SHIFT, term_not(b, term_and(b, both, 2)), true);
    term_id all = shift_by(r, i, op, x, width - 1);
    for (unsigned k = width - 1; k-- > 0;)
        all = term_make3(b, OP_ITE, term_eq(b, y, number(b, k)), shift_by(r, i, op, x, k), all);
    return all;
}

static term_id arithmetic(ir_reader *r, LLVMValueRef i, LLVMOpcode op, term_id x, term_id y)
{
    unsigned width = ir_width(r, r->l.TypeOf(i));
    if (width == 1)
        return ir_fail(r, "arithmetic on truth values");
    term_op o = op == LLVMAdd ? OP_ADD : op == LLVMSub ? OP_SUB : OP_MUL;
    term_id t = term_make2(r->bank, o, x, y);
    if (r->l.GetNSW(i) && ir_is_exact(r) && r->options->no_overflow)
        ir_seen(r, t, width, false);
    return r->l.GetNSW(i) ? t : wrap(r, t, width, ir_value_unsigned(r, i));
}

static term_id convert(ir_reader *r, LLVMValueRef i, LLVMOpcode op)
{
    term_bank *b = r->bank;
    term_id x = ir_operand(r, r->l.GetOperand(i, 0), op == LLVMZExt);
    unsigned width = ir_width(r, r->l.TypeOf(i));
    if (!x || !width)
        return x ? ir_fail(r, "a number of more than 64 bits") : 0;
    if (op != LLVMTrunc)
        ir_seen(r, x, ir_width(r, r->l.TypeOf(r->l.GetOperand(i, 0))), op == LLVMZExt);
    bool is_unsigned = ir_value_unsigned(r, i);
    if (term_sort(b, x) == SORT_ID_BOOL)
        return op == LLVMZExt ? term_make3(b, OP_ITE, x, number(b, 1), number(b, 0))
                              : ir_fail(r, "a truth value with a sign");
    if (op == LLVMTrunc && width == 1)
        return term_eq(b, term_make2(b, OP_MOD, x, number(b, 2)), number(b, 1));
    if (op == LLVMTrunc || (op == LLVMSExt && is_unsigned))
        return wrap(r, x, width, is_unsigned);
    return x;
}

static term_id select_one(ir_reader *r, LLVMValueRef i)
{
    bool is_unsigned = ir_value_unsigned(r, i);
    term_id c = ir_truth(r, r->l.GetOperand(i, 0));
    term_id x = c ? ir_operand(r, r->l.GetOperand(i, 1), is_unsigned) : 0;
    term_id y = x ? ir_operand(r, r->l.GetOperand(i, 2), is_unsigned) : 0;
    return y ? term_make3(r->bank, OP_ITE, c, x, y) : 0;
}

static term_id binary(ir_reader *r, LLVMValueRef i, LLVMOpcode op)
{
    bool is_unsigned = ir_value_unsigned(r, i);
    term_id x = ir_operand(r, r->l.GetOperand(i, 0), is_unsigned);
    term_id y = x ? ir_operand(r, r->l.GetOperand(i, 1), is_unsigned) : 0;
    if (!y)
        return 0;
    switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        return arithmetic(r, i, op, x, y);
    case LLVMSDiv:
    case LLVMSRem:
    case LLVMUDiv:
    case LLVMURem:
        return divide_seen(r, i, op, x, y);
    case LLVMShl:
    case LLVMAShr:
    case LLVMLShr:
        return shift(r, i, op, x, y);
    default:
        return bitwise(r, i, op, x, y);
    }
}

term_id ir_compute(ir_reader *r, LLVMValueRef i)
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
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMSDiv:
    case LLVMSRem:
    case LLVMUDiv:
    case LLVMURem:
    case LLVMShl:
    case LLVMAShr:
    case LLVMLShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return binary(r, i, op);
    default:
        return ir_fail(r, "an operation on something other than integers");
    }
}
