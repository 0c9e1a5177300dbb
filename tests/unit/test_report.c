/* JSON read as a tree, SMT-LIB in colours: texts of others in, markup out. */
#include "test.h"

#include <string.h>

#include "report/highlight.h"
#include "report/json_tree.h"

static bool reads(const char *text)
{
    json_tree t;
    bool good = json_tree_read(&t, text, strlen(text));
    json_tree_free(&t);
    return good;
}

TEST(json_as_a_tree)
{
    json_tree t;
    const char *text =
        "{\"a\": [1, -2.5e1, true, null], \"b\\n\\u00fc\\ud83d\\ude00\": {\"c\": \"x\\\"y\"}}";
    CHECK(json_tree_read(&t, text, strlen(text)));
    uint32_t a = json_tree_member(&t, 1, "a"),
             b = json_tree_member(&t, 1, "b\n\xc3\xbc\xf0\x9f\x98\x80");
    CHECK(a && b && !json_tree_member(&t, 1, "c") && !json_tree_member(&t, 0, "a"));
    CHECK_STR(json_tree_text(&t, json_tree_member(&t, b, "c")), "x\"y");
    uint32_t first = t.nodes.at[a].first, second = t.nodes.at[first].next;
    CHECK(json_tree_number(&t, first) == 1 && json_tree_number(&t, second) == -25);
    CHECK(t.nodes.at[t.nodes.at[second].next].kind == JSON_TRUE);
    CHECK_STR(json_tree_text(&t, 0), "");
    json_tree_free(&t);
    CHECK(reads("[]") && reads(" {} ") && reads("\"\"") && reads("[[], {}]"));
}

TEST(what_is_no_json)
{
    static const char *const bad[] = {
        "",        "{",          "[1,]", "{\"a\"}", "{\"a\":}", "nul", "[1 2]", "\"\\u1\"",
        "\"\\x\"", "\"",         "1 2",  "{1: 2}",  "--1",      "[",   "]",     "\"\\ud800\\u\"",
        "e",       "{\"a\": 1,}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_MSG(!reads(bad[i]), "%s", bad[i]);
    char deep[400];
    memset(deep, '[', sizeof deep - 1);
    deep[sizeof deep - 1] = '\0';
    CHECK(!reads(deep));
}

TEST(smt_in_colours)
{
    strbuf out = STRBUF_INIT;
    highlight_smt(&out, "; <b>\n(assert (= |a (b| \"x\"\"<\" #x0f :k))");
    CHECK_STR(
        out.text,
        "<span class=\"c\">; &lt;b&gt;</span>\n(<span class=\"k\">assert</span> (<span "
        "class=\"f\">=</span> |a (b| <span class=\"s\">&quot;x&quot;&quot;&lt;&quot;</span> <span "
        "class=\"n\">#x0f</span> <span class=\"k\">:k</span>))");
    strbuf_clear(&out);
    highlight_smt(&out, "\"never ends <");
    CHECK(strstr(out.text, "&lt;</span>"));
    strbuf_clear(&out);
    highlight_smt(&out, ")))|<");
    CHECK_STR(out.text, ")))|&lt;");
    strbuf_free(&out);
}
