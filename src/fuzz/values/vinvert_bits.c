/* Wanted values through bit-vectors of any width. */
#include "fuzz/values/vinvert_impl.h"

static uint32_t width_of(const vrequest *q, value_id v)
{
    return sort_bv_width(q->bank, value_sort(q->bank, v));
}

static value_id op2(const vrequest *q, term_op op, value_id x, value_id y)
{
    return x ? vrequest_op(q, op, value_sort(q->bank, x), x, y) : 0;
}

static value_id slice(const vrequest *q, value_id v, uint32_t high, uint32_t low)
{
    return vrequest_indexed(q, OP_EXTRACT, high, low, 2, sort_bv(q->bank, high - low + 1), v);
}

static value_id complement(const vrequest *q, value_id v)
{
    return v ? vrequest_indexed(q, OP_BVNOT, 0, 0, 0, value_sort(q->bank, v), v) : 0;
}

static void invert_concat(const vrequest *q)
{
    uint32_t high = sort_bv_width(q->bank, q->sort);
    for (uint32_t i = 0; i < q->n; i++) {
        uint32_t width = sort_bv_width(q->bank, vrequest_sort(q, i));
        vrequest_want(q, i, slice(q, q->wanted, high - 1, high - width));
        high -= width;
    }
}

/* The wanted bits in the middle of what is there. */
static void invert_extract(const vrequest *q)
{
    uint32_t high = term_index(q->bank, q->term, 0), low = term_index(q->bank, q->term, 1);
    value_id old = vrequest_operand(q, 0);
    if (!old)
        return;
    mpz_t now, part, x;
    value_scratch s1, s2;
    value_mpz(q->bank, old, now, &s1);
    value_mpz(q->bank, q->wanted, part, &s2);
    mpz_init_set(x, now);
    for (uint32_t i = low; i <= high; i++)
        (mpz_tstbit(part, i - low) ? mpz_setbit : mpz_clrbit)(x, i);
    value_id v = value_bv_mpz(q->bank, width_of(q, old), x);
    mpz_clear(x);
    vrequest_want(q, 0, v);
}

static void invert_sum(const vrequest *q)
{
    uint32_t i;
    if (!q->now || !vrequest_pick(q, &i))
        return;
    value_id missing = op2(q, OP_BVSUB, q->wanted, q->now);
    bool subtracted = q->op == OP_BVSUB && i > 0;
    vrequest_want(q, i, op2(q, subtracted ? OP_BVSUB : OP_BVADD, vrequest_operand(q, i), missing));
}

/* Bitwise: where the other operands leave a choice, bits stay as they are. */
static void invert_bitwise(const vrequest *q)
{
    uint32_t i;
    if (!q->now || !vrequest_pick(q, &i))
        return;
    value_id own = vrequest_operand(q, i), wrong = op2(q, OP_BVXOR, q->wanted, q->now);
    if (q->op == OP_BVXOR || q->op == OP_BVXNOR) {
        vrequest_want(q, i, op2(q, OP_BVXOR, own, wrong));
        return;
    }
    bool conjunction = q->op == OP_BVAND || q->op == OP_BVNAND;
    bool negated = q->op == OP_BVNAND || q->op == OP_BVNOR;
    value_id target = negated ? complement(q, q->wanted) : q->wanted;
    /* own bits outside of what is wrong, the target's bits inside */
    value_id kept = op2(q, OP_BVAND, own, complement(q, wrong));
    vrequest_want(q, i, op2(q, OP_BVOR, kept, op2(q, OP_BVAND, target, wrong)));
    bool all = rng_one_in(q->r, 2); /* ones of a conjunction need all of its operands */
    for (uint32_t k = 0; k < q->n && all; k++)
        if (k != i) {
            value_id v = vrequest_operand(q, k);
            vrequest_want(q, k,
                          conjunction ? op2(q, OP_BVOR, v, target) : op2(q, OP_BVAND, v, target));
        }
}

/* x * others = wanted: exact by the inverse of the odd part, if there is a solution. */
static void invert_product(const vrequest *q)
{
    uint32_t i, width = sort_bv_width(q->bank, q->sort);
    if (!vrequest_pick(q, &i))
        return;
    value_id others = value_bv_u64(q->bank, width, 1);
    for (uint32_t k = 0; k < q->n; k++)
        if (k != i)
            others = op2(q, OP_BVMUL, others, vrequest_operand(q, k));
    if (!others)
        return;
    mpz_t other, goal, x, modulus;
    value_scratch s1, s2;
    value_mpz(q->bank, others, other, &s1);
    value_mpz(q->bank, q->wanted, goal, &s2);
    mpz_init(x);
    mpz_init_set_ui(modulus, 1);
    mpz_mul_2exp(modulus, modulus, width);
    unsigned long twos = mpz_sgn(other) ? mpz_scan1(other, 0) : width;
    value_id v = 0;
    if (twos < width && (!mpz_sgn(goal) || mpz_scan1(goal, 0) >= twos)) {
        mpz_fdiv_q_2exp(x, other, twos);
        mpz_invert(x, x, modulus);
        mpz_t shifted;
        mpz_init(shifted);
        mpz_fdiv_q_2exp(shifted, goal, twos);
        mpz_mul(x, x, shifted);
        mpz_clear(shifted);
        v = value_bv_mpz(q->bank, width, x);
    }
    mpz_clears(x, modulus, NULL);
    if (v) {
        vrequest_want(q, i, v);
        return;
    }
    for (uint32_t k = 0; k < q->n; k++) /* odd factors make it solvable */
        if (k != i && vrequest_operand(q, k))
            vrequest_want(q, k,
                          op2(q, OP_BVOR, vrequest_operand(q, k), value_bv_u64(q->bank, width, 1)));
}

static void invert_shift(const vrequest *q)
{
    value_id x = vrequest_operand(q, 0), by = vrequest_operand(q, 1);
    if (!x || !by)
        return;
    if (vrequest_moves(q, 1) && (!vrequest_moves(q, 0) || rng_one_in(q->r, 3))) {
        vrequest_want(q, 1,
                      value_bv_u64(q->bank, width_of(q, by), rng_below(q->r, width_of(q, by) + 1)));
        return;
    }
    /* bits that fall off stay as they are */
    term_op back = q->op == OP_BVSHL ? OP_BVLSHR : OP_BVSHL;
    value_id ones = complement(q, value_bv_u64(q->bank, width_of(q, x), 0));
    value_id seen = op2(q, back, op2(q, (term_op)q->op, ones, by), by);
    value_id v = op2(q, back, q->wanted, by);
    v = op2(q, OP_BVOR, op2(q, OP_BVAND, v, seen), op2(q, OP_BVAND, x, complement(q, seen)));
    vrequest_want(q, 0, v);
}

static void invert_division(const vrequest *q)
{
    value_id x = vrequest_operand(q, 0), y = vrequest_operand(q, 1);
    bool first = vrequest_moves(q, 0) && !(vrequest_moves(q, 1) && rng_one_in(q->r, 3));
    bool remainder = q->op != OP_BVUDIV && q->op != OP_BVSDIV;
    if (first && remainder && q->now)
        vrequest_want(q, 0, op2(q, OP_BVADD, x, op2(q, OP_BVSUB, q->wanted, q->now)));
    else if (first)
        vrequest_want(q, 0, op2(q, OP_BVMUL, q->wanted, y));
    else if (remainder)
        vrequest_want(q, 1, op2(q, OP_BVSUB, x, q->wanted));
    else
        vrequest_want(q, 1, op2(q, (term_op)q->op, x, q->wanted));
}

static void invert_turn(const vrequest *q)
{
    term_op back = q->op == OP_ROTATE_LEFT ? OP_ROTATE_RIGHT : OP_ROTATE_LEFT;
    vrequest_want(
        q, 0, vrequest_indexed(q, back, term_index(q->bank, q->term, 0), 0, 1, q->sort, q->wanted));
}

/* Any integer with these low bits: the one nearest to what is there. */
static void invert_int_to_bv(const vrequest *q)
{
    value_id x = vrequest_operand(q, 0);
    mpz_t now, goal, sum;
    value_scratch s1, s2;
    if (!x || !q->now)
        return;
    value_mpz(q->bank, q->now, now, &s1);
    value_mpz(q->bank, q->wanted, goal, &s2);
    mpz_init(sum);
    mpz_sub(sum, goal, now);
    value_id v = vrequest_op(q, OP_ADD, SORT_ID_INT, x, value_int_mpz(q->bank, sum));
    mpz_clear(sum);
    vrequest_want(q, 0, rng_one_in(q->r, 4) ? vconvert(q->bank, q->wanted, SORT_ID_INT) : v);
}

static void invert_comparison(const vrequest *q)
{
    uint32_t i;
    if (!vrequest_pick(q, &i))
        return;
    value_id other = vrequest_operand(q, 1 - i);
    bool equal = q->wanted == value_bv_u64(q->bank, 1, 1);
    vrequest_want(q, i, !other || equal ? other : vmutate(q->w, other));
}

bool vinvert_bits(const vrequest *q)
{
    uint32_t width;
    switch (q->op) {
    case OP_CONCAT:
        invert_concat(q);
        return true;
    case OP_EXTRACT:
        invert_extract(q);
        return true;
    case OP_BVNOT:
    case OP_BVNEG:
        vrequest_want(q, 0, vrequest_indexed(q, (term_op)q->op, 0, 0, 0, q->sort, q->wanted));
        return true;
    case OP_BVADD:
    case OP_BVSUB:
        invert_sum(q);
        return true;
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR:
    case OP_BVNAND:
    case OP_BVNOR:
    case OP_BVXNOR:
        invert_bitwise(q);
        return true;
    case OP_BVMUL:
        invert_product(q);
        return true;
    case OP_BVUDIV:
    case OP_BVSDIV:
    case OP_BVUREM:
    case OP_BVSREM:
    case OP_BVSMOD:
        invert_division(q);
        return true;
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR:
        invert_shift(q);
        return true;
    case OP_BVCOMP:
        invert_comparison(q);
        return true;
    case OP_REPEAT:
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
        width = sort_bv_width(q->bank, vrequest_sort(q, 0));
        vrequest_want(q, 0, slice(q, q->wanted, width - 1, 0));
        return true;
    case OP_ROTATE_LEFT:
    case OP_ROTATE_RIGHT:
        invert_turn(q);
        return true;
    case OP_UBV_TO_INT:
    case OP_SBV_TO_INT:
        vrequest_want(q, 0, vconvert(q->bank, q->wanted, vrequest_sort(q, 0)));
        return true;
    case OP_INT_TO_BV:
        invert_int_to_bv(q);
        return true;
    default:
        return false;
    }
}
