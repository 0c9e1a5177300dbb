/* A file of SQLite. */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "store/sql_impl.h"

enum { BUSY_MILLISECONDS = 10000 };

typedef struct file_sql {
    sql base;
    sqlite3 *db;
    strbuf message;
} file_sql;

typedef struct file_query {
    sql_query base;
    sqlite3_stmt *stmt;
} file_query;

static file_sql *file_of(const sql *db)
{
    return (file_sql *)db;
}

static sqlite3_stmt *stmt_of(sql_query *q)
{
    return ((file_query *)q)->stmt;
}

static void file_close(sql *db)
{
    sqlite3_close(file_of(db)->db);
    strbuf_free(&file_of(db)->message);
    free(db);
}

static const char *file_message(const sql *db)
{
    file_sql *f = file_of(db);
    strbuf_clear(&f->message);
    strbuf_puts(&f->message, sqlite3_errmsg(f->db));
    int reason = sqlite3_system_errno(f->db);
    if (sqlite3_errcode(f->db) == SQLITE_IOERR && reason)
        strbuf_printf(&f->message, " (%s)", strerror(reason));
    return f->message.text;
}

static bool file_lost(const sql *db)
{
    (void)db;
    return false;
}

static bool file_again(sql *db)
{
    (void)db;
    return true;
}

static bool file_in_transaction(const sql *db)
{
    return !sqlite3_get_autocommit(file_of(db)->db);
}

static bool file_execute(sql *db, const char *script)
{
    return sqlite3_exec(file_of(db)->db, script, NULL, NULL, NULL) == SQLITE_OK;
}

static sql_query *file_prepare(sql *db, const char *text)
{
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v3(file_of(db)->db, text, -1, SQLITE_PREPARE_PERSISTENT, &stmt, NULL) !=
        SQLITE_OK)
        return NULL;
    file_query *q = base_alloc_zero(1, sizeof *q);
    q->base.driver = db->driver;
    q->stmt = stmt;
    return &q->base;
}

static void file_free_query(sql_query *q)
{
    sqlite3_finalize(stmt_of(q));
    free(q);
}

static void file_bind_int(sql_query *q, int position, int64_t number)
{
    sqlite3_bind_int64(stmt_of(q), position, number);
}

static void file_bind_real(sql_query *q, int position, double number)
{
    sqlite3_bind_double(stmt_of(q), position, number);
}

static void file_bind_text(sql_query *q, int position, const char *text)
{
    sqlite3_bind_text(stmt_of(q), position, text, -1, SQLITE_STATIC);
}

static void file_bind_bytes(sql_query *q, int position, const void *bytes, size_t n)
{
    sqlite3_bind_blob64(stmt_of(q), position, bytes, n, SQLITE_STATIC);
}

static sql_step file_next(sql_query *q)
{
    int code = sqlite3_step(stmt_of(q));
    return code == SQLITE_ROW ? SQL_ROW : code == SQLITE_DONE ? SQL_END : SQL_FAILED;
}

static int64_t file_int(sql_query *q, int column)
{
    return sqlite3_column_int64(stmt_of(q), column);
}

static double file_real(sql_query *q, int column)
{
    return sqlite3_column_double(stmt_of(q), column);
}

static const char *file_text(sql_query *q, int column)
{
    return (const char *)sqlite3_column_text(stmt_of(q), column);
}

static const void *file_bytes(sql_query *q, int column, size_t *n)
{
    const void *bytes = sqlite3_column_blob(stmt_of(q), column);
    *n = (size_t)sqlite3_column_bytes(stmt_of(q), column);
    return bytes ? bytes : "";
}

static bool file_null(sql_query *q, int column)
{
    return sqlite3_column_type(stmt_of(q), column) == SQLITE_NULL;
}

static void file_reset(sql_query *q)
{
    sqlite3_reset(stmt_of(q));
    sqlite3_clear_bindings(stmt_of(q));
}

static const sql_driver file_driver = {
    .kind = SQL_SQLITE,
    .close = file_close,
    .message = file_message,
    .lost = file_lost,
    .again = file_again,
    .in_transaction = file_in_transaction,
    .execute = file_execute,
    .prepare = file_prepare,
    .free_query = file_free_query,
    .bind_int = file_bind_int,
    .bind_real = file_bind_real,
    .bind_text = file_bind_text,
    .bind_bytes = file_bind_bytes,
    .next = file_next,
    .int_of = file_int,
    .real_of = file_real,
    .text_of = file_text,
    .bytes_of = file_bytes,
    .null_of = file_null,
    .reset = file_reset,
};

/* What SQLite says of a file that is none of its own. */
static char *why_not(file_sql *f)
{
    int code = sqlite3_errcode(f->db);
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
        return base_strdup("is no campaign database, or is damaged");
    return base_strdup(file_message(&f->base));
}

sql *sql_open_file(const char *path, bool create, char **error)
{
    file_sql *f = base_alloc_zero(1, sizeof *f);
    f->base.driver = &file_driver;
    strbuf_init(&f->message);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
    *error = NULL;
    if (sqlite3_open_v2(path, &f->db, flags, NULL) != SQLITE_OK) {
        strbuf text = STRBUF_INIT;
        strbuf_printf(&text, "cannot be opened: %s", sqlite3_errmsg(f->db));
        *error = strbuf_detach(&text);
    } else if (sqlite3_db_readonly(f->db, "main") == 1) {
        *error = base_strdup("is read-only");
    } else {
        sqlite3_extended_result_codes(f->db, 0);
        sqlite3_busy_timeout(f->db, BUSY_MILLISECONDS);
        /* in WAL mode what is committed is safe when we are killed, also without waiting for the
         * disk */
        if (!file_execute(&f->base,
                          "SELECT count(*) FROM sqlite_schema; PRAGMA journal_mode = WAL; "
                          "PRAGMA synchronous = NORMAL"))
            *error = why_not(f);
    }
    if (!*error)
        return &f->base;
    file_close(&f->base);
    return NULL;
}
