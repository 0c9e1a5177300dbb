/* Models as solvers print them: what our evaluator says of them, and the formula with one put in.
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"
#include "judge/model_report.h"
#include "smtlib/script/script.h"

static const char *verdict_name(model_verdict v)
{
    static const char *const names[] = {"none", "true", "false", "undetermined"};
    return names[v];
}

/* `output` is what comes after "sat". */
static void expect(const char *declarations, const char *assertions, const char *output,
                   model_verdict wanted)
{
    term_bank *b = bank_new(true);
    formula f;
    char *error = NULL;
    strbuf text = STRBUF_INIT, why = STRBUF_INIT;
    strbuf_printf(&text, "%s %s (check-sat)", declarations, assertions);
    CHECK_MSG(formula_parse(b, "test", text.text, text.n, &f, &error), "%s", error);
    judge_case c = {.bank = b, .formula = &f};
    strbuf_clear(&text);
    strbuf_printf(&text, "sat\n%s\n", output);
    model_verdict got = judge_model(&c, text.text, &why);
    CHECK_MSG(got == wanted, "%s with %s is %s: %s", assertions, output, verdict_name(got),
              why.text);
    CHECK((got == MODEL_TRUE) == (why.n == 0));
    strbuf_free(&text);
    strbuf_free(&why);
    formula_free(&f);
    bank_free(b);
}

TEST(plain_models)
{
    const char *x = "(declare-const x Int)";
    expect(x, "(assert (> x 3))", "((define-fun x () Int 4))", MODEL_TRUE);
    expect(x, "(assert (> x 3))", "(model (define-fun x () Int 3))", MODEL_FALSE);
    expect(x, "(assert (> x 3))", "((define-fun x () Int (- 4)))", MODEL_FALSE);
    expect("(declare-const |a b| String)", "(assert (= |a b| \"\"\"\"))",
           "((define-fun |a b| () String \"\"\"\"))", MODEL_TRUE);
    expect("(declare-fun f (Int) Int)", "(assert (= (f 1) 2)) (assert (= (f 2) 5))",
           "((define-fun f ((x!0 Int)) Int (ite (= x!0 2) 5 2)))", MODEL_TRUE);
    expect("(declare-fun f (Int) Int)", "(assert (= (f 1) 2)) (assert (= (f 2) 5))",
           "((define-fun f ((x!0 Int)) Int 2))", MODEL_FALSE);
}

TEST(no_models)
{
    const char *x = "(declare-const x Int)";
    expect(x, "(assert (> x 3))", "", MODEL_NONE);
    expect(x, "(assert (> x 3))", "(error \"there is no model\")", MODEL_NONE);
    expect(x, "(assert (> x 3))", "((define-fun x () Int", MODEL_UNDETERMINED);
    expect(x, "(assert (> x 3))", "((define-fun x () Int \"a\"))", MODEL_UNDETERMINED);
    expect(x, "(assert (> x 3))", "(all is well)", MODEL_UNDETERMINED);
}

/* What a model leaves out may be anything. */
TEST(incomplete_models)
{
    const char *xy = "(declare-const x Int) (declare-const y Int)";
    expect(xy, "(assert (> x 3)) (assert (or (> y 3) (> x 2)))", "((define-fun x () Int 4))",
           MODEL_TRUE);
    expect(xy, "(assert (> x 3)) (assert (> y 3))", "((define-fun x () Int 4))",
           MODEL_UNDETERMINED);
    expect(xy, "(assert (> x 3)) (assert (> y 3))", "((define-fun x () Int 2))", MODEL_FALSE);
    expect("(declare-const x Int) (declare-fun f (Int) Int)", "(assert (= (f x) 5))",
           "((define-fun x () Int 2))", MODEL_UNDETERMINED);
}

/* So may underspecified operators, whatever the solver says of them. */
TEST(underspecified_operators)
{
    const char *x = "(declare-const x Real)", *is_2 = "((define-fun x () Real 2.0))";
    expect(x, "(assert (= (/ x 0.0) 1.0))", is_2, MODEL_TRUE);
    expect(x, "(assert (= (/ x 0.0) 1.0))",
           "((define-fun x () Real 2.0) (define-fun /0 ((a Real)) Real 5.0))", MODEL_TRUE);
    expect(x, "(assert (= (/ x 0.0) 1.0)) (assert (= (/ 2.0 0.0) 3.0))", is_2, MODEL_FALSE);
    expect(x, "(assert (= (/ x 0.0) 1.0)) (assert (= (/ 3.0 0.0) 3.0))", is_2, MODEL_TRUE);
    expect(x, "(assert (distinct (/ x 0.0) (/ x 0.0)))", is_2, MODEL_FALSE);
    expect(x, "(assert (= (/ x 0.0) 1.0)) (assert (> x 2.0))", is_2, MODEL_FALSE);
    expect("(declare-const n Int)", "(assert (= (mod n 0) 7)) (assert (= (div n 0) 9))",
           "((define-fun n () Int 1))", MODEL_TRUE);
    expect("(declare-datatype L ((nil) (cons (head Int) (tail L)))) (declare-const l L)",
           "(assert (= (head l) 3))", "((define-fun l () L nil))", MODEL_TRUE);
    expect("(declare-datatype L ((nil) (cons (head Int) (tail L)))) (declare-const l L)",
           "(assert (= (head l) 3))", "((define-fun l () L (cons 4 nil)))", MODEL_FALSE);
    expect("(declare-const f (_ FloatingPoint 5 11))",
           "(assert (= (fp.min f (_ -zero 5 11)) (_ +zero 5 11)))",
           "((define-fun f () (_ FloatingPoint 5 11) (_ +zero 5 11)))", MODEL_TRUE);
    expect("(declare-const v (_ BitVec 8))", "(assert (= (bvudiv v #x00) #x00))",
           "((define-fun v () (_ BitVec 8) #x01))", MODEL_FALSE); /* this one is specified */
}

TEST(what_cannot_be_told)
{
    expect("(declare-const x Int)", "(assert (forall ((y Int)) (> (* y y) x)))",
           "((define-fun x () Int (- 1)))", MODEL_UNDETERMINED);
    expect("(declare-const x Int)", "(assert (forall ((y Int)) (> (* y y) x))) (assert (> x 0))",
           "((define-fun x () Int (- 1)))", MODEL_FALSE);
    expect("(declare-const x Int)", "(assert (forall ((p Bool)) (or p (> x 3))))",
           "((define-fun x () Int 4))", MODEL_TRUE); /* few enough values */
    expect("(declare-const x Real)", "(assert (= (* x x) 2.0))",
           "((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 2)))", MODEL_UNDETERMINED);
}

/* All elements of a small index sort are stored: the default does not matter. */
TEST(arrays_with_small_domains)
{
    expect(
        "(declare-const a (Array Bool Int)) (declare-const b (Array Bool Int))",
        "(assert (= a b)) (assert (= (select a true) 1))",
        "((define-fun a () (Array Bool Int) (store (store ((as const (Array Bool Int)) 7) true "
        "1) false 2))"
        "(define-fun b () (Array Bool Int) (store (store ((as const (Array Bool Int)) 8) true 1) "
        "false 2)))",
        MODEL_TRUE);
    expect("(declare-sort S 0) (declare-const a (Array S Int)) (declare-const s S)",
           "(assert (= (select a s) 1))",
           "((declare-fun S!val!0 () S) (define-fun s () S S!val!0) (define-fun a () (Array S Int) "
           "((as const (Array S Int)) 2)))",
           MODEL_FALSE);
}

/* ---- Models put in --------------------------------------------------------------------------- */

static void expect_instance(const char *text, const char *model, const char *wanted)
{
    term_bank *b = bank_new(true);
    formula f, instance;
    char *error = NULL;
    CHECK_MSG(formula_parse(b, "test", text, strlen(text), &f, &error), "%s", error);
    judge_case c = {.bank = b, .formula = &f};
    strbuf out = STRBUF_INIT;
    strbuf_printf(&out, "sat\n%s\n", model);
    model_report r;
    model_report_make(&r, &c, out.text, NULL);
    CHECK(r.model);
    strbuf_clear(&out);
    bool made = model_instance(b, &f, r.model, &instance);
    CHECK(made == (wanted != NULL));
    if (made) {
        script_print(b, &instance, DIALECT_STANDARD, SCRIPT_ANSWER, &out);
        CHECK_STR(out.text, wanted);
        formula_free(&instance);
    }
    model_report_free(&r);
    strbuf_free(&out);
    formula_free(&f);
    bank_free(b);
}

TEST(models_are_put_in)
{
    expect_instance("(declare-const x Int) (declare-const y Int)"
                    "(assert (forall ((z Int)) (> (+ x z) y))) (check-sat)",
                    "((define-fun x () Int 4))",
                    "(set-logic ALL)\n(declare-const y Int)\n"
                    "(assert (forall ((z Int)) (> (+ 4 z) y)))\n(check-sat)\n");
    expect_instance("(declare-fun f (Int) Int) (define-fun g ((x Int)) Int (f (+ x 1)))"
                    "(assert (exists ((z Int)) (> (g z) z))) (check-sat)",
                    "((define-fun f ((a Int)) Int (* a 2)))",
                    "(set-logic ALL)\n(define-fun model!0 ((a Int)) Int (* a 2))\n"
                    "(assert (exists ((z Int)) (> (model!0 (+ z 1)) z)))\n(check-sat)\n");
    expect_instance("(declare-const x Real) (assert (= (/ x 0.0) x)) (check-sat)",
                    "((define-fun x () Real 4.0) (define-fun /0 ((a Real)) Real 5.0))",
                    "(set-logic ALL)\n(assert (= (/ 4.0 0.0) 4.0))\n(check-sat)\n");
    expect_instance("(declare-sort S 0) (declare-const s S) (assert (= s s)) (check-sat)",
                    "((declare-fun S!val!0 () S) (define-fun s () S S!val!0))", NULL);
}
