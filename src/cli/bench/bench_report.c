/* What a benchmark showed: tables, JSON, plot. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "cli/bench/bench.h"
#include "report/cactus.h"
#include "report/scatter.h"

static results_sum sum_of(const bench *b, size_t solver)
{
    return results_add_up(b->records + solver, b->files.n, b->solvers.n);
}

/* ---- Tables ---------------------------------------------------------------------------------- */

enum { CELL = 32 };

/* A table as rows of texts; the first column is aligned to the left. */
typedef struct table {
    size_t columns;
    VEC(char *) cells;
} table;

static void add_cell(table *t, const char *text)
{
    vec_push(&t->cells, base_strdup(text));
}

static void add_number(table *t, size_t number)
{
    char text[CELL];
    snprintf(text, sizeof text, "%zu", number);
    add_cell(t, text);
}

static void add_seconds(table *t, double seconds)
{
    char text[CELL];
    snprintf(text, sizeof text, seconds < 100 ? "%.3f" : "%.1f", seconds);
    add_cell(t, text);
}

static size_t letters(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static void put_spaces(strbuf *out, size_t n)
{
    while (n--)
        strbuf_putc(out, ' ');
}

static void print_and_free(table *t, strbuf *out)
{
    size_t *widths = base_alloc_zero(t->columns, sizeof *widths);
    for (size_t i = 0; i < t->cells.n; i++) {
        size_t n = letters(t->cells.at[i]);
        widths[i % t->columns] = n > widths[i % t->columns] ? n : widths[i % t->columns];
    }
    for (size_t i = 0; i < t->cells.n; i++) {
        size_t column = i % t->columns, room = widths[column] - letters(t->cells.at[i]);
        if (column) {
            put_spaces(out, room + 2);
            strbuf_puts(out, t->cells.at[i]);
        } else {
            strbuf_puts(out, t->cells.at[i]);
            put_spaces(out, room);
        }
        if (column == t->columns - 1)
            strbuf_putc(out, '\n');
        free(t->cells.at[i]);
    }
    vec_free(&t->cells);
    free(widths);
}

static bool any_verdict(const bench *b, runner_verdict v)
{
    for (size_t i = 0; i < b->files.n * b->solvers.n; i++)
        if (b->records[i].done && b->records[i].verdict == v)
            return true;
    return false;
}

/* Files that this solver alone has solved. */
static size_t unique_of(const bench *b, size_t solver)
{
    size_t unique = 0;
    for (size_t f = 0; f < b->files.n; f++) {
        size_t others = 0;
        for (size_t s = 0; s < b->solvers.n; s++)
            others += s != solver && bench_record(b, f, s)->solved;
        unique += bench_record(b, f, solver)->solved && !others;
    }
    return unique;
}

void bench_print_table(const bench *b, strbuf *out)
{
    bool several = b->solvers.n > 1;
    static const runner_verdict always[] = {RUNNER_SAT, RUNNER_UNSAT, RUNNER_UNKNOWN,
                                            RUNNER_TIMEOUT};
    static const runner_verdict seldom[] = {RUNNER_MEMOUT, RUNNER_CRASH, RUNNER_ERROR};
    runner_verdict shown[RUNNER_VERDICT_COUNT];
    size_t n = 0;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        shown[n++] = always[i];
    for (size_t i = 0; i < sizeof seldom / sizeof *seldom; i++)
        if (any_verdict(b, seldom[i]))
            shown[n++] = seldom[i];
    table t = {.columns = n + 6 + several};
    add_cell(&t, "solver");
    add_cell(&t, "runs");
    add_cell(&t, "solved");
    if (several)
        add_cell(&t, "alone");
    for (size_t i = 0; i < n; i++)
        add_cell(&t, runner_verdict_name(shown[i]));
    add_cell(&t, "wrong");
    add_cell(&t, "PAR-2 s");
    add_cell(&t, "total s");
    for (size_t s = 0; s < b->solvers.n; s++) {
        results_sum sum = sum_of(b, s);
        add_cell(&t, b->solvers.at[s].name);
        add_number(&t, sum.runs);
        add_number(&t, sum.solved);
        if (several)
            add_number(&t, unique_of(b, s));
        for (size_t i = 0; i < n; i++)
            add_number(&t, sum.verdicts[shown[i]]);
        add_number(&t, sum.wrong);
        add_seconds(&t, sum.par2);
        add_seconds(&t, sum.wall);
    }
    print_and_free(&t, out);
}

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

static bool same_folder(const char *a, const char *b)
{
    size_t n = folder_length(a);
    return n == folder_length(b) && !memcmp(a, b, n);
}

void bench_print_machines(const bench *b, strbuf *out)
{
    VEC(const char *) machines = {0};
    size_t all = b->files.n * b->solvers.n;
    for (size_t i = 0; i < all; i++) {
        const char *name = b->records[i].machine;
        for (size_t k = 0; name && k < machines.n; k++)
            name = strcmp(name, machines.at[k]) != 0 ? name : NULL;
        if (name)
            vec_push(&machines, name);
    }
    if (!machines.n)
        return;
    table t = {.columns = 5};
    static const char *const heads[] = {"machine", "solver", "runs", "solved", "PAR-2 s"};
    for (size_t i = 0; i < t.columns; i++)
        add_cell(&t, heads[i]);
    results_record *some = base_alloc_zero(b->files.n, sizeof *some);
    for (size_t m = 0; m < machines.n; m++)
        for (size_t s = 0; s < b->solvers.n; s++) {
            for (size_t f = 0; f < b->files.n; f++) {
                some[f] = *bench_record(b, f, s);
                some[f].done &= some[f].machine && !strcmp(some[f].machine, machines.at[m]);
            }
            results_sum sum = results_add_up(some, b->files.n, 1);
            add_cell(&t, machines.at[m]);
            add_cell(&t, b->solvers.at[s].name);
            add_number(&t, sum.runs);
            add_number(&t, sum.solved);
            add_seconds(&t, sum.par2);
        }
    free(some);
    print_and_free(&t, out);
    vec_free(&machines);
}

void bench_print_folders(const bench *b, strbuf *out)
{
    table t = {.columns = 2 + b->solvers.n};
    add_cell(&t, "solved in folder");
    add_cell(&t, "files");
    for (size_t s = 0; s < b->solvers.n; s++)
        add_cell(&t, b->solvers.at[s].name);
    for (size_t f = 0, end; f < b->files.n; f = end) {
        const char *path = b->files.at[f].path;
        for (end = f + 1; end < b->files.n && same_folder(path, b->files.at[end].path);)
            end++;
        char *folder = base_strndup(path, folder_length(path));
        add_cell(&t, *folder ? folder : ".");
        free(folder);
        add_number(&t, end - f);
        for (size_t s = 0; s < b->solvers.n; s++)
            add_number(&t, results_add_up(bench_record(b, f, s), end - f, b->solvers.n).solved);
    }
    print_and_free(&t, out);
}

size_t bench_count_wrong(const bench *b)
{
    size_t wrong = 0;
    for (size_t s = 0; s < b->solvers.n; s++)
        wrong += sum_of(b, s).wrong;
    return wrong;
}

/* The solver that answered `v` to the file, or NULL. */
static const char *who_said(const bench *b, size_t file, runner_verdict v)
{
    for (size_t s = 0; s < b->solvers.n; s++) {
        const results_record *r = bench_record(b, file, s);
        if (r->done && r->verdict == v)
            return b->solvers.at[s].name;
    }
    return NULL;
}

void bench_print_remarks(const bench *b, strbuf *out)
{
    for (size_t f = 0; f < b->files.n; f++) {
        const suite_file *file = &b->files.at[f];
        bool wrong = false;
        for (size_t s = 0; s < b->solvers.n; s++) {
            const results_record *r = bench_record(b, f, s);
            if (!r->done || !r->wrong)
                continue;
            wrong = true;
            strbuf_printf(out, "wrong: %s answers %s, expected ", b->solvers.at[s].name,
                          runner_verdict_name(r->verdict));
            bench_expected(file, out);
            strbuf_printf(out, ": %s\n", file->path);
        }
        const char *sat = who_said(b, f, RUNNER_SAT), *unsat = who_said(b, f, RUNNER_UNSAT);
        if (sat && unsat && !wrong)
            strbuf_printf(out, "disagreement: %s answers sat, %s unsat: %s\n", sat, unsat,
                          file->path);
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_member_uint(json_writer *j, const char *key, uint64_t number)
{
    json_key(j, key);
    json_uint(j, number);
}

static void json_member_double(json_writer *j, const char *key, double number)
{
    json_key(j, key);
    json_double(j, number);
}

static void json_member_string(json_writer *j, const char *key, const char *text)
{
    json_key(j, key);
    json_string(j, text);
}

static void json_solver(json_writer *j, const bench *b, size_t s)
{
    results_sum sum = sum_of(b, s);
    json_object(j);
    json_member_string(j, "name", b->solvers.at[s].name);
    json_member_string(j, "command", solver_command_text(b->solvers.at[s].command));
    json_member_uint(j, "runs", sum.runs);
    json_member_uint(j, "solved", sum.solved);
    json_member_uint(j, "alone", unique_of(b, s));
    for (int v = 0; v < RUNNER_STOPPED; v++)
        json_member_uint(j, runner_verdict_name((runner_verdict)v), sum.verdicts[v]);
    json_member_uint(j, "wrong", sum.wrong);
    json_member_double(j, "par2_s", sum.par2);
    json_member_double(j, "wall_s", sum.wall);
    json_member_double(j, "solved_wall_s", sum.solved_wall);
    json_member_double(j, "cpu_s", sum.cpu);
    json_end(j);
}

static void json_run(json_writer *j, const bench *b, size_t f, size_t s)
{
    const results_record *r = bench_record(b, f, s);
    strbuf expected = STRBUF_INIT;
    bench_expected(&b->files.at[f], &expected);
    json_object(j);
    json_member_string(j, "solver", b->solvers.at[s].name);
    json_member_string(j, "file", b->files.at[f].path);
    json_member_string(j, "expected", expected.text);
    json_member_string(j, "verdict", runner_verdict_name(r->verdict));
    json_key(j, "solved");
    json_bool(j, r->solved);
    json_key(j, "wrong");
    json_bool(j, r->wrong);
    json_member_double(j, "wall_s", r->wall);
    json_member_double(j, "cpu_s", r->cpu);
    json_member_uint(j, "memory_bytes", r->memory);
    json_key(j, "status");
    json_int(j, r->status);
    json_member_string(j, "note", r->note);
    if (r->machine)
        json_member_string(j, "machine", r->machine);
    json_end(j);
    strbuf_free(&expected);
}

void bench_print_json(const bench *b, strbuf *out)
{
    json_writer j;
    json_init(&j, out);
    json_object(&j);
    json_key(&j, "limits");
    json_object(&j);
    json_member_double(&j, "wall_s", b->limits.wall_seconds);
    json_member_double(&j, "cpu_s", b->limits.cpu_seconds);
    json_member_uint(&j, "memory_bytes", b->limits.memory_bytes);
    json_end(&j);
    json_member_uint(&j, "jobs", b->jobs);
    json_member_uint(&j, "files", b->files.n);
    json_key(&j, "interrupted");
    json_bool(&j, b->interrupt && *b->interrupt);
    json_key(&j, "solvers");
    json_array(&j);
    for (size_t s = 0; s < b->solvers.n; s++)
        json_solver(&j, b, s);
    json_end(&j);
    if (b->before.n)
        bench_json_against(b, &j);
    json_key(&j, "runs");
    json_array(&j);
    for (size_t f = 0; f < b->files.n; f++)
        for (size_t s = 0; s < b->solvers.n; s++)
            if (bench_record(b, f, s)->done)
                json_run(&j, b, f, s);
    json_end(&j);
    json_end(&j);
    strbuf_putc(out, '\n');
}

/* ---- Plot ------------------------------------------------------------------------------------ */

void bench_draw_plot(const bench *b, strbuf *out)
{
    cactus_series *series = base_alloc_zero(b->solvers.n, sizeof *series);
    for (size_t s = 0; s < b->solvers.n; s++) {
        series[s].name = b->solvers.at[s].name;
        series[s].seconds = base_alloc_zero(b->files.n, sizeof *series[s].seconds);
        for (size_t f = 0; f < b->files.n; f++)
            if (bench_record(b, f, s)->done && bench_record(b, f, s)->solved)
                series[s].seconds[series[s].n++] = bench_record(b, f, s)->wall;
    }
    char title[80];
    snprintf(title, sizeof title, "%zu queries, %g s each", b->files.n, b->limits.wall_seconds);
    cactus_plot plot = {title, b->limits.wall_seconds, b->files.n, series, b->solvers.n};
    cactus_draw(out, &plot);
    for (size_t s = 0; s < b->solvers.n; s++)
        free(series[s].seconds);
    free(series);
}

void bench_draw_scatter(const bench *b, strbuf *out)
{
    VEC(scatter_point) points = {0};
    for (size_t f = 0; f < b->files.n; f++) {
        const results_record *x = bench_record(b, f, 0), *y = bench_record(b, f, 1);
        scatter_point point = {x->solved ? x->wall : -1, y->solved ? y->wall : -1};
        if (x->done && y->done && (x->solved || y->solved))
            vec_push(&points, point);
    }
    const char *first = b->solvers.at[0].name, *second = b->solvers.at[1].name;
    strbuf title = STRBUF_INIT;
    strbuf_printf(&title, "%s against %s", second, first);
    scatter_plot plot = {title.text, first, second, b->limits.wall_seconds, points.at, points.n};
    scatter_draw(out, &plot);
    strbuf_free(&title);
    vec_free(&points);
}
