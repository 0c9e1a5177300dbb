/* Transformers of a race's seeds: what each does to a formula, and that all of them leave one. */
#include "race/seeds/transform.h"
#include "synthetic.h"
#include "test.h"

static const char text[] = "(declare-const s String)(declare-const i Int)"
                           "(assert (= (str.++ s \"abz9\") (str.replace s \"ab\" \"\")))"
                           "(assert (forall ((k Int)) (< (+ i 3) (* k 5))))";

static grammar *seeded(const char *theory)
{
    grammar *g = synthetic_grammar(theory);
    formula f;
    char *error = NULL;
    CHECK(formula_parse(g->bank, "seed", text, sizeof text - 1, &f, &error));
    vec_push(&g->seeds, f);
    return g;
}

/* The first seed after the transformer, as text; "": it changes nothing. */
static const char *after(const grammar *g, rng *r, transform_kind kind, strbuf *out)
{
    formula to;
    strbuf_clear(out);
    strbuf_puts(out, "");
    if (transform(g, r, kind, &g->seeds.at[0], &to)) {
        formula_print(g->bank, &to, DIALECT_STANDARD, NULL, NULL, out);
        formula_free(&to);
    }
    return out->text;
}

TEST(literals_are_changed_everywhere)
{
    strbuf out = STRBUF_INIT;
    grammar *g = seeded("Strings");
    rng r;
    for (uint64_t seed = 0; seed < 20; seed++) {
        rng_seed(&r, seed);
        CHECK(strstr(after(g, &r, TRANSFORM_REVERSE, &out), "(str.++ s \"9zba\")"));
        CHECK(strstr(out.text, "(str.replace s \"ba\" \"\")"));
        CHECK(strstr(out.text, "(+ i 3)"));
        CHECK(strstr(after(g, &r, TRANSFORM_MULTIPLY, &out), "\"abz9abz9"));
        CHECK(!strstr(out.text, "(+ i 3)") && !strstr(out.text, " 5)"));
        CHECK(!strstr(after(g, &r, TRANSFORM_TRANSLATE, &out), "abz9"));
        const char *first = strstr(out.text, "(str.++ s \""),
                   *second = strstr(out.text, "replace s \"");
        CHECK(first && second); /* the same letters for the same letters */
        CHECK(!strncmp(first + strlen("(str.++ s \""), second + strlen("replace s \""), 2));
    }
    strbuf_free(&out);
    synthetic_grammar_free(g);
}

TEST(nothing_to_change_is_said)
{
    strbuf out = STRBUF_INIT;
    grammar *g = synthetic_grammar("BV");
    formula f;
    char *error = NULL;
    const char *plain = "(declare-const p Bool)(assert p)";
    CHECK(formula_parse(g->bank, "seed", plain, strlen(plain), &f, &error));
    vec_push(&g->seeds, f);
    rng r;
    rng_seed(&r, 1);
    for (int kind = 0; kind < TRANSFORM_GRAFT; kind++)
        CHECK(!*after(g, &r, (transform_kind)kind, &out));
    strbuf_free(&out);
    synthetic_grammar_free(g);
}

TEST(what_comes_of_a_seed_is_a_formula)
{
    static const char *const theories[] = {"Strings", "FP16", "Int,Arrays"};
    for (size_t i = 0; i < sizeof theories / sizeof *theories; i++) {
        grammar *g = seeded(theories[i]);
        rng r;
        rng_seed(&r, i);
        for (int k = 0; k < 5; k++) { /* with the grammar's own formulas as seeds, too */
            formula f;
            grammar_generate(g, &r, &f);
            vec_push(&g->seeds, f);
        }
        for (uint64_t k = 0, n = test_count(200); k < n; k++) {
            formula f;
            transform_seed(g, &r, &f);
            CHECK(f.assertions.n > 0);
            for (size_t a = 0; a < f.assertions.n; a++)
                CHECK(term_sort(g->bank, f.assertions.at[a]) == SORT_ID_BOOL);
            formula_free(&f);
        }
        synthetic_grammar_free(g);
    }
}
