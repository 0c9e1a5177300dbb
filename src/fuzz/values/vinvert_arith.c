/* Wanted values through arithmetic. */
#include "fuzz/values/vinvert_impl.h"

static value_id number(const vrequest *q, sort_id s, int64_t n)
{
    return s == SORT_ID_INT ? value_int(q->bank, n) : value_real(q->bank, n, 1);
}

static value_id plus(const vrequest *q, value_id x, value_id y)
{
    return vrequest_op(q, OP_ADD, q->sort, x, y);
}

static value_id minus(const vrequest *q, value_id x, value_id y)
{
    return vrequest_op(q, OP_SUB, q->sort, x, y);
}

static value_id times(const vrequest *q, value_id x, value_id y)
{
    return vrequest_op(q, OP_MUL, q->sort, x, y);
}

static bool is_zero(const vrequest *q, value_id v)
{
    return !v || v == number(q, value_sort(q->bank, v), 0);
}

/* Sums: one operand moves by what is missing. */
static void invert_sum(const vrequest *q)
{
    uint32_t i;
    if (!q->now || !vrequest_pick(q, &i))
        return;
    value_id missing = minus(q, q->wanted, q->now), own = vrequest_operand(q, i);
    bool subtracted = q->op == OP_SUB && i > 0;
    vrequest_want(q, i, subtracted ? minus(q, own, missing) : plus(q, own, missing));
}

static value_id quotient(const vrequest *q, value_id x, value_id y)
{
    if (is_zero(q, y))
        return 0;
    if (q->sort == SORT_ID_REAL)
        return vrequest_op(q, OP_DIV, SORT_ID_REAL, x, y);
    value_id v = vrequest_op(q, OP_IDIV, SORT_ID_INT, x, y);
    bool exact = is_zero(q, vrequest_op(q, OP_MOD, SORT_ID_INT, x, y));
    return exact || rng_one_in(q->r, 2) ? v : plus(q, v, number(q, SORT_ID_INT, 1));
}

static void invert_product(const vrequest *q)
{
    uint32_t i;
    if (!vrequest_pick(q, &i))
        return;
    value_id others = number(q, q->sort, 1);
    for (uint32_t k = 0; k < q->n; k++)
        if (k != i)
            others = times(q, others, vrequest_operand(q, k));
    if (!is_zero(q, others)) {
        vrequest_want(q, i, quotient(q, q->wanted, others));
        return;
    }
    for (uint32_t k = 0; k < q->n; k++) /* nothing helps before these are not zero */
        if (k != i && is_zero(q, vrequest_operand(q, k)))
            vrequest_want(q, k, number(q, q->sort, 1));
    vrequest_want(q, i, q->wanted);
}

static void invert_quotient(const vrequest *q)
{
    value_id x = vrequest_operand(q, 0), y = vrequest_operand(q, 1);
    bool first = vrequest_moves(q, 0) && !(vrequest_moves(q, 1) && rng_one_in(q->r, 3));
    if (q->n != 2)
        return;
    if (first && !is_zero(q, y)) {
        value_id v = times(q, q->wanted, y);
        if (q->op == OP_IDIV && rng_one_in(q->r, 2) && v) { /* any remainder will do */
            value_id rest = value_int(q->bank, (int64_t)(rng_next(q->r) >> 1));
            v = plus(q, v, vrequest_op(q, OP_MOD, SORT_ID_INT, rest, y));
        }
        vrequest_want(q, 0, v);
    } else {
        value_id v = quotient(q, x, q->wanted);
        vrequest_want(q, 1, v && !is_zero(q, v) ? v : number(q, q->sort, 1));
    }
}

static void invert_remainder(const vrequest *q)
{
    value_id x = vrequest_operand(q, 0), y = vrequest_operand(q, 1);
    if (vrequest_moves(q, 0) && q->now && !(vrequest_moves(q, 1) && rng_one_in(q->r, 4)))
        vrequest_want(q, 0, plus(q, x, minus(q, q->wanted, q->now)));
    else if (rng_one_in(q->r, 2))
        vrequest_want(q, 1, minus(q, x, q->wanted));
    else
        vrequest_want(q, 1, y ? vmutate(q->w, y) : 0);
}

/* The nearest multiple, or something beside it. */
static void invert_divisible(const vrequest *q)
{
    value_id x = vrequest_operand(q, 0);
    value_id k = value_int(q->bank, term_index(q->bank, q->term, 0));
    value_id rest = vrequest_op(q, OP_MOD, SORT_ID_INT, x, k);
    value_id multiple = vrequest_op(q, OP_SUB, SORT_ID_INT, x, rest);
    if (!value_is_true(q->wanted))
        multiple = vrequest_op(q, OP_ADD, SORT_ID_INT, multiple, value_int(q->bank, 1));
    vrequest_want(q, 0, multiple);
}

static void invert_is_int(const vrequest *q)
{
    value_id x = vrequest_operand(q, 0), whole = x ? vconvert(q->bank, x, SORT_ID_INT) : 0;
    whole = whole ? vconvert(q->bank, whole, SORT_ID_REAL) : 0;
    if (!value_is_true(q->wanted))
        whole = vrequest_op(q, OP_ADD, SORT_ID_REAL, whole,
                            value_real(q->bank, 1, 2 + (int64_t)rng_below(q->r, 6)));
    vrequest_want(q, 0, whole);
}

bool vinvert_arith(const vrequest *q)
{
    switch (q->op) {
    case OP_ADD:
    case OP_SUB:
        invert_sum(q);
        return true;
    case OP_MUL:
        invert_product(q);
        return true;
    case OP_DIV:
    case OP_IDIV:
        invert_quotient(q);
        return true;
    case OP_MOD:
        invert_remainder(q);
        return true;
    case OP_NEG:
        vrequest_want(q, 0, minus(q, number(q, q->sort, 0), q->wanted));
        return true;
    case OP_ABS:
        vrequest_want(q, 0,
                      rng_one_in(q->r, 2) ? q->wanted : minus(q, number(q, q->sort, 0), q->wanted));
        return true;
    case OP_DIVISIBLE:
        invert_divisible(q);
        return true;
    case OP_IS_INT:
        invert_is_int(q);
        return true;
    case OP_TO_REAL:
    case OP_TO_INT:
        vrequest_want(q, 0, vconvert(q->bank, q->wanted, vrequest_sort(q, 0)));
        return true;
    default:
        return false;
    }
}
