#include "report/run_page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "report/coverage_page.h"
#include "report/curve.h"
#include "report/markup.h"
#include "report/page.h"

enum { SHOWN_CARDS = 12, OPEN_TEXTS = 3, STEPS = 200 };

static void put_facts(strbuf *out, const report_run *r)
{
    strbuf_puts(out,
                "<h3>The run</h3>\n<table class=\"facts\"><tbody>\n<tr><th>results</th><td><code>");
    markup_puts(out, r->path);
    strbuf_puts(out, "</code></td></tr>\n");
    for (size_t i = 0; i < r->facts.n; i++) {
        bool command = !strcmp(r->facts.at[i].name, "command");
        strbuf_puts(out, "<tr><th>");
        markup_puts(out, command ? "again" : r->facts.at[i].name);
        strbuf_puts(out, command ? "</th><td><code>" : "</th><td>");
        markup_puts(out, r->facts.at[i].value);
        strbuf_puts(out, command ? "</code></td></tr>\n" : "</td></tr>\n");
    }
    strbuf_puts(out, "</tbody></table>\n");
}

static void put_numbers(strbuf *out, const report_run *r)
{
    if (!r->numbers.n)
        return;
    strbuf_puts(out, "<ul class=\"cards\">\n");
    for (size_t i = 0; i < r->numbers.n && i < SHOWN_CARDS; i++) {
        strbuf_puts(out, "<li><b>");
        markup_puts(out, r->numbers.at[i].value);
        strbuf_puts(out, "</b><span>");
        markup_puts(out, r->numbers.at[i].name);
        strbuf_puts(out, "</span></li>\n");
    }
    strbuf_puts(out, "</ul>\n");
    if (r->numbers.n <= SHOWN_CARDS)
        return;
    page_open_details(out, "All numbers", false);
    strbuf_puts(out, "<table><tbody>\n");
    for (size_t i = 0; i < r->numbers.n; i++) {
        strbuf_puts(out, "<tr><td>");
        markup_puts(out, r->numbers.at[i].name);
        strbuf_puts(out, "</td><td>");
        markup_puts(out, r->numbers.at[i].value);
        strbuf_puts(out, "</td></tr>\n");
    }
    strbuf_puts(out, "</tbody></table>\n");
    page_close_details(out);
}

/* The place of a name among those before it; as many as there are when it is new. */
static size_t place_of(const text_list *names, const char *name)
{
    size_t i = 0;
    while (i < names->n && strcmp(names->at[i], name))
        i++;
    return i;
}

static void put_answers_of(strbuf *out, const report_run *r, const char *solver,
                           const text_list *columns)
{
    double seconds = 0;
    strbuf_puts(out, "<tr><td>");
    markup_puts(out, solver);
    strbuf_puts(out, "</td>");
    for (size_t k = 0; k < columns->n; k++) {
        uint64_t runs = 0;
        for (size_t i = 0; i < r->answers.n; i++)
            if (!strcmp(r->answers.at[i].solver, solver) &&
                !strcmp(r->answers.at[i].answer, columns->at[k])) {
                runs += r->answers.at[i].runs;
                seconds += r->answers.at[i].seconds;
            }
        strbuf_printf(out, "<td>%llu</td>", (unsigned long long)runs);
    }
    strbuf_printf(out, "<td>%.1f</td></tr>\n", seconds);
}

/* Solvers down, answers across. */
static void put_answers(strbuf *out, const report_run *r)
{
    text_list solvers = {0}, columns = {0};
    for (size_t i = 0; i < r->answers.n; i++) {
        if (place_of(&solvers, r->answers.at[i].solver) == solvers.n)
            vec_push(&solvers, base_strdup(r->answers.at[i].solver));
        if (place_of(&columns, r->answers.at[i].answer) == columns.n)
            vec_push(&columns, base_strdup(r->answers.at[i].answer));
    }
    if (solvers.n) {
        strbuf_puts(out, "<h3>Answers</h3>\n<div class=\"wide\" tabindex=\"0\"><table "
                         "class=\"files\"><thead><tr><th>solver</th>");
        for (size_t k = 0; k < columns.n; k++) {
            strbuf_puts(out, "<th>");
            markup_puts(out, columns.at[k]);
            strbuf_puts(out, "</th>");
        }
        strbuf_puts(out, "<th>seconds</th></tr></thead><tbody>\n");
        for (size_t s = 0; s < solvers.n; s++)
            put_answers_of(out, r, solvers.at[s], &columns);
        strbuf_puts(out, "</tbody></table></div>\n");
    }
    text_list_free(&solvers);
    text_list_free(&columns);
}

static void put_lines(strbuf *out, const char *title, const char *text)
{
    if (!*text)
        return;
    strbuf_printf(out, "<p class=\"soft\">%s</p>\n", title);
    page_put_text(out, text, false);
}

static void put_finding(strbuf *out, const report_finding *f, bool open)
{
    strbuf_printf(out, "<details%s><summary><span class=\"tag\">", open ? " open" : "");
    markup_puts(out, f->state);
    strbuf_puts(out, "</span>");
    markup_puts(out, f->title);
    strbuf_puts(out, "</summary>\n");
    if (*f->message) {
        strbuf_puts(out, "<p>");
        markup_puts(out, f->message);
        strbuf_puts(out, "</p>\n");
    }
    if (*f->text)
        page_put_text(out, f->text, f->smt);
    put_lines(out, "Why, and where", f->evidence);
    put_lines(out, "How it was made", f->story);
    if (*f->again) {
        strbuf_puts(out, "<p>again: <code>");
        markup_puts(out, f->again);
        strbuf_puts(out, "</code></p>\n");
    }
    if (*f->longer) {
        page_open_details(out, "As it was found", false);
        page_put_text(out, f->longer, f->smt);
        page_close_details(out);
    }
    page_close_details(out);
}

static void put_findings(strbuf *out, const report_run *r)
{
    if (!r->findings.n && !r->others)
        return;
    strbuf_printf(out, "<h3>Findings: %zu</h3>\n", r->findings.n);
    for (size_t i = 0; i < r->findings.n; i++)
        put_finding(out, &r->findings.at[i], i == 0);
    if (r->others)
        strbuf_printf(
            out, "<p class=\"soft\">%zu others repeat these, were dismissed or are known.</p>\n",
            r->others);
}

/* What y was at equal steps of x: the curve has them one after the other. */
static double *resample(const report_run *r, double end, size_t *n)
{
    *n = STEPS;
    double *values = base_alloc_zero(STEPS, sizeof *values), last = 0;
    for (size_t i = 0, k = 0; i < STEPS; i++) {
        for (; k < r->x.n && r->x.at[k] <= end * (double)(i + 1) / STEPS; k++)
            last = r->y.at[k];
        values[i] = last;
    }
    return values;
}

static void put_curve(strbuf *out, const report_run *const *runs, size_t n)
{
    double end = 0;
    curve_series *series = base_alloc_zero(n + 1, sizeof *series);
    char names[26][2];
    for (size_t i = 0; i < n; i++)
        if (runs[i]->x.n && vec_last(&runs[i]->x) > end)
            end = vec_last(&runs[i]->x);
    for (size_t i = 0; i < n && i < 26; i++) {
        names[i][0] = (char)('A' + i);
        names[i][1] = '\0';
        series[i].name = n > 1 ? names[i] : runs[i]->y_axis;
        series[i].values = resample(runs[i], end, &series[i].n);
    }
    curve_plot plot = {
        runs[0]->curve_title, runs[0]->x_axis, runs[0]->y_axis, series, n < 26 ? n : 26, end};
    page_open_figure(out);
    curve_draw(out, &plot);
    page_close_figure(out);
    for (size_t i = 0; i < n && i < 26; i++)
        free((double *)series[i].values);
    free(series);
}

static void put_run(strbuf *out, report_run *r, size_t number, bool heading)
{
    char prefix[24];
    snprintf(prefix, sizeof prefix, "r%zu", number + 1);
    if (heading) {
        strbuf_printf(out, "<section>\n<h2 id=\"%s\">", prefix);
        if (*r->job)
            strbuf_printf(out, "<span class=\"tag\">%s</span>", r->job);
        markup_puts(out, r->path);
        strbuf_puts(out, "</h2>\n");
    } else {
        strbuf_puts(out, "<section>\n<h2>Results</h2>\n");
    }
    put_numbers(out, r);
    put_findings(out, r);
    put_answers(out, r);
    if (r->rows.n)
        report_bench_part(out, &r->rows);
    const report_run *one = r;
    if (r->x.n > 1) {
        put_curve(out, &one, 1);
        if (r->curve_says)
            strbuf_printf(out, "<p class=\"soft\">%s</p>\n", r->curve_says);
    }
    if (r->ranking.n) {
        page_open_figure(out);
        intervals_draw(out, "Which constructs make it slow", r->ranking.at, r->ranking.n);
        page_close_figure(out);
    }
    if (r->lines.files.n) {
        strbuf_printf(out, "<h3>Lines: %llu of %llu reached</h3>\n",
                      (unsigned long long)r->lines.reached, (unsigned long long)r->lines.lines);
        strcat(prefix, "-");
        coverage_part(out, &r->lines, prefix);
    }
    if (r->texts.n)
        strbuf_puts(out, "<h3>Details</h3>\n");
    for (size_t i = 0; i < r->texts.n; i++) {
        page_open_details(out, r->texts.at[i].title, i < OPEN_TEXTS);
        page_put_text(out, r->texts.at[i].text, r->texts.at[i].smt);
        page_close_details(out);
    }
    put_facts(out, r);
    strbuf_puts(out, "</section>\n");
}

/* ---- Side by side ---------------------------------------------------------------------------- */

static const char *number_of(const report_run *r, const char *name)
{
    for (size_t i = 0; i < r->numbers.n; i++)
        if (!strcmp(r->numbers.at[i].name, name))
            return r->numbers.at[i].value;
    return NULL;
}

static void compare_numbers(strbuf *out, const report_run *runs, size_t n)
{
    strbuf_puts(out, "<div class=\"wide\" tabindex=\"0\"><table><thead><tr><th></th>");
    for (size_t i = 0; i < n; i++)
        strbuf_printf(out, "<th>%c</th>", (char)('A' + i));
    strbuf_puts(out, "</tr></thead><tbody>\n<tr><td>findings</td>");
    for (size_t i = 0; i < n; i++)
        strbuf_printf(out, "<td>%zu</td>", runs[i].findings.n);
    strbuf_puts(out, "</tr>\n");
    for (size_t k = 0; k < runs[0].numbers.n; k++) {
        const char *name = runs[0].numbers.at[k].name;
        bool differs = false;
        for (size_t i = 1; i < n; i++) {
            const char *value = number_of(&runs[i], name);
            differs |= !value || strcmp(value, runs[0].numbers.at[k].value);
        }
        if (!differs)
            continue;
        strbuf_puts(out, "<tr><td>");
        markup_puts(out, name);
        strbuf_puts(out, "</td>");
        for (size_t i = 0; i < n; i++) {
            const char *value = number_of(&runs[i], name);
            strbuf_puts(out, "<td>");
            markup_puts(out, value ? value : "");
            strbuf_puts(out, "</td>");
        }
        strbuf_puts(out, "</tr>\n");
    }
    strbuf_puts(out, "</tbody></table></div>\n");
}

static void put_comparison(strbuf *out, const report_run *runs, size_t n)
{
    VEC(const report_run *) curves = {0};
    bool rows = true;
    strbuf_puts(out, "<h2>Side by side</h2>\n<p>");
    for (size_t i = 0; i < n; i++) {
        strbuf_printf(out, "%s%c: <a href=\"#r%zu\">", i ? ", " : "", (char)('A' + i), i + 1);
        markup_puts(out, runs[i].path);
        strbuf_puts(out, "</a>");
        rows &= runs[i].rows.n > 0;
        if (runs[i].x.n > 1)
            vec_push(&curves, &runs[i]);
    }
    strbuf_puts(out, "</p>\n");
    if (rows)
        report_bench_compare(out, runs, n);
    else
        compare_numbers(out, runs, n);
    if (curves.n == n)
        put_curve(out, curves.at, n);
    vec_free(&curves);
}

static void put_foot(strbuf *out)
{
    strbuf machine = STRBUF_INIT;
    char date[64];
    time_t now = time(NULL);
    struct tm parts;
    strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", gmtime_r(&now, &parts));
    report_machine(&machine);
    strbuf_printf(out, "<footer>Made by tandem " TANDEM_VERSION " on %s", date);
    for (char *at = machine.text, *line; (line = strsep(&at, "\n")) && at;) {
        strbuf_puts(out, "; ");
        markup_puts(out, line);
    }
    strbuf_puts(out, "</footer>\n");
    strbuf_free(&machine);
}

void report_page(strbuf *out, report_run *runs, size_t n, bool compare)
{
    strbuf title = STRBUF_INIT;
    if (n == 1)
        strbuf_printf(&title, "%s%s%s", runs[0].job, *runs[0].job ? ": " : "", runs[0].path);
    else
        strbuf_printf(&title, "%zu runs", n);
    page_open(out, title.text);
    strbuf_free(&title);
    if (n > 1 && !compare) {
        strbuf_puts(out, "<ul>\n");
        for (size_t i = 0; i < n; i++) {
            strbuf_printf(out, "<li><a href=\"#r%zu\">", i + 1);
            markup_puts(out, runs[i].path);
            strbuf_puts(out, "</a></li>\n");
        }
        strbuf_puts(out, "</ul>\n");
    }
    if (compare)
        put_comparison(out, runs, n);
    for (size_t i = 0; i < n; i++)
        put_run(out, &runs[i], i, n > 1);
    put_foot(out);
    page_close(out);
}
