/* Parts of the prover: affine hulls, C expressions there and back. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "prove/c_text.h"
#include "prove/hull.h"
#include "term/eval.h"
#include "test.h"

enum { N = 5 };

/* Points of a random subspace: every equation holds of all, and there are as many as there should
 * be once enough points were shown. */
TEST(hull_random)
{
    rng r;
    rng_seed(&r, 11);
    mpz_t point[N], c[N + 1], sum;
    for (size_t i = 0; i < N; i++)
        mpz_init(point[i]);
    for (size_t i = 0; i <= N; i++)
        mpz_init(c[i]);
    mpz_init(sum);
    for (int round = 0; round < 200; round++) {
        size_t free_ones = rng_below(&r, N + 1);
        int64_t factors[N][N + 1], seen[40][N];
        for (size_t i = 0; i < N; i++)
            for (size_t k = 0; k <= N; k++)
                factors[i][k] = (int64_t)rng_below(&r, 9) - 4;
        hull *h = hull_new(N);
        CHECK(hull_empty(h) && hull_equations(h) == 0);
        for (size_t k = 0; k < 40; k++) {
            for (size_t i = 0; i < N; i++) { /* the first coordinates are free, others follow */
                int64_t x = i < free_ones ? (int64_t)rng_below(&r, 2000) - 1000 : factors[i][N];
                for (size_t m = 0; i >= free_ones && m < free_ones; m++)
                    x += factors[i][m] * seen[k][m];
                seen[k][i] = x;
                mpz_set_si(point[i], x);
            }
            hull_add(h, (const mpz_t *)point);
            CHECK(!hull_add(h, (const mpz_t *)point));
        }
        CHECK(hull_equations(h) == N - free_ones);
        for (size_t e = 0; e < hull_equations(h); e++) {
            hull_equation(h, e, c);
            bool trivial = true;
            for (size_t i = 1; i <= N; i++)
                trivial = trivial && !mpz_sgn(c[i]);
            CHECK(!trivial);
            for (size_t k = 0; k < 40; k++) {
                mpz_set(sum, c[0]);
                for (size_t i = 0; i < N; i++) {
                    mpz_set_si(point[i], seen[k][i]);
                    mpz_addmul(sum, c[i + 1], point[i]);
                }
                CHECK(mpz_sgn(sum) == 0);
            }
        }
        hull_free(h);
    }
    for (size_t i = 0; i < N; i++)
        mpz_clear(point[i]);
    for (size_t i = 0; i <= N; i++)
        mpz_clear(c[i]);
    mpz_clear(sum);
}

static ir_program *program_with(term_bank *b, const char *const *names, size_t n)
{
    ir_program *p = base_alloc_zero(1, sizeof *p);
    p->bank = b;
    for (size_t i = 0; i < n; i++) {
        term_id t = term_app(b, decl_constant(b, symbol_make(b, names[i]), SORT_ID_INT), NULL, 0);
        ir_variable v = {
            .name = base_strdup(names[i]), .term = t, .range = TERM_ID_TRUE, .shown = true};
        vec_push(&p->variables, v);
    }
    return p;
}

static bool truth_at(const ir_program *p, term_id t, int64_t x, int64_t y)
{
    term_model *m = model_new(p->bank);
    model_set_value(m, term_decl(p->bank, p->variables.at[0].term), value_int(p->bank, x));
    model_set_value(m, term_decl(p->bank, p->variables.at[1].term), value_int(p->bank, y));
    evaluator *e = eval_new(m, &(eval_config){.complete = false});
    value_id v = eval_term(e, t);
    CHECK(v != 0);
    eval_free(e);
    model_free(m);
    return value_is_true(v);
}

/* The same text for the reader and for the compiler of this test. */
#define EXPRESSIONS(E)              \
    E(x + 2 * y <= 7)               \
    E(x - y - 1 < 3 || y == -2)     \
    E(!(x < y) && x != 3)           \
    E(x / 3 == y % 2)               \
    E(x / -2 >= y && -x % 3 <= 1)   \
    E((x < 2) == (y < 2))           \
    E(x - (y - 3) > 0 || (x && !y)) \
    E(-x *(y + 1) - -4 >= x - 2 - y)

TEST(c_text)
{
    static const char *const names[] = {"x", "y"};
    term_bank *b = bank_new(false);
    ir_program *p = program_with(b, names, 2);
#define E(expression)                                                                 \
    {                                                                                 \
        char *error = NULL;                                                           \
        term_id t = c_text_read(p, #expression, &error);                              \
        CHECK_MSG(t, "%s: %s", #expression, error);                                   \
        strbuf text = STRBUF_INIT;                                                    \
        bool in_c = c_text_print(p, t, &text);                                        \
        term_id again = in_c ? c_text_read(p, text.text, &error) : t;                 \
        CHECK_MSG(again, "%s: %s", text.text, error);                                 \
        for (int64_t x = -9; x <= 9; x++)                                             \
            for (int64_t y = -9; y <= 9; y++) {                                       \
                CHECK_MSG(truth_at(p, t, x, y) == (expression), "%s", #expression);   \
                CHECK_MSG(truth_at(p, again, x, y) == (expression), "%s", text.text); \
            }                                                                         \
        strbuf_free(&text);                                                           \
        free(error);                                                                  \
    }
    EXPRESSIONS(E)
#undef E
    ir_program_free(p);
    bank_free(b);
}

TEST(c_text_errors)
{
    static const char *const names[] = {"x", "y"};
    static const char *const bad[] = {"",      "x <",        "(x",    "z == 1",
                                      "x = 1", "x / y == 1", "x / 0", "1 2"};
    term_bank *b = bank_new(false);
    ir_program *p = program_with(b, names, 2);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *error = NULL;
        CHECK_MSG(!c_text_read(p, bad[i], &error) && error, "%s", bad[i]);
        free(error);
    }
    strbuf deep = STRBUF_INIT;
    for (int i = 0; i < 100000; i++)
        strbuf_putc(&deep, i % 2 ? '(' : '-');
    char *error = NULL;
    CHECK(!c_text_read(p, deep.text, &error) && error && strstr(error, "deep"));
    free(error);
    strbuf_free(&deep);
    ir_program_free(p);
    bank_free(b);
}
