/* Benchmarks on a page: a table of solvers, a cactus plot, scatter plots of pairs, what is wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/compare.h"
#include "report/cactus.h"
#include "report/markup.h"
#include "report/page.h"
#include "report/run_page.h"
#include "report/scatter.h"

enum { MOST_PLOTS = 3, MOST_ROWS = 2000 };

/* Rows as a matrix of files and solvers. */
typedef struct table {
    VEC(const char *) solvers, commands, files;
    const results_record **records; /* of solver s on file f at f * solvers.n + s; NULL: none */
    double limit;
} table;

static size_t find(const char *const *names, size_t n, const char *name)
{
    size_t i = 0;
    while (i < n && strcmp(names[i], name))
        i++;
    return i;
}

static int by_file(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void list_files(const results_rows *rows, table *t)
{
    const char **names = base_alloc((rows->n + 1) * sizeof *names);
    for (size_t i = 0; i < rows->n; i++)
        names[i] = rows->at[i].file;
    qsort(names, rows->n, sizeof *names, by_file);
    for (size_t i = 0; i < rows->n; i++)
        if (!i || strcmp(names[i], names[i - 1]))
            vec_push(&t->files, names[i]);
    free(names);
}

static size_t place_of(const table *t, const char *file)
{
    const char **found = bsearch(&file, t->files.at, t->files.n, sizeof *t->files.at, by_file);
    return (size_t)(found - t->files.at);
}

static void make_table(const results_rows *rows, table *t)
{
    *t = (table){0};
    list_files(rows, t);
    for (size_t i = 0; i < rows->n; i++)
        if (find(t->solvers.at, t->solvers.n, rows->at[i].solver) == t->solvers.n) {
            vec_push(&t->solvers, rows->at[i].solver);
            vec_push(&t->commands, rows->at[i].command);
        }
    t->records = base_alloc_zero(t->files.n * t->solvers.n + 1, sizeof *t->records);
    for (size_t i = 0; i < rows->n; i++) {
        size_t s = find(t->solvers.at, t->solvers.n, rows->at[i].solver);
        t->records[place_of(t, rows->at[i].file) * t->solvers.n + s] = &rows->at[i].record;
        if (rows->at[i].record.limit > t->limit)
            t->limit = rows->at[i].record.limit;
    }
}

static void free_table(table *t)
{
    vec_free(&t->solvers);
    vec_free(&t->commands);
    vec_free(&t->files);
    free(t->records);
}

static const results_record *record(const table *t, size_t file, size_t solver)
{
    static const results_record none;
    const results_record *r = t->records[file * t->solvers.n + solver];
    return r ? r : &none;
}

static size_t solved_alone(const table *t, size_t solver)
{
    size_t n = 0;
    for (size_t f = 0; f < t->files.n; f++) {
        bool alone = record(t, f, solver)->solved;
        for (size_t s = 0; s < t->solvers.n; s++)
            alone &= s == solver || !record(t, f, s)->solved;
        n += alone;
    }
    return n;
}

static void put_solver(strbuf *out, const table *t, size_t s)
{
    size_t runs = 0, solved = 0, sat = 0, unsat = 0, wrong = 0;
    double par2 = 0, wall = 0;
    for (size_t f = 0; f < t->files.n; f++) {
        const results_record *r = record(t, f, s);
        runs += r->done;
        solved += r->solved;
        wrong += r->wrong;
        sat += r->solved && r->verdict == RUNNER_SAT;
        unsat += r->solved && r->verdict == RUNNER_UNSAT;
        wall += r->wall;
        par2 += !r->done ? 0 : r->solved ? r->wall : 2 * r->limit;
    }
    strbuf_puts(out, "<tr><td>");
    markup_puts(out, t->solvers.at[s]);
    strbuf_printf(out,
                  "</td><td>%zu</td><td>%zu</td><td>%zu</td><td>%zu</td><td>%zu</td><td>%zu</td>"
                  "<td>%.2f</td><td>%.1f</td></tr>\n",
                  runs, solved, sat, unsat, solved_alone(t, s), wrong,
                  runs ? par2 / (double)runs : 0, wall);
}

static void put_solvers(strbuf *out, const table *t)
{
    strbuf_puts(out, "<div class=\"wide\" "
                     "tabindex=\"0\"><table><thead><tr><th>solver</th><th>runs</th><th>solved</th>"
                     "<th>sat</th><th>unsat</th><th>alone</th><th>wrong</th><th>PAR-2, s</th>"
                     "<th>seconds</th></tr></thead><tbody>\n");
    for (size_t s = 0; s < t->solvers.n; s++)
        put_solver(out, t, s);
    strbuf_puts(out, "</tbody></table></div>\n<p class=\"soft\">Alone: solved by no other. PAR-2: "
                     "the mean time of a "
                     "query, which is twice the limit where it was not solved.</p>\n");
}

static void draw_cactus(strbuf *out, const table *t)
{
    cactus_series *series = base_alloc_zero(t->solvers.n, sizeof *series);
    for (size_t s = 0; s < t->solvers.n; s++) {
        series[s].name = t->solvers.at[s];
        series[s].seconds = base_alloc_zero(t->files.n, sizeof *series[s].seconds);
        for (size_t f = 0; f < t->files.n; f++)
            if (record(t, f, s)->solved)
                series[s].seconds[series[s].n++] = record(t, f, s)->wall;
    }
    char title[80];
    snprintf(title, sizeof title, "%zu queries, %g s each", t->files.n, t->limit);
    cactus_plot plot = {title, t->limit, t->files.n, series, t->solvers.n};
    page_open_figure(out);
    cactus_draw(out, &plot);
    page_close_figure(out);
    for (size_t s = 0; s < t->solvers.n; s++)
        free(series[s].seconds);
    free(series);
}

static void draw_scatter(strbuf *out, const table *t, size_t x, size_t y)
{
    VEC(scatter_point) points = {0};
    for (size_t f = 0; f < t->files.n; f++) {
        const results_record *a = record(t, f, x), *b = record(t, f, y);
        scatter_point point = {a->solved ? a->wall : -1, b->solved ? b->wall : -1};
        if (a->done && b->done && (a->solved || b->solved))
            vec_push(&points, point);
    }
    strbuf title = STRBUF_INIT;
    strbuf_printf(&title, "%s against %s", t->solvers.at[y], t->solvers.at[x]);
    scatter_plot plot = {title.text, t->solvers.at[x], t->solvers.at[y],
                         t->limit,   points.at,        points.n};
    page_open_figure(out);
    scatter_draw(out, &plot);
    page_close_figure(out);
    strbuf_puts(out,
                "<p class=\"soft\">A point is a query that one of them solved; below the line ");
    markup_puts(out, t->solvers.at[y]);
    strbuf_puts(out, " was faster. Crosses stand where the other had no answer.</p>\n");
    strbuf_free(&title);
    vec_free(&points);
}

/* Is what differs between two columns more than chance? */
static void put_difference(strbuf *out, const table *t, size_t x, size_t y)
{
    results_pairs pairs = {0};
    for (size_t f = 0; f < t->files.n; f++) {
        const results_record *a = record(t, f, x), *b = record(t, f, y);
        results_pair pair = {a->solved ? a->wall : -1, b->solved ? b->wall : -1};
        if (a->done && b->done)
            vec_push(&pairs, pair);
    }
    compare_result r = compare_runs(pairs.at, pairs.n);
    strbuf_puts(out, "<p>");
    markup_puts(out, t->solvers.at[y]);
    strbuf_printf(out,
                  " solves %zu files more and %zu less of %zu (p = %.2g), and takes %.3f times the "
                  "time on the %zu that both solve (median; p = %.2g).</p>\n",
                  r.gained, r.lost, r.files, r.p_solved, r.ratio, r.both, r.p_times);
    vec_free(&pairs);
}

static void put_cell(strbuf *out, const results_record *r)
{
    if (!r->done)
        strbuf_puts(out, "<td></td>");
    else
        strbuf_printf(out, "<td class=\"num%s\">%s %.2f</td>", r->wrong ? " n" : "",
                      runner_verdict_name(r->verdict), r->wall);
}

static void put_rows(strbuf *out, const table *t, bool only_wrong)
{
    strbuf_puts(
        out, "<div class=\"wide\" tabindex=\"0\"><table class=\"files\"><thead><tr><th>file</th>");
    for (size_t s = 0; s < t->solvers.n; s++) {
        strbuf_puts(out, "<th>");
        markup_puts(out, t->solvers.at[s]);
        strbuf_puts(out, "</th>");
    }
    strbuf_puts(out, "</tr></thead><tbody>\n");
    for (size_t f = 0, shown = 0; f < t->files.n && shown < MOST_ROWS; f++) {
        bool wrong = false;
        for (size_t s = 0; s < t->solvers.n; s++)
            wrong |= record(t, f, s)->wrong;
        if (only_wrong && !wrong)
            continue;
        shown++;
        strbuf_puts(out, "<tr><td>");
        markup_puts(out, t->files.at[f]);
        strbuf_puts(out, "</td>");
        for (size_t s = 0; s < t->solvers.n; s++)
            put_cell(out, record(t, f, s));
        strbuf_puts(out, "</tr>\n");
    }
    strbuf_puts(out, "</tbody></table></div>\n");
}

static size_t count_wrong(const table *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->files.n * t->solvers.n; i++)
        n += t->records[i] && t->records[i]->wrong;
    return n;
}

void report_bench_part(strbuf *out, results_rows *rows)
{
    table t;
    make_table(rows, &t);
    put_solvers(out, &t);
    if (count_wrong(&t)) {
        strbuf_puts(out, "<h3>Wrong answers</h3>\n");
        put_rows(out, &t, true);
    }
    draw_cactus(out, &t);
    for (size_t y = 1, plots = 0; y < t.solvers.n && plots < MOST_PLOTS; y++, plots++)
        draw_scatter(out, &t, 0, y);
    page_open_details(out, "Commands", false);
    strbuf_puts(out, "<table class=\"facts\"><tbody>\n");
    for (size_t s = 0; s < t.solvers.n; s++) {
        strbuf_puts(out, "<tr><th>");
        markup_puts(out, t.solvers.at[s]);
        strbuf_puts(out, "</th><td><code>");
        markup_puts(out, t.commands.at[s]);
        strbuf_puts(out, "</code></td></tr>\n");
    }
    strbuf_puts(out, "</tbody></table>\n");
    page_close_details(out);
    page_open_details(out, "All runs", false);
    put_rows(out, &t, false);
    page_close_details(out);
    free_table(&t);
}

void report_bench_compare(strbuf *out, const report_run *runs, size_t n)
{
    results_rows all = {0};
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < runs[i].rows.n; k++) {
            const results_row *row = &runs[i].rows.at[k];
            strbuf name = STRBUF_INIT;
            strbuf_printf(&name, "%s (%c)", row->solver, (char)('A' + (i < 25 ? i : 25)));
            results_row copy = *row;
            copy.solver = strbuf_detach(&name);
            vec_push(&all, copy);
        }
    table t;
    make_table(&all, &t);
    put_solvers(out, &t);
    draw_cactus(out, &t);
    for (size_t x = 0, plots = 0; x < t.solvers.n && plots < MOST_PLOTS; x++)
        for (size_t y = x + 1; y < t.solvers.n && plots < MOST_PLOTS; y++) {
            size_t length = strcspn(t.solvers.at[x], " ");
            if (strncmp(t.solvers.at[x], t.solvers.at[y], length + 2))
                continue; /* of another solver */
            put_difference(out, &t, x, y);
            draw_scatter(out, &t, x, y);
            plots++;
        }
    free_table(&t);
    for (size_t i = 0; i < all.n; i++)
        free(all.at[i].solver); /* the rest is the runs' */
    vec_free(&all);
}
