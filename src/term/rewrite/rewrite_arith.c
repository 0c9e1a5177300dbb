/* Int and Real, except sums and comparisons (rewrite_linear.c). Division by zero stays: only
 * divisors that are constants and not zero are touched. */
#include "term/rewrite/rewrite_rule.h"

#include "base/vec.h"

static term_id times(term_bank *b, int64_t factor, term_id x)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, factor, 1);
    term_id c = rewrite_number(b, term_sort(b, x), q);
    mpq_clear(q);
    return term_make2(b, OP_MUL, c, x);
}

static term_id neg_to_mul(term_bank *b, term_id t)
{
    return times(b, -1, term_arg(b, t, 0));
}

static term_id sub_to_add(term_bank *b, term_id t)
{
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        vec_push(&args, i ? times(b, -1, term_arg(b, t, i)) : term_arg(b, t, i));
    term_id result = rewrite_join(b, OP_ADD, args.at, (uint32_t)args.n);
    vec_free(&args);
    return result;
}

/* Factors in one list, numbers multiplied together and put first. */
static term_id mul_order(term_bank *b, term_id t)
{
    uint32_t n = term_arity(b, t), total = n;
    term_vec factors = {0};
    mpq_t product, q;
    mpq_inits(product, q, NULL);
    mpq_set_ui(product, 1, 1);
    for (uint32_t i = 0; i < n; i++) {
        term_id x = term_arg(b, t, i);
        if (rewrite_is(b, x, OP_MUL) && total - 1 + term_arity(b, x) <= REWRITE_MAX_FLAT) {
            total += term_arity(b, x) - 1;
            vec_append(&factors, term_args(b, x), term_arity(b, x));
        } else {
            vec_push(&factors, x);
        }
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < factors.n; i++)
        if (rewrite_is_number(b, factors.at[i])) {
            value_get_mpq(b, term_value(b, factors.at[i]), q);
            mpq_mul(product, product, q);
        } else {
            factors.at[kept++] = factors.at[i];
        }
    factors.n = kept;
    if (kept)
        qsort(factors.at, kept, sizeof *factors.at, vec_u32_order);
    term_id number = rewrite_number(b, term_sort(b, t), product), result = number;
    if (kept && mpq_sgn(product)) {
        term_vec args = {0};
        if (mpq_cmp_ui(product, 1, 1))
            vec_push(&args, number);
        vec_append(&args, factors.at, kept);
        result = rewrite_join(b, OP_MUL, args.at, (uint32_t)args.n);
        vec_free(&args);
    }
    mpq_clears(product, q, NULL);
    vec_free(&factors);
    return result;
}

/* Only over flat sums: a long chain of nested ones would be copied again at each level. */
static term_id mul_distribute(term_bank *b, term_id t)
{
    term_id c = term_arg(b, t, 0), sum = term_arg(b, t, 1);
    if (term_arity(b, t) != 2 || !rewrite_is_number(b, c) || !rewrite_is(b, sum, OP_ADD))
        return 0;
    for (uint32_t i = 0; i < term_arity(b, sum); i++) {
        term_id x = term_arg(b, sum, i);
        if (rewrite_is(b, x, OP_ADD) ||
            (rewrite_is(b, x, OP_MUL) && rewrite_is(b, term_arg(b, x, 1), OP_ADD)))
            return 0;
    }
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(b, sum); i++)
        vec_push(&args, term_make2(b, OP_MUL, c, term_arg(b, sum, i)));
    term_id result = rewrite_join(b, OP_ADD, args.at, (uint32_t)args.n);
    vec_free(&args);
    return result;
}

static bool is_nonzero(const term_bank *b, term_id t)
{
    if (!rewrite_is_number(b, t))
        return false;
    mpq_t q;
    mpq_init(q);
    value_get_mpq(b, term_value(b, t), q);
    bool result = mpq_sgn(q) != 0;
    mpq_clear(q);
    return result;
}

static term_id div_by_number(term_bank *b, term_id t)
{
    mpq_t product, q;
    for (uint32_t i = 1; i < term_arity(b, t); i++)
        if (!is_nonzero(b, term_arg(b, t, i)))
            return 0;
    mpq_inits(product, q, NULL);
    mpq_set_ui(product, 1, 1);
    for (uint32_t i = 1; i < term_arity(b, t); i++) {
        value_get_mpq(b, term_value(b, term_arg(b, t, i)), q);
        mpq_mul(product, product, q);
    }
    mpq_inv(product, product);
    term_id c = rewrite_number(b, SORT_ID_REAL, product);
    mpq_clears(product, q, NULL);
    return term_make2(b, OP_MUL, c, term_arg(b, t, 0));
}

static term_id idiv_by_unit(term_bank *b, term_id t)
{
    if (term_arity(b, t) != 2)
        return 0;
    term_id x = term_arg(b, t, 0), d = term_arg(b, t, 1);
    return rewrite_is_int(b, d, 1) ? x : rewrite_is_int(b, d, -1) ? times(b, -1, x) : 0;
}

static term_id mod_by_unit(term_bank *b, term_id t)
{
    term_id d = term_arg(b, t, 1);
    return rewrite_is_int(b, d, 1) || rewrite_is_int(b, d, -1) ? rewrite_int(b, 0) : 0;
}

/* The remainder does not depend on the divisor's sign. */
static term_id mod_sign(term_bank *b, term_id t)
{
    mpz_t number, positive;
    value_scratch scratch;
    if (!rewrite_is_number(b, term_arg(b, t, 1)))
        return 0;
    value_mpz(b, term_value(b, term_arg(b, t, 1)), number, &scratch);
    if (mpz_sgn(number) >= 0)
        return 0;
    mpz_init(positive);
    mpz_neg(positive, number);
    term_id d = term_const(b, value_int_mpz(b, positive));
    mpz_clear(positive);
    return term_make2(b, OP_MOD, term_arg(b, t, 0), d);
}

static term_id mod_mod(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), d = term_arg(b, t, 1);
    return is_nonzero(b, d) && rewrite_is(b, x, OP_MOD) && term_arg(b, x, 1) == d ? x : 0;
}

static term_id abs_sign(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    if (rewrite_is(b, x, OP_ABS))
        return x;
    if (!rewrite_is(b, x, OP_MUL) || !rewrite_is_number(b, term_arg(b, x, 0)))
        return 0;
    mpq_t q;
    mpq_init(q);
    value_get_mpq(b, term_value(b, term_arg(b, x, 0)), q);
    bool negative = mpq_sgn(q) < 0;
    mpq_clear(q);
    return negative ? term_make1(b, OP_ABS, times(b, -1, x)) : 0;
}

static term_id divisible_to_mod(term_bank *b, term_id t)
{
    mpz_t n;
    mpz_init_set_ui(n, term_index(b, t, 0));
    term_id d = term_const(b, value_int_mpz(b, n));
    mpz_clear(n);
    return term_eq(b, term_make2(b, OP_MOD, term_arg(b, t, 0), d), rewrite_int(b, 0));
}

static term_id of_to_real(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    if (!rewrite_is(b, x, OP_TO_REAL))
        return 0;
    return rewrite_is(b, t, OP_IS_INT) ? TERM_ID_TRUE : term_arg(b, x, 0);
}

/* (>= x y) is (<= y x). */
static term_id swap_order(term_bank *b, term_id t)
{
    term_vec args = {0};
    for (uint32_t i = term_arity(b, t); i-- > 0;)
        vec_push(&args, term_arg(b, t, i));
    term_op op = rewrite_is(b, t, OP_GE) ? OP_LE : OP_LT;
    term_id result = rewrite_join(b, op, args.at, (uint32_t)args.n);
    vec_free(&args);
    return result;
}

const rewrite_rule rewrite_arith_rules[] = {
    {"neg-to-mul", OP_NEG, neg_to_mul},
    {"sub-to-add", OP_SUB, sub_to_add},
    {"mul-order", OP_MUL, mul_order},
    {"mul-distribute", OP_MUL, mul_distribute},
    {"div-by-number", OP_DIV, div_by_number},
    {"idiv-by-unit", OP_IDIV, idiv_by_unit},
    {"mod-by-unit", OP_MOD, mod_by_unit},
    {"mod-sign", OP_MOD, mod_sign},
    {"mod-mod", OP_MOD, mod_mod},
    {"abs-sign", OP_ABS, abs_sign},
    {"divisible-to-mod", OP_DIVISIBLE, divisible_to_mod},
    {"of-to-real", OP_TO_INT, of_to_real},
    {"of-to-real", OP_IS_INT, of_to_real},
    {"swap-order", OP_GE, swap_order},
    {"swap-order", OP_GT, swap_order},
    {"compare-chain", OP_LE, rewrite_chain},
    {"compare-chain", OP_LT, rewrite_chain},
    {0},
};
