#include "smtlib/printer.h"

#include <string.h>

#include "base/rng.h"
#include "smtlib/lower.h"
#include "term/walk.h"
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
