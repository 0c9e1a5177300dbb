#include "smtlib/format/format.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "corpora.h"
#include "test.h"

/* Formats, and checks that formatting the result changes nothing. The caller frees it. */
static char *formatted(const char *text, size_t n, uint32_t width)
{
    smt_format_options options = {.width = width};
    strbuf once = STRBUF_INIT, twice = STRBUF_INIT;
    char *error = NULL;
    CHECK_MSG(smt_format(text, n, &options, &once, &error), "%s", error);
    CHECK(smt_format(once.text, once.n, &options, &twice, &error));
    CHECK_MSG(once.n == twice.n && !memcmp(once.text, twice.text, once.n),
              "formatting is not idempotent: \"%.600s\" becomes \"%.600s\"", once.text, twice.text);
    strbuf_free(&twice);
    return strbuf_detach(&once);
}

static void check_format(const char *text, uint32_t width, const char *wanted)
{
    char *got = formatted(text, strlen(text), width);
    CHECK_STR(got, wanted);
    free(got);
}

TEST(short_forms_stay_on_a_line)
{
    check_format("", 0, "");
    check_format("  \n\n ", 0, "");
    check_format("( check-sat\n)(exit)", 0, "(check-sat)\n(exit)\n");
    check_format("(assert\n   (=   x\n y))", 0, "(assert (= x y))\n");
    check_format("(define-fun f () Int 1)", 0, "(define-fun f () Int 1)\n");
}

TEST(long_forms_break)
{
    check_format("(assert (and (= first second) (= third fourth)))", 24,
                 "(assert\n  (and\n    (= first second)\n    (= third fourth)))\n");
    check_format("(define-fun f ((x Int) (y Int)) Int (+ x y x y x y x y))", 40,
                 "(define-fun f ((x Int) (y Int)) Int\n  (+ x y x y x y x y))\n");
    check_format("(assert (let ((a (f b)) (c (g d))) (and a c (h a c))))", 22,
                 "(assert\n  (let ((a (f b))\n        (c (g d)))\n  (and a c (h a c))))\n");
    check_format("(assert (forall ((x Int)) (! (p x) :pattern ((f x)) :qid name)))", 30,
                 "(assert\n  (forall ((x Int))\n    (!\n      (p x)\n      :pattern ((f x))\n"
                 "      :qid name)))\n");
}

TEST(atoms_fill_lines)
{
    check_format("(assert (+ aaaa bbbb cccc dddd eeee ffff))", 20,
                 "(assert\n  (+ aaaa bbbb cccc\n    dddd eeee ffff))\n");
}

TEST(comments_and_blank_lines_stay)
{
    check_format("; head\n\n\n\n(a) ; behind\n;own\n(b\n;inside\nc)", 0,
                 "; head\n\n(a) ; behind\n;own\n(b\n  ;inside\n  c)\n");
    check_format("(a ; one\n ; two\n)", 0, "(a ; one\n  ; two\n  )\n");
    check_format("(f a\n\n b)", 0, "(f a b)\n");
    check_format("(f (g a)\n\n\n ; c\n (h b))", 0, "(f\n  (g a)\n\n  ; c\n  (h b))\n");
    check_format("( ; c\r\n a)\r\n", 0, "( ; c\n  a)\n");
}

TEST(quotes_are_kept)
{
    check_format("(a \"x  \"\"; y\" |b  (|)", 0, "(a \"x  \"\"; y\" |b  (|)\n");
    check_format("(set-info :source |\n  many lines\n|)", 0,
                 "(set-info :source |\n  many lines\n|)\n");
    check_format("(set-info :smt-lib-version 2.0)(a \"\\\"(\")", 0,
                 "(set-info :smt-lib-version 2.0)\n(a \"\\\"(\")\n");
}

static void check_error(const char *text, const char *wanted)
{
    strbuf out = STRBUF_INIT;
    char *error = NULL;
    CHECK(!smt_format(text, strlen(text), NULL, &out, &error));
    CHECK_STR(error, wanted);
    free(error);
    strbuf_free(&out);
}

TEST(what_does_not_close_is_an_error)
{
    check_error("(a)\n (b (c)", "2:2: a parenthesis is not closed");
    check_error("(a))", "1:4: a parenthesis closes nothing");
    check_error("(a\n \"b)", "2:2: a string is not closed");
    check_error("|", "1:1: a quoted symbol is not closed");
}

TEST(depth_costs_no_stack_and_no_width)
{
    size_t depth = test_count(1000000);
    strbuf text = STRBUF_INIT;
    for (size_t i = 0; i < depth; i++)
        strbuf_puts(&text, "(not ");
    strbuf_putc(&text, 'x');
    for (size_t i = 0; i < depth; i++)
        strbuf_putc(&text, ')');
    char *result = formatted(text.text, text.n, 0);
    CHECK(strlen(result) < 80 * depth);
    free(result);
    strbuf_free(&text);
}

/* Any sequence of tokens, comments and line ends keeps its tokens. */
TEST(random_text)
{
    static const char *const pieces[] = {"(",
                                         "(",
                                         ")",
                                         ")",
                                         "x",
                                         ":k",
                                         "let",
                                         "\n",
                                         " ",
                                         "\n\n",
                                         "; note\n",
                                         "()",
                                         "\"a\n b\"",
                                         "|q|",
                                         "forall",
                                         "a-rather-long-name",
                                         "((_ extract 7 0) ",
                                         ")",
                                         "1.5"};
    rng r;
    rng_seed(&r, 3);
    for (uint64_t round = 0; round < test_count(20000); round++) {
        strbuf text = STRBUF_INIT;
        int depth = 0;
        for (uint64_t i = rng_below(&r, 60); i > 0; i--) {
            const char *piece = pieces[rng_below(&r, sizeof pieces / sizeof *pieces)];
            if (*piece == ')' && !depth)
                continue;
            depth += *piece == '(' && piece[1] != ')' ? 1 : *piece == ')' ? -1 : 0;
            strbuf_puts(&text, piece);
            strbuf_putc(&text, ' ');
        }
        while (depth-- > 0)
            strbuf_puts(&text, ")");
        free(formatted(text.text, text.n, (uint32_t)(10 + rng_below(&r, 60))));
        strbuf_free(&text);
    }
}

static void format_file(const char *path, void *context)
{
    size_t n, *count = context;
    char *text = corpora_read(path, &n);
    free(formatted(text, n, 0));
    free(text);
    ++*count;
}

TEST(all_corpora_files)
{
    size_t count = 0;
    corpora_each(test_corpora(), format_file, &count);
    CHECK_MSG(count >= 1800, "only %zu files", count);
}
