/* Guesses: what functions are found from examples, and that a guess always fits its examples. */
#include "solve/closed/guess.h"

#include "base/rng.h"
#include "term/core/subst.h"
#include "term/eval/eval.h"
#include "test.h"

typedef uint64_t (*function)(uint64_t, uint64_t);

static uint64_t add_ten(uint64_t x, uint64_t y)
{
    (void)y;
    return x + 10;
}

static uint64_t clear_lowest(uint64_t x, uint64_t y)
{
    (void)y;
    return x & (x - 1);
}

static uint64_t product(uint64_t x, uint64_t y)
{
    return x * y;
}

static uint64_t half_difference(uint64_t x, uint64_t y)
{
    return (x ^ y) >> 1;
}

static uint64_t twice_plus(uint64_t x, uint64_t y)
{
    return x + x + y;
}

static uint64_t scrambled(uint64_t x, uint64_t y)
{
    x = (x ^ y) * UINT64_C(0xff51afd7ed558ccd);
    return x ^ x >> 29;
}

enum { ROWS = 20 };

/* Rows of a function, the first at zero. */
static void fill(uint64_t *rows, uint32_t width, uint32_t arity, function f)
{
    uint64_t mask = width && width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    rng random;
    rng_seed(&random, 7);
    for (size_t i = 0; i < ROWS; i++) {
        uint64_t *row = rows + i * (arity + 1), args[2] = {0, 0};
        for (uint32_t k = 0; k < arity; k++)
            args[k] = row[k] = i ? rng_next(&random) >> (width ? 0 : 40) & mask : 0;
        row[arity] = f(args[0], args[1]) & mask;
    }
}

static value_id value_at(term_bank *b, uint32_t width, uint64_t word)
{
    return width ? value_bv_u64(b, width, word) : value_int(b, (int64_t)word);
}

/* Guesses and evaluates the guess on every row; 0: no guess, 1: it fits, 2: it does not. */
static int judged(uint32_t width, uint32_t arity, function f)
{
    uint64_t rows[ROWS * 3];
    fill(rows, width, arity, f);
    term_bank *b = bank_new(true);
    sort_id s = width ? sort_bv(b, width) : SORT_ID_INT;
    term_id parameters[] = {term_var(b, symbol_make(b, "x"), s),
                            term_var(b, symbol_make(b, "y"), s)};
    guess_examples examples = {width, arity, rows, ROWS};
    term_id guess = guess_term(b, &examples, &solve_limits_default, parameters);
    int verdict = guess ? 1 : 0;
    term_model *m = model_new(b);
    evaluator *e = eval_new(m, &(eval_config){.complete = false});
    for (size_t i = 0; i < ROWS && guess; i++) {
        const uint64_t *row = rows + i * (arity + 1);
        term_id args[2];
        for (uint32_t k = 0; k < arity; k++)
            args[k] = term_const(b, value_at(b, width, row[k]));
        term_id t = term_substitute(b, guess, parameters, args, arity);
        if (eval_term(e, t) != value_at(b, width, row[arity]))
            verdict = 2;
    }
    eval_free(e);
    model_free(m);
    bank_free(b);
    return verdict;
}

TEST(functions_that_are_found)
{
    static const uint32_t widths[] = {7, 8, 30, 32, 63, 64};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        CHECK(judged(widths[i], 1, add_ten) == 1);
        CHECK(judged(widths[i], 1, clear_lowest) == 1);
        CHECK(judged(widths[i], 2, product) == 1);
        CHECK(judged(widths[i], 2, half_difference) == 1);
        CHECK(judged(widths[i], 2, twice_plus) == 1);
    }
}

TEST(integers)
{
    CHECK(judged(0, 1, add_ten) == 1);
    CHECK(judged(0, 2, product) == 1);
    CHECK(judged(0, 2, twice_plus) == 1);
}

TEST(no_guess_for_what_is_no_small_term)
{
    CHECK(judged(32, 2, scrambled) == 0);
    CHECK(judged(64, 2, scrambled) == 0);
}
