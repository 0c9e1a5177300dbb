/* The public C API, through its header alone. */
#include "test.h"

#include <string.h>

#include "tandem/tandem.h"

TEST(build_check_and_read)
{
    tandem_context *t = tandem_new();
    tandem_sort sort = tandem_sort_bv(t, 16);
    CHECK_STR(tandem_sort_text(t, sort), "(_ BitVec 16)");
    tandem_term x = tandem_constant(t, "x", sort), y = tandem_constant(t, "y", sort);
    tandem_term sum = tandem_make(t, "bvadd", NULL, 0, (tandem_term[]){x, y}, 2);
    CHECK(sum == tandem_parse_term(t, "(bvadd x y)"));
    CHECK(tandem_sort_of(t, sum) == sort);
    CHECK(tandem_assert(t, tandem_parse_term(t, "(and (= x #x0102) (= (bvadd x y) #x0203))")));
    CHECK(tandem_check(t) == TANDEM_SAT);
    CHECK(tandem_model_status(t) == TANDEM_MODEL_CHECKED);
    uint64_t bits = 0;
    CHECK(tandem_value_bits(t, tandem_value_of(t, y), &bits) && bits == 0x101);
    CHECK_STR(tandem_value_text(t, tandem_value_of(t, sum)), "#x0203");
    CHECK(strstr(tandem_model_text(t), "(define-fun y () (_ BitVec 16) #x0101)"));
    tandem_term low = tandem_make(t, "extract", (uint32_t[]){7, 0}, 2, &x, 1);
    CHECK_STR(tandem_term_text(t, low), "((_ extract 7 0) x)");
    CHECK_STR(tandem_value_text(t, tandem_value_of(t, low)), "#x02");
    tandem_free(t);
}

TEST(push_pop_and_cores)
{
    tandem_context *t = tandem_new();
    tandem_constant(t, "i", tandem_sort_int(t));
    tandem_assert(t, tandem_parse_term(t, "(> i 3)"));
    tandem_push(t);
    tandem_assert(t, tandem_parse_term(t, "(< i 2)"));
    CHECK(tandem_check(t) == TANDEM_UNSAT);
    CHECK(!tandem_value_of(t, tandem_find(t, "i")));
    CHECK(tandem_pop(t));
    CHECK(!tandem_pop(t));
    tandem_term assumptions[] = {tandem_parse_term(t, "(distinct i 9)"),
                                 tandem_parse_term(t, "(= i 1)")};
    CHECK(tandem_check_assuming(t, assumptions, 2) == TANDEM_UNSAT);
    CHECK(!tandem_in_core(t, 0) && tandem_in_core(t, 1) && !tandem_in_core(t, 2));
    CHECK(tandem_check_assuming(t, assumptions, 1) == TANDEM_SAT);
    int64_t number = 0;
    CHECK(tandem_value_int(t, tandem_value_of(t, tandem_find(t, "i")), &number));
    CHECK(number > 3 && number != 9);
    tandem_free(t);
}

TEST(errors_leave_messages)
{
    tandem_context *t = tandem_new();
    CHECK_STR(tandem_error(t), "");
    CHECK(!tandem_sort_bv(t, 0) && *tandem_error(t));
    CHECK(!tandem_parse_term(t, "(+ 1 nowhere)") && strstr(tandem_error(t), "nowhere"));
    CHECK(!tandem_parse_sort(t, "Nowhere"));
    CHECK(!tandem_make(t, "no-such-op", NULL, 0, NULL, 0));
    CHECK(strstr(tandem_error(t), "no-such-op"));
    CHECK(!tandem_find(t, "x") && !tandem_find_function(t, "f"));
    CHECK(!tandem_assert(t, tandem_int(t, 1)) && strstr(tandem_error(t), "Bool"));
    CHECK(!tandem_assert(t, tandem_parse_term(t, "(oops")));
    tandem_free(t);
}

TEST(options)
{
    tandem_context *t = tandem_new();
    CHECK_STR(tandem_get_option(t, "engine"), "z3");
    CHECK(!tandem_get_option(t, "nonsense"));
    CHECK(!tandem_set_option(t, "timeout", "soon") && !tandem_set_option(t, "colour", "red"));
    CHECK(tandem_set_option(t, "timeout", "5s") && tandem_set_option(t, "seed", "3"));
    CHECK_STR(tandem_get_option(t, "timeout"), "5s");
    size_t n = 0;
    while (tandem_option_name(n))
        CHECK(tandem_get_option(t, tandem_option_name(n++)));
    CHECK(n == 11);
    tandem_run(t, "(check-sat)");
    CHECK(!tandem_set_option(t, "seed", "4")); /* too late */
    tandem_free(t);
    t = tandem_new();
    CHECK(tandem_set_option(t, "engine", "no-such-solver-at-all"));
    CHECK(tandem_check(t) == TANDEM_UNKNOWN);
    tandem_free(t);
}

TEST(scripts_and_calls_share_names)
{
    tandem_context *t = tandem_new();
    CHECK_STR(tandem_run(t, "(declare-fun f (Int) Int)(declare-const a Int)"
                            "(assert (= (f a) 3))(check-sat)"),
              "sat\n");
    tandem_term a = tandem_find(t, "a");
    tandem_term fa = tandem_apply(t, tandem_find_function(t, "f"), &a, 1);
    int64_t number = 0;
    CHECK(tandem_value_int(t, tandem_value_of(t, fa), &number) && number == 3);
    CHECK(!tandem_apply(t, tandem_find_function(t, "f"), NULL, 0)); /* arity */
    tandem_assert(t, tandem_parse_term(t, "(= a 8)"));
    CHECK_STR(tandem_run(t, "(check-sat)(get-value (a))"), "sat\n((a 8))\n");
    CHECK(tandem_run_errors(t) == 0);
    CHECK(strstr(tandem_run(t, "(nonsense)(echo \"on\")"), "(error \"script:1:"));
    CHECK(tandem_run_errors(t) == 1);
    CHECK_STR(tandem_run(t, ""), "");
    /* what was meant is not known: no answer until it is reset */
    CHECK_STR(tandem_run(t, "(check-sat)(reset)(declare-const a Int)(check-sat)"),
              "unknown\nsat\n");
    tandem_free(t);
}

TEST(contexts_are_independent)
{
    tandem_context *one = tandem_new(), *two = tandem_new();
    tandem_run(one, "(declare-const p Bool)(assert p)");
    tandem_run(two, "(declare-const p Bool)(assert (not p))");
    CHECK(tandem_check(one) == TANDEM_SAT && tandem_check(two) == TANDEM_SAT);
    uint64_t p = 9;
    CHECK(tandem_value_bits(one, tandem_value_of(one, tandem_find(one, "p")), &p) && p == 1);
    CHECK(tandem_value_bits(two, tandem_value_of(two, tandem_find(two, "p")), &p) && p == 0);
    tandem_free(one);
    CHECK(tandem_check(two) == TANDEM_SAT);
    tandem_free(two);
    tandem_free(NULL);
}

TEST(limits_answer_unknown)
{
    tandem_context *t = tandem_new();
    tandem_set_option(t, "timeout", "300ms");
    tandem_run(
        t,
        "(declare-const x (_ BitVec 128))(declare-const y (_ BitVec 128))"
        "(assert (= (bvmul x y) (_ bv2670273254669078930062541336377357 128)))"
        "(assert (and (bvult x (_ bv72057594037927936 128)) (bvult y (_ bv72057594037927936 128))))"
        "(assert (and (bvugt x (_ bv1 128)) (bvule x y)))");
    CHECK(tandem_check(t) == TANDEM_UNKNOWN);
    CHECK(strstr(tandem_reason(t), "time limit"));
    CHECK(tandem_model_status(t) == TANDEM_MODEL_NONE);
    tandem_free(t);
}
