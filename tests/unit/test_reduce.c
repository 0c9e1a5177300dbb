/* The reducer against checks whose smallest formulas are known. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "generate/generate.h"
#include "reduce/formula/reduce.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "test.h"

/* A check on the structure of the formula, and what was seen on the way. */
typedef struct watcher {
    bool (*wanted)(term_bank *b, const formula *f, const void *detail);
    const void *detail;
    uint64_t calls, yes;
    size_t last_size;
} watcher;

/* Printed and read back: it is well-sorted and complete. */
static bool reads_back(term_bank *b, const formula *f)
{
    strbuf text = STRBUF_INIT;
    term_bank *other = bank_new(false);
    formula copy;
    char *error = NULL;
    formula_print(b, f, DIALECT_STANDARD, NULL, NULL, &text);
    bool good = formula_parse(other, "candidate", text.text, text.n, &copy, &error);
    if (good)
        formula_free(&copy);
    else
        printf("    %s\n%s", error, text.text);
    free(error);
    strbuf_free(&text);
    bank_free(other);
    return good;
}

static reduce_verdict look(void *context, term_bank *b, const formula *f)
{
    watcher *w = context;
    w->calls++;
    if (w->calls % 7 == 1)
        CHECK(reads_back(b, f));
    bool yes = w->wanted(b, f, w->detail);
    w->yes += yes;
    return yes ? REDUCE_YES : REDUCE_NO;
}

static void look_at_many(void *context, term_bank *b, const formula *const *candidates, size_t n,
                         reduce_verdict *verdicts)
{
    for (size_t i = 0; i < n; i++)
        verdicts[i] = look(context, b, candidates[i]);
}

static formula parse(term_bank *b, const char *text)
{
    formula f;
    char *error = NULL;
    CHECK_MSG(formula_parse(b, "test", text, strlen(text), &f, &error), "%s", error);
    return f;
}

/* Reduces the text; the caller frees what is left of it, as printed. */
static char *reduce_text(const char *text, watcher *w, reduce_result *result)
{
    term_bank *b = bank_new(false);
    formula f = parse(b, text);
    reduce_config config = {.check = look, .context = w};
    reduce_result got = reduce_formula(b, &f, &config);
    CHECK(reads_back(b, &f));
    strbuf out = STRBUF_INIT;
    formula_print(b, &f, DIALECT_STANDARD, NULL, NULL, &out);
    formula_free(&f);
    bank_free(b);
    if (result)
        *result = got;
    return strbuf_detach(&out);
}

static void reduces_to(const char *text, watcher w, const char *wanted)
{
    reduce_result result;
    char *small = reduce_text(text, &w, &result);
    CHECK(result.holds && result.complete);
    CHECK_STR(small, wanted);
    free(small);
}

/* ---- Structural checks ----------------------------------------------------------------------- */

static bool has_op(const term_bank *b, term_id root, term_op op)
{
    term_vec order = {0};
    bool found = false;
    term_postorder(b, &root, 1, &order);
    for (size_t i = 0; i < order.n && !found; i++)
        found = term_op_of(b, order.at[i]) == op;
    vec_free(&order);
    return found;
}

/* detail: an operator and one that stands below it (OP_NONE: none need to). */
static bool has_nested(term_bank *b, const formula *f, const void *detail)
{
    const term_op *ops = detail;
    term_vec order = {0}, roots = {0};
    bool found = false;
    for (size_t i = 0; i < f->assertions.n; i++)
        vec_push(&roots, term_expand_definitions(b, f->assertions.at[i]));
    term_postorder(b, roots.at, roots.n, &order);
    for (size_t i = 0; i < order.n && !found; i++)
        if (term_op_of(b, order.at[i]) == ops[0]) {
            found = ops[1] == OP_NONE;
            for (uint32_t j = 0; j < term_arity(b, order.at[i]) && !found; j++)
                found = has_op(b, term_arg(b, order.at[i], j), ops[1]);
        }
    vec_free(&order);
    vec_free(&roots);
    return found;
}

TEST(drops_assertions_and_names)
{
    strbuf text = STRBUF_INIT;
    for (int i = 0; i < 200; i++)
        strbuf_printf(&text,
                      "(declare-const variable_%d (_ BitVec 32))"
                      "(assert (bvult (%s variable_%d #x00000007) #x0000ffff))",
                      i, i == 137 ? "bvsrem" : "bvadd", i);
    watcher w = {.wanted = has_nested, .detail = (term_op[]){OP_BVSREM, OP_NONE}};
    reduce_result result;
    char *small = reduce_text(text.text, &w, &result);
    CHECK_STR(small, "(assert (bvult (bvsrem #b0 #b0) #b0))\n(check-sat)\n");
    printf("    200 assertions: %llu checks\n", (unsigned long long)result.checks);
    CHECK(result.checks < 120);
    free(small);
    strbuf_free(&text);
}

TEST(keeps_what_is_needed)
{
    reduces_to("(set-logic QF_BV)(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))"
               "(assert (and (bvult x y) (= (ite (= x #x01) (bvmul x (bvadd y #x03)) y) #x10)))",
               (watcher){.wanted = has_nested, .detail = (term_op[]){OP_ITE, OP_BVMUL}},
               "(assert (= (ite true (bvmul #b0 #b0) #b0) #b0))\n(check-sat)\n");
}

TEST(quantifiers_become_bodies)
{
    reduces_to(
        "(declare-fun function (Int Int) Int)"
        "(assert (forall ((x Int) (y Int)) (! (exists ((z Int)) (> (function x y) (mod z 3)))"
        " :pattern ((function x y)))))",
        (watcher){.wanted = has_nested, .detail = (term_op[]){OP_MOD, OP_NONE}},
        "(assert (> 0 (mod 0 0)))\n(check-sat)\n");
    reduces_to(
        "(declare-fun function (Int Int) Int)"
        "(assert (forall ((x Int) (y Int)) (! (exists ((z Int)) (> (function x y) (mod z 3)))"
        " :pattern ((function x y)))))",
        (watcher){.wanted = has_nested, .detail = (term_op[]){OP_FORALL, OP_MOD}},
        "(assert (forall ((y Int)) (> 0 (mod 0 0))))\n(check-sat)\n");
}

TEST(long_chains_fall_quickly)
{
    strbuf text = STRBUF_INIT;
    strbuf_puts(&text, "(declare-const x Int)(assert (= 5 ");
    for (int i = 0; i < 2000; i++)
        strbuf_printf(&text, "(+ %d ", i);
    strbuf_puts(&text, "(abs x)");
    for (int i = 0; i < 2000; i++)
        strbuf_putc(&text, ')');
    strbuf_puts(&text, "))");
    watcher w = {.wanted = has_nested, .detail = (term_op[]){OP_ABS, OP_NONE}};
    reduce_result result;
    char *small = reduce_text(text.text, &w, &result);
    CHECK_STR(small, "(assert (= (abs 0) 0))\n(check-sat)\n");
    printf("    chain of 2000: %llu checks\n", (unsigned long long)result.checks);
    CHECK(result.checks < 200);
    free(small);
    strbuf_free(&text);
}

/* Reduces `head`, n times `part`, `middle`, n times `end`, `tail`; few checks must do. */
static void reduces_quickly(const char *head, const char *part, const char *middle, const char *end,
                            const char *tail, int n, term_op op, const char *wanted)
{
    strbuf text = STRBUF_INIT;
    watcher w = {.wanted = has_nested, .detail = (term_op[]){op, OP_NONE}};
    reduce_result result;
    strbuf_puts(&text, head);
    for (int i = 0; i < n; i++)
        strbuf_puts(&text, part);
    strbuf_puts(&text, middle);
    for (int i = 0; i < n; i++)
        strbuf_puts(&text, end);
    strbuf_puts(&text, tail);
    char *small = reduce_text(text.text, &w, &result);
    CHECK_STR(small, wanted);
    CHECK_MSG(result.checks < 120, "%llu checks", (unsigned long long)result.checks);
    free(small);
    strbuf_free(&text);
}

TEST(deep_and_wide)
{
    reduces_quickly("(declare-const p Bool)(assert ", "(not ", "p", ")", ")", 20000, OP_NOT,
                    "(assert (not true))\n(check-sat)\n");
    reduces_quickly("(declare-const x Int)(declare-const y Int)(assert (< y (+ ", "(* x 3) ",
                    "(mod y 2)", " (- y x)", ")))", 3000, OP_MOD,
                    "(assert (< 0 (mod 0 0)))\n(check-sat)\n");
}

TEST(definitions_are_inlined)
{
    reduces_to("(define-fun twice ((n Int)) Int (* 2 n))"
               "(declare-const x Int)(assert (> (twice (twice x)) 17))",
               (watcher){.wanted = has_nested, .detail = (term_op[]){OP_MUL, OP_MUL}},
               "(assert (> (* 0 (* 0 0)) 0))\n(check-sat)\n");
}

/* Elements of declared sorts have no literals, so neither have datatypes over them. */
TEST(datatypes)
{
    static const char *const declarations =
        "(declare-sort S 0)(declare-datatypes ((color 0) (pair 0) (list 0)) (((red) (green))"
        "((make (first color) (second S))) ((cons (head color) (tail list)) (nil))))"
        "(declare-const p pair)(declare-const c color)(declare-const l list)"
        "(declare-fun f (list) pair)";
    static const struct {
        const char *assertion;
        term_op op;
        const char *wanted;
    } cases[] = {
        {"(assert (xor (= (head l) c) (= (f (cons (head l) (tail l))) p)))", OP_XOR,
         "(assert (xor true true))\n(check-sat)\n"},
        {"(assert (distinct (head (tail l)) (first (f l)) (first (make c (second p)))))",
         OP_DISTINCT,
         "(declare-datatypes ((color 0)) (((red) (green))))\n"
         "(assert (distinct red red))\n(check-sat)\n"},
        {"(assert (distinct (f l) (make (head l) (second p))))", OP_DISTINCT,
         "(assert (distinct true true))\n(check-sat)\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        strbuf text = STRBUF_INIT;
        strbuf_printf(&text, "%s%s", declarations, cases[i].assertion);
        reduces_to(text.text,
                   (watcher){.wanted = has_nested, .detail = (term_op[]){cases[i].op, OP_NONE}},
                   cases[i].wanted);
        strbuf_free(&text);
    }
}

static bool never(term_bank *b, const formula *f, const void *detail)
{
    return false;
}

TEST(what_never_holds_stays)
{
    const char *text = "(declare-const x Int)\n(assert (> x 2))\n(check-sat)\n";
    watcher w = {.wanted = never};
    reduce_result result;
    char *same = reduce_text(text, &w, &result);
    CHECK(!result.holds && result.checks == 1);
    CHECK_STR(same, text);
    free(same);
}

/* ---- Random formulas ------------------------------------------------------------------------- */

static formula random_formula(term_bank *b, uint64_t seed)
{
    rng r;
    rng_seed(&r, seed);
    vec_u32 sorts = {0};
    term_vec variables = {0};
    formula f = {0};
    generate_sorts(b, GENERATE_ALL, &sorts);
    generate_variables(b, &sorts, 1, &variables);
    generate_config config = {.sorts = sorts.at,
                              .n_sorts = sorts.n,
                              .variables = variables.at,
                              .n_variables = variables.n,
                              .constants = 30,
                              .quantifiers = true};
    for (int i = 0; i < 4; i++)
        vec_push(&f.assertions, generate_term(b, &r, &config, SORT_ID_BOOL, 5));
    vec_free(&sorts);
    vec_free(&variables);
    return f;
}

static bool is_operator(term_op op)
{
    return op != OP_NONE && op != OP_CONST && op != OP_APP && op != OP_VAR && op != OP_PATTERN;
}

/* A random subterm's operator, and one that stands somewhere below it (or OP_NONE). */
static void random_ops(const term_bank *b, const formula *f, uint64_t seed, term_op ops[2])
{
    rng r;
    rng_seed(&r, seed);
    term_vec order = {0}, below = {0};
    term_id t;
    term_postorder(b, f->assertions.at, f->assertions.n, &order);
    do
        t = order.at[rng_below(&r, order.n)];
    while (!is_operator(term_op_of(b, t)));
    term_postorder(b, term_args(b, t), term_arity(b, t), &below);
    ops[0] = term_op_of(b, t);
    ops[1] = below.n ? term_op_of(b, below.at[rng_below(&r, below.n)]) : OP_NONE;
    if (!is_operator(ops[1]))
        ops[1] = OP_NONE;
    vec_free(&order);
    vec_free(&below);
}

/* No assertion can be dropped, and no term replaced by a part of it or by a literal. */
static void check_minimal(term_bank *b, const formula *f, const term_op ops[2])
{
    term_vec order = {0};
    for (size_t i = 0; i < f->assertions.n; i++) {
        formula less;
        formula_copy(&less, f);
        less.assertions.at[i] = TERM_ID_TRUE;
        CHECK(!has_nested(b, &less, ops));
        formula_free(&less);
    }
    term_postorder(b, f->assertions.at, f->assertions.n, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        if (term_has_binder(b, t) || term_has_var(b, t) || !term_arity(b, t))
            continue;
        for (uint32_t j = 0; j < term_arity(b, t); j++) {
            term_id part = term_arg(b, t, j);
            formula less;
            if (term_sort(b, part) != term_sort(b, t))
                continue;
            formula_copy(&less, f);
            for (size_t k = 0; k < less.assertions.n; k++)
                less.assertions.at[k] = term_substitute(b, less.assertions.at[k], &t, &part, 1);
            CHECK(!has_nested(b, &less, ops));
            formula_free(&less);
        }
    }
    vec_free(&order);
}

static char *reduce_random(uint64_t seed, size_t jobs, reduce_result *result)
{
    term_bank *b = bank_new(false);
    formula f = random_formula(b, seed);
    term_op ops[2];
    random_ops(b, &f, seed, ops);
    watcher w = {.wanted = has_nested, .detail = ops};
    reduce_config config = {.check = look, .check_many = look_at_many, .jobs = jobs, .context = &w};
    *result = reduce_formula(b, &f, &config);
    CHECK(result->complete && reads_back(b, &f) && has_nested(b, &f, ops));
    check_minimal(b, &f, ops);
    strbuf out = STRBUF_INIT;
    formula_print(b, &f, DIALECT_STANDARD, NULL, NULL, &out);
    CHECK_MSG(result->size_after <= 16, "seed %llu, %s over %s: %zu terms left:\n%s",
              (unsigned long long)seed, term_op_name(ops[0]), term_op_name(ops[1]),
              result->size_after, out.text);
    formula_free(&f);
    bank_free(b);
    return strbuf_detach(&out);
}

/* Twice, one check at a time and several: the results are the same. */
TEST(random_formulas)
{
    size_t worst = 0, left = 0;
    uint64_t checks = 0, n = test_count(300);
    for (uint64_t seed = 1; seed <= n; seed++) {
        reduce_result one, many;
        char *small = reduce_random(seed, 1, &one), *again = reduce_random(seed, 5, &many);
        CHECK_STR(small, again);
        CHECK(one.checks == many.checks);
        worst = one.size_after > worst ? one.size_after : worst;
        left += one.size_after;
        checks += one.checks;
        free(small);
        free(again);
    }
    printf("    %llu formulas: %.1f terms left, at most %zu; %.1f checks each\n",
           (unsigned long long)n, (double)left / (double)n, worst, (double)checks / (double)n);
}

TEST(limits_end_it)
{
    term_bank *b = bank_new(false);
    formula f = random_formula(b, 5);
    term_op ops[2];
    random_ops(b, &f, 5, ops);
    watcher w = {.wanted = has_nested, .detail = ops};
    reduce_config config = {.check = look, .context = &w, .max_checks = 10};
    reduce_result result = reduce_formula(b, &f, &config);
    CHECK(!result.complete && result.checks <= 11 && has_nested(b, &f, ops));
    formula_free(&f);
    bank_free(b);
}
