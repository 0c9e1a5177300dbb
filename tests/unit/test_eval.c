#include "term/eval/eval.h"

#include <string.h>

#include "base/rng.h"
#include "test.h"

/* What every case needs: a bank, a model, an evaluator made on first use. */
typedef struct fixture {
    term_bank *b;
    term_model *m;
    evaluator *e;
    eval_config config;
} fixture;

static fixture start(void)
{
    fixture f = {0};
    f.b = bank_new(false);
    f.m = model_new(f.b);
    return f;
}

static void finish(fixture *f)
{
    eval_free(f->e);
    model_free(f->m);
    bank_free(f->b);
}

static value_id eval(fixture *f, term_id t)
{
    CHECK_MSG(t, "%s", bank_error(f->b));
    if (!f->e)
        f->e = eval_new(f->m, &f->config);
    return eval_term(f->e, t);
}

static void renew(fixture *f)
{
    eval_free(f->e);
    f->e = NULL;
}

static decl_id constant(fixture *f, const char *name, sort_id s)
{
    return decl_constant(f->b, symbol_make(f->b, name), s);
}

static term_id app(fixture *f, decl_id d)
{
    return term_app(f->b, d, NULL, 0);
}

static term_id app1(fixture *f, decl_id d, term_id x)
{
    return term_app(f->b, d, &x, 1);
}

static term_id var(fixture *f, const char *name, sort_id s)
{
    return term_var(f->b, symbol_make(f->b, name), s);
}

static term_id num(fixture *f, int64_t n)
{
    return term_const(f->b, value_int(f->b, n));
}

static term_id bits(fixture *f, uint32_t width, uint64_t n)
{
    return term_const(f->b, value_bv_u64(f->b, width, n));
}

static term_id quantify(fixture *f, term_op op, term_id x, term_id body)
{
    return term_quantifier(f->b, op, &x, 1, body, NULL, 0);
}

static term_id op2(fixture *f, term_op op, term_id x, term_id y)
{
    return term_make2(f->b, op, x, y);
}

#define IS_TRUE(f, t) CHECK(eval((f), (t)) == VALUE_ID_TRUE)
#define IS_FALSE(f, t) CHECK(eval((f), (t)) == VALUE_ID_FALSE)
#define IS_OPEN(f, t, reason)                \
    do {                                     \
        CHECK(eval((f), (t)) == 0);          \
        CHECK(eval_why((f)->e) == (reason)); \
    } while (0)
#define IS_INT(f, t, n) CHECK(eval((f), (t)) == value_int((f)->b, (n)))

TEST(connectives_are_kleene)
{
    fixture f = start();
    /* p0 false, p1 true, p2 unknown: all junctions of three against the tables of Kleene. */
    term_id p[3];
    for (int i = 0; i < 3; i++) {
        decl_id d = constant(&f, "p", SORT_ID_BOOL);
        p[i] = app(&f, d);
        if (i < 2)
            model_set_value(f.m, d, value_bool(i));
    }
    for (int i = 0; i < 27; i++) {
        int at[3] = {i % 3, i / 3 % 3, i / 9};
        /* 0 false, 1 unknown, 2 true makes "and" a minimum and "or" a maximum */
        int rank[3], low = 2, high = 0, implied = 0;
        term_id args[3];
        for (int j = 0; j < 3; j++) {
            args[j] = p[at[j]];
            rank[j] = at[j] == 2 ? 1 : 2 * at[j];
            low = rank[j] < low ? rank[j] : low;
            high = rank[j] > high ? rank[j] : high;
            int side = j < 2 ? 2 - rank[j] : rank[j];
            implied = side > implied ? side : implied;
        }
        term_op ops[3] = {OP_AND, OP_OR, OP_IMPLIES};
        int wanted[3] = {low, high, implied};
        for (int j = 0; j < 3; j++) {
            value_id v = eval(&f, term_make(f.b, ops[j], NULL, 0, args, 3));
            int got = v == VALUE_ID_TRUE ? 2 : v == VALUE_ID_FALSE ? 0 : 1;
            CHECK_MSG(got == wanted[j], "case %d, operator %d", i, j);
            CHECK(v || eval_why(f.e) == EVAL_UNASSIGNED);
        }
    }
    IS_OPEN(&f, op2(&f, OP_XOR, p[1], p[2]), EVAL_UNASSIGNED);
    IS_FALSE(&f, op2(&f, OP_XOR, p[1], p[1]));
    finish(&f);
}

TEST(ite_with_an_open_condition)
{
    fixture f = start();
    term_id c = app(&f, constant(&f, "c", SORT_ID_BOOL));
    decl_id d = constant(&f, "x", SORT_ID_INT);
    term_id x = app(&f, d), y = app(&f, constant(&f, "y", SORT_ID_INT));
    model_set_value(f.m, d, value_int(f.b, 7));
    IS_INT(&f, term_make3(f.b, OP_ITE, c, x, num(&f, 7)), 7);
    IS_OPEN(&f, term_make3(f.b, OP_ITE, c, x, num(&f, 8)), EVAL_UNASSIGNED);
    IS_OPEN(&f, term_make3(f.b, OP_ITE, c, y, y), EVAL_UNASSIGNED);
    IS_INT(&f, term_make3(f.b, OP_ITE, TERM_ID_TRUE, x, y), 7);
    IS_INT(&f, term_make3(f.b, OP_ITE, TERM_ID_FALSE, y, x), 7);
    finish(&f);
}

TEST(equality_with_open_arguments)
{
    fixture f = start();
    term_id y = app(&f, constant(&f, "y", SORT_ID_INT));
    term_id three[3] = {num(&f, 1), y, num(&f, 2)};
    IS_FALSE(&f, term_make(f.b, OP_EQ, NULL, 0, three, 3));
    IS_OPEN(&f, term_make(f.b, OP_DISTINCT, NULL, 0, three, 3), EVAL_UNASSIGNED);
    three[2] = num(&f, 1);
    IS_OPEN(&f, term_make(f.b, OP_EQ, NULL, 0, three, 3), EVAL_UNASSIGNED);
    IS_FALSE(&f, term_make(f.b, OP_DISTINCT, NULL, 0, three, 3));
    finish(&f);
}

TEST(unassigned_declarations_take_defaults_when_asked)
{
    fixture f = start();
    sort_id domain = SORT_ID_INT;
    decl_id g = decl_new(f.b, symbol_make(f.b, "g"), &domain, 1, SORT_ID_INT);
    term_id x = app(&f, constant(&f, "x", SORT_ID_INT));
    IS_OPEN(&f, app1(&f, g, num(&f, 3)), EVAL_UNASSIGNED);
    renew(&f);
    f.config.complete = true;
    term_id equal = term_eq(f.b, app1(&f, g, x), app1(&f, g, num(&f, 9)));
    IS_TRUE(&f, equal);
    CHECK(eval(&f, x) == value_default(f.b, SORT_ID_INT));
    finish(&f);
}

TEST(definitions_and_functions_of_the_model)
{
    fixture f = start();
    sort_id domain[2] = {SORT_ID_INT, SORT_ID_INT};
    term_id p[2] = {var(&f, "a", SORT_ID_INT), var(&f, "b", SORT_ID_INT)};
    decl_id minus = decl_new(f.b, symbol_make(f.b, "minus"), domain, 2, SORT_ID_INT);
    decl_define(f.b, minus, p, op2(&f, OP_SUB, p[0], p[1]), false);
    /* swapped(a, b) = minus(b, a): the same variable names, bound anew in the inner call */
    decl_id swapped = decl_new(f.b, symbol_make(f.b, "swapped"), domain, 2, SORT_ID_INT);
    decl_define(f.b, swapped, p, term_app(f.b, minus, (term_id[]){p[1], p[0]}, 2), false);
    term_id args[2] = {num(&f, 10), num(&f, 3)};
    IS_INT(&f, term_app(f.b, minus, args, 2), 7);
    IS_INT(&f, term_app(f.b, swapped, args, 2), -7);

    decl_id g = decl_new(f.b, symbol_make(f.b, "g"), domain, 1, SORT_ID_INT);
    term_id body = term_make3(f.b, OP_ITE, term_eq(f.b, p[0], num(&f, 1)), num(&f, 100),
                              term_app(f.b, swapped, (term_id[]){p[0], num(&f, 0)}, 2));
    renew(&f);
    model_set_function(f.m, g, p, 1, body);
    IS_INT(&f, app1(&f, g, num(&f, 1)), 100);
    IS_INT(&f, app1(&f, g, num(&f, 5)), -5);

    /* An argument that does not matter may be open. */
    decl_id first = decl_new(f.b, symbol_make(f.b, "first"), domain, 2, SORT_ID_INT);
    decl_define(f.b, first, p, p[0], false);
    term_id open = app(&f, constant(&f, "y", SORT_ID_INT));
    IS_INT(&f, term_app(f.b, first, (term_id[]){num(&f, 4), open}, 2), 4);
    IS_OPEN(&f, term_app(f.b, first, (term_id[]){open, num(&f, 4)}, 2), EVAL_UNASSIGNED);
    finish(&f);
}

static decl_id recursive(fixture *f, const char *name, term_id (*body)(fixture *, decl_id, term_id))
{
    sort_id domain = SORT_ID_INT;
    decl_id d = decl_new(f->b, symbol_make(f->b, name), &domain, 1, SORT_ID_INT);
    term_id n = var(f, "n", SORT_ID_INT);
    decl_define(f->b, d, &n, body(f, d, n), true);
    return d;
}

static term_id sum_body(fixture *f, decl_id d, term_id n)
{
    term_id next = op2(f, OP_ADD, n, app1(f, d, op2(f, OP_SUB, n, num(f, 1))));
    return term_make3(f->b, OP_ITE, op2(f, OP_LE, n, num(f, 0)), num(f, 0), next);
}

static term_id fibonacci_body(fixture *f, decl_id d, term_id n)
{
    term_id sum = op2(f, OP_ADD, app1(f, d, op2(f, OP_SUB, n, num(f, 1))),
                      app1(f, d, op2(f, OP_SUB, n, num(f, 2))));
    return term_make3(f->b, OP_ITE, op2(f, OP_LE, n, num(f, 1)), n, sum);
}

static term_id forever_body(fixture *f, decl_id d, term_id n)
{
    return app1(f, d, op2(f, OP_ADD, n, num(f, 1)));
}

TEST(recursion)
{
    fixture f = start();
    IS_INT(&f, app1(&f, recursive(&f, "sum", sum_body), num(&f, 20000)), 200010000);
    IS_INT(&f, app1(&f, recursive(&f, "fib", fibonacci_body), num(&f, 80)), 23416728348467685);
    finish(&f);
}

TEST(endless_recursion_runs_out_of_fuel)
{
    fixture f = start();
    f.config.fuel = 100000;
    term_id endless = app1(&f, recursive(&f, "forever", forever_body), num(&f, 0));
    term_id is_zero = term_eq(f.b, endless, num(&f, 0));
    IS_OPEN(&f, endless, EVAL_FUEL);
    IS_TRUE(&f, op2(&f, OP_OR, is_zero, TERM_ID_TRUE));
    IS_FALSE(&f, op2(&f, OP_AND, is_zero, TERM_ID_FALSE));
    /* A constant defined by itself. */
    decl_id d = constant(&f, "loop", SORT_ID_INT);
    decl_define(f.b, d, NULL, op2(&f, OP_ADD, app(&f, d), num(&f, 1)), true);
    IS_OPEN(&f, app(&f, d), EVAL_FUEL);
    finish(&f);
}

TEST(quantifiers_are_expanded_over_small_domains)
{
    fixture f = start();
    sort_id byte = sort_bv(f.b, 8);
    term_id x = var(&f, "x", byte), y = var(&f, "y", byte);
    /* every byte has a negative; not every byte is below its successor */
    term_id negative =
        quantify(&f, OP_EXISTS, y, term_eq(f.b, op2(&f, OP_BVADD, x, y), bits(&f, 8, 0)));
    IS_TRUE(&f, quantify(&f, OP_FORALL, x, negative));
    term_id below = op2(&f, OP_BVULT, x, op2(&f, OP_BVADD, x, bits(&f, 8, 1)));
    IS_FALSE(&f, quantify(&f, OP_FORALL, x, below));
    IS_TRUE(&f, quantify(&f, OP_EXISTS, x, term_not(f.b, below)));
    /* x occurs free in the inner quantifier under its own name: the inner one hides the outer */
    term_id inner = quantify(&f, OP_EXISTS, x, term_eq(f.b, x, bits(&f, 8, 5)));
    IS_TRUE(&f, quantify(&f, OP_FORALL, x, inner));
    /* two variables at once */
    term_id both[2] = {x, y};
    term_id commutes = term_eq(f.b, op2(&f, OP_BVMUL, x, y), op2(&f, OP_BVMUL, y, x));
    IS_TRUE(&f, term_quantifier(f.b, OP_FORALL, both, 2, commutes, NULL, 0));
    finish(&f);
}

TEST(quantifiers_over_large_domains)
{
    fixture f = start();
    term_id x = var(&f, "x", SORT_ID_INT), q = var(&f, "q", SORT_ID_BOOL);
    term_id positive = op2(&f, OP_GT, x, num(&f, 0));
    IS_OPEN(&f, quantify(&f, OP_FORALL, x, positive), EVAL_QUANTIFIER);
    /* what does not depend on the variable decides */
    IS_TRUE(&f, quantify(&f, OP_FORALL, x, op2(&f, OP_IMPLIES, TERM_ID_FALSE, positive)));
    IS_FALSE(&f, quantify(&f, OP_EXISTS, x, op2(&f, OP_AND, positive, TERM_ID_FALSE)));
    /* a small variable beside a large one */
    term_id both[2] = {x, q};
    term_id body = op2(&f, OP_OR, positive, q);
    IS_TRUE(&f, term_quantifier(f.b, OP_EXISTS, both, 2, body, NULL, 0));
    IS_OPEN(&f, term_quantifier(f.b, OP_FORALL, both, 2, body, NULL, 0), EVAL_QUANTIFIER);
    finish(&f);
}

TEST(underspecified_operators_ask_the_model)
{
    fixture f = start();
    decl_id d = constant(&f, "x", SORT_ID_INT);
    model_set_value(f.m, d, value_int(f.b, 4));
    term_id by_zero = op2(&f, OP_IDIV, app(&f, d), num(&f, 0));
    term_id same = op2(&f, OP_IDIV, num(&f, 4), op2(&f, OP_SUB, app(&f, d), num(&f, 4)));
    IS_OPEN(&f, term_eq(f.b, by_zero, same), EVAL_UNDERSPECIFIED);
    CHECK(eval_missing_count(f.e) == 1);
    const eval_missing *missing = eval_missing_at(f.e, 0);
    CHECK(missing->application == by_zero || missing->application == same);
    CHECK(missing->args.n == 2 && missing->args.at[0] == value_int(f.b, 4));
    value_id args[2] = {value_int(f.b, 4), value_int(f.b, 0)};
    model_set_partial(f.m, OP_IDIV, NULL, 0, args, 2, value_int(f.b, 42));
    renew(&f);
    IS_TRUE(&f, term_eq(f.b, by_zero, same));
    IS_INT(&f, by_zero, 42);
    /* (div 8 2 0 3) is ((8 div 2) div 0) div 3 */
    term_id chain[4] = {num(&f, 8), num(&f, 2), num(&f, 0), num(&f, 3)};
    IS_INT(&f, term_make(f.b, OP_IDIV, NULL, 0, chain, 4), 14);
    CHECK(eval_missing_count(f.e) == 0);
    /* a function of the first argument */
    term_id a = var(&f, "a", SORT_ID_INT);
    model_set_partial_function(f.m, OP_MOD, &a, 1, op2(&f, OP_ADD, a, num(&f, 1)));
    renew(&f);
    IS_INT(&f, op2(&f, OP_MOD, num(&f, 6), num(&f, 0)), 7);
    IS_INT(&f, op2(&f, OP_MOD, num(&f, 6), num(&f, 4)), 2);
    finish(&f);
}

static value_id add_seven(void *context, decl_id d, const value_id *args, uint32_t n)
{
    void **pair = context;
    int64_t number;
    ++*(int *)pair[1];
    return n == 1 && value_small_int(pair[0], args[0], &number) ? value_int(pair[0], number + 7)
                                                                : 0;
}

TEST(boxes_are_called_once_for_each_argument)
{
    fixture f = start();
    int calls = 0;
    void *context[2] = {f.b, &calls};
    f.config.call = add_seven;
    f.config.call_context = context;
    sort_id domain = SORT_ID_INT;
    decl_id box = decl_new(f.b, symbol_make(f.b, "box"), &domain, 1, SORT_ID_INT);
    IS_INT(&f, app1(&f, box, app1(&f, box, num(&f, 1))), 15);
    CHECK(calls == 2);
    IS_INT(&f, app1(&f, box, op2(&f, OP_ADD, num(&f, 0), num(&f, 1))), 8);
    CHECK(calls == 2);
    finish(&f);
}

TEST(datatypes)
{
    fixture f = start();
    datatype_id list = datatype_declare(f.b, symbol_make(f.b, "List"), NULL, 0);
    sort_id s = sort_datatype(f.b, list, NULL, 0);
    symbol_id fields[2] = {symbol_make(f.b, "head"), symbol_make(f.b, "tail")};
    datatype_add_constructor(f.b, list, symbol_make(f.b, "nil"), NULL, NULL, 0);
    datatype_add_constructor(f.b, list, symbol_make(f.b, "cons"), fields,
                             (sort_id[]){SORT_ID_INT, s}, 2);
    CHECK(datatype_finish(f.b, &list, 1));
    decl_id nil = sort_constructor(f.b, s, 0), cons = sort_constructor(f.b, s, 1);
    decl_id head = decl_selector(f.b, cons, 0);
    term_id empty = app(&f, nil);
    term_id one = term_app(f.b, cons, (term_id[]){num(&f, 1), empty}, 2);
    IS_INT(&f, app1(&f, head, one), 1);
    IS_TRUE(&f, term_eq(f.b, app1(&f, decl_selector(f.b, cons, 1), one), empty));
    IS_TRUE(&f, app1(&f, decl_tester(f.b, cons), one));
    IS_FALSE(&f, app1(&f, decl_tester(f.b, nil), one));
    IS_FALSE(&f, term_eq(f.b, one, empty));
    term_id two = term_app(f.b, decl_updater(f.b, cons, 0), (term_id[]){one, num(&f, 2)}, 2);
    IS_INT(&f, app1(&f, head, two), 2);
    term_id same = term_app(f.b, decl_updater(f.b, cons, 0), (term_id[]){empty, num(&f, 2)}, 2);
    IS_TRUE(&f, term_eq(f.b, same, empty));
    IS_OPEN(&f, app1(&f, head, empty), EVAL_UNDERSPECIFIED);
    CHECK(eval_missing_count(f.e) == 1);
    value_id nil_value = value_data(f.b, nil, NULL);
    model_set_partial(f.m, OP_APP, &head, 1, &nil_value, 1, value_int(f.b, 5));
    renew(&f);
    IS_INT(&f, app1(&f, head, empty), 5);
    finish(&f);
}

TEST(arrays)
{
    fixture f = start();
    sort_id s = sort_array(f.b, SORT_ID_INT, SORT_ID_INT);
    term_id zero = term_const_array(f.b, s, num(&f, 0)), a = zero, b = zero;
    for (int i = 0; i < 50; i++) {
        a = term_make3(f.b, OP_STORE, a, num(&f, i), num(&f, i * i));
        b = term_make3(f.b, OP_STORE, b, num(&f, 49 - i), num(&f, (49 - i) * (49 - i)));
    }
    IS_TRUE(&f, term_eq(f.b, a, b));
    IS_INT(&f, op2(&f, OP_SELECT, a, num(&f, 7)), 49);
    IS_INT(&f, op2(&f, OP_SELECT, a, num(&f, 77)), 0);
    b = term_make3(f.b, OP_STORE, b, num(&f, 3), num(&f, 8));
    IS_FALSE(&f, term_eq(f.b, a, b));
    IS_TRUE(&f, term_eq(f.b, a, term_make3(f.b, OP_STORE, b, num(&f, 3), num(&f, 9))));
    /* elements of a constant array are known at an open index; later stores win */
    term_id open = app(&f, constant(&f, "y", SORT_ID_INT));
    IS_INT(&f, op2(&f, OP_SELECT, zero, open), 0);
    IS_OPEN(&f, op2(&f, OP_SELECT, a, open), EVAL_UNASSIGNED);
    /* an open element does not hide the others */
    term_id c = term_make3(f.b, OP_STORE, a, num(&f, 1), open);
    IS_INT(&f, op2(&f, OP_SELECT, c, num(&f, 2)), 4);
    IS_OPEN(&f, op2(&f, OP_SELECT, c, num(&f, 1)), EVAL_UNASSIGNED);
    finish(&f);
}

TEST(lambdas_are_arrays)
{
    fixture f = start();
    sort_id s = sort_array(f.b, SORT_ID_INT, SORT_ID_INT);
    term_id x = var(&f, "x", SORT_ID_INT);
    /* a case distinction is the same as stores into a constant */
    term_id cases =
        term_make3(f.b, OP_ITE, term_eq(f.b, x, num(&f, 3)), num(&f, 30),
                   term_make3(f.b, OP_ITE, term_eq(f.b, num(&f, 4), x), num(&f, 40), num(&f, 1)));
    term_id stores = term_const_array(f.b, s, num(&f, 1));
    stores = term_make3(f.b, OP_STORE, stores, num(&f, 3), num(&f, 30));
    stores = term_make3(f.b, OP_STORE, stores, num(&f, 4), num(&f, 40));
    IS_TRUE(&f, term_eq(f.b, quantify(&f, OP_LAMBDA, x, cases), stores));
    /* through a helper function of the model, as z3 writes as-array */
    decl_id helper =
        decl_new(f.b, symbol_make(f.b, "k!0"), (sort_id[]){SORT_ID_INT}, 1, SORT_ID_INT);
    term_id p = var(&f, "p", SORT_ID_INT);
    model_set_function(f.m, helper, &p, 1,
                       term_make3(f.b, OP_ITE, term_eq(f.b, p, num(&f, 9)), num(&f, 2),
                                  op2(&f, OP_SELECT, stores, p)));
    decl_id d = constant(&f, "a", s);
    model_set_function(f.m, d, NULL, 0, quantify(&f, OP_LAMBDA, x, app1(&f, helper, x)));
    renew(&f);
    IS_TRUE(&f,
            term_eq(f.b, app(&f, d), term_make3(f.b, OP_STORE, stores, num(&f, 9), num(&f, 2))));
    /* the square function cannot be written down, but its elements are known */
    term_id squares = quantify(&f, OP_LAMBDA, x, op2(&f, OP_MUL, x, x));
    IS_OPEN(&f, term_eq(f.b, squares, stores), EVAL_QUANTIFIER);
    IS_INT(&f, op2(&f, OP_SELECT, squares, num(&f, 12)), 144);
    term_id changed = term_make3(f.b, OP_STORE, squares, num(&f, 12), num(&f, 0));
    IS_INT(&f, op2(&f, OP_SELECT, changed, num(&f, 12)), 0);
    IS_INT(&f, op2(&f, OP_SELECT, changed, num(&f, 5)), 25);
    /* two variables, and a small index sort */
    term_id y = var(&f, "y", SORT_ID_INT);
    term_id grid =
        term_quantifier(f.b, OP_LAMBDA, (term_id[]){x, y}, 2, op2(&f, OP_SUB, x, y), NULL, 0);
    IS_INT(&f, op2(&f, OP_SELECT, op2(&f, OP_SELECT, grid, num(&f, 9)), num(&f, 4)), 5);
    sort_id two = sort_bv(f.b, 2);
    term_id z = var(&f, "z", two);
    term_id successor = quantify(&f, OP_LAMBDA, z, op2(&f, OP_BVADD, z, bits(&f, 2, 1)));
    term_id other = term_const_array(f.b, sort_array(f.b, two, two), bits(&f, 2, 2));
    for (uint64_t i = 0; i < 4; i++)
        other = term_make3(f.b, OP_STORE, other, bits(&f, 2, i), bits(&f, 2, i + 1));
    IS_TRUE(&f, term_eq(f.b, successor, other));
    finish(&f);
}

TEST(bulk_stores_are_single_stores)
{
    fixture f = start();
    rng r;
    rng_seed(&r, 5);
    for (uint64_t round = 0; round < test_count(2000); round++) {
        sort_id index =
            rng_one_in(&r, 2) ? SORT_ID_INT : sort_bv(f.b, 1 + (uint32_t)rng_below(&r, 3));
        sort_id s = sort_array(f.b, index, SORT_ID_INT);
        value_id one = value_array_constant(f.b, s, value_int(f.b, 0)), start_value = one,
                 pairs[24];
        uint32_t n = (uint32_t)rng_below(&r, 12);
        for (uint32_t i = 0; i < n; i++) {
            uint64_t at = rng_below(&r, 6);
            pairs[2 * i] = index == SORT_ID_INT ? value_int(f.b, (int64_t)at)
                                                : value_bv_u64(f.b, sort_bv_width(f.b, index), at);
            pairs[2 * i + 1] = value_int(f.b, (int64_t)rng_below(&r, 3));
            one = value_array_store(f.b, one, pairs[2 * i], pairs[2 * i + 1]);
        }
        CHECK(value_array_store_all(f.b, start_value, pairs, n) == one);
    }
    finish(&f);
}

TEST(deep_terms)
{
    fixture f = start();
    const int depth = 1000000;
    decl_id d = constant(&f, "x", SORT_ID_INT), p = constant(&f, "p", SORT_ID_BOOL);
    model_set_value(f.m, d, value_int(f.b, 1));
    model_set_value(f.m, p, VALUE_ID_TRUE);
    term_id sum = app(&f, d), truth = app(&f, p);
    for (int i = 0; i < depth; i++)
        sum = op2(&f, OP_ADD, sum, app(&f, d));
    IS_INT(&f, sum, depth + 1);
    for (int i = 0; i < depth; i++)
        truth = i % 2 ? op2(&f, OP_AND, truth, app(&f, p))
                      : term_make3(f.b, OP_ITE, app(&f, p), truth, TERM_ID_FALSE);
    IS_TRUE(&f, truth);
    /* deep inside a definition, where results live in a frame */
    sort_id domain = SORT_ID_INT;
    term_id n = var(&f, "n", SORT_ID_INT), body = n;
    for (int i = 0; i < depth; i++)
        body = op2(&f, OP_ADD, body, num(&f, 1));
    decl_id g = decl_new(f.b, symbol_make(f.b, "g"), &domain, 1, SORT_ID_INT);
    decl_define(f.b, g, &n, body, false);
    IS_INT(&f, app1(&f, g, num(&f, 5)), depth + 5);
    finish(&f);
}

TEST(reset_forgets)
{
    fixture f = start();
    decl_id d = constant(&f, "x", SORT_ID_INT);
    model_set_value(f.m, d, value_int(f.b, 1));
    term_id t = op2(&f, OP_ADD, app(&f, d), num(&f, 1));
    IS_INT(&f, t, 2);
    model_set_value(f.m, d, value_int(f.b, 5));
    eval_reset(f.e);
    IS_INT(&f, t, 6);
    CHECK(model_size(f.m) == 1 && model_decl_at(f.m, 0) == d && model_has(f.m, d));
    model_clear(f.m);
    eval_reset(f.e);
    IS_OPEN(&f, t, EVAL_UNASSIGNED);
    finish(&f);
}
