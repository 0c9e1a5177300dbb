/* What is made of findings: their files, shapes, the list of known bugs, doubtful labels; and the
 * scripts and options that solvers are asked with. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/known.h"
#include "judge/label.h"
#include "smtlib/script/script.h"
#include "smtlib/script/shape.h"

/* ---- Scripts --------------------------------------------------------------------------------- */

static void expect_script(const char *text, size_t most, script_want want, size_t checks,
                          const char *wanted)
{
    strbuf out = STRBUF_INIT;
    CHECK(script_extend(text, most, want, &out) == checks);
    CHECK_STR(out.text, wanted);
    strbuf_free(&out);
}

TEST(scripts_are_extended)
{
    const char *text = "; a comment\n(set-logic ALL)(set-option :produce-models false)\n"
                       "(declare-const |a b| String)\n(assert (= |a b| \"(check-sat)\"))"
                       "(check-sat)(get-model)(push 1)\n(assert false)(check-sat-assuming (true))"
                       "(echo \"done\")(exit)";
    expect_script(text, 0, SCRIPT_MODEL, 2,
                  "(set-option :produce-models true)\n(set-logic ALL)\n"
                  "(declare-const |a b| String)\n(assert (= |a b| \"(check-sat)\"))\n"
                  "(check-sat)\n(push 1)\n(assert false)\n(check-sat-assuming (true))\n"
                  "(get-model)\n");
    expect_script(text, 1, SCRIPT_ANSWER, 1,
                  "(set-logic ALL)\n(declare-const |a b| String)\n"
                  "(assert (= |a b| \"(check-sat)\"))\n(check-sat)\n");
    expect_script("(assert true)", 0, SCRIPT_MODEL, 0, "");
    expect_script("", 0, SCRIPT_ANSWER, 0, "");
    expect_script(")(", 0, SCRIPT_ANSWER, 0, "");
}

TEST(replies)
{
    CHECK_STR(script_reply("sat\n(model)\n"), "(model)\n");
    CHECK_STR(script_reply("sat\nunsat\n  (a b)"), "(a b)");
    CHECK_STR(script_reply("unsat\n(error \"no model\")\n"), "");
    CHECK_STR(script_reply("sat"), "");
    CHECK_STR(script_reply(""), "");
    CHECK_STR(script_reply("(error \"x\")"), "");
}

TEST(cores_are_read)
{
    vec_u32 core = {0};
    CHECK(script_core("unsat\n(tandem!core!2 tandem!core!0)\n", 3, &core));
    CHECK(core.n == 2 && core.at[0] == 0 && core.at[1] == 2);
    CHECK(script_core("unsat\n(\ntandem!core!1\n)\n", 3, &core));
    CHECK(core.n == 1 && core.at[0] == 1);
    CHECK(!script_core("unsat\n(tandem!core!3)\n", 3, &core));
    CHECK(!script_core("unsat\n()\n", 3, &core));
    CHECK(!script_core("unsat\n(error \"tandem!core!1\")\n", 3, &core));
    CHECK(!script_core("unsat\n(tandem!core!1", 3, &core));
    vec_free(&core);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static void expect_shape(const char *text, const char *wanted)
{
    term_bank *b = bank_new(false);
    formula f;
    char *error = NULL;
    CHECK_MSG(formula_parse(b, "test", text, strlen(text), &f, &error), "%s", error);
    strbuf shape = STRBUF_INIT;
    finding_shape(b, &f, &shape);
    CHECK_STR(shape.text, wanted);
    strbuf_free(&shape);
    formula_free(&f);
    bank_free(b);
}

TEST(shapes_forget_names_and_numbers)
{
    expect_shape("(declare-const x Int)(assert (> (+ x 1) 2))", "+ > {Int}");
    expect_shape("(declare-const y Int)(assert (> (+ 7 y y) 3))(assert (> y 9))", "+ > {Int}");
    expect_shape("(declare-fun f (Int) Bool)(define-fun g ((x Int)) Bool (f (* 2 x)))"
                 "(assert (forall ((x Int)) (g x)))",
                 "* f forall {Bool}");
    expect_shape("(assert true)", "");
    expect_shape("(assert (distinct 1 2))", "=");
    expect_shape("(assert (not (= 1 2)))", "=");
    expect_shape("(declare-const a (Array Int Real))(declare-const s String)"
                 "(assert (= (select a (str.len s)) 1.0))",
                 "= select str.len {Array String}");
    expect_shape("(declare-const q (Seq Int))(assert (= (seq.len q) 1))", "= seq.len {Seq}");
    expect_shape("(declare-const s (Set Int))(assert (set.member 1 s))", "set.member {Set}");
    expect_shape("(declare-const b (Bag Int))(assert (= (bag.card b) 1))", "= bag.card {Bag}");
}

TEST(shapes_are_alike_when_one_has_the_other)
{
    static const struct {
        const char *a, *b;
        bool alike;
    } cases[] = {
        {"= fp.fma", "= fp.div fp.fma {RoundingMode}", true},
        {"= fp.fma {FloatingPoint}", "fp.fma", true},
        {"= fp.div", "= fp.fma", false},
        {"fp.div fp.rem", "fp.div fp.fma", false},
        {"= xor {Int}", "= and {Int}", true},
        {"= {Int}", "= div {Int}", false}, /* nothing is no part of something */
        {"", "", true},
        {"str.len", "str.le", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_MSG(finding_shapes_alike(cases[i].a, cases[i].b) == cases[i].alike, "%s, %s",
                  cases[i].a, cases[i].b);
        CHECK(finding_shapes_alike(cases[i].b, cases[i].a) == cases[i].alike);
    }
}

/* ---- Known bugs ------------------------------------------------------------------------------ */

static size_t match_known(const char *patterns, const finding *f, const char *shape)
{
    char *error = NULL;
    known_list *k = known_parse("known", patterns, &error);
    CHECK_MSG(k, "%s", error);
    size_t line = known_match(k, f, shape);
    known_free(k);
    return line;
}

static finding example(void)
{
    finding f;
    finding_init(&f);
    f.kind = FINDING_MODEL;
    finding_set(&f.solver, "/usr/bin/cvc5 --strings-exp");
    finding_set(&f.version, "1.0.3");
    finding_set(&f.message, "it makes this false: (= a [b])");
    finding_set(&f.signature, "= select {Array}");
    return f;
}

TEST(known_bugs_match)
{
    finding f = example();
    const char *shape = "= select {Array}";
    CHECK(match_known("# nothing\n\nkind=\"wrong model\"", &f, shape) == 3);
    CHECK(match_known("solver=cvc5", &f, shape) == 1);
    CHECK(match_known("solver=cvc*", &f, shape) == 1);
    CHECK(match_known("solver=\"*--strings-exp\" # any path", &f, shape) == 1);
    CHECK(match_known("solver=z3\nversion=1.0.?", &f, shape) == 2);
    CHECK(match_known("message=\"*makes*[b])\"", &f, shape) == 1);
    CHECK(match_known("operators=\"select =\"", &f, shape) == 1);
    CHECK(match_known("operators=Array shape=*select*", &f, shape) == 1);
    CHECK(match_known("options=\"\" signature=\"= select*\"", &f, shape) == 1);
    CHECK(!match_known("", &f, shape));
    CHECK(!match_known("kind=crash", &f, shape));
    CHECK(!match_known("kind=\"wrong model\" solver=cvc4", &f, shape));
    CHECK(!match_known("operators=\"select store\"", &f, shape));
    CHECK(!match_known("operators=sel", &f, shape));
    CHECK(!match_known("message=makes", &f, shape));
    CHECK(!match_known("version=1.0", &f, NULL));
    finding_free(&f);
}

static void refuse(const char *patterns, const char *wanted)
{
    char *error = NULL;
    CHECK(!known_parse("known", patterns, &error));
    CHECK_STR(error, wanted);
    free(error);
}

TEST(known_bugs_are_checked)
{
    refuse("solver=z3\nkind=craсh", "known:2: there is no such kind: 'craсh'");
    refuse("colour=red", "known:1: keys are kind, solver, version, options, message, signature, "
                         "shape and operators, not 'colour'");
    refuse("kind", "known:1: key=value is expected, not 'kind'");
    refuse("solver=a solver=b", "known:1: said twice: 'solver'");
    refuse("message=\"open\nsolver=z3", "known:1: the quote is not closed");
    char *error = NULL;
    CHECK(!known_read("/nonexistent/file", &error));
    CHECK_STR(error, "/nonexistent/file: cannot be read: No such file or directory");
    free(error);
}

/* ---- Files of findings ----------------------------------------------------------------------- */

TEST(findings_explain_themselves)
{
    finding f = example();
    f.expected = f.got = ANSWER_SAT;
    finding_set(&f.options, "--seed=7");
    finding_set(&f.evidence, "z3 4.8.12: sat\nour evaluator rejects its model\n");
    finding_set(&f.story, "sat-fusion of a.smt2 and b.smt2");
    finding_set(&f.formula, "(assert false)\n(check-sat)\n");
    finding_set(&f.reduced, "(check-sat)");
    strbuf out = STRBUF_INIT;
    finding_print(&f, &out);
    CHECK_STR(out.text, "; wrong model: /usr/bin/cvc5 --strings-exp 1.0.3\n"
                        "; it makes this false: (= a [b])\n"
                        "; expected sat, got sat\n"
                        "; run: /usr/bin/cvc5 --strings-exp --seed=7 FILE\n"
                        ";\n; signature:\n;   = select {Array}\n"
                        ";\n; evidence:\n;   z3 4.8.12: sat\n;   our evaluator rejects its model\n"
                        ";\n; origin:\n;   sat-fusion of a.smt2 and b.smt2\n"
                        "(check-sat)\n");
    strbuf_clear(&out);
    finding_set(&f.solver, "z3 {} -q");
    finding_set(&f.reduced, "");
    finding_print(&f, &out);
    CHECK(strstr(out.text, "; run: z3 FILE -q --seed=7\n"));
    CHECK(strstr(out.text, "\n(assert false)\n(check-sat)\n"));
    strbuf_free(&out);
    finding_free(&f);
}

/* ---- Labels ---------------------------------------------------------------------------------- */

static bool is_doubtful(const char *text, answer label, const char *const *solvers, size_t n)
{
    enum { MOST = 4 };
    term_bank *b = bank_new(true);
    formula f;
    char *error = NULL;
    CHECK(formula_parse(b, "test", text, strlen(text), &f, &error));
    judge_case c = {.bank = b, .formula = &f, .expected = label, .certain = CERTAIN_LABEL};
    judge_run runs[MOST] = {0};
    strbuf script = STRBUF_INIT, why = STRBUF_INIT;
    script_extend(text, 0, SCRIPT_MODEL, &script);
    for (size_t i = 0; i < n; i++) {
        runs[i].solver = solver_new(solvers[i], &error);
        if (!runs[i].solver)
            test_skip("%s", error);
        solver_question q = {.text = script.text, .length = script.n};
        solver_ask(runs[i].solver, &q, &runs[i].result);
    }
    bool doubtful = label_is_doubtful(&c, runs, n, &why);
    CHECK(doubtful == (why.n != 0));
    for (size_t i = 0; i < n; i++) {
        runner_result_free(&runs[i].result);
        solver_free(runs[i].solver);
    }
    strbuf_free(&script);
    strbuf_free(&why);
    formula_free(&f);
    bank_free(b);
    return doubtful;
}

TEST(labels_are_doubted)
{
    const char *sat = "(declare-const x Int)(assert (> x 2))(check-sat)";
    const char *unsat = "(declare-const x Int)(assert (> x x))(check-sat)";
    const char *const two[] = {"z3", "cvc5"};
    const char *const same[] = {"z3", "z3 -st"};
    CHECK(is_doubtful(sat, ANSWER_UNSAT, two, 2));
    CHECK(is_doubtful(sat, ANSWER_UNSAT, two, 1));
    CHECK(is_doubtful(unsat, ANSWER_SAT, two, 2));
    CHECK(!is_doubtful(unsat, ANSWER_SAT, two, 1));
    CHECK(!is_doubtful(unsat, ANSWER_SAT, same, 2));
    CHECK(!is_doubtful(sat, ANSWER_SAT, two, 2));
    CHECK(!is_doubtful(unsat, ANSWER_UNSAT, two, 2));
}

/* ---- Variations ------------------------------------------------------------------------------ */

static void expect_accepted(solver *s, const char *options)
{
    const char *script = "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n"
                         "(assert (= (bvadd x #x01) #x03))\n(check-sat)\n";
    solver_question q = {.text = script,
                         .length = strlen(script),
                         .limits = {.wall_seconds = 60},
                         .options = options};
    runner_result r;
    solver_ask(s, &q, &r);
    CHECK_MSG(r.verdict == RUNNER_SAT, "%s %s: %s: %s", solver_text(s), options,
              runner_verdict_name(r.verdict), r.excerpt);
    runner_result_free(&r);
}

/* z3 takes them all at once; the others may not like two of them together. */
static void try_variations(const char *name, bool together)
{
    char *error = NULL;
    solver *s = solver_new(name, &error);
    if (!s)
        test_skip("%s", error);
    size_t n = solver_variations(s), step = n / test_count(n);
    strbuf all = STRBUF_INIT;
    for (size_t i = 0; i < n; i += together || !step ? 1 : step) {
        if (together)
            strbuf_printf(&all, " %s", solver_variation(s, i));
        else
            expect_accepted(s, solver_variation(s, i));
    }
    if (together)
        expect_accepted(s, all.text);
    strbuf_free(&all);
    solver_free(s);
}

TEST(variations_are_accepted)
{
    try_variations("z3", true);
    try_variations("cvc5", false);
    try_variations("cvc4", false);
}
