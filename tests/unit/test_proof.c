/* Proofs as a witness: true ones hold, and each kind of wrong step is found. */
#include "judge/proof/proof.h"
#include "test.h"

static const char script[] =
    "(set-logic QF_UFLIA)\n"
    "(declare-fun f (Int) Int)\n(declare-const x Int)\n(declare-const y Int)\n"
    "(assert (= x y))\n(assert (not (= (f x) (f y))))\n(check-sat)\n";

#define ASSUMED "unsat\n(\n(assume a0 (= x y))\n(assume a1 (not (= (f x) (f y))))\n"
#define SHOWN "(step t1 (cl (= (f x) (f y))) :rule cong :premises (a0))\n"
#define END "(step t2 (cl) :rule resolution :premises (t1 a1))\n)\n"

/* A subproof: under x = y, f(x) = f(y); so it is an implication. */
#define INSIDE                                                                                \
    "(anchor :step t1)\n(assume t1.a0 (= x y))\n(step t1.t1 (cl (= (f x) (f y))) :rule cong " \
    ":premises (t1.a0))\n"
#define DISCHARGED \
    "(step t1 (cl (not (= x y)) (= (f x) (f y))) :rule subproof :discharge (t1.a0))\n"

static void check(const char *proof, proof_verdict wanted, const char *why)
{
    proof_report report;
    proof_check(script, proof, NULL, NULL, &report);
    CHECK_MSG(report.verdict == wanted, "verdict %d, wanted %d: %s\n%s", (int)report.verdict,
              (int)wanted, report.why.text, proof);
    bool told = !*why || strstr(report.why.text, why);
    CHECK_MSG(told, "it says '%s' of\n%s", report.why.text, proof);
    if (wanted == PROOF_GOOD)
        CHECK(report.decided == report.steps && report.steps);
    proof_report_free(&report);
}

TEST(true_proofs_hold)
{
    check(ASSUMED SHOWN END, PROOF_GOOD, "");
    check(ASSUMED "(step t1 (let ((z (f x))) (cl (= z (f y)))) :rule cong :premises (a0))\n" END,
          PROOF_GOOD, "");
    check(ASSUMED INSIDE DISCHARGED "(step t2 (cl) :rule resolution :premises (t1 a0 a1))\n)\n",
          PROOF_GOOD, "");
    /* in other words, but the same */
    check("unsat\n(assume a0 (= y x))\n(assume a1 (distinct (f x) (f y)))\n" SHOWN
          "(step t2 (cl) :rule resolution :premises (t1 a1))\n",
          PROOF_GOOD, "");
    check("unsat\n", PROOF_NONE, "");
    check("unsat\n(error \"no proof\")\n", PROOF_NONE, "");
}

TEST(wrong_steps_are_named)
{
    /* it does not follow */
    check(ASSUMED "(step t1 (cl (= (f x) (+ (f y) 1))) :rule cong :premises (a0))\n" END,
          PROOF_WRONG, "does not follow");
    check(ASSUMED "(step t1 (cl (= (f x) (f y))) :rule cong)\n" END, PROOF_WRONG,
          "step t1, rule cong does not follow");
    check(ASSUMED SHOWN "(step t2 (cl) :rule resolution :premises (t1))\n)\n", PROOF_WRONG,
          "step t2, rule resolution does not follow");
    check(ASSUMED "(step t1 (cl (not (= (f x) (f y)))) :rule cong :premises (a0))\n" END,
          PROOF_WRONG, "does not follow");
    check(ASSUMED "(step t1 (cl (= 1 2)) :rule all_simplify)\n"
                  "(step t2 (cl) :rule resolution :premises (t1))\n)\n",
          PROOF_WRONG, "step t1, rule all_simplify does not follow");
    /* what is assumed was not asserted */
    check("unsat\n(assume a0 (= x (+ y 1)))\n(step t1 (cl (> x y)) :rule la :premises (a0))\n"
          "(step t2 (cl) :rule hole :premises (t1))\n",
          PROOF_WRONG, "assumption a0 is no assertion");
    check("unsat\n(assume a0 false)\n(step t1 (cl) :rule false :premises (a0))\n", PROOF_WRONG,
          "assumption a0");
    /* names */
    check(ASSUMED SHOWN "(step t2 (cl) :rule resolution :premises (t1 a7))\n)\n", PROOF_WRONG,
          "not shown before: a7");
    check(ASSUMED "(step t1 (cl) :rule resolution :premises (t2 a1))\n" SHOWN, PROOF_WRONG,
          "not shown before: t2");
    check(ASSUMED INSIDE DISCHARGED "(step t2 (cl) :rule resolution :premises (t1.t1 a1))\n)\n",
          PROOF_WRONG, "inside of a subproof only: t1.t1");
    check(ASSUMED INSIDE "(step t1 (cl (= (f x) (f y))) :rule subproof :discharge (t1.a0))\n" END,
          PROOF_WRONG, "step t1, rule subproof does not follow");
    /* no end */
    check(ASSUMED SHOWN ")\n", PROOF_WRONG, "no contradiction");
    check(ASSUMED INSIDE ")\n", PROOF_WRONG, "no contradiction");
}

TEST(what_cannot_be_read_is_open)
{
    check(ASSUMED "(step t1 (cl (= (f x) unheard)) :rule cong :premises (a0))\n" END, PROOF_OPEN,
          "unheard");
    check("unsat\n(proof of nothing)\n", PROOF_OPEN, "not Alethe");
    check("unsat\n(assume a0 (= x y))\n(step t1 (cl)\n", PROOF_WRONG, "no contradiction");
    check(ASSUMED "(step t1 (cl (= (f x) (f y))))\n" END, PROOF_OPEN, "not Alethe");
}
