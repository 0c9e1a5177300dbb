/* Emitted C programs against the evaluator: random formulas are written as C, compiled with all
 * warnings as errors, and run on random inputs. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "emit/emit.h"
#include "random_terms.h"
#include "random_values.h"
#include "smtlib/print/printer.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"
#include "test.h"

#define COMPILER "clang-19"

typedef int (*check_function)(const unsigned char *data, size_t n);

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    CHECK(f && fputs(text, f) >= 0 && !fclose(f));
}

/* The program as a function that says whether an input gets to the end of its ladder. */
static check_function compile(const emit_program *p, void **library)
{
    static unsigned number;
    strbuf source = STRBUF_INIT, command = STRBUF_INIT;
    char name[64], object[80];
    snprintf(name, sizeof name, "./emitted-%d-%u.c", (int)getpid(), ++number);
    snprintf(object, sizeof object, "%s.so", name);
    strbuf_printf(&source,
                  "static int hit;\n#define FOUND() (hit = 1)\n%s\n"
                  "int check(const unsigned char *data, size_t n);\n"
                  "int check(const unsigned char *data, size_t n)\n"
                  "{ hit = 0; LLVMFuzzerTestOneInput(data, n); return hit; }\n",
                  p->text);
    write_file(name, source.text);
    strbuf_printf(&command,
                  COMPILER
                  " -std=gnu17 -O1 -Wall -Wextra -Werror -shared -fPIC -Wl,-Bsymbolic %s -o "
                  "%s -lm",
                  name, object);
    CHECK_MSG(!system(command.text), "does not compile: %s", p->text);
    *library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    CHECK_MSG(*library, "%s", dlerror());
    check_function f = NULL;
    void *found = dlsym(*library, "check");
    memcpy(&f, &found, sizeof f);
    unlink(name);
    unlink(object);
    strbuf_free(&source);
    strbuf_free(&command);
    return f;
}

static const char *text_of(term_bank *b, term_id t)
{
    static char text[4000];
    strbuf out = STRBUF_INIT;
    smt_print_term(b, t, NULL, &out);
    snprintf(text, sizeof text, "%s", out.text);
    strbuf_free(&out);
    return text;
}

enum { CONSTRAINTS = 12, INPUTS = 80 };

typedef struct counts {
    uint64_t programs, truths, falsehoods, open, behind;
    bool seen[OP_COUNT];
} counts;

static bool accepted(term_bank *b, term_id t)
{
    char *reason = NULL;
    emit_program *p = emit_c(b, NULL, &t, 1, &(emit_config){0}, &reason);
    free(reason);
    emit_program_free(p);
    return p != NULL;
}

/* Random Bool terms that have a C form. */
static void draw(random_terms *g, term_vec *terms, counts *n)
{
    for (int tries = 0; tries < 400 && terms->n < CONSTRAINTS; tries++) {
        term_id t = random_term(g, SORT_ID_BOOL, 4);
        if (term_op_of(g->bank, t) == OP_CONST || !accepted(g->bank, t))
            continue;
        vec_push(terms, t);
        term_vec order = {0};
        term_postorder(g->bank, &t, 1, &order);
        for (size_t i = 0; i < order.n; i++)
            n->seen[term_op_of(g->bank, order.at[i])] = true;
        vec_free(&order);
    }
}

/* (or (and (= chosen 0) c0) (and (= chosen 1) (not c0)) …): its truth is that of the chosen one,
 * whatever the others do. */
static term_id choice(term_bank *b, term_id chosen, const term_vec *terms)
{
    term_vec cases = {0};
    for (size_t i = 0; i < 2 * terms->n; i++) {
        term_id c = terms->at[i / 2];
        term_id number = term_const(b, value_bv_u64(b, 8, i));
        vec_push(&cases, term_make2(b, OP_AND, term_eq(b, chosen, number),
                                    i % 2 ? term_make1(b, OP_NOT, c) : c));
    }
    term_id t = term_or(b, cases.at, (uint32_t)cases.n);
    vec_free(&cases);
    return t;
}

/* Strings that a program can read. */
static value_id random_text(random_terms *g)
{
    static const char letters[] = "ab0129x";
    uint32_t points[32];
    size_t n = rng_below(&g->random, 6);
    for (size_t i = 0; i < n; i++)
        points[i] = rng_one_in(&g->random, 8) ? (uint32_t)rng_below(&g->random, 128)
                                              : (uint32_t)letters[rng_below(&g->random, 7)];
    return value_string(g->bank, points, n);
}

/* Elements only where the program has them. */
static value_id random_array(random_terms *g, sort_id sort)
{
    term_bank *b = g->bank;
    uint32_t index = sort_bv_width(b, sort_array_index(b, sort));
    sort_id element = sort_array_element(b, sort);
    value_id a = value_array_constant(b, sort, random_value_of(b, &g->random, element));
    for (uint64_t n = rng_below(&g->random, 6); n > 0; n--)
        a = value_array_store(
            b, a, value_bv_u64(b, index, rng_below(&g->random, index < 6 ? 1u << index : 64)),
            random_value_of(b, &g->random, element));
    return a;
}

static void random_model(random_terms *g, const emit_program *p, term_model *m)
{
    for (size_t i = 0; i < p->inputs.n; i++) {
        sort_id sort = p->inputs.at[i].sort;
        value_id v = sort_kind_of(g->bank, sort) == SORT_ARRAY
                         ? random_array(g, sort)
                         : random_value_of(g->bank, &g->random, sort);
        if (sort == SORT_ID_STRING)
            v = random_text(g);
        int64_t small;
        if (value_kind_of(g->bank, v) == VALUE_INT && !value_small_int(g->bank, v, &small))
            v = value_int(g->bank, (int64_t)rng_next(&g->random));
        model_set_value(m, p->inputs.at[i].decl, v);
    }
}

/* Rounding to nearest, ties away, is beyond what C can do. */
static bool rounds_away(const term_bank *b, const emit_program *p, const term_model *m)
{
    bool away = false;
    for (size_t i = 0; i < p->inputs.n; i++) {
        value_id v = model_value(m, p->inputs.at[i].decl);
        away |= value_kind_of(b, v) == VALUE_RM && value_rounding(b, v) == RM_RNA;
    }
    return away;
}

/* The value of a term in the model, with values of our choice where operators are underspecified. */
static value_id with_choices(random_terms *g, term_model *m, term_id t)
{
    term_bank *b = g->bank;
    for (int tries = 0; tries < 20; tries++) {
        evaluator *e = eval_new(m, &(eval_config){.complete = true});
        value_id v = eval_term(e, t);
        size_t missing = v ? 0 : eval_missing_count(e);
        for (size_t i = 0; i < missing; i++) {
            const eval_missing *at = eval_missing_at(e, i);
            uint32_t n;
            const uint32_t *indices = term_index_words(b, at->application, &n);
            model_set_partial(m, term_op_of(b, at->application), indices, n, at->args.at,
                              (uint32_t)at->args.n,
                              random_unspecified(b, &g->random, at->application, at->args.at));
        }
        eval_free(e);
        if (!missing)
            return v;
    }
    return 0;
}

/* Is it so whatever underspecified operators give? C does not look at an operand that cannot matter,
 * where the evaluator has no value. */
static bool is_anyhow(random_terms *g, const emit_program *p, const term_model *m, term_id t,
                      bool truth)
{
    enum { CHOICES = 8 };
    bool same = true;
    for (int k = 0; same && k < CHOICES; k++) {
        term_model *own = model_new(g->bank);
        for (size_t i = 0; i < p->inputs.n; i++)
            model_set_value(own, p->inputs.at[i].decl, model_value(m, p->inputs.at[i].decl));
        value_id v = with_choices(g, own, t);
        same = v && value_is_true(v) == truth;
        model_free(own);
    }
    return same;
}

/* What the program says of the chosen constraint is what the evaluator says of it. */
static void compare(random_terms *g, const term_vec *terms, counts *n)
{
    term_bank *b = g->bank;
    decl_id d = decl_constant(b, symbol_make(b, "chosen"), sort_bv(b, 8));
    term_id t = choice(b, term_app(b, d, NULL, 0), terms);
    char *reason = NULL;
    void *library;
    emit_program *p = emit_c(b, NULL, &t, 1, &(emit_config){0}, &reason);
    CHECK_MSG(p, "%s", reason);
    check_function check = compile(p, &library);
    uint8_t *bytes = base_alloc_zero(p->bytes + 1, 1);
    term_model *m = model_new(b), *back = model_new(b);
    for (int round = 0; round < INPUTS; round++) {
        random_model(g, p, m);
        for (size_t i = 0; i < 2 * terms->n; i++) {
            model_set_value(m, d, value_bv_u64(b, 8, i));
            emit_encode(b, p, m, bytes);
            emit_decode(b, p, bytes, p->bytes, back);
            for (size_t k = 0; k < p->inputs.n; k++)
                if (sort_kind_of(b, p->inputs.at[k].sort) != SORT_ARRAY) /* these have many forms */
                    CHECK(model_value(m, p->inputs.at[k].decl) ==
                          model_value(back, p->inputs.at[k].decl));
            evaluator *e = eval_new(m, &(eval_config){.complete = true});
            value_id v = eval_term(e, terms->at[i / 2]);
            bool hit = check(bytes, p->bytes), truth = v && value_is_true(v) != i % 2;
            eval_free(e);
            CHECK_MSG(!hit || truth || (!v && is_anyhow(g, p, m, terms->at[i / 2], i % 2 == 0)),
                      "true in C, %s: %s", v ? "false" : "open", text_of(b, terms->at[i / 2]));
            n->truths += hit;
            n->falsehoods += v && !truth;
            n->open += !v;
            n->behind += truth && !hit && !rounds_away(b, p, m);
        }
    }
    n->programs++;
    model_free(m);
    model_free(back);
    free(bytes);
    emit_program_free(p);
    dlclose(library);
}

static void leaves(random_terms *g, const sort_id *sorts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            vec_push(&g->leaves,
                     term_app(g->bank, decl_constant(g->bank, symbol_fresh(g->bank, "x"), sorts[i]),
                              NULL, 0));
}

static counts run_theories(unsigned theories, const uint32_t *widths, size_t n_widths,
                           uint64_t seed, uint64_t programs)
{
    counts n = {0};
    for (uint64_t i = 0; i < programs; i++) {
        term_bank *b = bank_new(false);
        random_terms g;
        random_terms_init(&g, b, theories, seed + i);
        sort_id sorts[8] = {SORT_ID_BOOL};
        size_t n_sorts = 1;
        if (theories & THEORY_BV) {
            sorts[n_sorts++] = sort_bv(b, widths[i % n_widths]);
            random_terms_favour(&g, sorts[n_sorts - 1]);
            sorts[n_sorts++] = sort_bv(b, widths[(i + 1) % n_widths]);
        }
        if (theories & THEORY_ARITH)
            sorts[n_sorts++] = SORT_ID_INT;
        if (theories & THEORY_FP) {
            sorts[n_sorts++] = i % 2 ? sort_fp(b, 8, 24) : sort_fp(b, 11, 53);
            random_terms_favour(&g, sorts[n_sorts - 1]);
            sorts[n_sorts++] = SORT_ID_RM;
        }
        leaves(&g, sorts, n_sorts);
        term_vec terms = {0};
        draw(&g, &terms, &n);
        if (terms.n)
            compare(&g, &terms, &n);
        vec_free(&terms);
        random_terms_free(&g);
        bank_free(b);
    }
    return n;
}

static void judge(const counts *n)
{
    CHECK_MSG(n->programs && n->truths > 100 && n->falsehoods > 100,
              "%llu programs, %llu true, %llu false", (unsigned long long)n->programs,
              (unsigned long long)n->truths, (unsigned long long)n->falsehoods);
}

static void need_compiler(void)
{
    if (system(COMPILER " --version >/dev/null 2>&1"))
        test_skip("no " COMPILER);
}

TEST(bit_vectors_in_c)
{
    static const uint32_t widths[] = {8, 16, 32, 64, 1, 5, 13, 23, 33, 63};
    need_compiler();
    counts n = run_theories(THEORY_CORE | THEORY_BV, widths, 10, 1, test_count(20));
    judge(&n);
    CHECK_MSG(!n.behind, "%llu values are missing", (unsigned long long)n.behind);
}

TEST(wide_bit_vectors_in_c)
{
    static const uint32_t widths[] = {65, 100, 128, 129, 200, 512};
    need_compiler();
    counts n = run_theories(THEORY_CORE | THEORY_BV, widths, 6, 100, test_count(8));
    judge(&n);
    CHECK_MSG(!n.behind, "%llu values are missing", (unsigned long long)n.behind);
}

TEST(integers_in_c)
{
    static const uint32_t widths[] = {8, 32, 17, 64};
    need_compiler();
    counts n = run_theories(THEORY_CORE | THEORY_BV | THEORY_ARITH, widths, 4, 200, test_count(14));
    judge(&n);
    CHECK_MSG(n.behind * 10 < n.truths, "%llu values are missing", (unsigned long long)n.behind);
}

/* The generator chooses array sorts of its own, so these are made by hand. */
static term_id array_formula(random_terms *g, sort_id array, unsigned depth)
{
    term_bank *b = g->bank;
    sort_id index = sort_array_index(b, array), element = sort_array_element(b, array);
    term_id a = 0, c = 0;
    for (int k = 0; k < 2; k++) {
        a = c;
        c = g->leaves.at[2 + rng_below(&g->random, 2)];
        if (rng_one_in(&g->random, 4))
            c = term_const_array(b, array, random_term(g, element, 1));
        for (unsigned i = 0; i < depth; i++) {
            term_id at = rng_one_in(&g->random, 2) || sort_bv_width(b, index) <= 8
                             ? random_term(g, index, 1)
                             : term_const(b, value_bv_u64(b, sort_bv_width(b, index),
                                                          rng_below(&g->random, 70)));
            c = rng_one_in(&g->random, 4)
                    ? term_make3(b, OP_ITE, g->leaves.at[0], c, g->leaves.at[2])
                    : term_make3(b, OP_STORE, c, at, random_term(g, element, 2));
        }
    }
    if (rng_one_in(&g->random, 3))
        return term_eq(b, a, c);
    return term_make2(b, OP_BVULT, term_make2(b, OP_SELECT, a, random_term(g, index, 2)),
                      term_make2(b, OP_SELECT, c, random_term(g, index, 2)));
}

TEST(arrays_in_c)
{
    need_compiler();
    counts n = {0};
    for (uint64_t i = 0; i < test_count(12); i++) {
        term_bank *b = bank_new(false);
        random_terms g;
        random_terms_init(&g, b, THEORY_CORE | THEORY_BV, 400 + i);
        sort_id index = sort_bv(b, i % 2 ? 3 + i % 6 : 32), element = sort_bv(b, i % 3 ? 8 : 13);
        sort_id sorts[] = {SORT_ID_BOOL, sort_array(b, index, element), index, element};
        random_terms_favour(&g, element);
        leaves(&g, sorts, 4);
        term_vec terms = {0};
        for (int tries = 0; tries < 200 && terms.n < CONSTRAINTS; tries++) {
            term_id t = array_formula(&g, sorts[1], 3);
            if (accepted(b, t))
                vec_push(&terms, t);
        }
        compare(&g, &terms, &n);
        vec_free(&terms);
        random_terms_free(&g);
        bank_free(b);
    }
    judge(&n);
}

TEST(strings_in_c)
{
    need_compiler();
    counts n = {0};
    for (uint64_t i = 0; i < test_count(12); i++) {
        term_bank *b = bank_new(false);
        random_terms g;
        random_terms_init(&g, b, THEORY_CORE | THEORY_STRING | THEORY_ARITH, 500 + i);
        sort_id sorts[] = {SORT_ID_BOOL, SORT_ID_STRING, SORT_ID_INT};
        leaves(&g, sorts, 3);
        term_vec terms = {0};
        draw(&g, &terms, &n);
        if (terms.n)
            compare(&g, &terms, &n);
        vec_free(&terms);
        random_terms_free(&g);
        bank_free(b);
    }
    judge(&n);
}

TEST(floats_in_c)
{
    static const uint32_t widths[] = {32, 64, 8};
    need_compiler();
    counts n = run_theories(THEORY_CORE | THEORY_BV | THEORY_FP, widths, 3, 300, test_count(20));
    judge(&n);
    CHECK_MSG(n.behind * 20 < n.truths, "%llu values are missing", (unsigned long long)n.behind);
}
