#include "api_random.h"

#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "base/vec.h"
#include "tandem/tandem.h"

typedef struct operator
{
    const char *name;
    unsigned arguments, indices;
}
operator;

static const operator operators[] = {
    {"not", 1, 0},
    {"and", 2, 0},
    {"or", 3, 0},
    {"xor", 2, 0},
    {"=>", 2, 0},
    {"=", 2, 0},
    {"distinct", 3, 0},
    {"ite", 3, 0},
    {"+", 2, 0},
    {"-", 1, 0},
    {"-", 2, 0},
    {"*", 2, 0},
    {"/", 2, 0},
    {"div", 2, 0},
    {"mod", 2, 0},
    {"abs", 1, 0},
    {"<", 2, 0},
    {">=", 2, 0},
    {"to_real", 1, 0},
    {"to_int", 1, 0},
    {"is_int", 1, 0},
    {"bvadd", 2, 0},
    {"bvmul", 2, 0},
    {"bvudiv", 2, 0},
    {"bvurem", 2, 0},
    {"bvand", 2, 0},
    {"bvnot", 1, 0},
    {"bvneg", 1, 0},
    {"bvshl", 2, 0},
    {"bvult", 2, 0},
    {"bvsle", 2, 0},
    {"concat", 2, 0},
    {"extract", 1, 2},
    {"zero_extend", 1, 1},
    {"sign_extend", 1, 1},
    {"rotate_left", 1, 1},
    {"repeat", 1, 1},
    {"str.++", 2, 0},
    {"str.len", 1, 0},
    {"str.at", 2, 0},
    {"str.substr", 3, 0},
    {"str.prefixof", 2, 0},
    {"str.contains", 2, 0},
    {"str.replace", 3, 0},
    {"str.to_re", 1, 0},
    {"str.in_re", 2, 0},
    {"re.*", 1, 0},
    {"re.++", 2, 0},
    {"select", 2, 0},
    {"store", 3, 0},
    {"fp.neg", 1, 0},
    {"fp.isNaN", 1, 0},
    {"fp.lt", 2, 0},
    {"fp.add", 3, 0},
    {"to_fp", 1, 2},
    {"set.empty", 0, 0},
    {"seq.len", 1, 0},
    {"seq.unit", 1, 0},
    {"set.singleton", 1, 0},
    {"forall", 2, 0},
    {"let", 2, 0},
    {"no-such", 1, 0},
    {"", 0, 0}
};
enum { OPERATORS = sizeof operators / sizeof *operators };

static const char *const sorts[] = {"Int",
                                    "(Array Int (_ BitVec 8))",
                                    "RoundingMode",
                                    "RegLan",
                                    "(Seq Int)",
                                    "(Set Int)",
                                    "(Bag Bool)",
                                    "(_ FloatingPoint 3 5)",
                                    "(Tuple Int Bool)",
                                    "Nowhere",
                                    "(Array Int",
                                    "(_ BitVec 0)",
                                    "(Array (Array Int Int) (Array Bool Bool))",
                                    "(_ BitVec 200)"};
static const char *const scripts[] = {"(declare-const sc Int)(assert (> sc 3))",
                                      "(push 1)(declare-fun g (Int) Bool)",
                                      "(pop 1)",
                                      "(nonsense)",
                                      "(declare-datatype L ((nil) (cons (head Int) (tail L))))",
                                      "(reset-assertions)",
                                      "(declare-const sc",
                                      "(define-fun twice ((x Int)) Int (+ x x))",
                                      "(reset)",
                                      "(get-unsat-core)(get-model)",
                                      "(declare-sort S 0)(declare-const es S)",
                                      "(set-option :produce-unsat-cores false)",
                                      "(assert (! (> 1 0) :named one))",
                                      "(echo \"\")"};
static const char *const texts[] = {"(+ 1 2)",
                                    "#x0f",
                                    "\"a\\u{1f600}\"",
                                    "(let ((z 1)) (* z z))",
                                    "(forall ((q Int)) (> q 0))",
                                    "((_ extract 3 1) #xff)",
                                    "(oops",
                                    "(as const (Array Int Int))",
                                    "",
                                    "(- 7)",
                                    "1.5",
                                    "nil",
                                    "sc",
                                    "(cons 1 nil)",
                                    "(twice 4)",
                                    "c0",
                                    "(and c0 c1)",
                                    "es"};
#define PICK(r, table) ((table)[rng_below(r, sizeof(table) / sizeof *(table))])

typedef struct world {
    tandem_context *t;
    rng random;
    vec_u32 sorts, terms, functions, values, assertions;
    vec_u32 levels; /* assertions at each push; a script may have changed more: then `mixed` */
    bool mixed;
    unsigned names, asked;
    bool asks;
    uint64_t complaints, number;
    api_random_report *report;
} world;

static void wrong(world *w, const char *what, const char *more)
{
    w->report->wrong++;
    snprintf(w->report->example, sizeof w->report->example, "sequence %llu: %s: %.300s",
             (unsigned long long)w->number, what, more ? more : "");
}

static void complain(void *user, const char *message)
{
    world *w = user;
    w->complaints++;
    if (!*message)
        wrong(w, "an empty message", NULL);
}

/* Counts a call, and whether it gave something; it has complained if not. */
static uint32_t made(world *w, uint32_t result)
{
    w->report->calls++;
    w->report->failed += !result;
    if (!result && !*tandem_error(w->t))
        wrong(w, "no message", NULL);
    return result;
}

static void keep(world *w, vec_u32 *pool, uint32_t handle)
{
    if (made(w, handle))
        vec_push(pool, handle);
}

/* Mostly something that was made, perhaps on a level that is gone. */
static uint32_t some(world *w, const vec_u32 *pool)
{
    if (!pool->n || rng_one_in(&w->random, 20))
        return (uint32_t)rng_below(&w->random, rng_one_in(&w->random, 4) ? UINT32_MAX : 60);
    return pool->at[rng_below(&w->random, pool->n)];
}

/* A term of the sort, if one is found soon. */
static tandem_term some_of(world *w, tandem_sort sort)
{
    tandem_term term = some(w, &w->terms);
    for (int i = 0; i < 12 && tandem_sort_of(w->t, term) != sort; i++)
        term = some(w, &w->terms);
    return term;
}

static const char *new_name(world *w)
{
    static _Thread_local char name[32];
    static const char *const odd[] = {"", "a b", "and", "x|y", "\n", "ü", "c0", "let"};
    if (rng_one_in(&w->random, 10))
        return PICK(&w->random, odd);
    snprintf(name, sizeof name, "c%u", w->names++);
    return name;
}

static tandem_value twice(void *user, tandem_context *t, const tandem_value *arguments, size_t n)
{
    world *w = user;
    uint64_t bits = 0;
    if (!n)
        return 0;
    if (tandem_assert(t, tandem_bool(t, true)) || tandem_push(t) || tandem_run(t, "(check-sat)"))
        wrong(w, "a callback may change its context", NULL);
    tandem_free(t); /* is refused */
    if (tandem_value_bits(t, arguments[0], &bits))
        return tandem_term_value(t, tandem_bv(t, 8, 2 * bits));
    return arguments[0];
}

static uint8_t thrice(uint8_t x)
{
    return (uint8_t)(3 * x);
}

/* What is printed reads back as what is printed so. */
static void print_and_read(world *w, tandem_term term)
{
    const char *text = tandem_term_text(w->t, term);
    char *copy = text ? base_strdup(text) : NULL;
    tandem_term read = copy ? tandem_parse_term(w->t, copy) : 0;
    /* A value of an array sort is a constant, and reads back as stores: the text is the same. */
    if (read && read != term && strcmp(copy, tandem_term_text(w->t, read)))
        wrong(w, "reads back as another term", copy);
    free(copy);
}

static void look_into(world *w, tandem_term term)
{
    size_t n = tandem_term_child_count(w->t, term);
    tandem_term_class class = tandem_term_class_of(w->t, term);
    tandem_sort sort = tandem_sort_of(w->t, term);
    tandem_term_symbol(w->t, term);
    tandem_term_function(w->t, term);
    tandem_term_index(w->t, term, tandem_term_index_count(w->t, term));
    if (!class != !sort)
        wrong(w, "a term without a sort", NULL);
    if (n)
        keep(w, &w->terms, tandem_term_child(w->t, term, rng_below(&w->random, n)));
    tandem_sort_class_of(w->t, sort);
    tandem_sort_number(w->t, sort, 1);
    if (tandem_sort_child(w->t, sort, 0))
        vec_push(&w->sorts, tandem_sort_child(w->t, sort, 0));
}

static void look_at(world *w, tandem_value v)
{
    uint8_t bytes[40];
    int64_t a, b;
    double number;
    size_t n;
    tandem_value_bytes(w->t, v, bytes, rng_below(&w->random, sizeof bytes));
    tandem_value_fraction(w->t, v, &a, &b);
    tandem_value_double(w->t, v, &number);
    tandem_value_string(w->t, v, &n);
    tandem_value_constructor(w->t, v);
    tandem_value_select(w->t, v, some(w, &w->values));
    tandem_value part = tandem_value_array_size(w->t, v) ? tandem_value_array_element(w->t, v, 0)
                                                         : tandem_value_child(w->t, v, 0);
    if (part)
        vec_push(&w->values, part);
    const char *text = tandem_value_text(w->t, v);
    char *copy = text ? base_strdup(text) : NULL;
    tandem_term term = copy ? tandem_parse_term(w->t, copy) : 0;
    tandem_value read = term ? tandem_term_value(w->t, term) : 0;
    if (read && read != v)
        wrong(w, "reads back as another value", copy);
    free(copy);
}

static void make_constant(world *w)
{
    rng *r = &w->random;
    uint8_t bytes[30] = {(uint8_t)rng_next(r), (uint8_t)rng_next(r), [29] = 1};
    uint32_t characters[] = {97, (uint32_t)rng_below(r, 0x30010)};
    static const char *const digits[] = {
        "0",  "-17", "1/3", "0.25", "x", "", "-", "1/0", "123456789012345678901234567890",
        "1.", "--1"};
    switch (rng_below(r, 9)) {
    case 0:
        keep(w, &w->terms, tandem_int(w->t, (int64_t)rng_below(r, 20) - 10));
        break;
    case 1:
        keep(w, &w->terms, tandem_bv(w->t, (uint32_t)rng_below(r, 4) * 8, rng_next(r)));
        break;
    case 2:
        keep(w, &w->terms, tandem_real(w->t, (int64_t)rng_next(r), (int64_t)rng_below(r, 9) - 4));
        break;
    case 3:
        keep(w, &w->terms, tandem_number(w->t, some(w, &w->sorts), PICK(r, digits)));
        break;
    case 4:
        keep(w, &w->terms, tandem_bits(w->t, some(w, &w->sorts), bytes, rng_below(r, 31)));
        break;
    case 5:
        keep(w, &w->terms, tandem_string(w->t, characters, rng_below(r, 3)));
        break;
    case 6:
        keep(w, &w->terms, tandem_utf8(w->t, rng_one_in(r, 4) ? "\xff" : "a\xc3\xbc"));
        break;
    case 7:
        keep(w, &w->terms, tandem_array(w->t, some(w, &w->sorts), some(w, &w->terms)));
        break;
    default:
        keep(w, &w->terms, tandem_value_term(w->t, some(w, &w->values)));
    }
}

static void make_term(world *w)
{
    const operator* o = & PICK(&w->random, operators);
    tandem_term args[3] = {some(w, &w->terms), 0, 0};
    uint32_t indices[2] = {(uint32_t)rng_below(&w->random, 12), (uint32_t)rng_below(&w->random, 9)};
    tandem_sort sort = tandem_sort_of(w->t, args[0]);
    for (int i = 1; i < 3; i++)
        args[i] = rng_one_in(&w->random, 4) ? some(w, &w->terms) : some_of(w, sort);
    if (!strcmp(o->name, "ite") || rng_one_in(&w->random, 9))
        args[0] = some_of(w, tandem_sort_bool(w->t));
    tandem_term term = tandem_make(w->t, o->name, indices, o->indices, args, o->arguments);
    keep(w, &w->terms, term);
    if (term)
        print_and_read(w, term);
}

static void make_sort(world *w)
{
    rng *r = &w->random;
    switch (rng_below(r, 4)) {
    case 0:
        keep(w, &w->sorts, tandem_sort_bv(w->t, (uint32_t)rng_below(r, 12) * 8));
        break;
    case 1:
        keep(w, &w->sorts,
             tandem_sort_fp(w->t, (uint32_t)rng_below(r, 12), (uint32_t)rng_below(r, 60)));
        break;
    case 2:
        keep(w, &w->sorts, tandem_sort_array(w->t, some(w, &w->sorts), some(w, &w->sorts)));
        break;
    default:
        keep(w, &w->sorts, tandem_parse_sort(w->t, PICK(r, sorts)));
    }
}

static void make_function(world *w)
{
    tandem_sort domain[] = {some(w, &w->sorts), some(w, &w->sorts)}, byte = tandem_sort_bv(w->t, 8);
    size_t n = rng_below(&w->random, 3);
    tandem_function f;
    switch (rng_below(&w->random, 8)) {
    case 0:
        f = tandem_box_callback(w->t, new_name(w), domain, n, some(w, &w->sorts), twice, w);
        break;
    case 1:
        f = tandem_box_function(w->t, new_name(w), &byte, 1, byte, (tandem_c_function)thrice);
        break;
    case 2:
        f = tandem_box_library(w->t, new_name(w), domain, n, some(w, &w->sorts), NULL,
                               rng_one_in(&w->random, 2) ? "toupper" : NULL);
        break;
    case 3:
    case 4:
        f = tandem_declare(w->t, new_name(w), domain, n, some(w, &w->sorts));
        break;
    default:
        keep(w, &w->terms, tandem_constant(w->t, new_name(w), some(w, &w->sorts)));
        return;
    }
    keep(w, &w->functions, f);
}

static void apply_or_bind(world *w)
{
    tandem_function f = some(w, &w->functions);
    tandem_term args[2];
    if (rng_one_in(&w->random, 3)) {
        char name[32]; /* of no constant: what is printed of an open term could be both */
        snprintf(name, sizeof name, "v%u", w->names++);
        tandem_term v = tandem_variable(w->t, name, some(w, &w->sorts));
        keep(w, &w->terms, v);
        keep(w, &w->terms,
             tandem_bind(w->t, rng_one_in(&w->random, 3) ? "lambda" : "exists", &v, 1,
                         some_of(w, tandem_sort_bool(w->t))));
        return;
    }
    for (size_t i = 0; i < 2; i++)
        args[i] = some_of(w, tandem_function_domain(w->t, f, i));
    tandem_function_name(w->t, f);
    keep(w, &w->terms, tandem_apply(w->t, f, args, tandem_function_arity(w->t, f) % 3));
}

static void assert_something(world *w)
{
    tandem_term formula = some_of(w, tandem_sort_bool(w->t));
    bool good = rng_one_in(&w->random, 3) ? tandem_assert_named(w->t, new_name(w), formula)
                                          : tandem_assert(w->t, formula);
    if (good)
        vec_push(&w->assertions, formula);
    w->report->calls++;
}

static void change_level(world *w)
{
    w->report->calls++;
    if (rng_one_in(&w->random, 2)) {
        if (tandem_push(w->t))
            vec_push(&w->levels, (uint32_t)w->assertions.n);
    } else if (tandem_pop(w->t) && !w->mixed) {
        if (!w->levels.n)
            wrong(w, "a level too many", NULL);
        else
            w->assertions.n = vec_pop(&w->levels);
    }
}

static void ask(world *w)
{
    if (!w->asks || w->asked++ >= 3)
        return;
    tandem_term assumption = some_of(w, tandem_sort_bool(w->t));
    bool assuming = rng_one_in(&w->random, 3);
    if (w->assertions.n && rng_one_in(&w->random, 3)) { /* a contradiction */
        assumption = tandem_make(w->t, "not", NULL, 0, &w->assertions.at[0], 1);
        assuming = assumption != 0;
    }
    tandem_answer answer = tandem_check_assuming(w->t, &assumption, assuming);
    w->report->calls++;
    w->report->checks++;
    w->report->sat += answer == TANDEM_SAT;
    w->report->unsat += answer == TANDEM_UNSAT;
    tandem_reason(w->t);
    bool checked = tandem_model_status(w->t) == TANDEM_MODEL_CHECKED;
    for (size_t i = 0; checked && !w->mixed && i < w->assertions.n; i++) {
        tandem_value v = tandem_value_of(w->t, w->assertions.at[i]);
        uint64_t truth = 1;
        if (v && tandem_value_bits(w->t, v, &truth) && !truth)
            wrong(w, "an assertion is false in a checked model",
                  tandem_term_text(w->t, w->assertions.at[i]));
    }
    keep(w, &w->values, tandem_value_of(w->t, some(w, &w->terms)));
    tandem_model_text(w->t);
    tandem_in_core(w->t, 0);
    const char *name = tandem_core_name(w->t, 0);
    if (name && answer != TANDEM_UNSAT)
        wrong(w, "a core without unsat", name);
}

static void run_script(world *w)
{
    tandem_run(w->t, PICK(&w->random, scripts));
    w->report->calls++;
    w->mixed = true;
}

static void one_call(world *w)
{
    double number;
    switch (rng_below(&w->random, 24)) {
    case 0:
    case 1:
        make_sort(w);
        break;
    case 2:
    case 3:
    case 4:
        make_constant(w);
        break;
    case 5:
    case 6:
    case 7:
        make_function(w);
        break;
    case 8:
    case 9:
        apply_or_bind(w);
        break;
    case 10:
        keep(w, &w->values, tandem_term_value(w->t, some(w, &w->terms)));
        break;
    case 11:
        look_into(w, some(w, &w->terms));
        break;
    case 12:
        look_at(w, some(w, &w->values));
        break;
    case 13:
    case 14:
        assert_something(w);
        break;
    case 15:
        change_level(w);
        break;
    case 16:
        ask(w);
        break;
    case 17:
        keep(w, &w->terms, tandem_parse_term(w->t, PICK(&w->random, texts)));
        break;
    case 18:
        if (rng_one_in(&w->random, 3))
            run_script(w);
        else
            made(w,
                 tandem_statistic(w->t, tandem_statistic_name(rng_below(&w->random, 20)), &number));
        break;
    case 19:
        keep(w, &w->terms, tandem_find(w->t, new_name(w)));
        keep(w, &w->functions, tandem_find_function(w->t, "c1"));
        break;
    default:
        make_term(w);
    }
}

static void run_one(uint64_t number, const char *trace, api_random_report *report)
{
    world w = {
        .t = tandem_new(), .number = number, .report = report, .asks = api_random_asks(number)};
    rng_seed(&w.random, number);
    if (trace && !tandem_trace(w.t, trace))
        wrong(&w, "no trace", tandem_error(w.t));
    tandem_on_error(w.t, complain, &w);
    tandem_set_option(w.t, "timeout", "200ms");
    tandem_set_option(w.t, "memory", "1G");
    tandem_set_option(w.t, "box-timeout", "100ms");
    if (rng_one_in(&w.random, 2))
        tandem_set_option(w.t, tandem_option_name(rng_below(&w.random, 12)), "off");
    uint64_t end = report->calls + API_RANDOM_CALLS + rng_below(&w.random, 60);
    for (int i = 0; i < 4; i++)
        make_sort(&w);
    vec_push(&w.sorts, tandem_sort_bool(w.t));
    vec_push(&w.sorts, tandem_sort_int(w.t));
    vec_push(&w.sorts, tandem_sort_bv(w.t, 8));
    vec_push(&w.terms, tandem_bool(w.t, true));
    while (report->calls < end)
        one_call(&w);
    report->sequences++;
    tandem_free(w.t);
    vec_free(&w.sorts);
    vec_free(&w.terms);
    vec_free(&w.functions);
    vec_free(&w.values);
    vec_free(&w.assertions);
    vec_free(&w.levels);
}

void api_random_run(uint64_t first, uint64_t count, api_random_report *report)
{
    for (uint64_t i = 0; i < count; i++)
        run_one(first + i, NULL, report);
}

void api_random_trace(uint64_t number, const char *path, api_random_report *report)
{
    run_one(number, path, report);
}
