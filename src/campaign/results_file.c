#include "campaign/results_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "store/sql.h"

struct results_writer {
    char *path;
    bool machines;
    FILE *csv; /* one of the two */
    sql *db;
    sql_query *insert;
    bool failed;
};

bool results_file_is_database(const char *path)
{
    return text_ends(path, ".db") || text_ends(path, ".sqlite");
}

static char *message_of(const char *what, const char *path, const char *why)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "cannot %s %s: %s", what, path, why);
    return strbuf_detach(&message);
}

/* ---- SQLite ---------------------------------------------------------------------------------- */

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS run (solver TEXT NOT NULL, file TEXT NOT NULL, expected TEXT NOT "
    "NULL, verdict TEXT NOT NULL, solved INTEGER NOT NULL, wrong INTEGER NOT NULL, wall_s REAL NOT "
    "NULL, cpu_s REAL NOT NULL, memory_bytes INTEGER NOT NULL, status INTEGER NOT NULL, limit_s "
    "REAL NOT NULL, command TEXT NOT NULL, note TEXT NOT NULL, machine TEXT)";

bool results_database_read(const char *path, results_rows *rows, char **error)
{
    char *why = NULL;
    sql *db = sql_open_file(path, false, &why);
    sql_query *q =
        db ? sql_prepare(db,
                         "SELECT solver, file, expected, verdict, solved, wrong, wall_s, "
                         "cpu_s, memory_bytes, status, limit_s, command, note, machine FROM run")
           : NULL;
    sql_step step = SQL_FAILED;
    while (q && (step = sql_next(q)) == SQL_ROW) {
        results_row row = {.record = {.done = true}};
        results_record *r = &row.record;
        if (!runner_verdict_read(sql_text(q, 3), &r->verdict))
            continue;
        row.solver = base_strdup(sql_text(q, 0));
        row.file = base_strdup(sql_text(q, 1));
        row.expected = base_strdup(sql_text(q, 2));
        r->solved = sql_int(q, 4);
        r->wrong = sql_int(q, 5);
        r->wall = sql_real(q, 6);
        r->cpu = sql_real(q, 7);
        r->memory = (uint64_t)sql_int(q, 8);
        r->status = (int)sql_int(q, 9);
        r->limit = sql_real(q, 10);
        row.command = base_strdup(sql_text(q, 11));
        r->note = base_strdup(sql_text(q, 12));
        r->machine = sql_is_null(q, 13) ? NULL : base_strdup(sql_text(q, 13));
        vec_push(rows, row);
    }
    if (step == SQL_FAILED)
        *error = message_of("read", path, why ? why : "it has no results of bench");
    free(why);
    sql_query_free(q);
    sql_close(db);
    return step != SQL_FAILED;
}

static bool insert(results_writer *w, const results_row *row)
{
    const results_record *r = &row->record;
    sql_query *q = w->insert;
    sql_bind_text(q, 1, row->solver);
    sql_bind_text(q, 2, row->file);
    sql_bind_text(q, 3, row->expected);
    sql_bind_text(q, 4, runner_verdict_name(r->verdict));
    sql_bind_int(q, 5, r->solved);
    sql_bind_int(q, 6, r->wrong);
    sql_bind_real(q, 7, r->wall);
    sql_bind_real(q, 8, r->cpu);
    sql_bind_int(q, 9, (int64_t)r->memory);
    sql_bind_int(q, 10, r->status);
    sql_bind_real(q, 11, r->limit);
    sql_bind_text(q, 12, row->command);
    sql_bind_text(q, 13, r->note);
    if (r->machine)
        sql_bind_text(q, 14, r->machine);
    bool good = q && sql_next(q) == SQL_END;
    if (q)
        sql_reset(q);
    return good;
}

/* All rows in one transaction: there are the old ones or the new ones. */
static bool fill_database(results_writer *w, const results_row *rows, size_t n)
{
    bool good = sql_execute(w->db, "BEGIN; DELETE FROM run");
    for (size_t i = 0; good && i < n; i++)
        good = insert(w, &rows[i]);
    return good && sql_execute(w->db, "COMMIT");
}

static bool open_database(results_writer *w, const results_row *rows, size_t n, char **error)
{
    char *why = NULL;
    w->db = sql_open_file(w->path, true, &why);
    if (w->db && sql_execute(w->db, schema))
        w->insert = sql_prepare(w->db, "INSERT INTO run VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, "
                                       "?9, ?10, ?11, ?12, ?13, ?14)");
    bool good = w->insert && fill_database(w, rows, n);
    if (!good)
        *error = message_of("write", w->path, why ? why : sql_message(w->db));
    free(why);
    return good;
}

/* ---- CSV ------------------------------------------------------------------------------------- */

/* Replaced in one step. */
static bool replace_csv(const results_writer *w, const results_row *rows, size_t n, char **error)
{
    strbuf text = STRBUF_INIT, temporary = STRBUF_INIT;
    strbuf_puts(&text, w->machines ? results_csv_machines_header : results_csv_header);
    for (size_t i = 0; i < n; i++)
        results_csv_row(&text, &rows[i]);
    strbuf_printf(&temporary, "%s.new", w->path);
    FILE *f = fopen(temporary.text, "we");
    bool good = f && fwrite(text.text, 1, text.n, f) == text.n;
    good = (f && fclose(f) == 0) && good;
    good = good && !rename(temporary.text, w->path);
    if (!good) {
        *error = message_of("write", w->path, strerror(errno));
        unlink(temporary.text);
    }
    strbuf_free(&text);
    strbuf_free(&temporary);
    return good;
}

static bool read_csv(const char *path, const strbuf *text, results_rows *rows, char **error)
{
    size_t damaged;
    if (results_csv_read(text->text, rows, &damaged))
        return true;
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "%s is no file of results", path);
    *error = strbuf_detach(&message);
    return false;
}

/* ---- Either ---------------------------------------------------------------------------------- */

bool results_file_read(const char *path, results_rows *rows, bool *missing, char **error)
{
    strbuf text = STRBUF_INIT;
    bool good = file_read(path, &text);
    *missing = !good && errno == ENOENT;
    if (!good)
        *error = message_of("read", path, strerror(errno));
    else
        good = text_begins(text.text, "SQLite format 3") ? results_database_read(path, rows, error)
                                                         : read_csv(path, &text, rows, error);
    strbuf_free(&text);
    return good;
}

static void close_writer(results_writer *w)
{
    if (w->csv)
        fclose(w->csv);
    sql_query_free(w->insert);
    sql_close(w->db);
    free(w->path);
    free(w);
}

results_writer *results_writer_new(const char *path, bool machines, const results_row *rows,
                                   size_t n, char **error)
{
    results_writer *w = base_alloc_zero(1, sizeof *w);
    w->path = base_strdup(path);
    w->machines = machines;
    bool good = results_file_is_database(path) ? open_database(w, rows, n, error)
                                               : replace_csv(w, rows, n, error);
    if (good && !w->db && !(w->csv = fopen(path, "ae"))) {
        *error = message_of("write", path, strerror(errno));
        good = false;
    }
    if (good)
        return w;
    close_writer(w);
    return NULL;
}

void results_writer_add(results_writer *w, const results_row *row)
{
    if (w->db) {
        w->failed |= !insert(w, row);
        return;
    }
    strbuf line = STRBUF_INIT;
    results_csv_row(&line, row);
    w->failed |= fwrite(line.text, 1, line.n, w->csv) != line.n || fflush(w->csv);
    strbuf_free(&line);
}

bool results_writer_end(results_writer *w, const results_row *rows, size_t n, char **error)
{
    bool good = w->db ? fill_database(w, rows, n) : replace_csv(w, rows, n, error);
    if (!good && w->db)
        *error = message_of("write", w->path, sql_message(w->db));
    close_writer(w);
    return good;
}
