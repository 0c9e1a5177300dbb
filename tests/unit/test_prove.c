/* Parts of the prover: affine hulls, C expressions there and back. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "prove/ctext/c_text.h"
#include "prove/invariant/hull.h"
#include "prove/invariant/ring.h"
#include "term/eval/eval.h"
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
        CHECK(hull_equations(h) == 0);
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

/* All equations modulo 16 over two coordinates are tried: those of the ring must be exactly the
 * combinations of its generators. */
TEST(ring_is_complete)
{
    enum { WIDTH = 4, SIZE = 1 << WIDTH, ALL = SIZE * SIZE * SIZE };
    rng r;
    rng_seed(&r, 5);
    for (int round = 0; round < 60; round++) {
        ring *x = ring_new(2, WIDTH);
        uint64_t points[4][2];
        size_t n = 1 + rng_below(&r, 4);
        for (size_t k = 0; k < n; k++) {
            for (size_t i = 0; i < 2; i++)
                points[k][i] = rng_below(&r, SIZE) & ~rng_below(&r, 4);
            ring_add(x, points[k]);
            CHECK(!ring_add(x, points[k]));
        }
        bool *span = base_alloc_zero(ALL, sizeof *span);
        span[0] = true;
        for (size_t k = 0; k < ring_equations(x); k++) { /* all multiples of the next generator */
            const uint64_t *c = ring_equation(x, k);
            bool *more = base_alloc_zero(ALL, sizeof *more);
            for (unsigned e = 0; e < ALL; e++)
                for (unsigned m = 0; span[e] && m < SIZE; m++) {
                    unsigned a = (e + m * (unsigned)c[0]) % SIZE;
                    unsigned b = (e / SIZE + m * (unsigned)c[1]) % SIZE;
                    unsigned d = (e / SIZE / SIZE + m * (unsigned)c[2]) % SIZE;
                    more[a + SIZE * b + SIZE * SIZE * d] = true;
                }
            free(span);
            span = more;
        }
        for (unsigned e = 0; e < ALL; e++) {
            bool holds = true;
            for (size_t k = 0; k < n; k++)
                holds = holds && (e % SIZE + e / SIZE % SIZE * points[k][0] +
                                  e / SIZE / SIZE * points[k][1]) %
                                         SIZE ==
                                     0;
            CHECK_MSG(holds == span[e], "equation %u of round %d", e, round);
        }
        free(span);
        ring_free(x);
    }
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

/* The same in bits, with the types that C gives; nothing here overflows a signed number. */
#define BITS_EXPRESSIONS(E)                      \
    E(c + 100 > u)                               \
    E(u - 5 < 3)                                 \
    E(c < u)                                     \
    E((unsigned char)c > 100 || (short)u == -1)  \
    E((u >> 3 & 5) == (c >> 1 & 5))              \
    E((long)c - u <= -3 && ~c != 7)              \
    E(u / 3 == 2 || c / 3 == -2 || c % 3 == -1)  \
    E(u % 7 > 3 ? c == 4 : c - 1 < -c)           \
    E((u ^ 4294967295u) < 10u || (c | 3) == 3)   \
    E(u << 2 == 12 || !c || -c == 9)             \
    E((signed char)(c + 200) < 0 && (int)u > -4) \
    E((unsigned long)c == 18446744073709551615ul)

static bool bits_at(const ir_program *p, term_id t, signed char c, unsigned u)
{
    term_bank *b = p->bank;
    term_model *m = model_new(b);
    model_set_value(m, term_decl(b, p->variables.at[0].term),
                    value_bv_u64(b, 8, (uint64_t)(int64_t)c));
    model_set_value(m, term_decl(b, p->variables.at[1].term), value_bv_u64(b, 32, u));
    evaluator *e = eval_new(m, &(eval_config){.complete = false});
    value_id v = eval_term(e, t);
    CHECK(v != 0);
    eval_free(e);
    model_free(m);
    return value_is_true(v);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
TEST(c_text_bits)
{
    static const unsigned us[] = {0,   1,           3,           6,           7,
                                  100, 2147483647u, 2147483648u, 4294967294u, 4294967295u};
    static const char *const names[] = {"c", "u"};
    term_bank *b = bank_new(false);
    ir_program *p = base_alloc_zero(1, sizeof *p);
    p->bank = b;
    p->model = IR_MACHINE;
    for (size_t i = 0; i < 2; i++) {
        sort_id sort = sort_bv(b, i ? 32 : 8);
        ir_variable v = {.name = base_strdup(names[i]),
                         .term =
                             term_app(b, decl_constant(b, symbol_make(b, names[i]), sort), NULL, 0),
                         .range = TERM_ID_TRUE,
                         .type = {.width = i ? 32 : 8, .is_unsigned = i},
                         .shown = true};
        vec_push(&p->variables, v);
    }
#define E(expression)                                                                             \
    {                                                                                             \
        char *error = NULL;                                                                       \
        term_id t = c_text_read(p, #expression, &error);                                          \
        CHECK_MSG(t, "%s: %s", #expression, error);                                               \
        strbuf text = STRBUF_INIT;                                                                \
        CHECK_MSG(c_text_print(p, t, &text), "%s", text.text);                                    \
        term_id again = c_text_read(p, text.text, &error);                                        \
        CHECK_MSG(again, "%s: %s", text.text, error);                                             \
        for (int n = -128; n <= 127; n++)                                                         \
            for (size_t k = 0; k < sizeof us / sizeof *us; k++) {                                 \
                signed char c = (signed char)n;                                                   \
                unsigned u = us[k];                                                               \
                CHECK_MSG(bits_at(p, t, c, u) == (expression), "%s: %d %u", #expression, n, u);   \
                CHECK_MSG(bits_at(p, again, c, u) == (expression), "%s: %d %u", text.text, n, u); \
            }                                                                                     \
        strbuf_free(&text);                                                                       \
        free(error);                                                                              \
    }
    BITS_EXPRESSIONS(E)
#undef E
    ir_program_free(p);
    bank_free(b);
}

#pragma GCC diagnostic pop

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
