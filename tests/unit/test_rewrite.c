/* Every rule of the rewriter on random instances: the value before is the value after. */
#include "term/rewrite.h"

#include <stdio.h>
#include <string.h>

#include "random_terms.h"
#include "smtlib/printer.h"
#include "term/eval.h"
#include "term/walk.h"
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
            model_set_partial(m, term_op_of(g->bank, at->application), indices, n_indices,
                              at->args.at, (uint32_t)at->args.n,
                              random_value(g, term_sort(g->bank, at->application)));
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
            vec_clear(&g.pool);
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
    run(THEORY_CORE | THEORY_BV, 2000, 4);
}

TEST(bit_vectors_and_integers)
{
    run(THEORY_CORE | THEORY_BV | THEORY_ARITH, 1000, 3);
}

TEST(arithmetic)
{
    run(THEORY_CORE | THEORY_ARITH, 2000, 4);
}

TEST(floats)
{
    run(THEORY_CORE | THEORY_FP, 2000, 3);
}

TEST(strings)
{
    run(THEORY_CORE | THEORY_STRING | THEORY_ARITH, 2000, 3);
}

TEST(regular_expressions)
{
    run(THEORY_CORE | THEORY_STRING | THEORY_REGEX, 2000, 4);
}

TEST(arrays)
{
    run(THEORY_CORE | THEORY_ARRAY | THEORY_ARITH | THEORY_BV, 1000, 4);
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
