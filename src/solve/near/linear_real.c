#include "solve/near/linear_impl.h"
#include "term/eval/eval.h"

static term_id zero(linear *l)
{
    return term_const(l->bank, value_real(l->bank, 0, 1));
}

static bool is_const(const linear *l, term_id t, uint32_t i)
{
    return term_op_of(l->bank, term_arg(l->bank, t, i)) == OP_CONST;
}

static term_id negated(linear *l, term_id x)
{
    return term_make1(l->bank, OP_NEG, x);
}

/* The largest integer that is not larger. */
static term_id floor_of(linear *l, term_id x)
{
    return term_make1(l->bank, OP_TO_INT, x);
}

/* Toward zero. */
static term_id cut(linear *l, term_id x)
{
    return term_make3(l->bank, OP_ITE, term_make2(l->bank, OP_LE, zero(l), x), floor_of(l, x),
                      negated(l, floor_of(l, negated(l, x))));
}

static term_id constant(linear *l, term_id t)
{
    eval_reason why;
    value_id v = term_value(l->bank, t);
    v = eval_op(l->bank, OP_FP_TO_REAL, NULL, 0, SORT_ID_REAL, &v, 1, &why);
    return v ? term_const(l->bank, v) : 0;
}

/* To an integer, as a number; where two are equally near it does not matter. */
static term_id rounded(linear *l, term_id t)
{
    term_id x = linear_arg(l, t, 1), whole;
    if (!is_const(l, t, 0))
        return 0;
    switch (value_rounding(l->bank, term_value(l->bank, term_arg(l->bank, t, 0)))) {
    case RM_RTZ:
        whole = cut(l, x);
        break;
    case RM_RTN:
        whole = floor_of(l, x);
        break;
    case RM_RTP:
        whole = negated(l, floor_of(l, negated(l, x)));
        break;
    default:
        whole = floor_of(l, linear_plus(l, x, term_const(l->bank, value_real(l->bank, 1, 2))));
    }
    return term_make1(l->bank, OP_TO_REAL, whole);
}

static term_id arithmetic(linear *l, term_id t)
{
    term_id a = linear_arg(l, t, 1), b = linear_arg(l, t, 2);
    switch (term_op_of(l->bank, t)) {
    case OP_FP_ADD:
        return linear_plus(l, a, b);
    case OP_FP_SUB:
        return term_make2(l->bank, OP_SUB, a, b);
    case OP_FP_MUL:
        return is_const(l, t, 1) || is_const(l, t, 2) ? linear_times(l, a, b) : 0;
    default: /* OP_FP_DIV */
        return is_const(l, t, 2) && b != zero(l) ? term_make2(l->bank, OP_DIV, a, b) : 0;
    }
}

term_id linear_real(linear *l, term_id t)
{
    term_bank *b = l->bank;
    switch (term_op_of(b, t)) {
    case OP_CONST:
        return constant(l, t);
    case OP_FP_FROM_UBV:
        return term_make1(b, OP_TO_REAL, linear_arg(l, t, 1));
    case OP_FP_FROM_SBV:
        return term_make1(b, OP_TO_REAL, linear_with_sign(l, term_arg(b, t, 1)));
    case OP_FP_FROM_FP:
        return linear_arg(l, t, 1);
    case OP_FP_NEG:
        return negated(l, linear_arg(l, t, 0));
    case OP_FP_ADD:
    case OP_FP_SUB:
    case OP_FP_MUL:
    case OP_FP_DIV:
        return arithmetic(l, t);
    case OP_FP_ROUND:
        return rounded(l, t);
    case OP_ITE:
        return term_make3(b, OP_ITE, linear_arg(l, t, 0), linear_arg(l, t, 1), linear_arg(l, t, 2));
    default:
        return 0;
    }
}

term_id linear_real_truth(linear *l, term_id t)
{
    static const struct {
        term_op op, real;
    } known[] = {{OP_FP_LT, OP_LT},
                 {OP_FP_LEQ, OP_LE},
                 {OP_FP_GT, OP_GT},
                 {OP_FP_GEQ, OP_GE},
                 {OP_FP_EQ, OP_EQ}};
    term_op op = term_op_of(l->bank, t);
    if (op == OP_FP_IS_NAN || op == OP_FP_IS_INFINITE)
        return TERM_ID_FALSE;
    for (size_t i = 0; i < sizeof known / sizeof *known && term_arity(l->bank, t) == 2; i++)
        if (known[i].op == op)
            return term_make2(l->bank, known[i].real, linear_arg(l, t, 0), linear_arg(l, t, 1));
    return 0;
}

term_id linear_real_cut(linear *l, term_id t, mpz_t most)
{
    return linear_wrap(l, cut(l, linear_arg(l, t, 1)),
                       sort_bv_width(l->bank, term_sort(l->bank, t)), false, most);
}
