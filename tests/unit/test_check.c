/* The check of models: true, false, undetermined; unknown values of underspecified applications. */
#include "assertions.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "solve/session/check.h"
#include "term/core/walk.h"

typedef struct fixture {
    term_bank *bank;
    symtab *table;
    term_model *model;
    term_vec assertions;
} fixture;

/* Reads a script; its assertions are what is checked. */
static fixture setup(const char *script)
{
    fixture f = {.bank = bank_new(true)};
    f.table = symtab_new(f.bank);
    f.model = model_new(f.bank);
    read_assertions_into(f.table, script, &f.assertions);
    return f;
}

static void teardown(fixture *f)
{
    vec_free(&f->assertions);
    model_free(f->model);
    symtab_free(f->table);
    bank_free(f->bank);
}

/* name := the value of a term without free constants. */
static void assign(fixture *f, const char *name, const char *text)
{
    uint32_t d;
    CHECK(symtab_find(f->table, symbol_make(f->bank, name), &d) == SYMTAB_DECL);
    char *error = NULL;
    term_id t = smt_read_term(f->table, text, &error);
    CHECK_MSG(t, "%s", error);
    eval_config config = {0};
    evaluator *e = eval_new(f->model, &config);
    value_id v = eval_term(e, t);
    eval_free(e);
    CHECK(v);
    model_set_value(f->model, d, v);
}

static check_result judge(fixture *f)
{
    engine_config fresh = {.command = "z3", .want_models = true};
    return check_model(f->model, NULL, &fresh, NULL, f->assertions.at, f->assertions.n);
}

TEST(a_true_model)
{
    fixture f = setup("(declare-const x Int)(declare-const y Int)(assert (< x y))(assert (= y 4))");
    assign(&f, "x", "3");
    assign(&f, "y", "4");
    CHECK(judge(&f).verdict == CHECK_TRUE);
    teardown(&f);
}

TEST(a_false_model_names_the_assertion)
{
    fixture f = setup("(declare-const x Int)(assert (> x 0))(assert (< x 3))(assert (> x 1))");
    assign(&f, "x", "5");
    check_result r = judge(&f);
    CHECK(r.verdict == CHECK_FALSE && r.assertion == f.assertions.at[1]);
    teardown(&f);
}

TEST(what_a_model_leaves_out_is_completed)
{
    fixture f = setup("(declare-const x Int)(declare-fun g (Int) (_ BitVec 4))"
                      "(assert (or (= x 0) (= (g x) #x1)))(assert (= (g 2) (g 3)))");
    CHECK(judge(&f).verdict == CHECK_TRUE);
    CHECK(model_size(f.model) == 2);
    teardown(&f);
}

TEST(any_value_of_a_division_by_zero_would_do)
{
    fixture f = setup("(declare-const x Real)(declare-const z Real)"
                      "(assert (= (+ (/ x z) 1.0) 6.0))(assert (> (/ x z) 4.5))");
    assign(&f, "x", "1.0");
    assign(&f, "z", "0.0");
    CHECK(judge(&f).verdict == CHECK_TRUE);
    value_id args[] = {0, 0};
    uint32_t d;
    symtab_find(f.table, symbol_make(f.bank, "x"), &d);
    args[0] = model_value(f.model, d);
    symtab_find(f.table, symbol_make(f.bank, "z"), &d);
    args[1] = model_value(f.model, d);
    value_id v = model_partial(f.model, OP_DIV, NULL, 0, args, 2);
    CHECK(v && value_small_int(f.bank, value_numerator(f.bank, v), &(int64_t){0}));
    int64_t number = 0;
    value_small_int(f.bank, value_numerator(f.bank, v), &number);
    CHECK(number == 5);
    teardown(&f);
}

TEST(no_value_of_a_division_by_zero_would_do)
{
    fixture f = setup("(declare-const x Int)(declare-const z Int)"
                      "(assert (= (div x z) 5))(assert (= (div x z) (+ x 5)))");
    assign(&f, "x", "1");
    assign(&f, "z", "0");
    CHECK(judge(&f).verdict == CHECK_FALSE);
    teardown(&f);
}

TEST(unknown_applications_are_functions)
{
    /* equal arguments, equal values: x and y are both 7 */
    fixture f = setup("(declare-const x Int)(declare-const y Int)"
                      "(assert (distinct (mod x 0) (mod y 0)))");
    assign(&f, "x", "7");
    assign(&f, "y", "7");
    CHECK(judge(&f).verdict == CHECK_FALSE);
    teardown(&f);
    f = setup("(declare-const x Int)(declare-const y Int)"
              "(assert (distinct (mod x 0) (mod y 0)))");
    assign(&f, "x", "7");
    assign(&f, "y", "8");
    CHECK(judge(&f).verdict == CHECK_TRUE);
    teardown(&f);
}

TEST(nested_unknown_applications)
{
    fixture f = setup("(declare-const x Int)(assert (= (div (div x 0) 0) 3))");
    assign(&f, "x", "7");
    check_result r = judge(&f);
    CHECK(r.verdict == CHECK_TRUE || r.verdict == CHECK_UNDETERMINED);
    teardown(&f);
}

TEST(nothing_is_asked_without_an_engine)
{
    fixture f = setup("(declare-const x Int)(assert (= (div x 0) 3))");
    assign(&f, "x", "7");
    check_result r = check_model(f.model, NULL, NULL, NULL, f.assertions.at, f.assertions.n);
    CHECK(r.verdict == CHECK_UNDETERMINED && r.why == EVAL_UNDERSPECIFIED);
    CHECK(r.assertion == f.assertions.at[0]);
    teardown(&f);
}

TEST(a_false_assertion_wins_over_an_undetermined_one)
{
    fixture f = setup("(declare-const x Int)(assert (= (div x 0) 3))(assert (= x 8))");
    assign(&f, "x", "7");
    check_result r = check_model(f.model, NULL, NULL, NULL, f.assertions.at, f.assertions.n);
    CHECK(r.verdict == CHECK_FALSE && r.assertion == f.assertions.at[1]);
    teardown(&f);
}

TEST(values_of_terms)
{
    fixture f = setup("(declare-const x Int)(assert (= x 7))(assert (= (* x x) 49))");
    assign(&f, "x", "7");
    value_id v = check_value(f.model, NULL, NULL, NULL, term_arg(f.bank, f.assertions.at[1], 0));
    CHECK(v == value_int(f.bank, 49));
    teardown(&f);
}

TEST(quantifiers_are_seen_in_definitions)
{
    static const struct {
        const char *script;
        bool quantified;
    } cases[] = {
        {"(declare-const x Int)(assert (> x 0))", false},
        {"(define-fun f ((a Int)) Bool (> a 0))(assert (f 1))", false},
        {"(assert (forall ((i Int)) (> i 0)))", true},
        {"(define-fun f ((a Int)) Bool (exists ((i Int)) (> i a)))(assert (f 1))", true},
        {"(define-fun f ((a Int)) Bool (exists ((i Int)) (> i a)))"
         "(define-fun g ((a Int)) Bool (not (f a)))(assert (g 1))",
         true},
        {"(define-fun-rec f ((a Int)) Bool (ite (> a 0) (f (- a 1)) true))(assert (f 1))", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fixture f = setup(cases[i].script);
        bool found = check_has_quantifier(f.bank, f.assertions.at, f.assertions.n);
        CHECK_MSG(found == cases[i].quantified, "%s", cases[i].script);
        teardown(&f);
    }
}
