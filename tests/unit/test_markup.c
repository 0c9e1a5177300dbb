/* Pages and plots stay well-formed whatever the names in them are. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/rng.h"
#include "base/text.h"
#include "report/cactus.h"
#include "report/coverage_page.h"
#include "report/curve.h"
#include "report/markup.h"

static const char *const hostile[] = {
    "</title><script>alert(1)</script>",
    "\" onload=\"alert(1)",
    "' onload='alert(1)",
    "]]><!-- --><![CDATA[",
    "&lt;&amp;&#60;%3Cscript%3E",
    "\xc0\xbcscript\xc0\xbe", /* overlong < and > */
    "cut off \xe2\x82",
    "\xff\xfe\x01\x1b[31m\x7f",
    "\xed\xa0\x80 \xef\xbf\xbf \xef\xbf\xbe",
};
enum { HOSTILE = sizeof hostile / sizeof *hostile };

TEST(characters)
{
    strbuf out = STRBUF_INIT;
    markup_puts(&out, "a<b>&\"'\t\n\xc3\xa9\xff\xef\xbf\xbf");
    CHECK_STR(out.text, "a&lt;b&gt;&amp;&quot;&#39;\t \xc3\xa9\xef\xbf\xbd\xef\xbf\xbd");
    strbuf_free(&out);
}

/* Nothing in an escaped text ends or begins markup, and it is UTF-8 without control characters. */
static bool is_inert(const strbuf *text)
{
    for (size_t i = 0, n; i < text->n; i += n) {
        const char *p = text->text + i;
        n = text_utf8_length(p, text->n - i);
        if (!n || strchr("<>\"'", *p) || ((unsigned char)*p < ' ' && *p != '\t'))
            return false;
        if (*p == '&' && !text_begins(p, "&amp;") && !text_begins(p, "&lt;") &&
            !text_begins(p, "&gt;") && !text_begins(p, "&quot;") && !text_begins(p, "&#39;"))
            return false;
    }
    return true;
}

TEST(random_bytes_are_inert)
{
    rng r;
    rng_seed(&r, 3);
    strbuf out = STRBUF_INIT;
    for (uint64_t i = 0; i < test_count(20000); i++) {
        char bytes[24];
        size_t n = rng_next(&r) % sizeof bytes;
        for (size_t k = 0; k < n; k++)
            bytes[k] = (char)(rng_next(&r) % 3 ? rng_next(&r)
                                               : (uint64_t)"<>&\"'\xef\xbf\xe2"[rng_next(&r) % 8]);
        strbuf_clear(&out);
        markup_escape(&out, bytes, n);
        CHECK(!out.n || is_inert(&out));
    }
    strbuf_free(&out);
}

/* Elements are closed in order, attributes quoted, texts escaped: enough of XML for what we write. */
static bool is_well_formed(const char *p)
{
    const char *open[64];
    size_t depth = 0;
    for (; *p; p++) {
        if (*p == '>' || *p == '"' || *p == '\'')
            return false; /* none of ours stands in a text */
        if (*p != '<')
            continue;
        const char *name = ++p;
        bool closing = *name == '/';
        for (char quote = 0; *p && (quote || *p != '>'); p++)
            if (*p == '<')
                return false;
            else if (*p == '"')
                quote ^= 1;
        if (!*p)
            return false;
        size_t n = strcspn(name + closing, " />");
        if (closing && (!depth || strncmp(open[--depth], name + 1, n)))
            return false;
        if (!closing && p[-1] != '/' && depth < 64)
            open[depth++] = name;
    }
    return !depth;
}

TEST(plots_with_hostile_names)
{
    for (size_t i = 0; i < HOSTILE; i++) {
        double seconds[] = {1, 2, 3};
        cactus_series times = {.name = hostile[i], .seconds = seconds, .n = 3};
        strbuf out = STRBUF_INIT;
        cactus_draw(
            &out,
            &(cactus_plot){.title = hostile[i], .limit = 10, .total = 4, .series = &times, .n = 1});
        CHECK_MSG(is_well_formed(out.text), "%s", out.text);
        strbuf_clear(&out);
        curve_series values = {.name = hostile[i], .values = seconds, .n = 3};
        curve_draw(&out, &(curve_plot){.title = hostile[i],
                                       .x_axis = hostile[i],
                                       .y_axis = hostile[i],
                                       .series = &values,
                                       .n = 1});
        CHECK_MSG(is_well_formed(out.text), "%s", out.text);
        CHECK(strstr(out.text, "<svg") && !strstr(out.text, "<script") &&
              !strstr(out.text, "\" onload"));
        strbuf_free(&out);
    }
}

TEST(pages_with_hostile_names_and_sources)
{
    for (size_t i = 0; i < HOSTILE; i++) {
        CHECK(folder_write("source.c", hostile[i], strlen(hostile[i])));
        replay_file files[] = {{.path = (char *)hostile[i]}, {.path = "source.c"}};
        replay_result r = {.files = {.at = files, .n = 2, .capacity = 2}};
        strbuf out = STRBUF_INIT;
        coverage_page(&out, hostile[i], &r);
        const char *body = strstr(out.text, "<title>");
        size_t scripts = 0;
        for (const char *p = body; (p = strstr(p, "<script")); p++)
            scripts++;
        CHECK(!scripts);
        CHECK(!strstr(body, "\" onload") && !strstr(body, "' onload") && !strstr(body, "<!--"));
        for (const char *p = out.text; *p; p += text_utf8_length(p, 4))
            CHECK(text_utf8_length(p, strnlen(p, 4)));
        strbuf_free(&out);
    }
}
