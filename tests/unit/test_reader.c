/* The SMT-LIB reader: every command, every spelling, positions, recovery, arrival in pieces. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smtlib/read/reader.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

typedef struct fixture {
    term_bank *bank;
    symtab *table;
    strbuf errors; /* one line each */
    vec_u32 kinds;
    term_vec asserted;
} fixture;

static fixture *fixture_new(void)
{
    fixture *f = base_alloc_zero(1, sizeof *f);
    f->bank = bank_new(false);
    f->table = symtab_new(f->bank);
    strbuf_init(&f->errors);
    return f;
}

static void fixture_free(fixture *f)
{
    symtab_free(f->table);
    bank_free(f->bank);
    strbuf_free(&f->errors);
    vec_free(&f->kinds);
    vec_free(&f->asserted);
    free(f);
}

static void run(fixture *f, smt_reader *r)
{
    smt_command c = {0};
    smt_status status;
    while ((status = smt_reader_next(r, &c)) != SMT_END) {
        if (status == SMT_ERROR) {
            strbuf_printf(&f->errors, "%s\n", smt_reader_error(r));
            continue;
        }
        vec_push(&f->kinds, c.kind);
        if (c.kind == CMD_ASSERT)
            vec_push(&f->asserted, c.term);
    }
    smt_command_free(&c);
    smt_reader_free(r);
}

static void read_text(fixture *f, const char *text)
{
    run(f, smt_reader_text(f->table, "t", text, strlen(text)));
}

/* Reads the text, which must have exactly these errors, each ending in a newline. */
static fixture *script(const char *text, const char *errors)
{
    fixture *f = fixture_new();
    read_text(f, text);
    CHECK_STR(f->errors.text, errors);
    return f;
}

static void expect_errors(const char *text, const char *errors)
{
    fixture_free(script(text, errors));
}

/* Both texts are the same term after the declarations. */
static void expect_same(const char *declarations, const char *one, const char *other)
{
    fixture *f = script(declarations, "");
    char *error = NULL;
    term_id a = smt_read_term(f->table, one, &error);
    CHECK_MSG(a, "%s: %s", one, error);
    term_id b = smt_read_term(f->table, other, &error);
    CHECK_MSG(b, "%s: %s", other, error);
    CHECK_MSG(a == b, "%s is not %s", one, other);
    fixture_free(f);
}

TEST(every_command)
{
    static const char text[] =
        "(set-logic ALL)(set-option :produce-models true)(set-info :status sat)"
        "(declare-const c Int)(declare-fun f (Int) Int)(declare-sort S 0)"
        "(declare-sort-parameter A)(declare-datatype D ((d)))"
        "(declare-datatypes ((E 0)) (((e))))(declare-codatatype F ((m (n F))))"
        "(declare-codatatypes ((G 0)) (((r (s G)))))(define-const k Int 1)"
        "(define-fun g ((x Int)) Int (+ x 1))(define-fun-rec h ((x Int)) Int (h x))"
        "(define-funs-rec ((p ((x Int)) Bool) (q ((x Int)) Bool)) ((q x) (p x)))"
        "(define-sort T () Int)(assert true)(push 1)(pop 1)(check-sat)"
        "(check-sat-assuming (true))(get-model)(get-value (c))(get-assignment)(get-assertions)"
        "(get-unsat-core)(get-unsat-assumptions)(get-proof)(get-info :name)(get-option :x)"
        "(echo \"hi\")(reset-assertions)(reset)(exit)";
    fixture *f = script(text, "");
    CHECK(f->kinds.n == CMD_EXIT); /* the closed-box commands follow it */
    bool seen[CMD_COUNT] = {false};
    for (size_t i = 0; i < f->kinds.n; i++)
        seen[f->kinds.at[i]] = true;
    for (size_t i = 1; i <= CMD_EXIT; i++)
        CHECK_MSG(seen[i], "command %zu", i);
    fixture_free(f);
}

TEST(members_of_commands)
{
    static const char text[] =
        "(set-info :source |a\n b|)(set-info :x \"say \"\"hi\"\"\")(set-option :y (1 (2)))"
        "(set-info :z)\n  (declare-fun f (Int) Bool)(assert (! (f 1) :named n))(push 3)"
        "(get-value ((f  1) n))(check-sat-assuming (n (not n)))(define-sort L (a) (Array a a))"
        "(declare-sort P 2)";
    fixture *f = fixture_new();
    smt_reader *r = smt_reader_text(f->table, "t", text, strlen(text));
    smt_command c = {0};
    CHECK(smt_reader_next(r, &c) == SMT_OK && c.kind == CMD_SET_INFO);
    CHECK_STR(symbol_text(f->bank, c.symbol), ":source");
    CHECK_STR(c.text, "|a\n b|");
    CHECK(smt_reader_next(r, &c) == SMT_OK);
    CHECK_STR(c.text, "say \"hi\"");
    CHECK(smt_reader_next(r, &c) == SMT_OK && c.kind == CMD_SET_OPTION);
    CHECK_STR(c.text, "(1 (2))");
    CHECK(smt_reader_next(r, &c) == SMT_OK);
    CHECK_STR(c.text, "");
    CHECK(smt_reader_next(r, &c) == SMT_OK && c.kind == CMD_DECLARE_FUN);
    CHECK(c.line == 3 && c.column == 3 && c.decls.n == 1);
    decl_id function = c.decls.at[0];
    CHECK(decl_arity(f->bank, function) == 1 && decl_range(f->bank, function) == SORT_ID_BOOL);
    CHECK(smt_reader_next(r, &c) == SMT_OK && c.kind == CMD_ASSERT);
    CHECK_STR(symbol_text(f->bank, c.named), "n");
    CHECK(c.decls.n == 1 && decl_body(f->bank, c.decls.at[0]) == c.term);
    CHECK(term_decl(f->bank, c.term) == function);
    CHECK(smt_reader_next(r, &c) == SMT_OK && c.kind == CMD_PUSH && c.number == 3);
    CHECK(symtab_level(f->table) == 3);
    CHECK(smt_reader_next(r, &c) == SMT_OK && c.kind == CMD_GET_VALUE);
    CHECK(c.terms.n == 2 && c.sources.n == 2 && !c.named);
    CHECK_STR(c.sources.at[0], "(f  1)");
    CHECK_STR(c.sources.at[1], "n");
    CHECK(smt_reader_next(r, &c) == SMT_OK && c.terms.n == 2);
    CHECK(smt_reader_next(r, &c) == SMT_OK && c.kind == CMD_DEFINE_SORT);
    CHECK(smt_reader_next(r, &c) == SMT_OK && c.kind == CMD_DECLARE_SORT && c.number == 2);
    CHECK(smt_reader_offset(r) == strlen(text));
    CHECK(smt_reader_next(r, &c) == SMT_END && smt_reader_next(r, &c) == SMT_END);
    smt_command_free(&c);
    smt_reader_free(r);
    fixture_free(f);
}

TEST(outermost_name)
{
    fixture *f = fixture_new();
    static const char text[] =
        "(declare-const p Bool)(assert (! (and (! p :named a) p) :named b))"
        "(assert (and (! p :named c) c))(assert (let ((x p)) (! x :named d)))";
    smt_reader *r = smt_reader_text(f->table, "t", text, strlen(text));
    smt_command c = {0};
    CHECK(smt_reader_next(r, &c) == SMT_OK);
    CHECK(smt_reader_next(r, &c) == SMT_OK && c.decls.n == 2);
    CHECK_STR(symbol_text(f->bank, c.named), "b");
    CHECK(smt_reader_next(r, &c) == SMT_OK && !c.named && c.decls.n == 1);
    CHECK(smt_reader_next(r, &c) == SMT_OK && !c.named && c.decls.n == 1);
    smt_command_free(&c);
    smt_reader_free(r);
    fixture_free(f);
}

TEST(older_spellings)
{
    static const struct {
        const char *old, *now;
    } pairs[] = {
        {"(implies p q)", "(=> p q)"},
        {"(iff p q)", "(= p q)"},
        {"(if p x y)", "(ite p x y)"},
        {"(bv2nat v)", "(ubv_to_int v)"},
        {"(bv2int v)", "(ubv_to_int v)"},
        {"((_ nat2bv 8) x)", "((_ int_to_bv 8) x)"},
        {"((_ int2bv 8) x)", "((_ int_to_bv 8) x)"},
        {"(bvudiv_i v w)", "(bvudiv v w)"},
        {"(bvsdiv_i v w)", "(bvsdiv v w)"},
        {"(bvurem_i v w)", "(bvurem v w)"},
        {"(bvsrem_i v w)", "(bvsrem v w)"},
        {"(bvsmod_i v w)", "(bvsmod v w)"},
        {"(bvredor v)", "(bvnot (bvcomp v #x00))"},
        {"(bvredand v)", "(bvcomp v #xff)"},
        {"(str.in.re s (str.to.re t))", "(str.in_re s (str.to_re t))"},
        {"(int.to.str x)", "(str.from_int x)"},
        {"(str.from-int x)", "(str.from_int x)"},
        {"(str.to.int s)", "(str.to_int s)"},
        {"(str.to-int s)", "(str.to_int s)"},
        {"(str.indexof s t)", "(str.indexof s t 0)"},
        {"(str.in_re s re.nostr)", "(str.in_re s re.none)"},
        {"(str.in_re s (re.loop re.all 1 3))", "(str.in_re s ((_ re.loop 1 3) re.all))"},
        {"(str.in_re s (re.loop re.all 2))",
         "(str.in_re s (re.++ ((_ re.^ 2) re.all) (re.* re.all)))"},
        {"(_ char #x41)", "\"A\""},
        {"(_ bv10 8)", "#x0a"},
        {"(_ bv5 3)", "#b101"},
        {"#xAb", "#xaB"},
        {"(- 5)", "(- 5)"},
        {"(fp.add roundNearestTiesToEven a b)", "(fp.add RNE a b)"},
        {"(fp.add roundTowardZero a b)", "(fp.add RTZ a b)"},
        {"(_ +oo 8 24)", "((_ to_fp 8 24) #x7f800000)"},
        {"(_ NaN 5 11)", "(fp #b0 #b11111 #b1000000000)"},
        {"|p|", "p"},
        {"(and p)", "p"},
        {"(let ((p q) (q p)) (and p q))", "(and q p)"},
        {"(let () p)", "p"},
        {"(+ x 1.5)", "(+ (to_real x) 1.5)"},
        {"((as const (Array Int Real)) 1)", "((as const (Array Int Real)) 1.0)"},
        {"(! p :foo bar :baz (1 2) :flag)", "p"},
    };
    static const char declarations[] =
        "(declare-const p Bool)(declare-const q Bool)(declare-const x Int)(declare-const y Int)"
        "(declare-const v (_ BitVec 8))(declare-const w (_ BitVec 8))(declare-const s String)"
        "(declare-const t String)(declare-const a Float32)(declare-const b (_ FloatingPoint 8 24))";
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        /* folded literals: (fp …) of constants may stay an application */
        if (!strncmp(pairs[i].now, "(fp ", 4) || strstr(pairs[i].now, "to_fp"))
            continue;
        expect_same(declarations, pairs[i].old, pairs[i].now);
    }
}

TEST(special_floats)
{
    fixture *f = fixture_new();
    static const struct {
        const char *text;
        uint64_t bits;
    } cases[] = {{"(_ +oo 8 24)", 0x7f800000}, {"(_ -oo 8 24)", 0xff800000},
                 {"(_ +zero 8 24)", 0},        {"(_ -zero 8 24)", 0x80000000},
                 {"(_ NaN 8 24)", 0x7fc00000}, {"(_ -oo 11 53)", UINT64_C(0xfff0000000000000)}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *error = NULL;
        term_id t = smt_read_term(f->table, cases[i].text, &error);
        CHECK_MSG(t, "%s", error);
        uint64_t bits;
        CHECK(value_small_bits(f->bank, term_value(f->bank, t), &bits));
        CHECK_MSG(bits == cases[i].bits, "%s", cases[i].text);
    }
    fixture_free(f);
}

static void expect_string(const char *literal, const char *version, const uint32_t *points,
                          size_t n)
{
    fixture *f = fixture_new();
    if (version)
        read_text(f, version);
    char *error = NULL;
    term_id t = smt_read_term(f->table, literal, &error);
    CHECK_MSG(t, "%s: %s", literal, error);
    size_t length;
    const uint32_t *got = value_string_data(f->bank, term_value(f->bank, t), &length);
    CHECK_MSG(length == n, "%s has %zu characters", literal, length);
    for (size_t i = 0; i < n; i++)
        CHECK_MSG(got[i] == points[i], "%s: character %zu is %x", literal, i, got[i]);
    fixture_free(f);
}

TEST(string_escapes)
{
    static const char old[] = "(set-info :smt-lib-version 2.0)";
#define STRING(literal, version, ...)                          \
    expect_string(literal, version, (uint32_t[]){__VA_ARGS__}, \
                  sizeof((uint32_t[]){__VA_ARGS__}) / 4)
    STRING("\"a\"\"b\"", NULL, 'a', '"', 'b');
    STRING("\"\\u{41}\"", NULL, 0x41);
    STRING("\"\\u0041B\"", NULL, 0x41, 'B');
    STRING("\"\\u{2ffff}\"", NULL, 0x2ffff);
    STRING("\"\\u{30000}\"", NULL, '\\', 'u', '{', '3', '0', '0', '0', '0', '}');
    STRING("\"\\u{}\"", NULL, '\\', 'u', '{', '}');
    STRING("\"\\u41\"", NULL, '\\', 'u', '4', '1');
    STRING("\"\\x41\"", NULL, '\\', 'x', '4', '1');
    STRING("\"\\\"", NULL, '\\');
    STRING("\"\xc3\xa9\"", NULL, 0xe9);
    STRING("\"\xff\"", NULL, 0xff);
    STRING("\"a\\\"b\\\\\"", old, 'a', '"', 'b', '\\');
    STRING("\"\n\"", NULL, '\n');
#undef STRING
    expect_string("\"\"", NULL, NULL, 0);
}

TEST(numerals_in_real_logics)
{
    expect_same("(set-logic QF_LRA)(declare-const x Real)", "(+ x 1)", "(+ x 1.0)");
    expect_same("(set-logic QF_LRA)", "3", "3.0");
    expect_same("(set-logic LRA)", "(/ 1 3)", "(/ 2.0 6.0)");
    fixture *f = script("(set-logic QF_LIRA)(assert (= 1 1))(set-logic QF_UFLIA)", "");
    char *error = NULL;
    CHECK(term_sort(f->bank, smt_read_term(f->table, "3", &error)) == SORT_ID_INT);
    fixture_free(f);
    /* the logic lies */
    f = script("(set-logic QF_LRA)(declare-const x Int)(assert (= x 3))", "");
    fixture_free(f);
    f = script("(set-logic QF_LRA)(reset)", "");
    CHECK(term_sort(f->bank, smt_read_term(f->table, "3", &error)) == SORT_ID_INT);
    fixture_free(f);
}

TEST(large_numbers)
{
    expect_same("", "123456789012345678901234567890",
                "(let ((x 123456789012345678901234567890)) x)");
    fixture *f = fixture_new();
    char *error = NULL;
    term_id t = smt_read_term(f->table, "0.125", &error);
    int64_t n;
    value_id v = term_value(f->bank, t);
    CHECK(value_small_int(f->bank, value_numerator(f->bank, v), &n) && n == 1);
    CHECK(value_small_int(f->bank, value_denominator(f->bank, v), &n) && n == 8);
    t = smt_read_term(f->table, "#x0123456789abcdef0123456789abcdef", &error);
    CHECK(sort_bv_width(f->bank, term_sort(f->bank, t)) == 128);
    t = smt_read_term(f->table, "(_ bv257 8)", &error);
    uint64_t bits;
    CHECK(value_small_bits(f->bank, term_value(f->bank, t), &bits) && bits == 1);
    fixture_free(f);
}

TEST(sorts)
{
    fixture *f = script("(declare-sort U 0)(declare-sort V)(declare-sort P 2)(define-sort I () Int)"
                        "(define-sort M (A B) (Array A (P B A)))(declare-datatype D ((d)))",
                        "");
    static const struct {
        const char *text, *wanted;
    } cases[] = {{"Float16", "(_ FloatingPoint 5 11)"},
                 {"(M Int U)", "(Array Int (P U Int))"},
                 {"(M I (M I V))", "(Array Int (P (Array Int (P V Int)) Int))"},
                 {"(Array I (_ BitVec 3))", "(Array Int (_ BitVec 3))"},
                 {"D", "D"},
                 {"(D)", "D"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *error = NULL;
        sort_id a = smt_read_sort(f->table, cases[i].text, &error);
        CHECK_MSG(a, "%s: %s", cases[i].text, error);
        strbuf text = STRBUF_INIT;
        sort_print(f->bank, a, &text);
        sort_id b = smt_read_sort(f->table, cases[i].wanted, &error);
        CHECK_MSG(a == b, "%s is %s", cases[i].text, text.text);
        strbuf_free(&text);
    }
    fixture_free(f);
}

TEST(sort_errors)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"(_ BitVec 1099511627776)",
         "sort:1:2: bit-vector width 1099511627776 is over the limit of 16777216"},
        {"(_ BitVec 99999999999999999999)",
         "sort:1:11: the number 99999999999999999999 is too large"},
        {"(_ BitVec 0)", "sort:1:2: a bit-vector cannot have width 0"},
        {"Strin", "sort:1:1: unknown sort 'Strin'; did you mean 'String'?"},
        {"(Array Int)", "sort:1:1: sort 'Array' takes 2 arguments, not 1"},
        {"(Int Int)", "sort:1:1: sort 'Int' takes 0 arguments, not 1"},
        {"()", "sort:1:2: the name of a sort is wanted, not ')'"},
        {")", "sort:1:1: a sort is wanted, not ')'"},
        {"", "sort:1:1: unexpected end of input; a sort is wanted (0 parentheses are still open)"},
        {"Int Int", "sort:1:5: the end is wanted, not 'Int'"},
    };
    fixture *f = fixture_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *error = NULL;
        CHECK(!smt_read_sort(f->table, cases[i].text, &error));
        CHECK_STR(error, cases[i].error);
        free(error);
    }
    fixture_free(f);
}

static const char lists[] =
    "(declare-datatypes ((List 1) (Pair 2)) ((par (T) ((nil) (cons (head T) (tail (List T)))))"
    " (par (A B) ((pair (first A) (second B))))))(declare-const l (List Int))"
    "(declare-const p (Pair Int (List Bool)))";

TEST(parametric_datatypes)
{
    static const char *const good[] = {"(cons 1 l)",
                                       "(head l)",
                                       "(tail l)",
                                       "(as nil (List Real))",
                                       "((_ is cons) l)",
                                       "(is-nil l)",
                                       "((as cons (List Int)) 1 (as nil (List Int)))",
                                       "(second p)",
                                       "(head (second p))",
                                       "(pair l l)",
                                       "((_ update-field head) l 3)",
                                       "((_ is (cons (Int (List Int)) (List Int))) l)",
                                       "(= l (as nil (List Int)))",
                                       "(cons 1.0 (as nil (List Real)))"};
    fixture *f = script(lists, "");
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char *error = NULL;
        CHECK_MSG(smt_read_term(f->table, good[i], &error), "%s: %s", good[i], error);
    }
    static const struct {
        const char *text, *error;
    } bad[] = {
        {"nil", "term:1:1: the sort of 'nil' cannot be inferred here; write (as nil SORT)"},
        {"(cons true l)",
         "term:1:1: the sort of 'cons' cannot be inferred here; write (as cons SORT)"},
        {"((_ is pair) l)", "term:1:1: 'pair' is not a constructor of (List Int)"},
        {"(head 1)", "term:1:1: the sort of 'head' cannot be inferred here; write (as head SORT)"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *error = NULL;
        CHECK(!smt_read_term(f->table, bad[i].text, &error));
        CHECK_STR(error, bad[i].error);
        free(error);
    }
    fixture_free(f);
}

TEST(old_datatypes)
{
    fixture *f = script(
        "(declare-datatypes () ((Color red green) (Tree leaf (node (left Tree) (more Forest)))"
        "  (Forest fnil (fcons (tree Tree) (rest Forest)))))"
        "(declare-datatypes (T) ((Lst lnil (insert (hd T) (tl Lst)))))"
        "(declare-const x (Lst Int))(assert (= (hd (tl x)) 3))(assert (is-insert x))"
        "(assert (= red green))(assert (= (tree (more leaf)) leaf))\n"
        "(declare-datatypes () ((Broken (b (c Missing)))))\n(declare-const d Broken)",
        "t:2:1: unknown sort 'Missing'\nt:3:18: unknown sort 'Broken'\n");
    fixture_free(f);
}

TEST(match_expands)
{
    expect_same(lists, "(match l ((nil 0) ((cons h t) h)))", "(ite ((_ is nil) l) 0 (head l))");
    expect_same(lists, "(match l (((cons h t) (+ h 1)) (x (head x))))",
                "(ite ((_ is cons) l) (+ (head l) 1) (head l))");
    expect_same(lists, "(match l ((_ 3)))", "3");
    fixture *f = script(lists, "");
    static const struct {
        const char *text, *error;
    } bad[] = {
        {"(match l ((nil 0)))",
         "term:1:1: match does not cover all constructors; a variable as the "
         "last pattern does"},
        {"(match 1 ((nil 0)))", "term:1:1: match needs a term of a datatype"},
        {"(match l ((nil 0) ((cons h) h)))",
         "term:1:27: constructor 'cons' has 2 fields, the pattern has 1"},
        {"(match l ((nil 0) (cons 1)))",
         "term:1:20: constructor 'cons' needs its variables: (cons …)"},
        {"(match l ((nil 0) ((cons h t) true)))",
         "term:1:1: the cases of match differ in their sort"},
        {"(match l nil)", NULL},
        {"(match l ())", "term:1:11: a case of match is wanted, not ')'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *error = NULL;
        CHECK_MSG(!smt_read_term(f->table, bad[i].text, &error), "%s", bad[i].text);
        if (bad[i].error)
            CHECK_STR(error, bad[i].error);
        free(error);
    }
    char *error = NULL;
    CHECK(!smt_read_term(f->table, "h", &error)); /* no variable of a failed match is left */
    free(error);
    fixture_free(f);
}

TEST(patterns_are_kept)
{
    fixture *f = script("(declare-fun f (Int) Int)"
                        "(assert (forall ((x Int)) (! (> (f x) 0) :pattern ((f x)) :qid q :pattern "
                        "((f (f x)) (f x)))))"
                        "(assert (exists ((y Int)) (and (! (> y 0) :pattern (y)) true)))"
                        "(assert (forall ((x Int)) (! (forall ((y Int)) (! (> x y) :pattern ((f "
                        "y)))) :pattern ((f x)))))",
                        "");
    term_id t = f->asserted.at[0];
    CHECK(term_op_of(f->bank, t) == OP_FORALL && term_arity(f->bank, t) == 4);
    CHECK(term_op_of(f->bank, term_arg(f->bank, t, 3)) == OP_PATTERN);
    CHECK(term_arity(f->bank, term_arg(f->bank, t, 3)) == 2);
    CHECK(term_arity(f->bank, f->asserted.at[1]) == 2);
    t = f->asserted.at[2];
    CHECK(term_arity(f->bank, t) == 3 && term_arity(f->bank, term_body(f->bank, t)) == 3);
    fixture_free(f);
}

/* A let under a binder must not be captured by a second binder of the same variable. */
TEST(let_is_not_captured)
{
    fixture *f = script("(assert (forall ((x Int)) (let ((y x)) (exists ((x Int)) (> x y)))))"
                        "(assert (forall ((x Int)) (exists ((z Int)) (> z x))))"
                        "(assert (forall ((x Int)) (exists ((x Int)) (> x x))))"
                        "(define-fun g ((x Int)) Bool (let ((y x)) (exists ((x Int)) (> x y))))",
                        "");
    term_id outer = f->asserted.at[0], inner = term_body(f->bank, outer);
    term_id body = term_body(f->bank, inner);
    CHECK(term_arg(f->bank, body, 1) == term_arg(f->bank, outer, 0));
    CHECK(term_arg(f->bank, body, 0) == term_arg(f->bank, inner, 0));
    CHECK(term_arg(f->bank, body, 0) != term_arg(f->bank, body, 1));
    /* where nothing can be captured, names stay */
    inner = term_body(f->bank, f->asserted.at[2]);
    CHECK(term_arg(f->bank, inner, 0) == term_arg(f->bank, f->asserted.at[2], 0));
    decl_id g = vec_last(symtab_decls(f->table));
    term_vec free_vars = {0};
    term_free_vars(f->bank, decl_body(f->bank, g), &free_vars);
    CHECK(free_vars.n == 1 && free_vars.at[0] == decl_parameter(f->bank, g, 0));
    vec_free(&free_vars);
    fixture_free(f);
}

TEST(overloads_and_shadowing)
{
    fixture *f =
        script("(declare-fun f (Int) Int)(declare-fun f (Bool) Int)(declare-fun f (Real Int) Int)"
               "(assert (= (f 1) (f true) (f 1.5 2) (f 1 2)))"
               "(declare-fun select (Int) Int)(declare-const a (Array Int Int))"
               "(assert (= (select 1) (select a 1)))"
               "(declare-const is Int)(assert (= is 1))(define-fun max ((x Int) (y Int)) Int (ite "
               "(> x y) x y))"
               "(declare-fun |exists| () Int)(assert (= |exists| 2))"
               "(declare-const c Int)(declare-const c Bool)(assert (and c (= (as c Int) 3)))",
               "");
    fixture_free(f);
    expect_errors("(declare-fun f (Int) Int)\n(declare-fun f (Int) Int)\n(assert (f))\n"
                  "(declare-fun f (Bool) Int)\n(assert (= (f 1.5) 1))",
                  "t:2:1: 'f' is already declared with this signature\n"
                  "t:3:9: 'f' takes 1 argument, not 0\n"
                  "t:5:12: no declaration of 'f' takes these 1 arguments\n");
}

TEST(sort_parameters_of_functions)
{
    fixture *f = script("(declare-sort-parameter A)(declare-fun size ((Array Int A)) Int)"
                        "(declare-const a (Array Int Bool))(declare-const b (Array Int Real))"
                        "(assert (= (size a) (size b) (size a)))",
                        "");
    term_id t = f->asserted.at[0];
    CHECK(term_arg(f->bank, t, 0) == term_arg(f->bank, t, 2));
    CHECK(term_arg(f->bank, t, 0) != term_arg(f->bank, t, 1));
    fixture_free(f);
}

TEST(scopes)
{
    expect_errors("(push)(declare-const x Int)(declare-sort S 0)(push 2)\n"
                  "(assert (! (= x 1) :named n))(pop)\n"
                  "(assert n)\n(pop 2)\n(assert (= x 1))\n(declare-const y S)\n(pop 1)",
                  "t:3:9: unknown symbol 'n'\nt:5:12: unknown symbol 'x'\n"
                  "t:6:18: unknown sort 'S'\nt:7:7: pop of 1 levels, but there are only 0\n");
    expect_errors("(set-option :global-declarations true)(push 1)(declare-const xs Int)(pop 1)"
                  "(assert (= xs 1))(reset-assertions)(assert (= xs 1))(reset)\n(assert (= xs 1))",
                  "t:2:12: unknown symbol 'xs'\n");
    expect_errors("(declare-const xs Int)(reset-assertions)\n(assert (= xs 1))",
                  "t:2:12: unknown symbol 'xs'\n");
}

TEST(failed_commands_leave_no_trace)
{
    fixture *f = script(
        "(declare-const x Int)\n"
        "(assert (let ((x true) (yy 2)) (and x (= yy oops))))\n"
        "(assert (forall ((x Bool)) (oops x)))\n"
        "(define-fun g ((x Bool)) Bool (oops x))\n"
        "(define-fun-rec r ((x Bool)) Bool (oops x))\n"
        "(define-funs-rec ((s ((x Bool)) Bool)) ((oops x)))\n"
        "(assert (and (! (= x 1) :named nnn) oops))\n"
        "(declare-datatype D ((dddd (eeee Oops))))\n"
        "(define-sort MM (AA) (Array AA Oops))\n"
        "(declare-datatypes ((E 1)) ((par (BB) ((c (d Oops))))))\n"
        "(assert (= x 1))\n(assert (g true))\n(assert (r true))\n(assert (s true))\n(assert nnn)\n"
        "(declare-const y D)\n(declare-const y MM)\n(declare-const y AA)\n(declare-const y BB)\n"
        "(assert yy)\n",
        "t:2:45: unknown symbol 'oops'\nt:3:28: unknown symbol 'oops'\nt:4:31: unknown symbol "
        "'oops'\n"
        "t:5:35: unknown symbol 'oops'\nt:6:41: unknown symbol 'oops'\nt:7:37: unknown symbol "
        "'oops'\n"
        "t:8:34: unknown sort 'Oops'\nt:9:32: unknown sort 'Oops'\nt:10:46: unknown sort 'Oops'\n"
        "t:12:9: unknown symbol 'g'\nt:13:9: unknown symbol 'r'\nt:14:9: unknown symbol 's'\n"
        "t:15:9: unknown symbol 'nnn'\nt:16:18: unknown sort 'D'\nt:17:18: unknown sort 'MM'\n"
        "t:18:18: unknown sort 'AA'\nt:19:18: unknown sort 'BB'\nt:20:9: unknown symbol 'yy'\n");
    CHECK(f->asserted.n == 1 && symtab_decls(f->table)->n == 1);
    fixture_free(f);
}

TEST(messages)
{
    static const struct {
        const char *text, *errors;
    } cases[] = {
        {"(declare-const counter Int)\n(assert (= count 1))\n(assert (= conter 1))",
         "t:2:12: unknown symbol 'count'; did you mean 'counter'?\n"
         "t:3:12: unknown symbol 'conter'; did you mean 'counter'?\n"},
        {"(declare-const xs Bool)(declare-const y Bool)(assert\nx)(assert (bvad xs))",
         "t:2:1: unknown symbol 'x'; did you mean 'xs'?\n"
         "t:2:11: unknown symbol 'bvad'; did you mean 'bvadd'?\n"},
        {"(assert (= -5 1))", "t:1:12: unknown symbol '-5'; negative numbers are written (- 5)\n"},
        {"(assert 1)", "t:1:9: a formula (sort Bool) is wanted, this has sort Int\n"},
        {"(assert)", "t:1:8: a term is wanted, not ')'\n"},
        {"(assert true false)", "t:1:14: ')' is wanted, not 'false'\n"},
        {"(assert (= \"abc", "t:1:12: unterminated string: the closing \" is missing\n"},
        {"(assert |abc", "t:1:9: unterminated |symbol|: the closing bar is missing\n"},
        {"(assert (not true)", "t:1:19: unexpected end of input; ')' is wanted (1 parenthesis is "
                               "still open)\n"},
        {"(assert ((not true)))", "t:1:9: arguments are missing\n"},
        {"(assert ((not true) true))", "t:1:9: this is not a function\n"},
        {"(assert (1 2))", "t:1:10: a function name is wanted, not '1'\n"},
        {"(assert ())", "t:1:10: a function name is wanted, not ')'\n"},
        {"(assert let)", "t:1:9: 'let' is a reserved word\n"},
        {"(assert Int)", "t:1:9: 'Int' is a sort, not a function\n"},
        {"(assert (let (true) true))",
         "t:1:19: only (variable term) in the list of let is wanted, not ')'\n"},
        {"(assert (let ((x)) true))",
         "t:1:17: exactly one term for a variable of let is wanted, not ')'\n"},
        {"(assert (forall () true))", "t:1:18: a binder needs at least one variable\n"},
        {"(assert (! true :named))", "t:1:23: a symbol after :named is wanted, not ')'\n"},
        {"(assert (! :named a))",
         "t:1:12: exactly one term before the attributes is wanted, not ':named'\n"},
        {"(assert 12a)",
         "t:1:9: malformed number (a symbol that begins with a digit needs |bars|)\n"},
        {"(assert #xg)",
         "t:1:9: malformed constant: #x and hexadecimal or #b and binary digits are meant\n"},
        {"(assert |a\n\xff\xc3\xa9|)", "t:1:9: unknown symbol 'a??\xc3\xa9'\n"},
        {"(assert |a\x01|)", "t:1:9: a |symbol| cannot have control characters\n"},
        {"(assert |a\xc2\x9b|)", "t:1:9: a |symbol| cannot have control characters\n"},
        {"(assert [)", "t:1:9: unexpected character '['\n"},
        {"(minimise x)\n(evaluate (+ 1 2))",
         "t:1:2: unknown command 'minimise'\nt:2:2: unknown command 'evaluate'\n"},
        {")(check-sat)", "t:1:1: ')' without a '(' before it\n"},
        {"junk more 12 (check-sat)", "t:1:1: '(' and a command is wanted, not 'junk'\n"},
        {"(\"x\")", "t:1:2: the name of a command is wanted, not the string \"x\"\n"},
        {"()", "t:1:2: the name of a command is wanted, not ')'\n"},
        {"(push -1)", "t:1:7: a numeral is wanted, not '-1'\n"},
        {"(define-fun f () Int true)",
         "t:1:22: the body of 'f' has sort Bool, its header says Int\n"},
        {"(declare-const x (_ BitVec 8))(assert (= ((_ extract 99999999999 0) x) x))",
         "t:1:54: the index is too large\n"},
        {"(assert (_ unknown 3))", "t:1:12: unknown indexed function (_ unknown …)\n"},
        {"", ""},
        {"; only a comment", ""},
        {"  \n\t ", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_errors(cases[i].text, cases[i].errors);
}

/* One byte at a time. */
typedef struct drip {
    const char *next;
    size_t left, asked;
} drip;

static ssize_t read_drip(void *context, char *buffer, size_t size)
{
    drip *d = context;
    d->asked++;
    if (!d->left || !size)
        return 0;
    *buffer = *d->next++;
    d->left--;
    return 1;
}

static const char everything[] =
    "; comment\n(set-info :source |multi\nline|)(declare-const |a b| Int)\n"
    "(define-fun f ((x Int) (y Real)) Real (+ x y 1.25))\n"
    "(assert (! (= |a b| (let ((z 12345678901234567890123)) z)) :named n :foo))\n"
    "(assert (= \"x\"\"y\\u{41}\" \"\"))(get-value (|a b| (f 1 2.0) ))\n"
    "(assert (= #x0123456789abcdef0123456789abcdef (_ bv5 128)))(oops)(assert (bad)) junk "
    "(check-sat)";

TEST(arrival_byte_by_byte)
{
    fixture *whole = fixture_new(), *pieces = fixture_new();
    read_text(whole, everything);
    drip d = {everything, strlen(everything), 0};
    smt_source source = {"t", read_drip, &d};
    run(pieces, smt_reader_new(pieces->table, &source, NULL));
    CHECK_STR(pieces->errors.text, whole->errors.text);
    CHECK(pieces->kinds.n == whole->kinds.n);
    CHECK(!memcmp(pieces->kinds.at, whole->kinds.at, whole->kinds.n * sizeof *whole->kinds.at));
    CHECK(pieces->asserted.n == whole->asserted.n);
    CHECK(!memcmp(pieces->asserted.at, whole->asserted.at,
                  whole->asserted.n * sizeof *whole->asserted.at));
    fixture_free(whole);
    fixture_free(pieces);
}

TEST(strict)
{
    static const char text[] =
        "(declare-const p Bool)\n(assert (implies p p))\n(assert (= 1 1.0))\n"
        "(assert (=> p p))\n(assert (= re.nostr re.none))";
    fixture *f = fixture_new();
    smt_reader_config config = {.strict = true};
    drip d = {text, strlen(text), 0};
    smt_source source = {"t", read_drip, &d};
    run(f, smt_reader_new(f->table, &source, &config));
    CHECK_STR(f->errors.text, "t:2:10: 'implies' is not SMT-LIB 2.7\n"
                              "t:3:9: Int and Real arguments are mixed; to_real is missing\n"
                              "t:5:12: 're.nostr' is not SMT-LIB 2.7\n");
    CHECK(f->asserted.n == 1);
    fixture_free(f);
}

TEST(commands_are_answered_at_once)
{
    static const char text[] = "(declare-const x Int)(check-sat)";
    drip d = {text, strlen(text), 0};
    fixture *f = fixture_new();
    smt_source source = {"t", read_drip, &d};
    smt_reader *r = smt_reader_new(f->table, &source, NULL);
    smt_command c = {0};
    CHECK(smt_reader_next(r, &c) == SMT_OK);
    CHECK(d.asked == strlen("(declare-const x Int)"));
    CHECK(smt_reader_next(r, &c) == SMT_OK && d.asked == strlen(text));
    smt_command_free(&c);
    smt_reader_free(r);
    fixture_free(f);
}

static ssize_t read_nothing(void *context, char *buffer, size_t size)
{
    (void)context, (void)buffer, (void)size;
    return -1;
}

TEST(read_failures_are_said_once)
{
    fixture *f = fixture_new();
    smt_source source = {"t", read_nothing, NULL};
    smt_reader *r = smt_reader_new(f->table, &source, NULL);
    smt_command c = {0};
    CHECK(smt_reader_next(r, &c) == SMT_ERROR);
    CHECK(strstr(smt_reader_error(r), "t:1:1: cannot read"));
    CHECK(smt_reader_next(r, &c) == SMT_END);
    smt_command_free(&c);
    smt_reader_free(r);
    CHECK(!smt_reader_open(f->table, "/nonexistent/file"));
    fixture_free(f);
}

/* `depth` repetitions on both sides of `middle`. */
static char *nested(const char *before, const char *open, const char *middle, const char *close,
                    const char *after, size_t depth)
{
    strbuf text = STRBUF_INIT;
    strbuf_puts(&text, before);
    for (size_t i = 0; i < depth; i++)
        strbuf_puts(&text, open);
    strbuf_puts(&text, middle);
    for (size_t i = 0; i < depth; i++)
        strbuf_puts(&text, close);
    strbuf_puts(&text, after);
    return strbuf_detach(&text);
}

TEST(deep_nesting)
{
    static const struct {
        const char *before, *open, *middle, *close, *after;
        bool good;
    } cases[] = {
        {"(assert ", "(not ", "true", ")", ")", true},
        {"(assert ", "(", "", ")", ")", false},
        {"", "(", "", ")", "", false},
        {"(assert ", "(", "", "", "", false},
        {"(assert ", "(let ((x true)) ", "x", ")", ")", true},
        {"(assert ", "(let ((x ", "true", ")) x)", ")", true},
        {"(assert ", "(forall ((x Int)) ", "(> x 1)", ")", ")", true},
        {"(assert ", "(! ", "true", " :a b)", ")", true},
        {"(declare-const x ", "(Array Int ", "Int", ")", ")", true},
        {"(set-info :x ", "(", "", ")", ")", true},
        {"", ")", "", "", "", false},
    };
    size_t depth = test_count(2000000);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = nested(cases[i].before, cases[i].open, cases[i].middle, cases[i].close,
                            cases[i].after, depth);
        fixture *f = fixture_new();
        read_text(f, text);
        CHECK_MSG(cases[i].good == !f->errors.n, "%s: %s", cases[i].open, f->errors.text);
        fixture_free(f);
        free(text);
    }
}

TEST(sorts_that_double)
{
    strbuf text = STRBUF_INIT;
    strbuf_puts(&text, "(declare-datatype L (par (T) ((n) (c (h T)))))(define-sort S0 () Int)");
    for (int i = 0; i < 60; i++)
        strbuf_printf(&text, "(define-sort S%d () (Array S%d S%d))", i + 1, i, i);
    strbuf_puts(&text, "(declare-const x S60)(assert (= (h (c x)) x))");
    fixture *f = fixture_new();
    read_text(f, text.text);
    CHECK_STR(f->errors.text, "");
    strbuf_free(&text);
    fixture_free(f);
}

TEST(closed_boxes_in_their_spellings)
{
    static const char text[] =
        "(declare-cb f ((_ BitVec 32) Bool) (_ BitVec 8) :lib \"a.c\" :symbol \"g\")"
        "(declare-oracle-fun p ./prog (Int Int) Bool)"
        "(declare-oracle-fun q (Int) Int ./other)"
        "(declare-oracle-fun r prog ((a (_ BitVec 4)) (b Int)) Int)"
        "(declare-oracle-fun r prog ((a (_ BitVec 4)) (b Int)) Int)"
        "(define-ctype |char *| (_ BitVec 64))(declare-cb strlen (|char *|) (_ BitVec 64))"
        "(declare-cb bad (Int) Int :lid \"a.c\")";
    static const char *const wanted[] = {"f|a.c|g||2", "p|||./prog|2", "q|||./other|1",
                                         "r|||prog|2", "r|||prog|2",   "",
                                         "strlen||||1"};
    term_bank *b = bank_new(false);
    symtab *table = symtab_new(b);
    smt_reader *reader = smt_reader_text(table, "t", text, strlen(text));
    smt_command c = {0};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        char got[200] = "";
        CHECK_MSG(smt_reader_next(reader, &c) == SMT_OK, "%s", smt_reader_error(reader));
        if (c.decls.n)
            snprintf(got, sizeof got, "%s|%s|%s|%s|%u", symbol_text(b, decl_name(b, c.decls.at[0])),
                     c.box.library ? c.box.library : "", c.box.symbol ? c.box.symbol : "",
                     c.box.executable ? c.box.executable : "", decl_arity(b, c.decls.at[0]));
        CHECK_STR(got, wanted[i]);
    }
    CHECK(c.box.ctypes.n == 2 && !strcmp(c.box.ctypes.at[0], "char *") && !c.box.ctypes.at[1]);
    CHECK(smt_reader_next(reader, &c) == SMT_ERROR);
    CHECK(strstr(smt_reader_error(reader),
                 "a closed box has :lib, :source, :symbol, :c and :program"));
    smt_command_free(&c);
    smt_reader_free(reader);
    symtab_free(table);
    bank_free(b);
}
