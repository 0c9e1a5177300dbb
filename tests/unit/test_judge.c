/* The judge: faulty solvers are found out, honest ones are not accused. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "generate/generate.h"
#include "judge/judge.h"
#include "smtlib/script/script.h"
#include "term/core/walk.h"

enum { MOST = 4 };

typedef struct court {
    term_bank *bank;
    formula formula;
    judge_case c;
    solver *solvers[MOST];
    size_t n;
    judge_limits limits;
    finding_list findings;
} court;

static bool add_solver(court *k, const char *command)
{
    char *error = NULL;
    solver *s = solver_new(command, &error);
    free(error);
    if (s)
        k->solvers[k->n++] = s;
    return s != NULL;
}

/* A formula and the honest solvers; `faulty` (may be NULL) is a file of tests/faulty_solvers. */
static void open_court(court *k, const char *faulty, const char *text)
{
    *k = (court){.bank = bank_new(true)};
    k->limits = (judge_limits){.run = {.wall_seconds = 20, .memory_bytes = UINT64_C(400) << 20},
                               .slow_factor = 20};
    char *error = NULL;
    CHECK_MSG(formula_parse(k->bank, "test", text, strlen(text), &k->formula, &error), "%s", error);
    k->c = (judge_case){.bank = k->bank, .formula = &k->formula};
    if (faulty) {
        strbuf path = STRBUF_INIT;
        strbuf_printf(&path, "%s/tests/faulty_solvers/%s", test_source_root(), faulty);
        CHECK(add_solver(k, path.text));
        strbuf_free(&path);
    }
    if (!add_solver(k, "z3") || !add_solver(k, "cvc5 --strings-exp"))
        test_skip("z3 and cvc5 are needed");
    add_solver(k, "cvc4 --strings-exp");
}

static void close_court(court *k)
{
    for (size_t i = 0; i < k->findings.n; i++)
        finding_free(&k->findings.at[i]);
    vec_free(&k->findings);
    for (size_t i = 0; i < k->n; i++)
        solver_free(k->solvers[i]);
    formula_free(&k->formula);
    bank_free(k->bank);
}

/* Every solver is asked, the suspicions are collected. */
static void collect(court *k, script_want want)
{
    judge_run runs[MOST] = {0};
    for (size_t i = 0; i < k->n; i++) {
        strbuf text = STRBUF_INIT;
        runs[i].solver = k->solvers[i];
        script_print(k->bank, &k->formula, solver_dialect(k->solvers[i]), want, &text);
        solver_question q = {.text = text.text, .length = text.n, .limits = k->limits.run};
        solver_ask(k->solvers[i], &q, &runs[i].result);
        strbuf_free(&text);
    }
    judge_suspect(&k->c, runs, k->n, &k->limits, &k->findings);
    for (size_t i = 0; i < k->n; i++)
        runner_result_free(&runs[i].result);
}

static void confirm(court *k)
{
    for (size_t i = 0; i < k->findings.n; i++)
        judge_confirm(&k->findings.at[i], &k->c, k->solvers, k->n, &k->limits);
}

/* The first confirmed finding; no honest solver may be in one. */
static const finding *verdict_of(const court *k)
{
    const finding *confirmed = NULL;
    for (size_t i = 0; i < k->findings.n; i++) {
        const finding *f = &k->findings.at[i];
        if (f->state != FINDING_CONFIRMED)
            continue;
        CHECK_MSG(strstr(f->solver, "faulty_solvers"), "%s is accused of %s:\n%s", f->solver,
                  finding_kind_name(f->kind), f->evidence);
        CHECK(!confirmed);
        confirmed = f;
    }
    return confirmed;
}

static void expect_finding(const char *faulty, script_want want, finding_kind kind,
                           const char *signature, const char *text)
{
    court k;
    open_court(&k, faulty, text);
    if (kind == FINDING_PERFORMANCE) {
        k.limits.run.wall_seconds = 3;
        k.limits.slow_floor = 3;
        k.limits.slow_factor = 1;
    }
    collect(&k, want);
    confirm(&k);
    const finding *f = verdict_of(&k);
    CHECK_MSG(f, "%s: not found out; %zu suspicions: %s", faulty, k.findings.n,
              k.findings.n ? k.findings.at[0].evidence : "");
    CHECK_MSG(f->kind == kind, "%s: %s (%s)", faulty, finding_kind_name(f->kind), f->message);
    CHECK_MSG(!strcmp(f->signature, signature), "%s: signature '%s'", faulty, f->signature);
    CHECK(*f->message && *f->evidence && !strcmp(f->version, "4.8.12"));
    close_court(&k);
}

TEST(wrong_unsat)
{
    expect_finding("wrong-unsat", SCRIPT_MODEL, FINDING_SOUNDNESS, "= bvmul {BitVec}",
                   "(declare-const x (_ BitVec 8)) (assert (= (bvmul x #x03) #x09)) (check-sat)");
}

/* The evidence has what each operator comes to, once. */
TEST(the_computation_is_shown)
{
    court k;
    open_court(&k, "wrong-unsat",
               "(declare-const x (_ BitVec 8)) (assert (= (bvmul x #x03) #x09)) (check-sat)");
    collect(&k, SCRIPT_MODEL);
    confirm(&k);
    const finding *f = verdict_of(&k);
    CHECK(f);
    const char *line = strstr(f->evidence, "  (bvmul #x03 #x03) = #x09\n");
    CHECK_MSG(line && strstr(f->evidence, "  x = #x03\n") &&
                  strstr(f->evidence, "  (= #x09 #x09) = true\n"),
              "%s", f->evidence);
    CHECK(!strstr(line + 4, "(bvmul #x03 #x03)"));
    close_court(&k);
}

TEST(wrong_sat)
{
    expect_finding("wrong-sat", SCRIPT_MODEL, FINDING_SOUNDNESS, "= str.++ str.replace {String}",
                   "(declare-const x String)"
                   "(assert (= (str.replace x \"a\" \"b\") (str.++ x \"c\"))) (check-sat)");
}

TEST(wrong_model)
{
    expect_finding("wrong-model", SCRIPT_MODEL, FINDING_MODEL, "= mod {Int}",
                   "(declare-const x Int) (assert (= (mod x 5) 3)) (check-sat)");
}

/* Our evaluator cannot tell, the others can when they are given the model. */
TEST(wrong_model_of_quantifiers)
{
    expect_finding("wrong-model", SCRIPT_MODEL, FINDING_MODEL, "= => forall mod {Int}",
                   "(declare-const x Int)"
                   "(assert (forall ((y Int)) (=> (= y (mod x 5)) (= y 3)))) (check-sat)");
}

TEST(wrong_core)
{
    expect_finding("wrong-core", SCRIPT_CORE, FINDING_CORE, "< = > {Int}",
                   "(declare-const x Int) (assert (> x 3)) (assert (< x 5)) (assert (distinct x 4))"
                   "(check-sat)");
}

TEST(crash)
{
    expect_finding("crash", SCRIPT_MODEL, FINDING_CRASH, "Segmentation fault",
                   "(declare-const a (Array Int Int)) (assert (> (select a 1) 2)) (check-sat)");
}

/* It crashes only when it is asked for a core: so does the script of the finding. */
TEST(crash_by_a_core)
{
    court k;
    open_court(&k, "core-crash",
               "(declare-const x (_ BitVec 8)) (assert (= (bvurem x #x03) #x04)) (check-sat)");
    collect(&k, SCRIPT_CORE);
    confirm(&k);
    const finding *f = verdict_of(&k);
    CHECK_MSG(f && f->kind == FINDING_CRASH, "%s", k.findings.n ? k.findings.at[0].evidence : "");
    CHECK_MSG(strstr(f->formula, "(get-unsat-core)"), "%s", f->formula);
    close_court(&k);
}

/* It is wrong only when it is asked for a core, or for a model: so is the script of the finding. */
TEST(wrong_by_another_question)
{
    static const struct {
        const char *faulty, *text, *question;
        script_want want;
    } cases[] = {{"only-cores",
                  "(declare-const x Int) (assert (> x 3)) (assert (< x 3)) (check-sat)",
                  "(get-unsat-core)", SCRIPT_CORE},
                 {"only-models", "(declare-const x Int) (assert (> x 3)) (check-sat)",
                  "(get-model)", SCRIPT_MODEL}};
    for (int i = 0; i < 2; i++) {
        court k;
        open_court(&k, cases[i].faulty, cases[i].text);
        collect(&k, cases[i].want);
        confirm(&k);
        const finding *f = verdict_of(&k);
        CHECK_MSG(f && f->kind == FINDING_SOUNDNESS, "%s: %s", cases[i].faulty,
                  k.findings.n ? k.findings.at[0].evidence : "no suspicion");
        CHECK_MSG(strstr(f->formula, cases[i].question), "%s", f->formula);
        close_court(&k);
    }
}

TEST(assertion)
{
    expect_finding("assertion", SCRIPT_MODEL, FINDING_CRASH,
                   "ASSERTION VIOLATION; File: bv_rewriter.cpp; Line: #; UNEXPECTED CODE WAS "
                   "REACHED.",
                   "(declare-const x (_ BitVec 4)) (assert (= (concat x x) #x11)) (check-sat)");
}

TEST(sanitizer)
{
    expect_finding("sanitizer", SCRIPT_MODEL, FINDING_MEMORY,
                   "AddressSanitizer: heap-use-after-free in ite_rewriter::visit < solver::check",
                   "(declare-const p Bool) (declare-const x Int) (assert (= (ite p x 2) 3))"
                   "(check-sat)");
}

TEST(hang)
{
    expect_finding("hang", SCRIPT_MODEL, FINDING_PERFORMANCE, "= div {Int}",
                   "(declare-const x Int) (assert (= (div x 5) 3)) (check-sat)");
}

TEST(leak)
{
    expect_finding("leak", SCRIPT_MODEL, FINDING_PERFORMANCE, "over its memory",
                   "(declare-const x (_ BitVec 8)) (assert (= (bvshl x #x01) #x08)) (check-sat)");
}

TEST(error_then_sat)
{
    expect_finding("error-then-sat", SCRIPT_MODEL, FINDING_UNKNOWN,
                   "(error \"line # column #: the table is full\")",
                   "(declare-const x Int) (assert (= (abs x) 3)) (check-sat)");
}

TEST(flood)
{
    expect_finding("flood", SCRIPT_MODEL, FINDING_UNKNOWN, "too much output",
                   "(declare-const x (_ BitVec 8)) (assert (= (bvlshr x #x01) #x08)) (check-sat)");
}

TEST(unknown)
{
    expect_finding("unknown", SCRIPT_MODEL, FINDING_UNKNOWN, "= bvnot {BitVec}",
                   "(declare-const x (_ BitVec 8)) (assert (= (bvnot x) #x08)) (check-sat)");
}

/* A solver that says that its methods end here is not accused. */
TEST(stated_limits)
{
    court k;
    open_court(&k, "limited",
               "(declare-const x (_ BitVec 8)) (assert (= (bvnot x) #x08)) (check-sat)");
    collect(&k, SCRIPT_MODEL);
    CHECK(k.findings.n == 1 && k.findings.at[0].kind == FINDING_UNKNOWN);
    confirm(&k);
    CHECK(k.findings.at[0].state == FINDING_DISMISSED);
    CHECK_MSG(strstr(k.findings.at[0].evidence, "incomplete (theory bit-vectors)"), "%s",
              k.findings.at[0].evidence);
    close_court(&k);
}

/* Nobody else has an answer, and our evaluator does not look into quantifiers over numbers: with the
 * values that the formula was made with put in, the accused says the contrary itself. */
TEST(values_convict)
{
    court k;
    open_court(&k, "wrong-exists",
               "(declare-const x Int)"
               "(assert (exists ((y Int)) (and (> y x) (= (mod (* y y) 7) 2)))) (check-sat)");
    for (; k.n > 1; k.n--)
        solver_free(k.solvers[k.n - 1]);
    vec_u32 decls = {0};
    term_free_decls(k.bank, k.formula.assertions.at, k.formula.assertions.n, &decls);
    term_model *model = model_new(k.bank);
    model_set_value(model, decls.at[0], value_int(k.bank, 3));
    k.c.model = model;
    k.c.expected = ANSWER_SAT;
    k.c.certain = CERTAIN_CONSTRUCTION;
    collect(&k, SCRIPT_ANSWER);
    confirm(&k);
    const finding *f = verdict_of(&k);
    CHECK_MSG(f && f->kind == FINDING_SOUNDNESS && f->got == ANSWER_UNSAT, "%s",
              k.findings.n ? k.findings.at[0].evidence : "no suspicion");
    CHECK_MSG(strstr(f->evidence, "contradicts itself"), "%s", f->evidence);
    model_free(model);
    vec_free(&decls);
    close_court(&k);
}

/* Two liars against one that is right: no conviction, but it is kept to be looked at. */
TEST(liars_convict_nobody)
{
    court k;
    open_court(&k, "liar", "(declare-const x Real) (assert (= (* x x x) (+ x 1.0))) (check-sat)");
    for (; k.n > 2; k.n--) /* z3 stays */
        solver_free(k.solvers[k.n - 1]);
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/tests/faulty_solvers/fibber", test_source_root());
    CHECK(add_solver(&k, path.text));
    strbuf_free(&path);
    collect(&k, SCRIPT_MODEL);
    confirm(&k);
    bool disputed = false;
    for (size_t i = 0; i < k.findings.n; i++) {
        const finding *f = &k.findings.at[i];
        CHECK_MSG(strcmp(f->solver, "z3") || f->state != FINDING_CONFIRMED, "%s", f->evidence);
        disputed |= f->state == FINDING_DISPUTED;
    }
    CHECK(disputed);
    close_court(&k);
}

/* A script with several checks: the judge goes by what each should answer. */
static void try_script(const char *faulty, answer second, bool wrong)
{
    const char *text = "(declare-const x (_ BitVec 8))\n(push 1)\n"
                       "(assert (= (bvmul x #x03) #x09))\n(check-sat)\n(pop 1)\n"
                       "(assert (bvult x x))\n(check-sat)\n";
    court k;
    open_court(&k, faulty, "(assert false)(check-sat)");
    answer_list each = {0};
    vec_push(&each, ANSWER_SAT);
    vec_push(&each, second);
    k.c.text = text;
    k.c.each = &each;
    k.c.expected = second;
    k.c.certain = CERTAIN_CONSTRUCTION;
    judge_run runs[MOST] = {0};
    for (size_t i = 0; i < k.n; i++) {
        runs[i].solver = k.solvers[i];
        solver_question q = {.text = text, .length = strlen(text), .checks = 2};
        solver_ask(k.solvers[i], &q, &runs[i].result);
    }
    judge_suspect(&k.c, runs, k.n, &k.limits, &k.findings);
    confirm(&k);
    const finding *f = verdict_of(&k);
    CHECK(wrong ? f && f->kind == FINDING_SOUNDNESS && f->got == ANSWER_UNSAT : !f);
    for (size_t i = 0; i < k.n; i++)
        runner_result_free(&runs[i].result);
    vec_free(&each);
    close_court(&k);
}

TEST(scripts_with_several_checks)
{
    try_script("wrong-unsat", ANSWER_UNSAT, true);
    try_script("crash", ANSWER_UNSAT, false);
    try_script("crash", ANSWER_SAT, false); /* a wrong expectation */
}

/* What does not show again is no finding. */
TEST(unsteady)
{
    const char *state = "faulty-state";
    unlink(state);
    setenv("FAULTY_STATE", state, 1);
    court k;
    open_court(&k, "unsteady", "(declare-const p Bool) (assert (xor p true)) (check-sat)");
    collect(&k, SCRIPT_MODEL);
    CHECK(k.findings.n == 1 && k.findings.at[0].kind == FINDING_SOUNDNESS);
    confirm(&k);
    CHECK(k.findings.at[0].state == FINDING_DISMISSED);
    CHECK_MSG(strstr(k.findings.at[0].evidence, "did not come again"), "%s",
              k.findings.at[0].evidence);
    close_court(&k);
    unlink(state);
}

/* An expectation that is wrong accuses nobody. */
TEST(wrong_labels)
{
    static const char *const texts[] = {
        "(declare-const x Int) (assert (> x 3)) (check-sat)",
        "(declare-const x Int) (assert (> x 3)) (assert (< x 3)) (check-sat)"};
    for (int i = 0; i < 2; i++)
        for (certainty c = CERTAIN_LABEL; c <= CERTAIN_CONSTRUCTION; c++) {
            court k;
            open_court(&k, NULL, texts[i]);
            k.c.expected = i ? ANSWER_SAT : ANSWER_UNSAT;
            k.c.certain = c;
            collect(&k, SCRIPT_MODEL);
            confirm(&k);
            CHECK(!verdict_of(&k));
            close_court(&k);
        }
}

/* ---- Honest solvers -------------------------------------------------------------------------- */

/* Random formulas over theories in which these solvers have no known defects. */
static void make_formula(court *k, rng *r, unsigned theories)
{
    vec_u32 sorts = {0};
    term_vec variables = {0};
    generate_sorts(k->bank, theories, &sorts);
    generate_variables(k->bank, &sorts, 2, &variables);
    generate_config config = {.sorts = sorts.at,
                              .n_sorts = sorts.n,
                              .variables = variables.at,
                              .n_variables = variables.n,
                              .constants = 30};
    formula_free(&k->formula);
    k->formula.logic = symbol_make(k->bank, "ALL");
    for (uint64_t i = 1 + rng_below(r, 3); i; i--)
        vec_push(&k->formula.assertions, generate_term(k->bank, r, &config, SORT_ID_BOOL, 2));
    vec_free(&sorts);
    vec_free(&variables);
}

TEST(honest_solvers_are_not_accused)
{
    static const unsigned theories[] = {GENERATE_INT, GENERATE_BV, GENERATE_INT | GENERATE_REAL};
    court k;
    rng r;
    open_court(&k, NULL, "(check-sat)");
    rng_seed(&r, 1);
    bank_marks mark = bank_mark(k.bank);
    for (uint64_t i = 0; i < test_count(24); i++) {
        make_formula(&k, &r, theories[i % 3]);
        collect(&k, SCRIPT_MODEL);
        confirm(&k);
        for (size_t f = 0; f < k.findings.n; f++) {
            const finding *found = &k.findings.at[f];
            CHECK_MSG(found->state != FINDING_CONFIRMED || found->kind == FINDING_UNKNOWN,
                      "case %d: %s: %s: %s\n%s\n%s", (int)i, found->solver,
                      finding_kind_name(found->kind), found->message, found->evidence,
                      found->formula);
            finding_free(&k.findings.at[f]);
        }
        vec_clear(&k.findings);
        formula_free(&k.formula);
        bank_release(k.bank, &mark);
    }
    close_court(&k);
}
