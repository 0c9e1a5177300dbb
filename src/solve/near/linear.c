#include "solve/near/linear.h"

#include <stdlib.h>

#include "solve/near/linear_impl.h"
#include "term/core/walk.h"

/* An unknown integer; with `most`: from 0 to that. */
static term_id unknown(linear *l, const mpz_t *most)
{
    term_bank *b = l->bank;
    decl_id d = decl_constant(b, symbol_fresh(b, "linear"), SORT_ID_INT);
    term_id t = term_app(b, d, NULL, 0);
    if (most) {
        vec_push(l->terms, term_make2(b, OP_LE, term_const(b, value_int(b, 0)), t));
        vec_push(l->terms, term_make2(b, OP_LE, t, linear_integer(l, *most)));
    }
    return t;
}

static term_id unknown_bits(linear *l, uint32_t bits, mpz_t most)
{
    mpz_set_ui(most, 0);
    mpz_setbit(most, bits);
    mpz_sub_ui(most, most, 1);
    return unknown(l, (const mpz_t *)most);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* The integer modulo 2^width, where it may be outside. */
term_id linear_wrap(linear *l, term_id t, uint32_t width, bool inside, mpz_t most)
{
    if (inside)
        return t;
    term_id rest = unknown_bits(l, width, most);
    vec_push(
        l->terms,
        term_eq(l->bank, t,
                linear_plus(l, rest, linear_times(l, linear_power(l, width), unknown(l, NULL)))));
    return rest;
}

/* Bits high … low of the integer, which is from 0 to *most, and the part's own bound there. */
static term_id part(linear *l, term_id t, uint32_t high, uint32_t low, mpz_t most)
{
    bool cut = mpz_sizeinbase(most, 2) > high + 1u;
    mpz_t below;
    if (!cut && !low)
        return t;
    mpz_init(below);
    term_id all = low ? unknown_bits(l, low, below) : term_const(l->bank, value_int(l->bank, 0));
    mpz_clear(below);
    if (cut)
        all = linear_plus(l, all, linear_times(l, linear_power(l, high + 1), unknown(l, NULL)));
    term_id rest = unknown_bits(l, high - low + 1, most);
    vec_push(l->terms,
             term_eq(l->bank, t, linear_plus(l, all, linear_times(l, linear_power(l, low), rest))));
    return rest;
}

bool linear_is_number(const linear *l, term_id t, mpz_t n)
{
    value_scratch scratch;
    mpz_t number;
    if (term_op_of(l->bank, t) != OP_CONST ||
        sort_kind_of(l->bank, term_sort(l->bank, t)) != SORT_BV)
        return false;
    value_mpz(l->bank, term_value(l->bank, t), number, &scratch);
    mpz_set(n, number);
    return true;
}

static term_id sum(linear *l, term_id t, mpz_t most)
{
    term_id all = linear_arg(l, t, 0);
    mpz_set(most, linear_of(l, term_arg(l->bank, t, 0))->most);
    for (uint32_t i = 1; i < term_arity(l->bank, t); i++) {
        all = linear_plus(l, all, linear_arg(l, t, i));
        mpz_add(most, most, linear_of(l, term_arg(l->bank, t, i))->most);
    }
    return linear_wrap(l, all, width_of(l, t), mpz_sizeinbase(most, 2) <= width_of(l, t), most);
}

/* What is known of its operands says that the difference is not negative. */
static bool stays_positive(const linear *l, term_id t)
{
    if (term_op_of(l->bank, t) != OP_BVSUB || term_arity(l->bank, t) != 2)
        return false;
    const fuzz_range *x = linear_range(l, term_arg(l->bank, t, 0)),
                     *y = linear_range(l, term_arg(l->bank, t, 1));
    return x && y && x->low >= y->high;
}

static term_id difference(linear *l, term_id t, mpz_t most)
{
    term_id all = linear_arg(l, t, 0);
    for (uint32_t i = 1; i < term_arity(l->bank, t); i++)
        all = term_make2(l->bank, OP_SUB, all, linear_arg(l, t, i));
    if (term_op_of(l->bank, t) == OP_BVNEG)
        all = term_make1(l->bank, OP_NEG, all);
    bool inside = stays_positive(l, t);
    if (inside)
        mpz_set(most, linear_of(l, term_arg(l->bank, t, 0))->most);
    return linear_wrap(l, all, width_of(l, t), inside, most);
}

/* All factors but one are constants. */
static term_id product(linear *l, term_id t, mpz_t most)
{
    mpz_t factor, one;
    term_id other = 0;
    bool one_only = true;
    mpz_inits(factor, one, NULL);
    mpz_set_ui(factor, 1);
    for (uint32_t i = 0; i < term_arity(l->bank, t); i++) {
        term_id a = term_arg(l->bank, t, i);
        if (linear_is_number(l, a, one))
            mpz_mul(factor, factor, one);
        else if (other)
            one_only = false;
        else
            other = a;
    }
    term_id all = 0;
    if (one_only && other) {
        mpz_mul(most, linear_of(l, other)->most, factor);
        all = linear_wrap(l, linear_times(l, linear_integer(l, factor), linear_of(l, other)->term),
                          width_of(l, t), mpz_sizeinbase(most, 2) <= width_of(l, t), most);
    }
    mpz_clears(factor, one, NULL);
    return all;
}

/* By a constant that is not 0. */
static term_id quotient(linear *l, term_id t, bool remainder, mpz_t most)
{
    mpz_t by;
    mpz_init(by);
    const linear_node *a = linear_of(l, term_arg(l->bank, t, 0));
    term_id all = 0;
    if (linear_is_number(l, term_arg(l->bank, t, 1), by) && mpz_sgn(by)) {
        term_id divisor = linear_integer(l, by), from = a->term;
        mpz_fdiv_q(most, a->most, by);
        mpz_sub_ui(by, by, 1);
        term_id whole = unknown(l, (const mpz_t *)most), rest = unknown(l, (const mpz_t *)by);
        vec_push(l->terms,
                 term_eq(l->bank, from, linear_plus(l, linear_times(l, divisor, whole), rest)));
        if (remainder)
            mpz_set(most, by);
        all = remainder ? rest : whole;
    }
    mpz_clear(by);
    return all;
}

/* Neither operand can be negative. */
static bool without_signs(const linear *l, term_id t)
{
    bool all = true;
    for (uint32_t i = 0; i < term_arity(l->bank, t); i++)
        all =
            all && mpz_sizeinbase(linear_of(l, term_arg(l->bank, t, i))->most, 2) < width_of(l, t);
    return all;
}

/* By a constant: a product, or the upper part. */
static term_id shift(linear *l, term_id t, bool left, mpz_t most)
{
    uint64_t by;
    term_id second = term_arg(l->bank, t, 1), a = linear_arg(l, t, 0);
    uint32_t width = width_of(l, t);
    if (term_op_of(l->bank, second) != OP_CONST ||
        !value_small_bits(l->bank, term_value(l->bank, second), &by) || by >= width)
        return 0;
    mpz_set(most, linear_of(l, term_arg(l->bank, t, 0))->most);
    if (!left)
        return part(l, a, width - 1, (uint32_t)by, most);
    mpz_mul_2exp(most, most, by);
    return linear_wrap(l, linear_times(l, linear_power(l, (uint32_t)by), a), width,
                       mpz_sizeinbase(most, 2) <= width, most);
}

/* The bits of the integer, which is from 0 to *most, that the mask has: each run of them is a part. */
static term_id masked(linear *l, term_id t, const mpz_t mask, mpz_t most)
{
    enum { MOST_RUNS = 4 };
    term_id all = term_const(l->bank, value_int(l->bank, 0));
    mpz_t bound;
    mpz_init(bound);
    size_t bit = mpz_scan1(mask, 0);
    for (int runs = 0; bit < mpz_sizeinbase(mask, 2) && all; runs++) {
        size_t end = mpz_scan0(mask, bit);
        mpz_set(bound, most);
        term_id one = part(l, t, (uint32_t)end - 1, (uint32_t)bit, bound);
        all = runs < MOST_RUNS
                  ? linear_plus(l, all, linear_times(l, linear_power(l, (uint32_t)bit), one))
                  : 0;
        bit = mpz_scan1(mask, end);
    }
    mpz_clear(bound);
    mpz_set(most, mask);
    return all;
}

/* and, or, xor with a constant: x or c is x + c - (x and c). */
static term_id bitwise(linear *l, term_id t, mpz_t most)
{
    term_op op = term_op_of(l->bank, t);
    term_id a = term_arg(l->bank, t, 0), b = term_arg(l->bank, t, 1), all = 0;
    mpz_t mask;
    mpz_init(mask);
    if (linear_is_number(l, a, mask)) {
        term_id swap = a;
        a = b;
        b = swap;
    }
    if (term_arity(l->bank, t) == 2 && linear_is_number(l, b, mask)) {
        mpz_set(most, linear_of(l, a)->most);
        all = mpz_sgn(mask) ? masked(l, linear_of(l, a)->term, mask, most)
                            : term_const(l->bank, value_int(l->bank, 0));
    }
    if (all && op != OP_BVAND) {
        term_id both =
            op == OP_BVXOR ? linear_times(l, term_const(l->bank, value_int(l->bank, 2)), all) : all;
        all = term_make2(l->bank, OP_SUB,
                         linear_plus(l, linear_of(l, a)->term, linear_of(l, b)->term), both);
        mpz_set_ui(most, 0);
        mpz_setbit(most, width_of(l, t));
        mpz_sub_ui(most, most, 1);
    }
    mpz_clear(mask);
    return all;
}

static term_id joined(linear *l, term_id t, mpz_t most)
{
    term_id all = linear_arg(l, t, 0);
    mpz_set(most, linear_of(l, term_arg(l->bank, t, 0))->most);
    for (uint32_t i = 1; i < term_arity(l->bank, t); i++) {
        uint32_t width = width_of(l, term_arg(l->bank, t, i));
        all = linear_plus(l, linear_times(l, linear_power(l, width), all), linear_arg(l, t, i));
        mpz_mul_2exp(most, most, width);
        mpz_add(most, most, linear_of(l, term_arg(l->bank, t, i))->most);
    }
    return all;
}

/* The integer of a number with a sign. */
term_id linear_with_sign(linear *l, term_id t)
{
    const linear_node *a = linear_of(l, t);
    uint32_t width = width_of(l, t);
    if (mpz_sizeinbase(a->most, 2) < width)
        return a->term;
    term_id negative = term_make2(l->bank, OP_LE, linear_power(l, width - 1), a->term);
    return term_make3(l->bank, OP_ITE, negative,
                      term_make2(l->bank, OP_SUB, a->term, linear_power(l, width)), a->term);
}

static term_id extended(linear *l, term_id t, mpz_t most)
{
    term_id a = term_arg(l->bank, t, 0);
    mpz_set(most, linear_of(l, a)->most);
    if (term_op_of(l->bank, t) == OP_ZERO_EXTEND || mpz_sizeinbase(most, 2) < width_of(l, a))
        return linear_of(l, a)->term;
    return linear_wrap(l, linear_with_sign(l, a), width_of(l, t), false, most);
}

static term_id input(linear *l, term_id t, mpz_t most)
{
    uint32_t i =
        term_arity(l->bank, t) ? UINT32_MAX : question_find(l->question, term_decl(l->bank, t));
    if (i == UINT32_MAX)
        return 0;
    return l->inputs->at[i] = unknown_bits(l, width_of(l, t), most);
}

static term_id number(linear *l, term_id t, mpz_t most)
{
    term_bank *b = l->bank;
    switch (term_op_of(b, t)) {
    case OP_CONST:
        linear_is_number(l, t, most);
        return linear_integer(l, most);
    case OP_APP:
        return input(l, t, most);
    case OP_BVADD:
        return sum(l, t, most);
    case OP_BVNOT:
        mpz_setbit(most, width_of(l, t));
        mpz_sub_ui(most, most, 1);
        return term_make2(b, OP_SUB, linear_integer(l, most), linear_arg(l, t, 0));
    case OP_BVSUB:
    case OP_BVNEG:
        return difference(l, t, most);
    case OP_BVMUL:
        return product(l, t, most);
    case OP_BVUDIV:
    case OP_BVUREM:
        return quotient(l, t, term_op_of(b, t) == OP_BVUREM, most);
    case OP_BVSDIV:
    case OP_BVSREM:
        return without_signs(l, t) ? quotient(l, t, term_op_of(b, t) == OP_BVSREM, most) : 0;
    case OP_BVSHL:
    case OP_BVLSHR:
        return shift(l, t, term_op_of(b, t) == OP_BVSHL, most);
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR:
        return bitwise(l, t, most);
    case OP_CONCAT:
        return joined(l, t, most);
    case OP_EXTRACT:
        mpz_set(most, linear_of(l, term_arg(b, t, 0))->most);
        return part(l, linear_arg(l, t, 0), term_index(b, t, 0), term_index(b, t, 1), most);
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
        return extended(l, t, most);
    case OP_ITE:
        mpz_set(most, linear_of(l, term_arg(b, t, 1))->most);
        if (mpz_cmp(most, linear_of(l, term_arg(b, t, 2))->most) < 0)
            mpz_set(most, linear_of(l, term_arg(b, t, 2))->most);
        return term_make3(b, OP_ITE, linear_arg(l, t, 0), linear_arg(l, t, 1), linear_arg(l, t, 2));
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV:
        return linear_real_cut(l, t, most);
    default:
        return 0;
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

/* The bound that the conditions leave, if it is less. */
static void keep_within(const linear *l, term_id t, mpz_t most)
{
    const fuzz_range *r = linear_range(l, t);
    mpz_t high;
    if (!r || !r->width)
        return;
    mpz_init(high);
    mpz_import(high, 1, 1, sizeof r->high, 0, 0, &r->high);
    if (mpz_cmp(high, most) < 0)
        mpz_set(most, high);
    mpz_clear(high);
}

/* What the conditions leave to each term, as far as it fits words. False: nothing. */
static bool find_ranges(linear *l)
{
    const fuzz_bytecode *p = l->question->program;
    if (!p || p->bank || !p->code.n)
        return true;
    l->of = fuzz_ranges_new(l->bank, p, NULL);
    for (size_t i = 0; i < p->code.n; i++)
        if (p->terms.at[i])
            map_put(&l->reg, p->terms.at[i], i + 1);
    return !l->of[0].empty;
}

/* Of something that is not linear there is no node, unless nobody needs it. */
static void add(linear *l, term_id t)
{
    linear_node n = {0};
    sort_kind kind = sort_kind_of(l->bank, term_sort(l->bank, t));
    bool ready = true;
    for (uint32_t i = 0; i < term_arity(l->bank, t); i++)
        ready = ready && linear_arg(l, t, i);
    mpz_init(n.most);
    if (kind == SORT_BOOL)
        n.term = ready ? linear_truth(l, t) : 0;
    else if (ready && kind == SORT_BV) {
        n.term = number(l, t, n.most);
        keep_within(l, t, n.most);
    } else if (ready && kind == SORT_FP)
        n.term = linear_real(l, t);
    else if (term_sort(l->bank, t) == SORT_ID_RM)
        n.term = t;
    if (!n.term && kind == SORT_BOOL)
        n.term = linear_zero(l, t);
    vec_push(&l->nodes, n);
    map_put(&l->known, t, l->nodes.n);
}

bool linear_pose(const question *q, term_vec *terms, term_vec *inputs)
{
    linear l = {.bank = q->bank, .question = q, .terms = terms, .inputs = inputs};
    term_vec order = {0};
    bool good = !q->calls.n && find_ranges(&l);
    vec_clear(terms);
    vec_clear(inputs);
    for (size_t i = 0; i < q->inputs.n; i++)
        vec_push(inputs, 0);
    term_postorder(q->bank, q->terms.at, q->terms.n, &order);
    for (size_t i = 0; i < order.n && good; i++)
        add(&l, order.at[i]);
    for (size_t i = 0; i < q->terms.n && good; i++) {
        vec_push(terms, linear_of(&l, q->terms.at[i])->term);
        good = vec_last(terms);
    }
    for (size_t i = 0; i < l.nodes.n; i++)
        mpz_clear(l.nodes.at[i].most);
    vec_free(&l.nodes);
    vec_free(&order);
    map_free(&l.known);
    map_free(&l.reg);
    free(l.of);
    return good;
}
