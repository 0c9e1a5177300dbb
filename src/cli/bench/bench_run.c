/* Running a benchmark: progress, and results that are never lost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "cli/bench/bench.h"
#include "solver/batch.h"

#define LINE_INTERVAL 10.0 /* seconds between plain progress lines */

typedef struct progress {
    bench *b;
    VEC(size_t) todo; /* places in the matrix */
    size_t done, solved, wrong;
    double start, line_due;
    results_writer *outputs[BENCH_OUTPUTS];
} progress;

/* ---- Files ----------------------------------------------------------------------------------- */

/* A result as files have it; its texts are those of the benchmark, but for what is expected. */
static results_row row_of(const bench *b, size_t place)
{
    const suite_file *file = &b->files.at[place / b->solvers.n];
    const bench_solver *solver = &b->solvers.at[place % b->solvers.n];
    strbuf expected = STRBUF_INIT;
    bench_expected(file, &expected);
    return (results_row){.solver = solver->name,
                         .command = (char *)solver_command_text(solver->command),
                         .file = file->path,
                         .expected = strbuf_detach(&expected),
                         .record = b->records[place]};
}

/* All results that there are, in order. */
static void all_rows(const bench *b, results_rows *rows)
{
    for (size_t i = 0; i < b->files.n * b->solvers.n; i++)
        if (b->records[i].done) {
            results_row row = row_of(b, i);
            vec_push(rows, row);
        }
}

static void free_rows(results_rows *rows)
{
    for (size_t i = 0; i < rows->n; i++)
        free(rows->at[i].expected);
    vec_free(rows);
}

static bool open_outputs(progress *p, char **error)
{
    results_rows rows = {0};
    bool good = true;
    all_rows(p->b, &rows);
    for (size_t i = 0; good && i < BENCH_OUTPUTS; i++)
        if (p->b->outputs[i])
            good = (p->outputs[i] = results_writer_new(p->b->outputs[i], p->b->away, rows.at,
                                                       rows.n, error)) != NULL;
    free_rows(&rows);
    return good;
}

static void append_row(progress *p, size_t place)
{
    results_row row = row_of(p->b, place);
    for (size_t i = 0; i < BENCH_OUTPUTS; i++)
        if (p->outputs[i])
            results_writer_add(p->outputs[i], &row);
    free(row.expected);
}

static bool end_outputs(progress *p, char **error)
{
    results_rows rows = {0};
    bool good = true;
    all_rows(p->b, &rows);
    for (size_t i = 0; i < BENCH_OUTPUTS; i++) {
        char *why = NULL;
        if (!p->outputs[i] || results_writer_end(p->outputs[i], rows.at, rows.n, &why))
            continue;
        free(*error);
        *error = why;
        good = false;
    }
    free_rows(&rows);
    return good;
}

/* ---- Progress -------------------------------------------------------------------------------- */

static void put_duration(strbuf *out, double seconds)
{
    unsigned long s = (unsigned long)(seconds + 0.5);
    if (s >= 3600)
        strbuf_printf(out, "%luh%02lum", s / 3600, s / 60 % 60);
    else if (s >= 60)
        strbuf_printf(out, "%lum%02lus", s / 60, s % 60);
    else
        strbuf_printf(out, "%lus", s);
}

static void put_progress(const progress *p, strbuf *out)
{
    double passed = clock_wall() - p->start;
    strbuf_printf(out, "%zu of %zu runs, %zu solved, %zu wrong, ", p->done, p->todo.n, p->solved,
                  p->wrong);
    put_duration(out, passed);
    if (p->done && p->done < p->todo.n) {
        strbuf_puts(out, ", about ");
        put_duration(out, passed / (double)p->done * (double)(p->todo.n - p->done));
        strbuf_puts(out, " left");
    }
}

static void clear_status(const progress *p)
{
    if (p->b->status)
        fputs("\r\033[K", stderr);
}

static void tick(void *context)
{
    progress *p = context;
    double now = clock_wall();
    bool line = p->b->lines && now >= p->line_due;
    if (!line && !p->b->status)
        return;
    strbuf text = STRBUF_INIT;
    put_progress(p, &text);
    if (line) {
        p->line_due = now + LINE_INTERVAL;
        fprintf(stderr, "tandem bench: %s\n", text.text);
    } else {
        fprintf(stderr, "\r\033[K%s", text.text);
        fflush(stderr);
    }
    strbuf_free(&text);
}

static void say_run(const progress *p, size_t place)
{
    const bench *b = p->b;
    const results_record *r = &b->records[place];
    clear_status(p);
    text_print(stderr, "%-10s %8.3f s  %s  %s%s%s%s\n", runner_verdict_name(r->verdict), r->wall,
               b->solvers.at[place % b->solvers.n].name, b->files.at[place / b->solvers.n].path,
               r->wrong ? "  WRONG" : "", *r->note ? "  " : "", r->note);
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static void make_job(const void *context, size_t i, runner_job *job)
{
    const progress *p = context;
    const bench *b = p->b;
    const suite_file *file = &b->files.at[p->todo.at[i] / b->solvers.n];
    *job = (runner_job){.command = b->solvers.at[p->todo.at[i] % b->solvers.n].command,
                        .file = file->path,
                        .limits = b->limits,
                        .checks = file->expected.n,
                        .interrupt = b->interrupt};
}

static void take_record(void *context, size_t place, results_record *record)
{
    progress *p = context;
    results_record *r = &p->b->records[place];
    results_record_free(r);
    *r = *record;
    if (!r->done)
        return;
    p->done++;
    p->solved += r->solved;
    p->wrong += r->wrong;
    append_row(p, place);
    if (p->b->each)
        say_run(p, place);
}

static void take_result(void *context, size_t i, runner_result *result)
{
    progress *p = context;
    size_t place = p->todo.at[i];
    results_record record = {.limit = p->b->limits.wall_seconds};
    results_judge(&record, result, &p->b->files.at[place / p->b->solvers.n]);
    runner_result_free(result);
    take_record(p, place, &record);
}

bool bench_run(bench *b, char **error)
{
    progress p = {.b = b, .start = clock_wall()};
    p.line_due = p.start + LINE_INTERVAL;
    for (size_t i = 0; i < b->files.n * b->solvers.n; i++)
        if (!b->records[i].done)
            vec_push(&p.todo, i);
    *error = NULL;
    bool good = open_outputs(&p, error);
    batch runs = {.n = p.todo.n,
                  .jobs = b->jobs,
                  .job = make_job,
                  .done = take_result,
                  .tick = tick,
                  .context = &p,
                  .interrupt = b->interrupt};
    if (good && b->away)
        good = b->away->run(b->away, take_record, tick, &p, error);
    else if (good)
        batch_run(&runs);
    clear_status(&p);
    vec_free(&p.todo);
    return end_outputs(&p, error) && good;
}

/* ---- Resuming -------------------------------------------------------------------------------- */

/* The place of the row in the matrix; false when it is of no use to this run. Rows come in the
 * order of files, so the search begins where the last one was found. */
static bool find_place(const bench *b, const results_row *row, size_t *file, size_t *place)
{
    size_t solver = 0;
    while (solver < b->solvers.n && strcmp(b->solvers.at[solver].name, row->solver))
        solver++;
    if (solver == b->solvers.n ||
        strcmp(solver_command_text(b->solvers.at[solver].command), row->command) ||
        row->record.limit != b->limits.wall_seconds)
        return false;
    for (size_t i = 0; i < b->files.n; i++) {
        size_t f = (*file + i) % b->files.n;
        if (!strcmp(b->files.at[f].path, row->file)) {
            *file = f;
            *place = f * b->solvers.n + solver;
            return true;
        }
    }
    return false;
}

bool bench_resume(bench *b, const char *path, size_t *taken, char **error)
{
    strbuf expected = STRBUF_INIT;
    results_rows rows = {0};
    size_t file = 0, place;
    bool missing, good = results_file_read(path, &rows, &missing, error);
    *taken = 0;
    if (missing) { /* nothing was done yet */
        free(*error);
        *error = NULL;
        good = true;
    }
    for (size_t i = 0; i < rows.n; i++) {
        results_row *row = &rows.at[i];
        if (!find_place(b, row, &file, &place) || b->records[place].done)
            continue;
        strbuf_clear(&expected);
        bench_expected(&b->files.at[file], &expected);
        if (strcmp(expected.text, row->expected)) /* the label was changed: judge again */
            continue;
        b->records[place] = row->record;
        row->record.note = row->record.machine = NULL; /* handed over */
        ++*taken;
    }
    results_rows_free(&rows);
    strbuf_free(&expected);
    return good;
}
