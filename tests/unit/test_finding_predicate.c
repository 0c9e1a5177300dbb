/* Findings about faulty solvers are reduced, and stay what they are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"
#include "reduce/check/finding_predicate.h"
#include "test.h"

enum { SOLVERS = 3, MOST_LINES = 10, PADDING = 5 };

typedef struct court {
    solver *solvers[SOLVERS];
    size_t n;
    judge_limits limits;
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

static void open_court(court *k, const char *faulty)
{
    strbuf path = STRBUF_INIT;
    *k = (court){.limits = {.run = {.wall_seconds = 20, .memory_bytes = UINT64_C(400) << 20},
                            .slow_factor = 20}};
    strbuf_printf(&path, "%s/tests/faulty_solvers/%s", test_source_root(), faulty);
    CHECK(add_solver(k, path.text));
    strbuf_free(&path);
    if (!add_solver(k, "z3") || !add_solver(k, "cvc5 --strings-exp"))
        test_skip("z3 and cvc5 are needed");
}

static void close_court(court *k)
{
    for (size_t i = 0; i < k->n; i++)
        solver_free(k->solvers[i]);
}

/* The script among others that do not matter; those are satisfiable. */
static void pad(const char *script, int n, strbuf *out)
{
    const char *check = strstr(script, "(check-sat)");
    strbuf_add(out, script, (size_t)(check - script));
    for (int i = 0; i < n; i++)
        strbuf_printf(out,
                      "(declare-const number_%d Int)(declare-const word_%d (_ BitVec 16))"
                      "(assert (or (> number_%d %d) (= (bvadd word_%d #x%04x) word_%d)))",
                      i, i, i, i * 7, i, i + 1, i);
    strbuf_puts(out, check);
}

/* The judge's opinion of a script; nothing is expected of it. */
static void hear(court *k, finding *f, const char *script)
{
    term_bank *b = bank_new(false);
    formula asserted;
    char *error = NULL;
    CHECK_MSG(formula_parse(b, "test", script, strlen(script), &asserted, &error), "%s", error);
    judge_case c = {.bank = b, .formula = &asserted, .text = script};
    judge_confirm(f, &c, k->solvers, k->n, &k->limits);
    formula_free(&asserted);
    bank_free(b);
}

static size_t count_lines(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static void check_reduced(court *k, finding *f, const char *pattern)
{
    CHECK(f->state == FINDING_REDUCED);
    size_t most = MOST_LINES + 2 * (strstr(f->reduced, "(get-unsat-core)") != NULL);
    CHECK_MSG(count_lines(f->reduced) <= most, "%s", f->reduced);
    CHECK_MSG(strlen(f->reduced) < (most > MOST_LINES ? 400 : 200) && strstr(f->reduced, pattern),
              "%s", f->reduced);
    CHECK_MSG(strstr(f->evidence, "of the reduced formula"), "%s", f->evidence);
    finding again;
    finding_init(&again);
    again.kind = f->kind;
    again.got = f->got;
    again.expected = f->expected;
    finding_set(&again.solver, f->solver);
    hear(k, &again, f->reduced);
    CHECK_MSG(again.state == FINDING_CONFIRMED && again.kind == f->kind, "%s\n%s", f->reduced,
              again.evidence);
    finding_free(&again);
}

static void reduces(const char *faulty, finding_kind kind, answer expected, answer got,
                    const char *pattern, const char *script)
{
    court k;
    strbuf padded = STRBUF_INIT;
    finding f;
    open_court(&k, faulty);
    pad(script, kind == FINDING_UNKNOWN ? 1 : PADDING, &padded); /* what is easy is small */
    finding_init(&f);
    f.kind = kind;
    f.expected = expected;
    f.got = got;
    finding_set(&f.solver, solver_text(k.solvers[0]));
    finding_set(&f.formula, padded.text);
    hear(&k, &f, padded.text);
    CHECK_MSG(f.state == FINDING_CONFIRMED, "%s: %s", faulty, f.evidence);
    finding_reduce(&f, k.solvers, k.n, NULL, &k.limits, NULL, 0);
    check_reduced(&k, &f, pattern);
    finding_free(&f);
    strbuf_free(&padded);
    close_court(&k);
}

TEST(wrong_unsat)
{
    reduces("wrong-unsat", FINDING_SOUNDNESS, ANSWER_SAT, ANSWER_UNSAT, "bvmul",
            "(declare-const x (_ BitVec 8)) (assert (= (bvmul x #x03) #x09)) (check-sat)");
}

/* Without other solvers: the model that the formula was made with will do. */
TEST(wrong_unsat_by_its_model)
{
    court k;
    strbuf padded = STRBUF_INIT, model = STRBUF_INIT;
    finding f;
    open_court(&k, "wrong-unsat");
    strbuf_puts(&model, "sat\n((define-fun x () (_ BitVec 8) #x03)");
    for (int i = 0; i < PADDING; i++)
        strbuf_printf(&model, "(define-fun number_%d () Int 1000)", i);
    strbuf_puts(&model, ")");
    pad("(declare-const x (_ BitVec 8)) (assert (= (bvmul x #x03) #x09)) (check-sat)", PADDING,
        &padded);
    finding_init(&f);
    f.kind = FINDING_SOUNDNESS;
    f.expected = ANSWER_SAT;
    f.got = ANSWER_UNSAT;
    finding_set(&f.solver, solver_text(k.solvers[0]));
    finding_set(&f.formula, padded.text);
    finding_reduce(&f, k.solvers, 1, model.text, &k.limits, NULL, 0);
    CHECK_MSG(strlen(f.reduced) < 200 && strstr(f.reduced, "bvmul"), "%s", f.reduced);
    finding_free(&f);
    strbuf_free(&padded);
    strbuf_free(&model);
    close_court(&k);
}

TEST(wrong_sat)
{
    reduces("wrong-sat", FINDING_SOUNDNESS, ANSWER_UNSAT, ANSWER_SAT, "str.replace",
            "(declare-const x String)"
            "(assert (= (str.replace x \"a\" \"b\") (str.++ x \"c\"))) (check-sat)");
}

TEST(wrong_model)
{
    reduces("wrong-model", FINDING_MODEL, ANSWER_SAT, ANSWER_SAT, "mod",
            "(declare-const x Int) (assert (= (mod x 5) 3)) (check-sat)");
}

TEST(wrong_core)
{
    reduces("wrong-core", FINDING_CORE, ANSWER_SAT, ANSWER_UNSAT, "distinct",
            "(declare-const x Int) (assert (> x 3)) (assert (< x 5)) (assert (distinct x 4))"
            "(check-sat)");
}

TEST(crash)
{
    reduces("crash", FINDING_CRASH, ANSWER_NONE, ANSWER_NONE, "select",
            "(declare-const a (Array Int Int)) (assert (> (select a 1) 2)) (check-sat)");
}

TEST(crash_by_a_core)
{
    reduces("core-crash", FINDING_CRASH, ANSWER_NONE, ANSWER_NONE, "get-unsat-core",
            "(declare-const x (_ BitVec 8)) (assert (= (bvurem x #x03) #x04)) (check-sat)");
}

TEST(assertion)
{
    reduces("assertion", FINDING_CRASH, ANSWER_NONE, ANSWER_NONE, "concat",
            "(declare-const x (_ BitVec 4)) (assert (= (concat x x) #x11)) (check-sat)");
}

TEST(sanitizer)
{
    reduces("sanitizer", FINDING_MEMORY, ANSWER_NONE, ANSWER_NONE, "ite",
            "(declare-const p Bool) (declare-const x Int) (assert (= (ite p x 2) 3)) (check-sat)");
}

TEST(error_then_sat)
{
    reduces("error-then-sat", FINDING_UNKNOWN, ANSWER_NONE, ANSWER_NONE, "abs",
            "(declare-const x Int) (assert (= (abs x) 3)) (check-sat)");
}

TEST(incremental)
{
    court k;
    finding f;
    open_court(&k, "wrong-unsat");
    finding_init(&f);
    f.kind = FINDING_SOUNDNESS;
    f.expected = ANSWER_SAT;
    f.got = ANSWER_UNSAT;
    finding_set(&f.solver, solver_text(k.solvers[0]));
    finding_set(&f.formula,
                "(set-logic ALL)(declare-const x (_ BitVec 8))(declare-const y Int)(push 1)"
                "(assert (> y 3))(check-sat)(push 1)(assert (= (bvmul x #x03) #x09))(check-sat)"
                "(pop 1)(assert (< y 2))(check-sat)(pop 1)(assert (= y 7))(check-sat)");
    finding_reduce(&f, k.solvers, k.n, NULL, &k.limits, NULL, 0);
    CHECK(f.state == FINDING_REDUCED);
    CHECK_MSG(count_lines(f.reduced) <= MOST_LINES && strstr(f.reduced, "bvmul") &&
                  !strstr(f.reduced, "y"),
              "%s", f.reduced);
    finding_free(&f);
    close_court(&k);
}
