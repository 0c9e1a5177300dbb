/* Wanted values through floats of any format. */
#include "fuzz/values/vinvert_impl.h"

static value_id rounded(const vrequest *q, term_op op, sort_id s, value_id mode, value_id x,
                        value_id y)
{
    value_id args[] = {mode, x, y};
    eval_reason why;
    return mode && x && y ? eval_op(q->bank, op, NULL, 0, s, args, 3, &why) : 0;
}

static value_id bits_of(const vrequest *q, value_id v)
{
    mpz_t bits;
    value_scratch scratch;
    sort_id s = value_sort(q->bank, v);
    value_mpz(q->bank, v, bits, &scratch);
    return value_bv_mpz(q->bank, sort_fp_exponent(q->bank, s) + sort_fp_significand(q->bank, s),
                        bits);
}

static value_id unary(const vrequest *q, term_op op, value_id v)
{
    return v ? vrequest_indexed(q, op, 0, 0, 0, value_sort(q->bank, v), v) : 0;
}

/* (fp sign exponent significand) */
static void invert_triple(const vrequest *q)
{
    value_id bits = bits_of(q, q->wanted);
    uint32_t high = sort_bv_width(q->bank, value_sort(q->bank, bits));
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t width = sort_bv_width(q->bank, vrequest_sort(q, i));
        vrequest_want(q, i,
                      vrequest_indexed(q, OP_EXTRACT, high - 1, high - width, 2,
                                       sort_bv(q->bank, width), bits));
        high -= width;
    }
}

/* x op y = wanted for x or y, in the rounding of the node; now and then its neighbour. */
static void invert_binary(const vrequest *q)
{
    sort_id s = q->sort;
    value_id mode = vrequest_operand(q, 0), x = vrequest_operand(q, 1), y = vrequest_operand(q, 2);
    bool first = vrequest_moves(q, 1) && !(vrequest_moves(q, 2) && rng_one_in(q->r, 2));
    value_id v = 0;
    switch (q->op) {
    case OP_FP_ADD:
        v = rounded(q, OP_FP_SUB, s, mode, q->wanted, first ? y : x);
        break;
    case OP_FP_SUB:
        v = first ? rounded(q, OP_FP_ADD, s, mode, q->wanted, y)
                  : rounded(q, OP_FP_SUB, s, mode, x, q->wanted);
        break;
    case OP_FP_MUL:
        v = rounded(q, OP_FP_DIV, s, mode, q->wanted, first ? y : x);
        break;
    default:
        v = first ? rounded(q, OP_FP_MUL, s, mode, q->wanted, y)
                  : rounded(q, OP_FP_DIV, s, mode, x, q->wanted);
        break;
    }
    if (v && rng_one_in(q->r, 4))
        v = vmutate(q->w, v);
    vrequest_want(q, first ? 1 : 2, v);
}

static void invert_square_root(const vrequest *q)
{
    vrequest_want(q, 1,
                  rounded(q, OP_FP_MUL, q->sort, vrequest_operand(q, 0), q->wanted, q->wanted));
}

/* x * y + z: by z, or by x when z is fixed. */
static void invert_fma(const vrequest *q)
{
    sort_id s = q->sort;
    value_id mode = vrequest_operand(q, 0), x = vrequest_operand(q, 1), y = vrequest_operand(q, 2),
             z = vrequest_operand(q, 3);
    if (vrequest_moves(q, 3)) {
        vrequest_want(
            q, 3, rounded(q, OP_FP_SUB, s, mode, q->wanted, rounded(q, OP_FP_MUL, s, mode, x, y)));
        return;
    }
    value_id rest = rounded(q, OP_FP_SUB, s, mode, q->wanted, z);
    uint32_t i = vrequest_moves(q, 1) ? 1 : 2;
    vrequest_want(q, i, rounded(q, OP_FP_DIV, s, mode, rest, i == 1 ? y : x));
}

bool vinvert_float(const vrequest *q)
{
    uint32_t i;
    switch (q->op) {
    case OP_FP:
        invert_triple(q);
        return true;
    case OP_FP_NEG:
        vrequest_want(q, 0, unary(q, OP_FP_NEG, q->wanted));
        return true;
    case OP_FP_ABS:
        vrequest_want(q, 0, rng_one_in(q->r, 2) ? q->wanted : unary(q, OP_FP_NEG, q->wanted));
        return true;
    case OP_FP_ADD:
    case OP_FP_SUB:
    case OP_FP_MUL:
    case OP_FP_DIV:
        invert_binary(q);
        return true;
    case OP_FP_SQRT:
        invert_square_root(q);
        return true;
    case OP_FP_FMA:
        invert_fma(q);
        return true;
    case OP_FP_ROUND:
        vrequest_want(q, 1, q->wanted);
        return true;
    case OP_FP_MIN:
    case OP_FP_MAX:
        if (vrequest_pick(q, &i))
            vrequest_want(q, i, q->wanted);
        return true;
    case OP_FP_FROM_BITS:
        vrequest_want(q, 0, bits_of(q, q->wanted));
        return true;
    case OP_FP_TO_BITS:
        vrequest_want(q, 0,
                      vrequest_indexed(q, OP_FP_FROM_BITS,
                                       sort_fp_exponent(q->bank, vrequest_sort(q, 0)),
                                       sort_fp_significand(q->bank, vrequest_sort(q, 0)), 2,
                                       vrequest_sort(q, 0), q->wanted));
        return true;
    case OP_FP_FROM_FP:
    case OP_FP_FROM_REAL:
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV:
    case OP_FP_TO_UBV:
    case OP_FP_TO_SBV:
        vrequest_want(q, 1, vconvert(q->bank, q->wanted, vrequest_sort(q, 1)));
        return true;
    case OP_FP_TO_REAL:
        vrequest_want(q, 0, vconvert(q->bank, q->wanted, vrequest_sort(q, 0)));
        return true;
    default:
        return false; /* the tests of a class go by trial */
    }
}
