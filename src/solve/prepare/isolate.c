#include "solve/prepare/isolate.h"

#include "term/core/walk.h"

bool isolate_is_constant(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_APP && term_arity(b, t) == 0 &&
           decl_kind_of(b, term_decl(b, t)) == DECL_FREE;
}

static bool occurs(const term_bank *b, term_id part, term_id whole)
{
    term_vec order = {0};
    bool found = false;
    term_postorder(b, &whole, 1, &order);
    for (size_t i = 0; i < order.n && !found; i++)
        found = order.at[i] == part;
    vec_free(&order);
    return found;
}

/* `start` op all arguments of `t` but number `i`, from the left. */
static term_id without(term_bank *b, term_id t, uint32_t i, term_op op, term_id start)
{
    for (uint32_t k = 0; k < term_arity(b, t); k++)
        if (k != i)
            start = term_make2(b, op, start, term_arg(b, t, k));
    return start;
}

/* x - y - z = r: for x it is r + y + z, for y it is x - z - r. */
static term_id undo_minus(term_bank *b, term_id t, uint32_t i, term_op plus, term_op minus,
                          term_id right)
{
    if (i == 0)
        return without(b, t, 0, plus, right);
    term_id left = term_arg(b, t, 0);
    for (uint32_t k = 1; k < term_arity(b, t); k++)
        if (k != i)
            left = term_make2(b, minus, left, term_arg(b, t, k));
    return term_make2(b, minus, left, right);
}

/* The product with the inverse of an odd number. */
static term_id undo_odd_factor(term_bank *b, term_id factor, term_id right)
{
    uint32_t width = sort_bv_width(b, term_sort(b, factor));
    uint64_t number, inverse = 1;
    if (term_op_of(b, factor) != OP_CONST || width > 64 ||
        !value_small_bits(b, term_value(b, factor), &number) || number % 2 == 0)
        return 0;
    for (int i = 0; i < 6; i++) /* doubles the bits that are right */
        inverse *= 2 - number * inverse;
    return term_make2(b, OP_BVMUL, right, term_const(b, value_bv_u64(b, width, inverse)));
}

static term_id undo_real_factor(term_bank *b, term_id factor, term_id right)
{
    if (term_op_of(b, factor) != OP_CONST || term_sort(b, factor) != SORT_ID_REAL ||
        value_kind_of(b, term_value(b, factor)) != VALUE_REAL ||
        term_value(b, factor) == value_real(b, 0, 1))
        return 0;
    return term_make2(b, OP_DIV, right, factor);
}

/* `t` = `right` said of argument `i` of `t`: what that must be; 0 when it cannot be told. */
static term_id undo(term_bank *b, term_id t, uint32_t i, term_id right)
{
    bool pair = term_arity(b, t) == 2;
    switch (term_op_of(b, t)) {
    case OP_ADD:
        return without(b, t, i, OP_SUB, right);
    case OP_BVADD:
        return without(b, t, i, OP_BVSUB, right);
    case OP_BVXOR:
        return without(b, t, i, OP_BVXOR, right);
    case OP_SUB:
        return undo_minus(b, t, i, OP_ADD, OP_SUB, right);
    case OP_BVSUB:
        return undo_minus(b, t, i, OP_BVADD, OP_BVSUB, right);
    case OP_NEG:
    case OP_BVNEG:
    case OP_BVNOT:
        return term_make1(b, term_op_of(b, t), right);
    case OP_BVMUL:
        return pair ? undo_odd_factor(b, term_arg(b, t, 1 - i), right) : 0;
    case OP_MUL:
        return pair ? undo_real_factor(b, term_arg(b, t, 1 - i), right) : 0;
    default:
        return 0;
    }
}

/* Undoes at most `depth` operators. */
static term_id search(term_bank *b, term_id left, term_id right, uint64_t depth, term_id *meaning)
{
    if (isolate_is_constant(b, left)) {
        *meaning = right;
        return occurs(b, left, right) ? 0 : left;
    }
    for (uint32_t i = 0; i < term_arity(b, left) && depth; i++) {
        term_id rest = undo(b, left, i, right);
        if (!rest)
            continue;
        term_id found = search(b, term_arg(b, left, i), rest, depth - 1, meaning);
        if (found)
            return found;
    }
    return 0;
}

term_id isolate_constant(term_bank *b, term_id equation, uint64_t depth, term_id *meaning)
{
    if (term_op_of(b, equation) != OP_EQ || term_arity(b, equation) != 2 ||
        term_has_binder(b, equation))
        return 0;
    term_id left = term_arg(b, equation, 0), right = term_arg(b, equation, 1);
    term_id found = search(b, left, right, depth, meaning);
    return found ? found : search(b, right, left, depth, meaning);
}
