#include "report/coverage_page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "report/markup.h"
#include "report/page.h"

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void put_numbers(strbuf *out, const replay_file *f)
{
    double p = percent(f->reached, f->lines.n);
    strbuf_printf(out,
                  "<td>%zu</td><td>%u</td><td>%.1f %%</td>"
                  "<td><span class=\"bar\"><i style=\"width:%.1f%%\"></i></span></td>"
                  "<td>%u</td><td>%u</td><td>%.1f %%</td></tr>\n",
                  f->lines.n, f->reached, p, p, f->ways, f->taken, percent(f->taken, f->ways));
}

/* One line of a source file; `at` is the entry of this line or of a later one. */
static void put_line(strbuf *out, uint32_t number, const char *text, size_t n,
                     const replay_line *at)
{
    if (!at || at->number != number)
        strbuf_printf(out, "<span><b>%6u</b>", number);
    else if (at->tests)
        strbuf_printf(out, "<span class=\"y\"><b>%6u %7u\u00d7</b>", number, at->tests);
    else
        strbuf_printf(out, "<span class=\"n\"><b>%6u       0\u00d7</b>", number);
    if (at && at->number == number && at->ways)
        strbuf_printf(out, "<u class=\"%s\">%u/%u</u>", at->taken == at->ways ? "all" : "some",
                      at->taken, at->ways);
    else
        strbuf_puts(out, "<u></u>");
    markup_escape(out, text, n);
    strbuf_puts(out, "</span>");
}

/* Whether a line stands close to one with code, of which `next` is the first that is not before it. */
static bool is_near(const replay_file *f, size_t next, uint32_t number)
{
    enum { NEAR = 8 };
    return (next < f->lines.n && f->lines.at[next].number - number <= NEAR) ||
           (next && number - f->lines.at[next - 1].number <= NEAR);
}

/* Results may be those of somebody else, and a page is shown to others: what they name is in it only if it is a source, also
 * behind links. */
static bool is_source(const char *path)
{
    static const char *const ends[] = {".c", ".h", ".i", ".y", ".l", ".inc", ".def"};
    char *real = realpath(path, NULL);
    bool found = false;
    for (size_t i = 0; real && i < sizeof ends / sizeof *ends; i++)
        found |= text_ends(real, ends[i]);
    free(real);
    return found && !access(path, R_OK);
}

static void put_source(strbuf *out, const replay_file *f, const char *prefix, size_t index)
{
    strbuf text = STRBUF_INIT;
    if (is_source(f->path) && file_read(f->path, &text)) {
        strbuf title = STRBUF_INIT;
        strbuf_printf(&title, "%s (%.1f %%)", f->path, percent(f->reached, f->lines.n));
        page_open_details(out, title.text, false);
        strbuf_free(&title);
        /* the link goes into what is folded: a browser then opens it */
        strbuf_printf(out, "<pre class=\"lines\" id=\"%sf%zu\" tabindex=\"0\">", prefix, index);
        size_t next = 0;
        uint32_t number = 1;
        bool shown = true;
        for (const char *at = text.text, *end; at < text.text + text.n; at = end + 1, number++) {
            end = at + strcspn(at, "\n");
            while (next < f->lines.n && f->lines.at[next].number < number)
                next++;
            if (is_near(f, next, number))
                put_line(out, number, at, (size_t)(end - at),
                         next < f->lines.n ? &f->lines.at[next] : NULL);
            else if (shown)
                strbuf_puts(out, "<span><b>     …</b></span>");
            shown = is_near(f, next, number);
        }
        strbuf_puts(out, "</pre>\n");
        page_close_details(out);
    }
    strbuf_free(&text);
}

void coverage_part(strbuf *out, const replay_result *r, const char *prefix)
{
    strbuf_puts(out,
                "<div class=\"wide\" tabindex=\"0\"><table class=\"files\"><thead><tr><th>file</th>"
                "<th>lines</th><th>reached</th><th>share</th><td></td><th>branches</th><th>taken</"
                "th><th>share</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < r->files.n; i++) {
        bool there = is_source(r->files.at[i].path);
        strbuf_puts(out, "<tr><td>");
        if (there)
            strbuf_printf(out, "<a href=\"#%sf%zu\">", prefix, i);
        markup_puts(out, r->files.at[i].path);
        strbuf_puts(out, there ? "</a></td>" : "</td>");
        put_numbers(out, &r->files.at[i]);
    }
    strbuf_puts(out, "</tbody></table></div>\n");
    for (size_t i = 0; i < r->files.n; i++)
        put_source(out, &r->files.at[i], prefix, i);
}

void coverage_page(strbuf *out, const char *title, const replay_result *r)
{
    page_open(out, title);
    strbuf_printf(out,
                  "<p>%" PRIu64 " tests reach %" PRIu64 " of %" PRIu64
                  " lines with code (%.1f %%) and take %" PRIu64 " of %" PRIu64
                  " ways of branches (%.1f %%)",
                  r->tests, r->reached, r->lines, percent(r->reached, r->lines), r->taken, r->ways,
                  percent(r->taken, r->ways));
    if (r->hung || r->crashed)
        strbuf_printf(out, "; %" PRIu64 " of them took too long, %" PRIu64 " ended by a signal",
                      r->hung, r->crashed);
    strbuf_puts(
        out,
        ". The number at a line is that of the tests that reach it, the fraction says how many "
        "ways of its branches are taken.</p>\n");
    coverage_part(out, r, "");
    page_close(out);
}
