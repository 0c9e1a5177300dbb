/* Int and Real operators of the evaluator, by the laws that define them and by GMP. */
#include "eval_num.h"

static value_id arith1(term_op op, sort_id sort, value_id x)
{
    return run(eval_arith, op, 0, 0, sort, &x, 1);
}

static value_id arith2(term_op op, sort_id sort, value_id x, value_id y)
{
    value_id args[2] = {x, y};
    return run(eval_arith, op, 0, 0, sort, args, 2);
}

static value_id int_of(const char *text)
{
    mpz_t z;
    mpz_init_set_str(z, text, 10);
    value_id v = value_int_mpz(bank, z);
    mpz_clear(z);
    return v;
}

TEST(integers_divide_as_smtlib_says)
{
    open_bank();
    static const int rows[][4] = {{7, 3, 2, 1},   {7, -3, -2, 1}, {-7, 3, -3, 2}, {-7, -3, 3, 2},
                                  {6, -3, -2, 0}, {-6, 3, -2, 0}, {0, 5, 0, 0},   {-1, 5, -1, 4},
                                  {1, -5, 0, 1},  {-1, -5, 1, 4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        value_id x = value_int(bank, rows[i][0]), y = value_int(bank, rows[i][1]);
        CHECK(arith2(OP_IDIV, SORT_ID_INT, x, y) == value_int(bank, rows[i][2]));
        CHECK(arith2(OP_MOD, SORT_ID_INT, x, y) == value_int(bank, rows[i][3]));
    }
    value_id least = value_int(bank, INT64_MIN), minus_one = value_int(bank, -1);
    CHECK(arith2(OP_IDIV, SORT_ID_INT, least, minus_one) == int_of("9223372036854775808"));
    CHECK(arith2(OP_MOD, SORT_ID_INT, least, minus_one) == value_int(bank, 0));
    CHECK(arith1(OP_NEG, SORT_ID_INT, least) == int_of("9223372036854775808"));
    CHECK(arith1(OP_ABS, SORT_ID_INT, least) == int_of("9223372036854775808"));
    value_id zero = value_int(bank, 0), big = int_of("123456789012345678901234567890");
    CHECK(!arith2(OP_IDIV, SORT_ID_INT, least, zero) && why == EVAL_UNDERSPECIFIED);
    CHECK(!arith2(OP_MOD, SORT_ID_INT, big, zero) && why == EVAL_UNDERSPECIFIED);
    CHECK(!arith2(OP_DIV, SORT_ID_REAL, real_of("1/3"), real_of("0")) &&
          why == EVAL_UNDERSPECIFIED);
    close_bank();
}

/* The laws that define div and mod, and the ring operators by GMP. */
static void check_int_pair(const mpz_t x, const mpz_t y, mpz_t t, mpz_t u)
{
    value_id a = value_int_mpz(bank, x), b = value_int_mpz(bank, y);
    mpz_add(t, x, y);
    CHECK(arith2(OP_ADD, SORT_ID_INT, a, b) == value_int_mpz(bank, t));
    mpz_sub(t, x, y);
    CHECK(arith2(OP_SUB, SORT_ID_INT, a, b) == value_int_mpz(bank, t));
    mpz_mul(t, x, y);
    CHECK(arith2(OP_MUL, SORT_ID_INT, a, b) == value_int_mpz(bank, t));
    int order = mpz_cmp(x, y);
    CHECK(arith2(OP_LT, SORT_ID_BOOL, a, b) == value_bool(order < 0));
    CHECK(arith2(OP_LE, SORT_ID_BOOL, a, b) == value_bool(order <= 0));
    CHECK(arith2(OP_GT, SORT_ID_BOOL, a, b) == value_bool(order > 0));
    CHECK(arith2(OP_GE, SORT_ID_BOOL, a, b) == value_bool(order >= 0));
    if (mpz_sgn(y) == 0)
        return;
    value_scratch scratch;
    mpz_t q, r;
    value_mpz(bank, arith2(OP_IDIV, SORT_ID_INT, a, b), q, &scratch);
    mpz_mul(t, q, y);
    value_mpz(bank, arith2(OP_MOD, SORT_ID_INT, a, b), r, &scratch);
    mpz_add(t, t, r);
    CHECK(mpz_cmp(t, x) == 0 && mpz_sgn(r) >= 0 && mpz_cmpabs(r, y) < 0);
    (void)u;
}

static void random_int(rng *random, mpz_t x)
{
    static const int64_t corners[] = {0,
                                      1,
                                      -1,
                                      2,
                                      INT64_MAX,
                                      INT64_MIN,
                                      INT64_MIN + 1,
                                      INT64_C(1) << 62,
                                      INT32_MAX,
                                      INT32_MIN,
                                      INT64_C(1) << 32};
    if (rng_one_in(random, 4))
        mpz_set_si(x, corners[rng_below(random, sizeof corners / sizeof corners[0])]);
    else
        mpz_set_si(x, (int64_t)rng_next(random) >> rng_below(random, 64));
    if (rng_one_in(random, 4))
        mpz_mul_si(x, x, (int64_t)rng_next(random) >> rng_below(random, 64));
}

TEST(integers_at_random)
{
    open_bank();
    rng random;
    rng_seed(&random, 1);
    mpz_t x, y, t, u;
    mpz_inits(x, y, t, u, NULL);
    for (uint64_t i = 0; i < test_count(100000); i++) {
        random_int(&random, x);
        random_int(&random, y);
        check_int_pair(x, y, t, u);
    }
    mpz_clears(x, y, t, u, NULL);
    close_bank();
}

static void check_real_pair(const mpq_t x, const mpq_t y, mpq_t t)
{
    value_id a = value_real_mpq(bank, x), b = value_real_mpq(bank, y);
    mpq_add(t, x, y);
    CHECK(arith2(OP_ADD, SORT_ID_REAL, a, b) == value_real_mpq(bank, t));
    mpq_sub(t, x, y);
    CHECK(arith2(OP_SUB, SORT_ID_REAL, a, b) == value_real_mpq(bank, t));
    mpq_mul(t, x, y);
    CHECK(arith2(OP_MUL, SORT_ID_REAL, a, b) == value_real_mpq(bank, t));
    if (mpq_sgn(y)) {
        mpq_div(t, x, y);
        CHECK(arith2(OP_DIV, SORT_ID_REAL, a, b) == value_real_mpq(bank, t));
    }
    mpq_neg(t, x);
    CHECK(arith1(OP_NEG, SORT_ID_REAL, a) == value_real_mpq(bank, t));
    mpq_abs(t, x);
    CHECK(arith1(OP_ABS, SORT_ID_REAL, a) == value_real_mpq(bank, t));
    int order = mpq_cmp(x, y);
    CHECK(arith2(OP_LT, SORT_ID_BOOL, a, b) == value_bool(order < 0));
    CHECK(arith2(OP_GE, SORT_ID_BOOL, a, b) == value_bool(order >= 0));
    mpz_fdiv_q(mpq_numref(t), mpq_numref(x), mpq_denref(x));
    CHECK(arith1(OP_TO_INT, SORT_ID_INT, a) == value_int_mpz(bank, mpq_numref(t)));
    CHECK(arith1(OP_IS_INT, SORT_ID_BOOL, a) == value_bool(mpz_cmp_ui(mpq_denref(x), 1) == 0));
}

TEST(reals_at_random)
{
    open_bank();
    rng random;
    rng_seed(&random, 2);
    mpq_t x, y, t;
    mpq_inits(x, y, t, NULL);
    for (uint64_t i = 0; i < test_count(60000); i++) {
        mpq_ptr both[2] = {x, y};
        for (int k = 0; k < 2; k++) {
            random_int(&random, mpq_numref(both[k]));
            random_int(&random, mpq_denref(both[k]));
            mpz_abs(mpq_denref(both[k]), mpq_denref(both[k]));
            if (mpz_sgn(mpq_denref(both[k])) == 0 || rng_one_in(&random, 4))
                mpz_set_ui(mpq_denref(both[k]), 1 + rng_below(&random, 12));
            mpq_canonicalize(both[k]);
        }
        check_real_pair(x, y, t);
    }
    mpq_clears(x, y, t, NULL);
    close_bank();
}

TEST(arithmetic_of_many_arguments)
{
    open_bank();
    value_id n[4] = {value_int(bank, 100), value_int(bank, 7), value_int(bank, -2),
                     value_int(bank, 3)};
    CHECK(run(eval_arith, OP_SUB, 0, 0, SORT_ID_INT, n, 4) == value_int(bank, 92));
    CHECK(run(eval_arith, OP_IDIV, 0, 0, SORT_ID_INT, n, 4) == value_int(bank, -3));
    CHECK(run(eval_arith, OP_GT, 0, 0, SORT_ID_BOOL, n, 3) == value_bool(true));
    CHECK(run(eval_arith, OP_GT, 0, 0, SORT_ID_BOOL, n, 4) == value_bool(false));
    value_id q[3] = {real_of("1"), real_of("3"), real_of("5/7")};
    CHECK(run(eval_arith, OP_DIV, 0, 0, SORT_ID_REAL, q, 3) == real_of("7/15"));
    CHECK(run(eval_arith, OP_ADD, 0, 0, SORT_ID_REAL, q, 3) == real_of("33/7"));
    value_id x = int_of("-123456789012345678901234567890");
    CHECK(run(eval_arith, OP_DIVISIBLE, 10, 0, SORT_ID_BOOL, &x, 1) == value_bool(true));
    CHECK(run(eval_arith, OP_DIVISIBLE, 7, 0, SORT_ID_BOOL, n, 1) == value_bool(false));
    CHECK(run(eval_arith, OP_DIVISIBLE, 7, 0, SORT_ID_BOOL, n + 1, 1) == value_bool(true));
    CHECK(arith1(OP_TO_REAL, SORT_ID_REAL, x) == real_of("-123456789012345678901234567890"));
    CHECK(arith1(OP_TO_INT, SORT_ID_INT, real_of("-1/3")) == value_int(bank, -1));
    close_bank();
}

TEST(numbers_do_not_grow_without_bound)
{
    open_bank();
    mpz_t z;
    mpz_init(z);
    mpz_setbit(z, 9000000);
    value_id huge = value_int_mpz(bank, z);
    CHECK(!arith2(OP_MUL, SORT_ID_INT, huge, huge) && why == EVAL_FUEL);
    mpz_clear(z);
    close_bank();
}

TEST(algebraic_numbers_are_undetermined)
{
    open_bank();
    value_id polynomial[3] = {value_int(bank, -2), value_int(bank, 0), value_int(bank, 1)};
    value_id root = value_algebraic(bank, polynomial, 3, 2), one = real_of("1");
    CHECK(!arith2(OP_ADD, SORT_ID_REAL, root, one) && why == EVAL_ALGEBRAIC);
    CHECK(!arith2(OP_LT, SORT_ID_BOOL, one, root) && why == EVAL_ALGEBRAIC);
    CHECK(!arith1(OP_TO_INT, SORT_ID_INT, root) && why == EVAL_ALGEBRAIC);
    close_bank();
}
