/* Bit-vectors: comparisons, overflow predicates, equations with constants. */
#include "term/rewrite/rewrite_rule.h"

/* (bvuge x y) is (bvule y x), and so on. */
static term_id swap_order(term_bank *b, term_id t)
{
    static const term_op other[OP_COUNT] = {
        [OP_BVUGE] = OP_BVULE,
        [OP_BVUGT] = OP_BVULT,
        [OP_BVSGE] = OP_BVSLE,
        [OP_BVSGT] = OP_BVSLT,
    };
    return term_make2(b, other[term_op_of(b, t)], term_arg(b, t, 1), term_arg(b, t, 0));
}

static bool is_signed(term_op op)
{
    return op == OP_BVSLE || op == OP_BVSLT;
}

static bool is_least(term_bank *b, term_op op, term_id t)
{
    return rewrite_is_bits(b, t, is_signed(op) ? BITS_SMIN : BITS_ZERO);
}

static bool is_greatest(term_bank *b, term_op op, term_id t)
{
    return rewrite_is_bits(b, t, is_signed(op) ? BITS_SMAX : BITS_ONES);
}

static term_id less_bounds(term_bank *b, term_id t)
{
    term_op op = term_op_of(b, t);
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    if (x == y || is_least(b, op, y) || is_greatest(b, op, x))
        return TERM_ID_FALSE;
    if (is_least(b, op, x) || is_greatest(b, op, y))
        return term_not(b, term_eq(b, x, y));
    if (op == OP_BVULT && rewrite_is_bits(b, y, BITS_ONE))
        return term_eq(b, x, rewrite_bits_const(b, rewrite_width(b, x), BITS_ZERO));
    return 0;
}

static term_id less_equal_bounds(term_bank *b, term_id t)
{
    term_op op = term_op_of(b, t);
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    if (x == y || is_least(b, op, x) || is_greatest(b, op, y))
        return TERM_ID_TRUE;
    if (is_least(b, op, y) || is_greatest(b, op, x))
        return term_eq(b, x, y);
    if (op == OP_BVULE && rewrite_is_bits(b, x, BITS_ONE))
        return term_not(b, term_eq(b, y, rewrite_bits_const(b, rewrite_width(b, x), BITS_ZERO)));
    return 0;
}

static term_id comp_same(term_bank *b, term_id t)
{
    return term_arg(b, t, 0) == term_arg(b, t, 1) ? rewrite_bits_const(b, 1, BITS_ONE) : 0;
}

static term_id nego_to_eq(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    return term_eq(b, x, rewrite_bits_const(b, rewrite_width(b, x), BITS_SMIN));
}

static term_id usubo_to_less(term_bank *b, term_id t)
{
    return term_make2(b, OP_BVULT, term_arg(b, t, 0), term_arg(b, t, 1));
}

static term_id sdivo_to_eq(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    uint32_t width = rewrite_width(b, x);
    return term_make2(b, OP_AND, term_eq(b, x, rewrite_bits_const(b, width, BITS_SMIN)),
                      term_eq(b, y, rewrite_bits_const(b, width, BITS_ONES)));
}

/* Adding or taking 0, multiplying by 0 or 1 does not overflow. (Signed in width 1, 1 is -1.) */
static term_id overflow_never(term_bank *b, term_id t)
{
    term_op op = term_op_of(b, t);
    bool product = op == OP_BVUMULO || op == OP_BVSMULO;
    bool wide = op == OP_BVUMULO || rewrite_width(b, term_arg(b, t, 0)) > 1;
    for (uint32_t i = op == OP_BVSSUBO ? 1 : 0; i < 2; i++) {
        term_id x = term_arg(b, t, i);
        if (rewrite_is_bits(b, x, BITS_ZERO) ||
            (product && wide && rewrite_is_bits(b, x, BITS_ONE)))
            return TERM_ID_FALSE;
    }
    return 0;
}

/* (= (bvcomp x y) #b1), (= (bvcomp x y) #b0). */
static term_id eq_comp(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), c = term_arg(b, t, 1);
    if (term_arity(b, t) != 2 || !rewrite_is(b, x, OP_BVCOMP) || !rewrite_is_const(b, c))
        return 0;
    term_id same = term_eq(b, term_arg(b, x, 0), term_arg(b, x, 1));
    return rewrite_is_bits(b, c, BITS_ONE) ? same : term_not(b, same);
}

/* (= f(x) c) for an f that can be undone: the constant takes it. */
static term_id eq_undo(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), c = term_arg(b, t, 1);
    if (term_arity(b, t) != 2 || !rewrite_is_const(b, c))
        return 0;
    term_op op = term_op_of(b, x);
    if (op == OP_BVNOT || op == OP_BVNEG)
        return term_eq(b, term_arg(b, x, 0), term_make1(b, op, c));
    if (op != OP_BVADD && op != OP_BVXOR)
        return 0;
    uint32_t n = term_arity(b, x);
    term_id k = term_arg(b, x, n - 1);
    if (!rewrite_is_const(b, k))
        return 0;
    return term_eq(b, rewrite_join(b, op, term_args(b, x), n - 1),
                   term_make2(b, op == OP_BVADD ? OP_BVSUB : OP_BVXOR, c, k));
}

/* Equations between the parts that x is made of and those of c. */
static term_id eq_concat(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), c = term_arg(b, t, 1);
    if (term_arity(b, t) != 2 || !rewrite_is(b, x, OP_CONCAT) || !rewrite_is_const(b, c))
        return 0;
    uint32_t top = rewrite_width(b, x);
    term_vec parts = {0};
    for (uint32_t i = 0; i < term_arity(b, x); i++) {
        term_id part = term_arg(b, x, i);
        uint32_t width = rewrite_width(b, part);
        vec_push(&parts, term_eq(b, part, rewrite_extract(b, top - 1, top - width, c)));
        top -= width;
    }
    term_id result = term_and(b, parts.at, (uint32_t)parts.n);
    vec_free(&parts);
    return result;
}

/* (= (extend x) c): x is the low part, if the extension of that is c. */
static term_id eq_extend(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), c = term_arg(b, t, 1);
    if (term_arity(b, t) != 2 || !rewrite_is_const(b, c) ||
        !(rewrite_is(b, x, OP_ZERO_EXTEND) || rewrite_is(b, x, OP_SIGN_EXTEND)))
        return 0;
    term_id inner = term_arg(b, x, 0), low = rewrite_extract(b, rewrite_width(b, inner) - 1, 0, c);
    term_id again = rewrite_indexed(b, term_op_of(b, x), term_index(b, x, 0), low);
    return term_make2(b, OP_AND, term_eq(b, again, c), term_eq(b, inner, low));
}

/* Common top parts of two concats or extensions of one kind. */
static term_id eq_same_extend(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    term_op op = term_op_of(b, x);
    if (term_arity(b, t) != 2 || (op != OP_ZERO_EXTEND && op != OP_SIGN_EXTEND) ||
        !rewrite_is(b, y, op) || term_index(b, x, 0) != term_index(b, y, 0))
        return 0;
    return term_eq(b, term_arg(b, x, 0), term_arg(b, y, 0));
}

const rewrite_rule rewrite_bv_compare_rules[] = {
    {"bv-swap-order", OP_BVUGE, swap_order},
    {"bv-swap-order", OP_BVUGT, swap_order},
    {"bv-swap-order", OP_BVSGE, swap_order},
    {"bv-swap-order", OP_BVSGT, swap_order},
    {"bv-less-bounds", OP_BVULT, less_bounds},
    {"bv-less-bounds", OP_BVSLT, less_bounds},
    {"bv-less-equal-bounds", OP_BVULE, less_equal_bounds},
    {"bv-less-equal-bounds", OP_BVSLE, less_equal_bounds},
    {"bvcomp-same", OP_BVCOMP, comp_same},
    {"bvnego-to-eq", OP_BVNEGO, nego_to_eq},
    {"bvusubo-to-bvult", OP_BVUSUBO, usubo_to_less},
    {"bvsdivo-to-eq", OP_BVSDIVO, sdivo_to_eq},
    {"bv-overflow-never", OP_BVUADDO, overflow_never},
    {"bv-overflow-never", OP_BVSADDO, overflow_never},
    {"bv-overflow-never", OP_BVUMULO, overflow_never},
    {"bv-overflow-never", OP_BVSMULO, overflow_never},
    {"bv-overflow-never", OP_BVSSUBO, overflow_never},
    {"bv-eq-bvcomp", OP_EQ, eq_comp},
    {"bv-eq-undo", OP_EQ, eq_undo},
    {"bv-eq-concat", OP_EQ, eq_concat},
    {"bv-eq-extend", OP_EQ, eq_extend},
    {"bv-eq-same-extend", OP_EQ, eq_same_extend},
    {0},
};
