/* Every rule of the rewriter on random instances: the value before is the value after. */
#include "term/rewrite/rewrite.h"

#include <stdio.h>
#include <string.h>

#include "random_terms.h"
#include "random_values.h"
#include "smtlib/print/printer.h"
#include "smtlib/read/reader.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"
#include "test.h"

static uint64_t applied[1024]; /* by rule, over all cases of this program */

static void add_leaves(random_terms *g, unsigned n)
{
    char name[32];
    for (unsigned i = 0; i < n; i++) {
        snprintf(name, sizeof name, "x%u", i);
        sort_id sort = i % 3 ? random_sort(g) : SORT_ID_BOOL;
        decl_id d = decl_constant(g->bank, symbol_make(g->bank, name), sort);
        vec_push(&g->leaves, term_app(g->bank, d, NULL, 0));
    }
}

static void random_model(random_terms *g, term_model *m)
{
    model_clear(m);
    for (size_t i = 0; i < g->leaves.n; i++)
        model_set_value(m, term_decl(g->bank, g->leaves.at[i]),
                        random_value(g, term_sort(g->bank, g->leaves.at[i])));
}

static const char *text_of(term_bank *b, term_id t)
{
    static strbuf out = STRBUF_INIT;
    strbuf_clear(&out);
    smt_print_term(b, t, NULL, &out);
    return out.text;
}

/* Underspecified applications get the same random values on both sides: what is met in `t` is given
 * a value until nothing is missing any more. */
static value_id evaluate(random_terms *g, term_model *m, term_id t)
{
    eval_config config = {.fuel = 1 << 16};
    for (unsigned tries = 0; tries < 20; tries++) {
        evaluator *e = eval_new(m, &config);
        value_id v = eval_term(e, t);
        size_t missing = v ? 0 : eval_missing_count(e);
        for (size_t i = 0; i < missing; i++) {
            const eval_missing *at = eval_missing_at(e, i);
            uint32_t n_indices;
            const uint32_t *indices = term_index_words(g->bank, at->application, &n_indices);
            term_op op = term_op_of(g->bank, at->application);
            value_id chosen = random_unspecified(g->bank, &g->random, at->application, at->args.at);
            model_set_partial(m, op, indices, n_indices, at->args.at, (uint32_t)at->args.n, chosen);
        }
        eval_free(e);
        if (!missing)
            return v;
    }
    return 0;
}

static uint64_t undetermined, compared;

static void check_instance(random_terms *g, rewriter *r, term_model *m, term_id t)
{
    term_bank *b = g->bank;
    term_id u = rewrite_term(r, t);
    CHECK(term_sort(b, u) == term_sort(b, t));
    rewriter *fresh = rewriter_new(b);
    term_id again = rewrite_term(fresh, u);
    rewriter_free(fresh);
    if (again != u) {
        char first[1500];
        snprintf(first, sizeof first, "%s", text_of(b, u));
        CHECK_MSG(again == u, "not idempotent: %s becomes %s", first, text_of(b, again));
    }
    for (unsigned k = 0; k < 3; k++) {
        random_model(g, m);
        value_id before = evaluate(g, m, t), after = evaluate(g, m, u);
        if (!before || !after) {
            undetermined++;
            continue;
        }
        compared++;
        if (before == after)
            continue;
        char original[1500], result[1000];
        snprintf(original, sizeof original, "%s", text_of(b, t));
        snprintf(result, sizeof result, "%s", text_of(b, u));
        strbuf values = STRBUF_INIT;
        for (size_t i = 0; i < g->leaves.n; i++) {
            strbuf_printf(&values, " %s=", text_of(b, g->leaves.at[i]));
            smt_print_value(b, model_value(m, term_decl(b, g->leaves.at[i])), DIALECT_STANDARD,
                            &values);
        }
        CHECK_MSG(before == after, "%s becomes %s, at%.900s", original, result, values.text);
    }
}

static void run(unsigned theories, uint64_t count, unsigned depth)
{
    undetermined = compared = 0;
    for (uint64_t seed = 1; seed <= test_count(count); seed++) {
        term_bank *b = bank_new(false);
        term_model *m = model_new(b);
        random_terms g;
        random_terms_init(&g, b, theories, seed * 1000 + theories);
        add_leaves(&g, 8);
        rewriter *r = rewriter_new(b);
        for (unsigned i = 0; i < 20; i++) {
            check_instance(&g, r, m, random_term(&g, random_sort(&g), 1 + i % depth));
        }
        for (size_t i = 0; i < rewrite_rule_count(); i++)
            applied[i] += rewriter_applied(r, i);
        rewriter_free(r);
        random_terms_free(&g);
        model_free(m);
        bank_free(b);
    }
    /* A few are too large for the evaluator; most must be compared. */
    CHECK_MSG(compared > 20 * undetermined, "only %llu compared, %llu undetermined",
              (unsigned long long)compared, (unsigned long long)undetermined);
}

TEST(core_and_bit_vectors)
{
    run(THEORY_CORE | THEORY_BV, 300, 4);
}

TEST(bit_vectors_and_integers)
{
    run(THEORY_CORE | THEORY_BV | THEORY_ARITH, 150, 3);
}

TEST(arithmetic)
{
    run(THEORY_CORE | THEORY_ARITH, 300, 4);
}

TEST(floats)
{
    run(THEORY_CORE | THEORY_FP, 300, 3);
}

TEST(strings)
{
    run(THEORY_CORE | THEORY_STRING | THEORY_ARITH, 300, 3);
}

TEST(regular_expressions)
{
    run(THEORY_CORE | THEORY_STRING | THEORY_REGEX, 300, 4);
}

TEST(arrays)
{
    run(THEORY_CORE | THEORY_ARRAY | THEORY_ARITH | THEORY_BV, 150, 4);
}

/* The names that the examples use, with their declarations. */
static const char declarations[] =
    "(declare-datatype Lst ((nil) (cons (head Int) (tail Lst))))"
    "(declare-const p Bool)(declare-const q Bool)(declare-const i Int)(declare-const j Int)"
    "(declare-const r Real)(declare-const s Real)(declare-const x (_ BitVec 8))"
    "(declare-const y (_ BitVec 8))(declare-const z (_ BitVec 8))(declare-const b1 (_ BitVec 1))"
    "(declare-const f Float16)(declare-const g Float16)(declare-const h Float32)"
    "(declare-const m RoundingMode)(declare-const u String)(declare-const v String)"
    "(declare-const w String)(declare-const a (Array Int Int))(declare-const b (Array Int Int))"
    "(declare-const c Lst)(declare-const d Lst)";

static void declare(symtab *table, random_terms *g)
{
    smt_reader *reader = smt_reader_text(table, "names", declarations, strlen(declarations));
    smt_command command = {0};
    while (smt_reader_next(reader, &command) == SMT_OK)
        for (size_t i = 0; i < command.decls.n; i++)
            if (decl_kind_of(g->bank, command.decls.at[i]) == DECL_FREE)
                vec_push(&g->leaves, term_app(g->bank, command.decls.at[i], NULL, 0));
    CHECK(g->leaves.n == 21);
    smt_command_free(&command);
    smt_reader_free(reader);
}

static void check_example(const char *rule, const char *text)
{
    term_bank *b = bank_new(false);
    symtab *table = symtab_new(b);
    random_terms g;
    random_terms_init(&g, b, THEORY_CORE, 7);
    declare(table, &g);
    char *error = NULL;
    term_id t = smt_read_term(table, text, &error);
    CHECK_MSG(t, "%s", error);
    term_model *model = model_new(b);
    rewriter *r = rewriter_new(b);
    bool used = false;
    for (unsigned k = 0; k < 10; k++)
        check_instance(&g, r, model, t);
    for (size_t i = 0; i < rewrite_rule_count(); i++) {
        used |= rewriter_applied(r, i) && !strcmp(rewrite_rule_name(i), rule);
        applied[i] += rewriter_applied(r, i);
    }
    CHECK_MSG(used, "%s is not used in %s", rule, text);
    rewriter_free(r);
    model_free(model);
    random_terms_free(&g);
    symtab_free(table);
    bank_free(b);
}

TEST(examples)
{
    memset(applied, 0, sizeof applied); /* the examples must do alone */
#define EXAMPLE(rule, text) check_example(rule, text);
#include "rewrite_examples.def"
#undef EXAMPLE
}

TEST(every_rule_was_applied)
{
    strbuf missing = STRBUF_INIT;
    for (size_t i = 0; i < rewrite_rule_count(); i++)
        if (!applied[i])
            strbuf_printf(&missing, " %s at %s,", rewrite_rule_name(i),
                          term_op_name(rewrite_rule_op(i)));
    CHECK_MSG(!missing.n, "never applied:%s", missing.text);
    strbuf_free(&missing);
}

TEST(deep_terms)
{
    term_bank *b = bank_new(false);
    sort_id sort = sort_bv(b, 32);
    term_id x = term_app(b, decl_constant(b, symbol_make(b, "x"), sort), NULL, 0);
    term_id sum = x, chain = TERM_ID_TRUE;
    for (unsigned i = 0; i < 100000; i++) {
        sum = term_make2(b, i % 2 ? OP_BVADD : OP_BVXOR, sum, x);
        chain = term_make1(b, OP_NOT, chain);
    }
    rewriter *r = rewriter_new(b);
    CHECK(rewrite_term(r, chain) == TERM_ID_TRUE);
    term_id result = rewrite_term(r, sum);
    CHECK(term_sort(b, result) == sort && rewrite_term(r, result) == result);
    rewriter_free(r);
    bank_free(b);
}
