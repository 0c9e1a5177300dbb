#include "report/coverage_page.h"

#include <inttypes.h>
#include <string.h>

#include "base/file.h"
#include "report/markup.h"

static const char HEAD[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>\n"
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;"
    "color:#1b1f23}\n"
    "table.files{border-collapse:collapse;width:100%}\n"
    ".files th,.files td{padding:.25rem .75rem;border-bottom:1px solid #e3e6ea;text-align:right}\n"
    ".files th:first-child,.files td:first-child{text-align:left;word-break:break-all}\n"
    ".bar{display:inline-block;width:8rem;height:.7rem;background:#f4c7c3;border-radius:3px;"
    "overflow:hidden;vertical-align:middle}\n"
    ".bar i{display:block;height:100%;background:#3b8f5a}\n"
    "details{margin:.6rem 0}\nsummary{cursor:pointer;font-weight:600}\n"
    "pre{font:12.5px/1.45 ui-monospace,monospace;border:1px solid #e3e6ea;border-radius:6px;"
    "overflow-x:auto;margin:.5rem 0;padding:.5rem 0}\n"
    "pre span{display:block;padding:0 .75rem;white-space:pre;min-width:max-content}\n"
    "pre b{display:inline-block;width:9rem;font-weight:400;color:#6a737d}\n"
    "pre u{display:inline-block;width:4rem;text-decoration:none;color:#6a737d}pre "
    "u.some{color:#b3261e}\n"
    ".y{background:#e6f4ea}.n{background:#fce8e6}\n"
    "</style>\n";

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

static void put_source(strbuf *out, const replay_file *f, size_t index)
{
    strbuf text = STRBUF_INIT;
    if (file_read(f->path, &text)) {
        strbuf_printf(out, "<details id=\"f%zu\"><summary>", index);
        markup_puts(out, f->path);
        strbuf_printf(out, " (%.1f %%)</summary><pre>", percent(f->reached, f->lines.n));
        size_t next = 0;
        uint32_t number = 1;
        for (const char *at = text.text, *end; at < text.text + text.n; at = end + 1, number++) {
            end = at + strcspn(at, "\n");
            while (next < f->lines.n && f->lines.at[next].number < number)
                next++;
            put_line(out, number, at, (size_t)(end - at),
                     next < f->lines.n ? &f->lines.at[next] : NULL);
        }
        strbuf_puts(out, "</pre></details>\n");
    }
    strbuf_free(&text);
}

void coverage_page(strbuf *out, const char *title, const replay_result *r)
{
    strbuf_puts(out, HEAD);
    strbuf_puts(out, "<title>");
    markup_puts(out, title);
    strbuf_puts(out, "</title></head><body>\n<h1>");
    markup_puts(out, title);
    strbuf_printf(out,
                  "</h1>\n<p>%" PRIu64 " tests reach %" PRIu64 " of %" PRIu64
                  " lines with code (%.1f %%) and take %" PRIu64 " of %" PRIu64
                  " ways of branches (%.1f %%)",
                  r->tests, r->reached, r->lines, percent(r->reached, r->lines), r->taken, r->ways,
                  percent(r->taken, r->ways));
    if (r->hung || r->crashed)
        strbuf_printf(out, "; %" PRIu64 " of them took too long, %" PRIu64 " ended by a signal",
                      r->hung, r->crashed);
    strbuf_puts(out, ". The number at a line is that of the tests that reach it, the fraction says "
                     "how many ways of its branches are "
                     "taken.</p>\n"
                     "<table class=\"files\"><tr><th>file</th><th>lines</th><th>reached</th>"
                     "<th></th><th></th><th>branches</th><th>taken</th><th></th></tr>\n");
    for (size_t i = 0; i < r->files.n; i++) {
        strbuf_printf(out, "<tr><td><a href=\"#f%zu\">", i);
        markup_puts(out, r->files.at[i].path);
        strbuf_puts(out, "</a></td>");
        put_numbers(out, &r->files.at[i]);
    }
    strbuf_puts(out, "</table>\n<h2>Sources</h2>\n");
    for (size_t i = 0; i < r->files.n; i++)
        put_source(out, &r->files.at[i], i);
    strbuf_puts(out, "<script>function o(){var e=document.getElementById(location.hash.slice(1));"
                     "if(e&&e.tagName=='DETAILS'){e.open=true;e.scrollIntoView()}}"
                     "addEventListener('hashchange',o);o()</script>\n</body></html>\n");
}
