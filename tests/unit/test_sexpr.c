/* The scanner of S-expressions: tokens, ends of expressions, text that is broken. */
#include "test.h"

#include <string.h>

#include "base/rng.h"
#include "base/strbuf.h"
#include "smtlib/read/sexpr.h"

/* The tokens, each as a letter for its kind and its text, with a blank between them. */
static void list(sexpr_scanner s, strbuf *out)
{
    strbuf_clear(out);
    for (sexpr_token t; (t = sexpr_next(&s)).kind != SEXPR_END;)
        strbuf_printf(out, "%s%c%.*s", out->n ? " " : "", "E()asq;!"[t.kind], (int)t.n, t.text);
}

static void expect(const char *text, const char *tokens, sexpr_scanner how)
{
    strbuf got = STRBUF_INIT;
    sexpr_scanner s = sexpr_scan(text);
    s.comments = how.comments;
    s.backslash = how.backslash;
    s.plain = how.plain;
    list(s, &got);
    CHECK_STR(got.text, tokens);
    strbuf_free(&got);
}

#define USUAL ((sexpr_scanner){0})

TEST(atoms_and_parentheses)
{
    expect("", "", USUAL);
    expect(" \t\r\n\f\v", "", USUAL);
    expect("(assert(>x 1))", "(( aassert (( a>x a1 )) ))", USUAL);
    expect("a\"b\"c|d|e;f", "aa s\"b\" ac q|d| ae", USUAL);
    expect(")(", ")) ((", USUAL);
}

TEST(strings)
{
    expect("\"\" \"a\"\"b\" \"\"\"\" \"(;|\"", "s\"\" s\"a\"\"b\" s\"\"\"\" s\"(;|\"", USUAL);
    expect("\"two\nlines\"x", "s\"two\nlines\" ax", USUAL);
    expect("\"a\\\" b", "s\"a\\\" ab", USUAL);
    expect("\"a\\\" b\" c", "s\"a\\\" b\" ac", (sexpr_scanner){.backslash = true});
    expect("\"a\\\\\" c", "s\"a\\\\\" ac", (sexpr_scanner){.backslash = true});
}

TEST(quoted_symbols)
{
    expect("|a (b) \"c\" ;d|e", "q|a (b) \"c\" ;d| ae", USUAL);
    expect("||||", "q|| q||", USUAL);
}

TEST(comments)
{
    expect("a;b (\" |\nc;", "aa ac", USUAL);
    expect("a;b (\" |  \n;;\nc; ", "aa ;;b (\" | ;;; ac ;;", (sexpr_scanner){.comments = true});
}

TEST(plain_text_has_no_comments_and_symbols)
{
    expect("5;x |a b| (\"s;\")", "a5;x a|a ab| (( s\"s;\" ))", (sexpr_scanner){.plain = true});
}

TEST(what_is_not_closed_is_broken)
{
    expect("a \"b (c", "aa !\"b (c", USUAL);
    expect("a \"b\"\"", "aa !\"b\"\"", USUAL);
    expect("a |b (c", "aa !|b (c", USUAL);
    expect("\"", "!\"", USUAL);
    expect("|", "!|", USUAL);
    expect("\"a\\", "!\"a\\", (sexpr_scanner){.backslash = true});
}

/* How many bytes the first expression takes with what is before it; -1: there is none. */
static int skipped(const char *text)
{
    sexpr_scanner s = sexpr_scan(text);
    return sexpr_skip(&s) ? (int)(s.at - text) : -1;
}

TEST(whole_expressions)
{
    CHECK(skipped("abc d") == 3);
    CHECK(skipped(" (a (b) \")\" |)| ; )\n c) d") == 23);
    CHECK(skipped("()()") == 2);
    CHECK(skipped("\"a\"\"b\"c") == 6);
    CHECK(skipped("") == -1 && skipped(" ; (a)") == -1 && skipped(")") == -1);
    CHECK(skipped("(a (b)") == -1 && skipped("(a \"b)") == -1 && skipped("(a |b)") == -1);
}

/* Nothing is lost or read twice, and a buffer needs no zero behind it. */
TEST(random_text_is_cut_into_tokens_and_blanks)
{
    static const char letters[] = "()\"|;\\ \n\tab\"|";
    rng r;
    rng_seed(&r, 11);
    for (uint64_t i = 0; i < test_count(50000); i++) {
        char text[16];
        size_t n = rng_next(&r) % sizeof text, covered = 0;
        for (size_t k = 0; k < n; k++)
            text[k] = letters[rng_next(&r) % (sizeof letters - 1)];
        sexpr_scanner s = {.at = text,
                           .end = text + n,
                           .comments = true,
                           .backslash = rng_next(&r) % 2,
                           .plain = rng_next(&r) % 2};
        const char *last = text;
        for (sexpr_token t; (t = sexpr_next(&s)).kind != SEXPR_END; last = s.at) {
            CHECK(t.n && t.text >= last && t.text + t.n == s.at && s.at <= s.end);
            for (const char *p = last; p < t.text; p++)
                CHECK(strchr(" \n\t", *p));
            covered += t.n;
        }
        CHECK(covered <= n && s.at == s.end);
    }
}
