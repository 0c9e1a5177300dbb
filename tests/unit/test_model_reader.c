/* Models as the solvers really print them: each formula is printed for the solver, solved by its
 * binary, and its model is read and must make our evaluator say true. */
#include "smtlib/read/model_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "smtlib/print/printer.h"
#include "smtlib/read/reader.h"
#include "term/eval/eval.h"
#include "test.h"

typedef struct script {
    term_bank *b;
    symtab *table;
    term_vec assertions;
} script;

static script script_read(const char *text)
{
    script s = {.b = bank_new(false)};
    s.table = symtab_new(s.b);
    smt_reader *r = smt_reader_text(s.table, "test", text, strlen(text));
    smt_command command = {0};
    smt_status status;
    while ((status = smt_reader_next(r, &command)) == SMT_OK)
        if (command.kind == CMD_ASSERT)
            vec_push(&s.assertions, command.term);
    CHECK_MSG(status == SMT_END, "%s", smt_reader_error(r));
    smt_command_free(&command);
    smt_reader_free(r);
    return s;
}

static void script_free(script *s)
{
    vec_free(&s->assertions);
    symtab_free(s->table);
    bank_free(s->b);
}

/* What the command prints when it reads the text. */
static char *run(const char *command, const char *text)
{
    char path[] = "/tmp/tandem-test-XXXXXX", line[512];
    int fd = mkstemp(path);
    CHECK(fd >= 0);
    CHECK(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    snprintf(line, sizeof line, "%s <%s 2>&1", command, path);
    FILE *pipe = popen(line, "r");
    CHECK(pipe);
    strbuf out = STRBUF_INIT;
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;)
        strbuf_add(&out, buffer, n);
    pclose(pipe);
    unlink(path);
    return strbuf_detach(&out);
}

static bool has_program(const char *name)
{
    char line[128];
    snprintf(line, sizeof line, "command -v %s >/dev/null", name);
    return system(line) == 0;
}

static void check_truth(script *s, const term_model *m, const char *answer)
{
    evaluator *e = eval_new(m, &(eval_config){.complete = true});
    for (size_t i = 0; i < s->assertions.n; i++) {
        value_id v = eval_term(e, s->assertions.at[i]);
        CHECK_MSG(v == VALUE_ID_TRUE, "assertion %zu is %s under %s", i + 1,
                  v ? "false" : eval_reason_text(eval_why(e)), answer);
    }
    eval_free(e);
}

/* What we print for a model must read back as the same model. */
static void check_own_print(script *s, const term_model *m)
{
    strbuf text = STRBUF_INIT;
    smt_print_model(s->b, m, NULL, &text);
    term_model *again = model_new(s->b);
    char *error = NULL;
    CHECK_MSG(smt_read_model(s->b, symtab_decls(s->table), text.text, again, &error), "%s: %s",
              error, text.text);
    CHECK(model_size(again) == model_size(m));
    for (size_t i = 0; i < model_size(m); i++) {
        decl_id d = model_decl_at(m, i);
        CHECK_MSG(model_value(m, d) == model_value(again, d), "%s", text.text);
    }
    model_free(again);
    strbuf_free(&text);
}

static void check_solver(const char *command, const char *text)
{
    char name[16];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(command, " "), command);
    if (!has_program(name))
        test_skip("%s is not installed", name);
    script s = script_read(text);
    strbuf out = STRBUF_INIT;
    smt_print_options options = {.dialect = smt_dialect_of(command)};
    strbuf_puts(&out, "(set-option :produce-models true)\n");
    smt_print_script(s.b, symbol_make(s.b, "ALL"), s.assertions.at, s.assertions.n, &options, &out);
    strbuf_puts(&out, "(get-model)\n");
    char *answer = run(command, out.text);
    CHECK_MSG(!strncmp(answer, "sat\n", 4), "%s says %s to %s", command, answer, out.text);
    term_model *m = model_new(s.b);
    char *error = NULL;
    CHECK_MSG(smt_read_model(s.b, symtab_decls(s.table), answer + 4, m, &error), "%s: %s", error,
              answer);
    check_truth(&s, m, answer);
    check_own_print(&s, m);
    model_free(m);
    free(answer);
    strbuf_free(&out);
    script_free(&s);
}

#define Z3 "z3 -in -T:20"
#define CVC5 "cvc5 --lang=smt2 --strings-exp --fp-exp --tlimit=20000"
#define CVC4 "cvc4 --lang=smt2 --strings-exp --tlimit=20000"
#define ON_ALL(id, text)          \
    TEST(id##_z3)                 \
    {                             \
        check_solver(Z3, text);   \
    }                             \
    TEST(id##_cvc5)               \
    {                             \
        check_solver(CVC5, text); \
    }                             \
    TEST(id##_cvc4)               \
    {                             \
        check_solver(CVC4, text); \
    }

#define NUMBERS                                                                                    \
    "(declare-const i Int)(declare-const x Real)(declare-const p Bool)(declare-const |odd n| Int)" \
    "(declare-const big Int)(declare-const y Real)"                                                \
    "(assert (= i (- 5)))(assert (= (* 3.0 x) (- 1.0)))(assert (not p))(assert (> |odd n| 7))"     \
    "(assert (= big 123456789012345678901234567890))(assert (= (* 8.0 y) 3.0))"
ON_ALL(numbers, NUMBERS)

#define BITS                                                                                      \
    "(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 7))(declare-const c (_ BitVec 70))" \
    "(assert (bvuaddo a a))(assert (bvnego a))(assert (= ((_ sign_extend 63) b) (bvnot c)))"      \
    "(assert (bvsmulo b b))(assert (= (sbv_to_int a) (- 128)))(assert (not (bvsdivo a a)))"
ON_ALL(bits, BITS)

#define FUNCTIONS                                                                            \
    "(declare-fun f (Int) Int)(declare-fun g (Int Bool) Real)(declare-fun |h h| (Int) Bool)" \
    "(assert (= (f 1) 10))(assert (= (f 2) (- 20)))(assert (= (g 1 true) 0.5))"              \
    "(assert (= (g 2 true) 1.5))(assert (|h h| 3))(assert (not (|h h| 4)))"
ON_ALL(functions, FUNCTIONS)

#define ARRAYS                                                                                   \
    "(declare-const a (Array Int Int))(declare-const b (Array Int (Array Int Bool)))"            \
    "(declare-const c (Array (_ BitVec 4) (_ BitVec 4)))(declare-fun f ((Array Int Int)) Int)"   \
    "(assert (= (select a 1) 7))(assert (= (select a 2) (- 8)))(assert (select (select b 1) 2))" \
    "(assert (not (select (select b 3) 2)))(assert (= (select c #x3) #x5))"                      \
    "(assert (= (f a) 3))(assert (= (f (store a 1 8)) 4))"
ON_ALL(arrays, ARRAYS)

#define ELEMENTS                                                                           \
    "(declare-sort U 0)(declare-sort P 1)(declare-sort |W s| 0)"                           \
    "(declare-const a U)(declare-const b U)(declare-const p (P U))(declare-const q (P U))" \
    "(declare-const v |W s|)(declare-const w |W s|)(declare-fun f (U) U)"                  \
    "(declare-const m (Array U U))"                                                        \
    "(assert (distinct a b))(assert (distinct p q))(assert (distinct v w))"                \
    "(assert (= (f a) b))(assert (= (f b) a))(assert (= (select m a) b))"                  \
    "(assert (= (select m b) b))"
ON_ALL(elements, ELEMENTS)

#define DATATYPES                                                                         \
    "(declare-datatypes ((Lst 1)) ((par (T) ((nil) (cons (hd T) (tl (Lst T)))))))"        \
    "(declare-datatype Color ((red) (green) (blue)))"                                     \
    "(declare-datatypes ((Tree 0) (Forest 0)) (((node (value Int) (children Forest)))"    \
    " ((none) (some (first Tree) (rest Forest)))))"                                       \
    "(declare-const l (Lst Int))(declare-const c Color)(declare-const t Tree)"            \
    "(declare-fun f (Color) Bool)"                                                        \
    "(assert ((_ is cons) l))(assert (= (hd l) (- 3)))(assert ((_ is cons) (tl l)))"      \
    "(assert (= c blue))(assert (f red))(assert (not (f green)))(assert (= (value t) 5))" \
    "(assert ((_ is some) (children t)))"
ON_ALL(datatypes, DATATYPES)

#define STRINGS                                                                               \
    "(declare-const s String)(declare-const t String)"                                        \
    "(assert (= s \"a\\u{1f600}\"\"b\\u{0}\\n\"))(assert (str.in_re t (re.+ (re.range \"a\" " \
    "\"c\"))))(assert (> (str.len t) 3))"
ON_ALL(strings, STRINGS)

/* z3 4.8.12 prints this string as if it were one character: it does not escape the backslash. */
#define BACKSLASH "(declare-const u String)(assert (= (str.++ u \"x\") \"\\u{5c}u{41}x\"))"
TEST(backslash_cvc5)
{
    check_solver(CVC5, BACKSLASH);
}
TEST(backslash_cvc4)
{
    check_solver(CVC4, BACKSLASH);
}

#define FLOATS                                                                         \
    "(declare-const f Float32)(declare-const g Float16)(declare-const n Float32)"      \
    "(declare-const i Float64)(declare-const z Float32)(declare-const m RoundingMode)" \
    "(assert (fp.isNaN n))(assert (fp.isInfinite i))(assert (fp.isNegative i))"        \
    "(assert (fp.isZero z))(assert (fp.isNegative z))(assert (fp.isSubnormal g))"      \
    "(assert (= f (fp.add m f f)))(assert (fp.isNormal f))(assert (= m RTZ))"
TEST(floats_z3)
{
    check_solver(Z3, FLOATS);
}
TEST(floats_cvc5)
{
    check_solver(CVC5, FLOATS);
}

TEST(division_by_zero_z3)
{
    check_solver(Z3, "(declare-const x Real)(declare-const i Int)(declare-const j Int)"
                     "(assert (= (/ x 0.0) 5.0))(assert (= (/ (+ x 1.0) 0.0) 6.0))"
                     "(assert (= (div i 0) 3))(assert (= (div j 0) 4))(assert (= (mod i 0) 7))");
}

/* z3 writes strings that are keys of functions as sequences of characters. */
TEST(functions_of_strings_z3)
{
    check_solver(Z3, "(declare-fun f (String) String)(declare-const s String)"
                     "(assert (or (= s \"help\") (= s \"x\")))(assert (= (f s) \"HELLO\"))"
                     "(assert (= (f (str.++ s \"!\")) \"\"))");
}

TEST(functions_of_quantified_formulas_z3)
{
    script s = script_read("(declare-const a (Array Int Int))(declare-fun f (Int) Int)"
                           "(assert (= (f 3) 4))(assert (= (select a 3) 4))"
                           "(assert (= (select a 5) 1237))");
    const char *text = "((define-fun a () (Array Int Int) (_ as-array k!7))\n"
                       " (define-fun f ((x!0 Int)) Int (k!7 x!0)) ; helper below\n"
                       " (define-fun k!7 ((x!0 Int)) Int (ite (= x!0 3) 4 1237)))";
    term_model *m = model_new(s.b);
    char *error = NULL;
    CHECK_MSG(smt_read_model(s.b, symtab_decls(s.table), text, m, &error), "%s", error);
    check_truth(&s, m, text);
    model_free(m);
    script_free(&s);
}

TEST(algebraic_numbers)
{
    script s = script_read("(declare-const x Real)(declare-const y Real)");
    const char *text = "((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 2))"
                       "(define-fun y () Real (root-obj (+ (* 3 (^ x 5)) (* (- 1) (^ x 2)) "
                       "(* (- 2) x) (- 7)) 1)))";
    term_model *m = model_new(s.b);
    char *error = NULL;
    CHECK_MSG(smt_read_model(s.b, symtab_decls(s.table), text, m, &error), "%s", error);
    value_id x = model_value(m, symtab_decls(s.table)->at[0]);
    value_id y = model_value(m, symtab_decls(s.table)->at[1]);
    CHECK(x && y && value_kind_of(s.b, x) == VALUE_ALGEBRAIC);
    strbuf out = STRBUF_INIT;
    smt_print_value(s.b, x, DIALECT_STANDARD, &out);
    CHECK_STR(out.text, "(root-obj (+ (^ x 2) (- 2)) 2)");
    strbuf_clear(&out);
    smt_print_value(s.b, y, DIALECT_STANDARD, &out);
    CHECK_STR(out.text, "(root-obj (+ (* 3 (^ x 5)) (* (- 1) (^ x 2)) (* (- 2) x) (- 7)) 1)");
    strbuf_free(&out);
    model_free(m);
    script_free(&s);
}

static void check_values(const char *command)
{
    char name[16];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(command, " "), command);
    if (!has_program(name))
        test_skip("%s is not installed", name);
    static const char asserted[] =
        "(declare-sort U 0)(declare-const a U)(declare-const b U)(declare-const x Real)"
        "(declare-const v (_ BitVec 8))(declare-const s String)(declare-const m (Array Int Int))"
        "(assert (distinct a b))(assert (= (* 3.0 x) 1.0))(assert (= v #x1f))(assert (= s \"q\"))"
        "(assert (= (select m 3) (- 4)))";
    script s = script_read(asserted);
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text,
                  "(set-option :produce-models true)(set-logic ALL)%s(check-sat)"
                  "(get-value (a b x v s (select m 3) (/ x 3.0) (= a b)))",
                  asserted);
    char *answer = run(command, text.text);
    CHECK_MSG(!strncmp(answer, "sat\n", 4), "%s", answer);
    value_id values[8];
    char *error = NULL;
    CHECK_MSG(smt_read_values(s.b, symtab_decls(s.table), answer + 4, values, 8, &error), "%s: %s",
              error, answer);
    CHECK(values[0] != values[1] && value_kind_of(s.b, values[0]) == VALUE_ELEMENT);
    strbuf_clear(&text);
    for (int i = 2; i < 8; i++) {
        smt_print_value(s.b, values[i], DIALECT_STANDARD, &text);
        strbuf_putc(&text, ';');
    }
    CHECK_STR(text.text, "(/ 1.0 3.0);#x1f;\"q\";(- 4);(/ 1.0 9.0);false;");
    CHECK(!smt_read_values(s.b, symtab_decls(s.table), answer + 4, values, 7, &error));
    free(error);
    free(answer);
    strbuf_free(&text);
    script_free(&s);
}

TEST(values_z3)
{
    check_values(Z3);
}
TEST(values_cvc5)
{
    check_values(CVC5);
}
TEST(values_cvc4)
{
    check_values(CVC4);
}

TEST(what_is_not_a_model)
{
    script s = script_read("(declare-const x Int)");
    static const char *const texts[] = {"",
                                        "unknown",
                                        "(error \"line 1: no model\")",
                                        "((define-fun x () Int",
                                        "((define-fun x))",
                                        "((define-fun x () Int true))",
                                        "((define-fun x () Int (bvadd 1 2)))",
                                        "((define-fun x () Int \"",
                                        "((define-fun k!0 ((x!0 Nonsense)) Int 1))",
                                        "((define-fun k!0 (Int) Int 1))",
                                        "((define-fun k!0 (()) Int 1))",
                                        "((define-fun k!0 ((y)) Int 1))",
                                        "((define-fun k!0 (((y) Int)) Int 1))",
                                        "((define-fun x (Int) Int 1))",
                                        "((define-fun (x) () Int 1))"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        term_model *m = model_new(s.b);
        char *error = NULL;
        CHECK_MSG(!smt_read_model(s.b, symtab_decls(s.table), texts[i], m, &error), "%s", texts[i]);
        CHECK(error && *error);
        free(error);
        model_free(m);
    }
    script_free(&s);
}

/* What a solver says of an operator outside its domain counts only where the sorts are those of the operator. */
TEST(functions_of_operators_with_other_sorts)
{
    static const struct {
        const char *definition;
        bool counts;
    } cases[] = {{"(define-fun mod0 ((i Int)) Int (+ i 1))", true},
                 {"(define-fun mod0 ((i Int)) Bool true)", false},
                 {"(define-fun mod0 ((i String)) Int (str.len i))", false},
                 {"(define-fun mod0 ((i Int) (j Int) (k Int)) Int k)", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        script s = script_read("(declare-const x Int)");
        term_model *m = model_new(s.b);
        char text[200], *error = NULL;
        snprintf(text, sizeof text, "(%s (define-fun x () Int (* 2 (mod 7 0))))",
                 cases[i].definition);
        CHECK_MSG(smt_read_model(s.b, symtab_decls(s.table), text, m, &error), "%s", error);
        value_id x = model_value(m, symtab_decls(s.table)->at[0]);
        CHECK_MSG(cases[i].counts ? x == value_int(s.b, 16) : !x, "%s", cases[i].definition);
        model_free(m);
        script_free(&s);
    }
}
