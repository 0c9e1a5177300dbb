#include "store/store.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "process/lock.h"
#include "store/store_impl.h"

#define APPLICATION 1415671396 /* "Tand" */
#define TEXT_OF(x) #x
#define NUMBER_TEXT(x) TEXT_OF(x)
enum { BUSY_MILLISECONDS = 10000 };

_Static_assert(STORE_VERSION == 1, "the schema below is that of version 1");

/* docs/store.md explains it. */
static const char schema[] =
    "BEGIN IMMEDIATE;"
    "PRAGMA application_id = " NUMBER_TEXT(
        APPLICATION) ";"
                     "PRAGMA user_version = 1;"
                     "CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
                     "CREATE TABLE seed (path TEXT PRIMARY KEY, expected TEXT NOT NULL, note TEXT "
                     "NOT NULL) "
                     "WITHOUT ROWID;"
                     "CREATE TABLE decision (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);"
                     "CREATE TABLE run (unit INTEGER NOT NULL, solver INTEGER NOT NULL, verdict "
                     "TEXT NOT NULL, "
                     "wall REAL NOT NULL, cpu REAL NOT NULL, memory INTEGER NOT NULL);"
                     "CREATE INDEX run_unit ON run (unit);"
                     "CREATE TABLE progress (prefix INTEGER NOT NULL);"
                     "INSERT INTO progress VALUES (0);"
                     "CREATE TABLE unit (number INTEGER PRIMARY KEY, note TEXT NOT NULL);"
                     "CREATE TABLE finding (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, state TEXT "
                     "NOT NULL, "
                     "same_as INTEGER NOT NULL, unit INTEGER NOT NULL, solver TEXT NOT NULL, "
                     "version TEXT NOT NULL, options TEXT NOT NULL, expected TEXT NOT NULL, got "
                     "TEXT NOT NULL, "
                     "message TEXT NOT NULL, signature TEXT NOT NULL, evidence TEXT NOT NULL, "
                     "story TEXT NOT NULL, "
                     "formula TEXT NOT NULL, reduced TEXT NOT NULL);"
                     "CREATE INDEX finding_same ON finding (kind, solver, signature);"
                     "COMMIT;";

/* ---- Statements ------------------------------------------------------------------------------ */

/* Remembers what is wrong; a transaction that failed once is taken back as a whole. Returns false.
 */
static bool fail(store *s)
{
    int code = sqlite3_errcode(s->db);
    strbuf_clear(&s->error);
    strbuf_printf(&s->error, "%s: %s", s->path, sqlite3_errmsg(s->db));
    int reason = sqlite3_system_errno(s->db);
    if (code == SQLITE_IOERR && reason)
        strbuf_printf(&s->error, " (%s)", strerror(reason));
    if (!sqlite3_get_autocommit(s->db))
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    s->spoilt = s->in_transaction;
    return false;
}

sqlite3_stmt *store_use(store *s, store_statement which)
{
    static const char *const texts[] = {
#define STORE_STATEMENT(id, sql) sql,
        STORE_STATEMENTS(STORE_STATEMENT)
#undef STORE_STATEMENT
    };
    if (s->spoilt)
        return NULL;
    sqlite3_stmt **stmt = &s->statements[which];
    if (!*stmt && sqlite3_prepare_v3(s->db, texts[which], -1, SQLITE_PREPARE_PERSISTENT, stmt,
                                     NULL) != SQLITE_OK) {
        fail(s);
        return NULL;
    }
    return *stmt;
}

void store_done(sqlite3_stmt *stmt)
{
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt);
}

bool store_run_statement(store *s, sqlite3_stmt *stmt)
{
    if (!stmt)
        return false;
    bool good = sqlite3_step(stmt) == SQLITE_DONE || fail(s);
    store_done(stmt);
    return good;
}

bool store_row(store *s, sqlite3_stmt *stmt, bool *good)
{
    *good = false;
    if (!stmt)
        return false;
    int code = sqlite3_step(stmt);
    *good = code == SQLITE_ROW || code == SQLITE_DONE || fail(s);
    if (code == SQLITE_ROW)
        return true;
    store_done(stmt);
    return false;
}

uint64_t store_number(store *s, sqlite3_stmt *stmt, uint64_t otherwise)
{
    bool good;
    if (!store_row(s, stmt, &good))
        return otherwise;
    uint64_t number = (uint64_t)sqlite3_column_int64(stmt, 0);
    store_done(stmt);
    return number;
}

void store_bind_text(sqlite3_stmt *stmt, int position, const char *text)
{
    if (stmt)
        sqlite3_bind_text(stmt, position, text ? text : "", -1, SQLITE_STATIC);
}

/* ---- Opening --------------------------------------------------------------------------------- */

static bool refuse(store *s, const char *what, const char *why)
{
    strbuf_clear(&s->error);
    strbuf_printf(&s->error, "%s: %s%s", s->path, what, why);
    return false;
}

static bool take_lock(store *s)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s-lock", s->path);
    strbuf holder = STRBUF_INIT;
    s->lock = lock_take(path.text, &holder);
    s->locked = strbuf_detach(&path);
    if (s->lock < 0 && errno == EWOULDBLOCK)
        refuse(s, "another campaign is writing to it: ", holder.n ? holder.text : "unknown");
    else if (s->lock < 0)
        refuse(s, "cannot be written: ", strerror(errno));
    strbuf_free(&holder);
    return s->lock >= 0;
}

/* A number that the file's head holds, such as user_version; -1 with a message: no database. */
static int64_t head_number(store *s, const char *pragma)
{
    sqlite3_stmt *stmt = NULL;
    int64_t number = -1;
    int code = sqlite3_prepare_v2(s->db, pragma, -1, &stmt, NULL);
    if (code == SQLITE_OK && (code = sqlite3_step(stmt)) == SQLITE_ROW)
        number = sqlite3_column_int64(stmt, 0);
    if (number < 0 && (code == SQLITE_NOTADB || code == SQLITE_CORRUPT))
        refuse(s, "is no campaign database, or is damaged", "");
    else if (number < 0)
        refuse(s, "", sqlite3_errmsg(s->db));
    sqlite3_finalize(stmt);
    return number;
}

static bool make_tables(store *s)
{
    return sqlite3_exec(s->db, schema, NULL, NULL, NULL) == SQLITE_OK || fail(s);
}

static bool check_kind(store *s, bool create)
{
    int64_t tables = head_number(s, "SELECT count(*) FROM sqlite_schema");
    int64_t application = head_number(s, "PRAGMA application_id");
    int64_t version = head_number(s, "PRAGMA user_version");
    if (tables < 0 || application < 0 || version < 0)
        return false;
    if (tables == 0)
        return create ? make_tables(s) : refuse(s, "there is no campaign in it", "");
    if (application != APPLICATION)
        return refuse(s, "is the database of another program", "");
    if (version > STORE_VERSION)
        return refuse(s, "was written by a newer version of Tandem", "");
    return true;
}

static bool open_database(store *s, bool create)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2(s->path, &s->db, flags, NULL) != SQLITE_OK)
        return refuse(s, "cannot be opened: ", sqlite3_errmsg(s->db));
    sqlite3_extended_result_codes(s->db, 0);
    sqlite3_busy_timeout(s->db, BUSY_MILLISECONDS);
    if (sqlite3_db_readonly(s->db, "main") == 1)
        return refuse(s, "is read-only", "");
    if (head_number(s, "SELECT count(*) FROM sqlite_schema") < 0)
        return false;
    /* in WAL mode what is committed is safe when we are killed, also without waiting for the disk
     */
    if (sqlite3_exec(s->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", NULL, NULL,
                     NULL) != SQLITE_OK)
        return fail(s);
    return check_kind(s, create);
}

store *store_open(const char *path, bool create, char **error)
{
    store *s = base_alloc_zero(1, sizeof *s);
    s->path = base_strdup(path);
    s->lock = -1;
    strbuf_init(&s->error);
    bool good = create || !access(path, F_OK);
    if (!good)
        refuse(s, "there is no campaign here", "");
    if (good && take_lock(s) && open_database(s, create))
        return s;
    *error = strbuf_detach(&s->error);
    store_close(s);
    return NULL;
}

void store_close(store *s)
{
    if (!s)
        return;
    for (int i = 0; i < STATEMENT_COUNT; i++)
        sqlite3_finalize(s->statements[i]);
    sqlite3_close(s->db);
    if (s->lock >= 0)
        lock_drop(s->locked, s->lock);
    strbuf_free(&s->error);
    free(s->locked);
    free(s->path);
    free(s);
}

const char *store_error(const store *s)
{
    return s->error.text;
}

/* ---- Transactions and facts ------------------------------------------------------------------ */

bool store_begin(store *s)
{
    assert(!s->in_transaction);
    s->spoilt = false;
    return s->in_transaction = store_run_statement(s, store_use(s, STATEMENT_BEGIN));
}

bool store_commit(store *s)
{
    bool good = s->in_transaction && store_run_statement(s, store_use(s, STATEMENT_COMMIT));
    s->in_transaction = s->spoilt = false;
    return good;
}

bool store_set(store *s, const char *name, const char *value)
{
    sqlite3_stmt *stmt = store_use(s, STATEMENT_SET_FACT);
    store_bind_text(stmt, 1, name);
    store_bind_text(stmt, 2, value);
    return store_run_statement(s, stmt);
}

/* The one text of the one row; NULL: no row, or no text in it (a table that is not ours). */
static char *text_of(store *s, sqlite3_stmt *stmt)
{
    bool good;
    if (!store_row(s, stmt, &good))
        return NULL;
    const char *found = (const char *)sqlite3_column_text(stmt, 0);
    char *text = found ? base_strdup(found) : NULL;
    store_done(stmt);
    return text;
}

char *store_get(store *s, const char *name)
{
    sqlite3_stmt *stmt = store_use(s, STATEMENT_GET_FACT);
    store_bind_text(stmt, 1, name);
    return text_of(s, stmt);
}

bool store_put_seed(store *s, const char *path, answer expected, const char *note)
{
    sqlite3_stmt *stmt = store_use(s, STATEMENT_PUT_SEED);
    store_bind_text(stmt, 1, path);
    store_bind_text(stmt, 2, answer_name(expected));
    store_bind_text(stmt, 3, note);
    return store_run_statement(s, stmt);
}

char *store_seed_note(store *s, const char *path)
{
    sqlite3_stmt *stmt = store_use(s, STATEMENT_GET_SEED);
    store_bind_text(stmt, 1, path);
    return text_of(s, stmt);
}
