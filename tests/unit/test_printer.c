#include "smtlib/print/printer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "corpora.h"
#include "generate/generate.h"
#include "smtlib/print/lower.h"
#include "smtlib/read/reader.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"
#include "test.h"

static term_id constant(term_bank *b, const char *name, sort_id sort)
{
    return term_app(b, decl_constant(b, symbol_make(b, name), sort), NULL, 0);
}

static const char *printed(term_bank *b, term_id t, smt_dialect dialect)
{
    static strbuf out = STRBUF_INIT;
    smt_print_options options = {.dialect = dialect};
    strbuf_clear(&out);
    smt_print_term(b, t, &options, &out);
    return out.text;
}

static value_id real(term_bank *b, long p, unsigned long q)
{
    mpq_t number;
    mpq_init(number);
    mpq_set_si(number, p, q);
    mpq_canonicalize(number);
    value_id v = value_real_mpq(b, number);
    mpq_clear(number);
    return v;
}

static const char *value_text(term_bank *b, value_id v)
{
    return printed(b, term_const(b, v), DIALECT_STANDARD);
}

TEST(numbers)
{
    term_bank *b = bank_new(false);
    CHECK_STR(value_text(b, value_int(b, 0)), "0");
    CHECK_STR(value_text(b, value_int(b, -5)), "(- 5)");
    CHECK_STR(value_text(b, value_int(b, INT64_MIN)), "(- 9223372036854775808)");
    mpz_t big;
    mpz_init_set_str(big, "-123456789012345678901234567890", 10);
    CHECK_STR(value_text(b, value_int_mpz(b, big)), "(- 123456789012345678901234567890)");
    mpz_clear(big);
    CHECK_STR(value_text(b, real(b, 0, 1)), "0.0");
    CHECK_STR(value_text(b, real(b, 1, 1)), "1.0");
    CHECK_STR(value_text(b, real(b, -12, 1)), "(- 12.0)");
    CHECK_STR(value_text(b, real(b, 1, 8)), "0.125");
    CHECK_STR(value_text(b, real(b, -1, 1000)), "(- 0.001)");
    CHECK_STR(value_text(b, real(b, 12345, 100)), "123.45");
    CHECK_STR(value_text(b, real(b, 1, 3)), "(/ 1.0 3.0)");
    CHECK_STR(value_text(b, real(b, -10, 7)), "(/ (- 10.0) 7.0)");
    bank_free(b);
}

TEST(bits_and_floats)
{
    term_bank *b = bank_new(false);
    CHECK_STR(value_text(b, value_bv_u64(b, 8, 0x1f)), "#x1f");
    CHECK_STR(value_text(b, value_bv_u64(b, 7, 0x1f)), "#b0011111");
    CHECK_STR(value_text(b, value_bv_u64(b, 72, 0)), "#x000000000000000000");
    mpz_t big;
    mpz_init_set_str(big, "123456789abcdef0123", 16);
    CHECK_STR(value_text(b, value_bv_mpz(b, 80, big)), "#x0123456789abcdef0123");
    mpz_clear(big);
    sort_id half = sort_fp(b, 5, 11);
    CHECK_STR(value_text(b, value_fp_u64(b, half, 0)), "(_ +zero 5 11)");
    CHECK_STR(value_text(b, value_fp_u64(b, half, 0x8000)), "(_ -zero 5 11)");
    CHECK_STR(value_text(b, value_fp_u64(b, half, 0x7c00)), "(_ +oo 5 11)");
    CHECK_STR(value_text(b, value_fp_u64(b, half, 0xfc00)), "(_ -oo 5 11)");
    CHECK_STR(value_text(b, value_fp_u64(b, half, 0xfc01)), "(_ NaN 5 11)");
    CHECK_STR(value_text(b, value_fp_u64(b, half, 0xbc01)), "(fp #b1 #b01111 #b0000000001)");
    CHECK_STR(value_text(b, value_rm(b, RM_RTZ)), "RTZ");
    bank_free(b);
}

TEST(strings)
{
    term_bank *b = bank_new(false);
    const uint32_t text[] = {'a', '"', 0, 0x1f600, '\\', 'n', '\\', 'u', '{', '4', '1', '}', 127};
    CHECK_STR(value_text(b, value_string(b, text, 13)),
              "\"a\"\"\\u{0}\\u{1f600}\\n\\u{5c}u{41}\\u{7f}\"");
    bank_free(b);
}

static const char *symbol(term_bank *b, const char *text)
{
    return printed(b, constant(b, text, SORT_ID_INT), DIALECT_STANDARD);
}

TEST(symbols)
{
    term_bank *b = bank_new(false);
    CHECK_STR(symbol(b, "x!1"), "x!1");
    CHECK_STR(symbol(b, "a b"), "|a b|");
    CHECK_STR(symbol(b, "1a"), "|1a|");
    CHECK_STR(symbol(b, ""), "||");
    CHECK_STR(symbol(b, "let"), "|let|");
    CHECK_STR(symbol(b, "_"), "|_|");
    CHECK_STR(symbol(b, "_1"), "_1");
    CHECK_STR(symbol(b, "bvadd"), "|bvadd|");
    CHECK_STR(symbol(b, "assert"), "|assert|");
    CHECK_STR(symbol(b, "\xc3\xa9"), "|\xc3\xa9|");
    bank_free(b);
}

TEST(sharing_is_kept_with_let)
{
    term_bank *b = bank_new(false);
    term_id x = constant(b, "variable", SORT_ID_INT), y = constant(b, "$1", SORT_ID_INT);
    term_id sum = term_make3(b, OP_ADD, x, y, term_make2(b, OP_MUL, x, x));
    term_id t = term_make2(b, OP_MUL, sum, sum);
    CHECK_STR(printed(b, t, DIALECT_STANDARD),
              "(let (($$1 (+ variable $1 (* variable variable)))) (* $$1 $$1))");
    CHECK_STR(printed(b, term_make2(b, OP_ADD, x, x), DIALECT_STANDARD), "(+ variable variable)");
    /* A tower that is 2^200 characters long as a tree. */
    for (int i = 0; i < 200; i++)
        t = term_make2(b, OP_ADD, t, t);
    CHECK(strlen(printed(b, t, DIALECT_STANDARD)) < 10000);
    bank_free(b);
}

TEST(lets_stay_inside_their_binder)
{
    term_bank *b = bank_new(false);
    term_id x = term_var(b, symbol_make(b, "x"), SORT_ID_INT);
    term_id c = constant(b, "constant", SORT_ID_INT);
    term_id open = term_make2(b, OP_ADD, x, c);
    term_id wide = term_make2(b, OP_MUL, open, open);
    term_id body = term_make2(b, OP_LE, wide, term_make2(b, OP_ADD, wide, c));
    term_id q = term_quantifier(b, OP_FORALL, &x, 1, body, NULL, 0);
    CHECK_STR(printed(b, q, DIALECT_STANDARD),
              "(forall ((x Int)) (let (($1 (* (+ x constant) (+ x constant)))) "
              "(<= $1 (+ $1 constant))))");
    bank_free(b);
}

/* The constant x under a binder of x: only a let outside the binder can name it. */
TEST(hidden_names_are_bound_outside)
{
    term_bank *b = bank_new(false);
    term_id x = term_var(b, symbol_make(b, "x"), SORT_ID_INT);
    term_id c = constant(b, "x", SORT_ID_INT);
    term_id q = term_quantifier(b, OP_EXISTS, &x, 1, term_make2(b, OP_LT, x, c), NULL, 0);
    CHECK_STR(printed(b, q, DIALECT_STANDARD), "(let (($1 x)) (exists ((x Int)) (< x $1)))");
    bank_free(b);
}

TEST(hidden_names_without_let)
{
    term_bank *b = bank_new(false);
    term_id x = term_var(b, symbol_make(b, "x"), SORT_ID_INT);
    term_id c = constant(b, "x", SORT_ID_INT);
    term_id q = term_quantifier(b, OP_EXISTS, &x, 1, term_make2(b, OP_LT, x, c), NULL, 0);
    strbuf out = STRBUF_INIT;
    smt_print_options options = {.no_let = true};
    smt_print_term(b, q, &options, &out);
    CHECK_STR(out.text, "(exists ((x!0 Int)) (< x!0 x))");
    strbuf_free(&out);
    bank_free(b);
}

/* A function named like a bound variable around it: the variable must give way. */
TEST(hidden_functions)
{
    term_bank *b = bank_new(false);
    sort_id domain = SORT_ID_INT;
    decl_id f = decl_new(b, symbol_make(b, "f"), &domain, 1, SORT_ID_BOOL);
    term_id v = term_var(b, symbol_make(b, "f"), SORT_ID_INT);
    term_id q = term_quantifier(b, OP_FORALL, &v, 1, term_app(b, f, &v, 1), NULL, 0);
    CHECK_STR(printed(b, q, DIALECT_STANDARD), "(forall ((f!0 Int)) (f f!0))");
    bank_free(b);
}

TEST(patterns)
{
    term_bank *b = bank_new(false);
    sort_id domain = SORT_ID_INT;
    decl_id f = decl_new(b, symbol_make(b, "f"), &domain, 1, SORT_ID_INT);
    term_id x = term_var(b, symbol_make(b, "x"), SORT_ID_INT);
    term_id fx = term_app(b, f, &x, 1);
    term_id pattern = term_make(b, OP_PATTERN, NULL, 0, &fx, 1);
    term_id patterns[] = {pattern, pattern};
    term_id q = term_quantifier(b, OP_FORALL, &x, 1, term_make2(b, OP_LT, x, fx), patterns, 2);
    CHECK_STR(printed(b, q, DIALECT_STANDARD),
              "(forall ((x Int)) (! (< x (f x)) :pattern ((f x)) :pattern ((f x))))");
    bank_free(b);
}

TEST(depth_costs_no_stack)
{
    term_bank *b = bank_new(false);
    term_id t = constant(b, "p", SORT_ID_BOOL), q = constant(b, "q", SORT_ID_BOOL);
    for (int i = 0; i < 1000000; i++)
        t = term_make2(b, OP_XOR, t, q);
    const char *text = printed(b, t, DIALECT_Z3);
    CHECK(strlen(text) == 1000000u * strlen("(xor  q)") + 1);
    bank_free(b);
}

TEST(scripts_declare_what_they_use)
{
    term_bank *b = bank_new(false);
    sort_id u = sort_declared(b, symbol_make(b, "U"), NULL, 0);
    sort_id parameter = sort_parameter(b, symbol_make(b, "T"));
    datatype_id list = datatype_declare(b, symbol_make(b, "List"), &parameter, 1);
    sort_id generic = sort_datatype(b, list, &parameter, 1);
    symbol_id selectors[] = {symbol_make(b, "head"), symbol_make(b, "tail")};
    sort_id sorts[] = {parameter, generic};
    datatype_add_constructor(b, list, symbol_make(b, "nil"), NULL, NULL, 0);
    datatype_add_constructor(b, list, symbol_make(b, "cons"), selectors, sorts, 2);
    CHECK(datatype_finish(b, &list, 1));
    sort_id lu = sort_datatype(b, list, &u, 1);
    decl_id nil = sort_constructor(b, lu, 0), cons = sort_constructor(b, lu, 1);
    term_id args[] = {constant(b, "a", u), term_app(b, nil, NULL, 0)};
    term_id one = term_app(b, cons, args, 2);
    /* even and odd call each other, and g calls even. */
    sort_id in = SORT_ID_INT;
    term_id n = term_var(b, symbol_make(b, "n"), SORT_ID_INT);
    term_id less = term_make2(b, OP_SUB, n, term_const(b, value_int(b, 1)));
    decl_id even = decl_new(b, symbol_make(b, "even"), &in, 1, SORT_ID_BOOL);
    decl_id odd = decl_new(b, symbol_make(b, "odd"), &in, 1, SORT_ID_BOOL);
    decl_define(b, even, &n, term_not(b, term_app(b, odd, &less, 1)), true);
    decl_define(b, odd, &n, term_not(b, term_app(b, even, &less, 1)), true);
    decl_id g = decl_new(b, symbol_make(b, "g"), &in, 1, SORT_ID_BOOL);
    decl_define(b, g, &n, term_app(b, even, &less, 1), false);
    term_id three = term_const(b, value_int(b, 3));
    term_id roots[] = {term_app(b, g, &three, 1), term_app(b, decl_tester(b, cons), &one, 1)};
    strbuf out = STRBUF_INIT;
    smt_print_script(b, symbol_make(b, "ALL"), roots, 2, NULL, &out);
    CHECK_STR(out.text,
              "(set-logic ALL)\n"
              "(declare-sort U 0)\n"
              "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))\n"
              "(declare-const a U)\n"
              "(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) "
              "((not (odd (- n 1))) (not (even (- n 1)))))\n"
              "(define-fun g ((n Int)) Bool (even (- n 1)))\n"
              "(assert (g 3))\n"
              "(assert ((_ is cons) (cons a (as nil (List U)))))\n"
              "(check-sat)\n");
    strbuf_free(&out);
    bank_free(b);
}

TEST(dialects_by_name)
{
    CHECK(smt_dialect_of("z3 -in") == DIALECT_Z3);
    CHECK(smt_dialect_of("/usr/bin/cvc5") == DIALECT_CVC5);
    CHECK(smt_dialect_of("/opt/cvc4/cvc4-1.8 --lang smt2") == DIALECT_CVC4);
    CHECK(smt_dialect_of("yices-smt2") == DIALECT_STANDARD);
}

TEST(lowering_by_dialect)
{
    term_bank *b = bank_new(false);
    term_id x = constant(b, "x", sort_bv(b, 4)), y = constant(b, "y", sort_bv(b, 4));
    CHECK_STR(printed(b, term_make1(b, OP_UBV_TO_INT, x), DIALECT_STANDARD), "(ubv_to_int x)");
    CHECK_STR(printed(b, term_make1(b, OP_UBV_TO_INT, x), DIALECT_Z3), "(bv2nat x)");
    CHECK_STR(printed(b, term_make1(b, OP_BVNEGO, x), DIALECT_CVC5), "(= x #x8)");
    CHECK_STR(printed(b, term_make2(b, OP_BVUADDO, x, y), DIALECT_CVC5), "(bvuaddo x y)");
    CHECK_STR(printed(b, term_make2(b, OP_BVUADDO, x, y), DIALECT_Z3), "(bvult (bvadd x y) x)");
    CHECK_STR(printed(b, term_make3(b, OP_BVSUB, x, y, x), DIALECT_Z3), "(bvsub (bvsub x y) x)");
    term_id sbv = term_make1(b, OP_SBV_TO_INT, x);
    term_id low = smt_lower(b, sbv, DIALECT_Z3);
    CHECK(smt_lower(b, low, DIALECT_Z3) == low);
    bank_free(b);
}

static void check_round_trip(term_bank *b, symtab *table, term_id t, const char *where)
{
    strbuf text = STRBUF_INIT;
    char *error = NULL;
    /* Without let, names that a binder hides cannot be written: variables get other names. */
    bool tree = term_tree_size(b, t) < 10000 && !term_has_binder(b, t);
    for (int no_let = 0; no_let < 1 + tree; no_let++) {
        smt_print_options options = {.no_let = no_let};
        strbuf_clear(&text);
        smt_print_term(b, t, &options, &text);
        term_id again = smt_read_term(table, text.text, &error);
        CHECK_MSG(again, "%s: %s: %s", where, error, text.text);
        if (again == t)
            continue;
        strbuf other = STRBUF_INIT;
        smt_print_term(b, again, &options, &other);
        test_fail(__FILE__, __LINE__, "%s: %.1000s reads as %.1000s", where, text.text, other.text);
    }
    strbuf_free(&text);
}

static void random_round_trips(unsigned theories, uint64_t seed)
{
    term_bank *b = bank_new(false);
    symtab *table = symtab_new(b);
    vec_u32 sorts = {0};
    term_vec variables = {0};
    generate_sorts(b, theories, &sorts);
    generate_variables(b, &sorts, 2, &variables);
    for (size_t i = 0; i < variables.n; i++)
        symtab_add_decl(table, term_decl(b, variables.at[i]));
    generate_config config = {.sorts = sorts.at,
                              .n_sorts = sorts.n,
                              .variables = variables.at,
                              .n_variables = variables.n,
                              .constants = 40,
                              .quantifiers = true};
    rng r;
    rng_seed(&r, seed);
    for (uint64_t i = 0; i < test_count(4000); i++) {
        sort_id sort = sorts.at[rng_below(&r, sorts.n)];
        bank_marks mark = bank_mark(b);
        term_id t = generate_term(b, &r, &config, sort, 1 + (uint32_t)rng_below(&r, 5));
        CHECK(t && term_sort(b, t) == sort);
        check_round_trip(b, table, t, "random term");
        bank_release(b, &mark);
    }
    vec_free(&variables);
    vec_free(&sorts);
    symtab_free(table);
    bank_free(b);
}

TEST(round_trip_numbers)
{
    random_round_trips(GENERATE_INT | GENERATE_REAL, 1);
}
TEST(round_trip_bits)
{
    random_round_trips(GENERATE_INT | GENERATE_BV, 2);
}
TEST(round_trip_floats)
{
    random_round_trips(GENERATE_REAL | GENERATE_BV | GENERATE_FP, 3);
}
TEST(round_trip_strings)
{
    random_round_trips(GENERATE_INT | GENERATE_STRING, 4);
}
TEST(round_trip_everything)
{
    random_round_trips(GENERATE_ALL, 5);
}

/* Terms built with much sharing, under binders that hide constants and variables of other sorts. (A
 * binder that binds a variable of the same name and sort again, below a let, may read back with
 * another name: the same term but for that.) */
TEST(round_trip_sharing_under_binders)
{
    term_bank *b = bank_new(false);
    symtab *table = symtab_new(b);
    rng r;
    rng_seed(&r, 6);
    term_vec pool = {0};
    for (uint64_t round = 0; round < test_count(2000); round++) {
        bank_marks mark = bank_mark(b);
        symtab_push(table);
        vec_clear(&pool);
        sort_id domain[] = {SORT_ID_INT, SORT_ID_INT};
        decl_id f = decl_new(b, symbol_make(b, "f"), domain, 2, SORT_ID_INT);
        decl_id x = decl_constant(b, symbol_make(b, "x"), SORT_ID_INT);
        symtab_add_decl(table, f);
        symtab_add_decl(table, x);
        term_id vars[] = {term_var(b, symbol_make(b, "x"), SORT_ID_INT),
                          term_var(b, symbol_make(b, "y"), SORT_ID_INT),
                          term_var(b, symbol_make(b, "y"), SORT_ID_BOOL)};
        vec_push(&pool, term_app(b, x, NULL, 0));
        vec_push(&pool, vars[0]);
        vec_push(&pool, vars[1]);
        for (int i = 0; i < 25; i++) {
            term_id p = pool.at[rng_below(&r, pool.n)], q = pool.at[rng_below(&r, pool.n)];
            if (rng_one_in(&r, 3)) {
                char name[8];
                snprintf(name, sizeof name, "z%d", i);
                term_id z = term_var(b, symbol_make(b, name), SORT_ID_INT), args[] = {p, z};
                term_id open = term_app(b, f, args, 2);
                term_id body = term_make3(b, OP_LT, open, q, term_make2(b, OP_MUL, open, open));
                body = term_make3(b, OP_ITE, vars[2], body, term_make2(b, OP_XOR, body, vars[2]));
                body = term_quantifier(b, OP_FORALL, vars + 2, 1, body, NULL, 0);
                term_id t = term_quantifier(b, OP_EXISTS, &z, 1, body, NULL, 0);
                t = term_make3(b, OP_ITE, t, p, q);
                vec_push(&pool, t);
            } else {
                term_id args[] = {p, q};
                vec_push(&pool, term_app(b, f, args, 2));
            }
        }
        term_id all = term_make2(b, OP_LE, vec_last(&pool), pool.at[rng_below(&r, pool.n)]);
        all = term_quantifier(b, OP_FORALL, vars + 1, 1, all, NULL, 0);
        all = term_quantifier(b, OP_FORALL, vars, 1, all, NULL, 0);
        strbuf text = STRBUF_INIT;
        char *error = NULL;
        smt_print_term(b, all, NULL, &text);
        CHECK(text.n < 100000);
        term_id again = smt_read_term(table, text.text, &error);
        CHECK_MSG(again == all, "%s: %s", error ? error : "reads differently", text.text);
        strbuf_free(&text);
        symtab_pop(table);
        bank_release(b, &mark);
    }
    vec_free(&pool);
    symtab_free(table);
    bank_free(b);
}

static void read_script(symtab *table, const char *text, size_t n, const char *path,
                        term_vec *assertions, bool check)
{
    smt_reader *r = smt_reader_text(table, path, text, n);
    smt_command command = {0};
    smt_status status;
    while ((status = smt_reader_next(r, &command)) == SMT_OK) {
        if (command.kind != CMD_ASSERT)
            continue;
        vec_push(assertions, command.term);
        if (check)
            check_round_trip(symtab_bank(table), table, command.term, path);
    }
    CHECK_MSG(status == SMT_END, "%s", smt_reader_error(r));
    smt_command_free(&command);
    smt_reader_free(r);
}

/* Every assertion reads back as itself; the whole script, printed from what was read from its own
 * print by another bank, is the same text. */
static void round_trip_file(const char *path, void *context)
{
    size_t n, *count = context;
    if (test_count(20) == 1 && (*count)++ % 10)
        return;
    char *text = corpora_read(path, &n);
    strbuf once = STRBUF_INIT, twice = STRBUF_INIT;
    term_vec assertions = {0};
    term_bank *b = bank_new(false);
    symtab *table = symtab_new(b);
    read_script(table, text, n, path, &assertions, true);
    smt_print_options options = {.indent = 2, .width = 100};
    smt_print_script(b, 0, assertions.at, assertions.n, &options, &once);
    symtab_free(table);
    bank_free(b);
    b = bank_new(false);
    table = symtab_new(b);
    vec_clear(&assertions);
    read_script(table, once.text, once.n, path, &assertions, false);
    smt_print_script(b, 0, assertions.at, assertions.n, &options, &twice);
    CHECK_MSG(once.n == twice.n && !memcmp(once.text, twice.text, once.n), "%s", path);
    symtab_free(table);
    bank_free(b);
    vec_free(&assertions);
    strbuf_free(&once);
    strbuf_free(&twice);
    free(text);
    ++*count;
}

TEST(round_trip_of_the_corpora)
{
    size_t count = 0;
    corpora_each(test_corpora(), round_trip_file, &count);
    CHECK(count >= 100);
}

/* Lowered terms have the value of the original. */
TEST(lowering_keeps_values)
{
    term_bank *b = bank_new(false);
    vec_u32 sorts = {0};
    generate_sorts(b, GENERATE_INT | GENERATE_REAL | GENERATE_BV | GENERATE_STRING, &sorts);
    generate_config config = {.sorts = sorts.at, .n_sorts = sorts.n};
    rng r;
    rng_seed(&r, 7);
    uint64_t changed = 0, decided = 0;
    for (uint64_t i = 0; i < test_count(40000); i++) {
        bank_marks mark = bank_mark(b);
        term_id t = generate_term(b, &r, &config, sorts.at[rng_below(&r, sorts.n)], 2);
        smt_dialect dialect = (smt_dialect)(1 + rng_below(&r, 3));
        term_id low = smt_lower(b, t, dialect);
        CHECK(term_sort(b, low) == term_sort(b, t));
        CHECK(smt_lower(b, low, dialect) == low);
        if (low != t && term_sort(b, t) != SORT_ID_REGLAN) {
            changed++;
            term_model *m = model_new(b);
            evaluator *e = eval_new(m, &(eval_config){0});
            value_id v = eval_term(e, t), w = eval_term(e, low);
            decided += v != 0;
            CHECK_MSG(v == w, "%s has another value for dialect %d",
                      printed(b, t, DIALECT_STANDARD), (int)dialect);
            eval_free(e);
            model_free(m);
        }
        bank_release(b, &mark);
    }
    CHECK_MSG(changed >= test_count(2000) && decided >= changed / 2, "%lu changed, %lu decided",
              (unsigned long)changed, (unsigned long)decided);
    vec_free(&sorts);
    bank_free(b);
}

/* The real solvers accept what is printed for them: nothing is solved, only read. */
static void check_accepted(const char *command, unsigned theories, uint64_t seed)
{
    static const term_op hard[] = {OP_ITE, OP_RE_RANGE, OP_FP_TO_BITS};
    char line[256], path[] = "/tmp/tandem-test-XXXXXX", answer[2000];
    snprintf(line, sizeof line, "command -v %.*s >/dev/null", (int)strcspn(command, " "), command);
    if (system(line))
        test_skip("%s is not installed", command);
    term_bank *b = bank_new(false);
    vec_u32 sorts = {0}, writable = {0};
    term_vec variables = {0}, assertions = {0};
    bool forbidden[OP_COUNT] = {0};
    /* What cvc5 and cvc4 lack altogether (dialect.def, and RegLan is not a sort like others). */
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++)
        forbidden[hard[i]] = smt_dialect_of(command) != DIALECT_Z3;
    generate_sorts(b, theories, &sorts);
    for (size_t i = 0; i < sorts.n; i++)
        if (sorts.at[i] != SORT_ID_REGLAN && sort_kind_of(b, sorts.at[i]) != SORT_ARRAY)
            vec_push(&writable, sorts.at[i]);
    generate_variables(b, &writable, 1, &variables);
    generate_config config = {.sorts = sorts.at,
                              .n_sorts = sorts.n,
                              .variables = variables.at,
                              .n_variables = variables.n,
                              .constants = 40,
                              .forbidden = forbidden,
                              .quantifiers = true};
    rng r;
    rng_seed(&r, seed);
    for (uint64_t i = 0; i < test_count(2000); i++)
        vec_push(&assertions, generate_term(b, &r, &config, SORT_ID_BOOL, 4));
    strbuf out = STRBUF_INIT;
    smt_print_options options = {.dialect = smt_dialect_of(command)};
    smt_print_script(b, symbol_make(b, "ALL"), assertions.at, assertions.n, &options, &out);
    out.n -= strlen("(check-sat)\n");
    int fd = mkstemp(path);
    CHECK(fd >= 0 && write(fd, out.text, out.n) == (ssize_t)out.n);
    close(fd);
    snprintf(line, sizeof line, "%s %s 2>&1", command, path);
    FILE *pipe = popen(line, "r");
    CHECK(pipe);
    answer[fread(answer, 1, sizeof answer - 1, pipe)] = 0;
    pclose(pipe);
    CHECK_MSG(!*answer, "%s: %s", command, answer);
    unlink(path);
    strbuf_free(&out);
    vec_free(&sorts);
    vec_free(&writable);
    vec_free(&variables);
    vec_free(&assertions);
    bank_free(b);
}

TEST(z3_accepts)
{
    check_accepted("z3", GENERATE_ALL, 11);
    check_accepted("z3", GENERATE_INT | GENERATE_BV, 12);
}
TEST(cvc5_accepts)
{
    const char *command = "cvc5 --lang=smt2 --strings-exp --fp-exp";
    check_accepted(command, GENERATE_ALL & ~(unsigned)GENERATE_ARRAY, 13);
    check_accepted(command, GENERATE_INT | GENERATE_BV, 14);
}
TEST(cvc4_accepts)
{
    const char *command = "cvc4 --lang=smt2 --strings-exp";
    check_accepted(command, GENERATE_INT | GENERATE_REAL | GENERATE_BV | GENERATE_STRING, 15);
    check_accepted(command, GENERATE_INT | GENERATE_REAL, 16);
}
