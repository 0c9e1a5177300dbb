#include "store/store.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text.h"
#include "process/lock.h"
#include "store/store_impl.h"

#define APPLICATION 1415671396 /* "Tand" */
#define TEXT_OF(x) #x
#define NUMBER_TEXT(x) TEXT_OF(x)

_Static_assert(STORE_VERSION == 2, "the steps below lead to version 2");

/* How a file comes to be of a version, from the one before; docs/store.md explains the tables. */
static const char *const steps[STORE_VERSION] = {
    "PRAGMA application_id = " NUMBER_TEXT(
        APPLICATION) ";"
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
                     "story TEXT NOT NULL, formula TEXT NOT NULL, reduced TEXT NOT NULL);"
                     "CREATE INDEX finding_same ON finding (kind, solver, signature);",
    /* epochs were 256 units each */
    "ALTER TABLE decision ADD COLUMN first INTEGER NOT NULL DEFAULT 0;"
    "UPDATE decision SET first = number * 256;"
    "CREATE TABLE ledger (chunk INTEGER PRIMARY KEY, kind TEXT NOT NULL, first INTEGER NOT NULL, "
    "count INTEGER NOT NULL, formulas INTEGER NOT NULL, calls INTEGER NOT NULL, "
    "seen INTEGER NOT NULL, seconds REAL NOT NULL, hash INTEGER NOT NULL, token INTEGER NOT NULL, "
    "agent TEXT NOT NULL);",
};

/* ---- Statements ------------------------------------------------------------------------------ */

/* Remembers what is wrong; a transaction that failed once is taken back as a whole. Returns false.
 */
static bool fail(store *s)
{
    strbuf_clear(&s->error);
    strbuf_printf(&s->error, "%s: %s", s->path, sql_message(s->db));
    if (!sql_lost(s->db) && sql_in_transaction(s->db))
        sql_execute(s->db, "ROLLBACK");
    s->spoilt = s->in_transaction;
    return false;
}

/* The statement as this database has it (store_impl.h). */
static void expand(const store *s, const char *text, strbuf *out)
{
    bool server = s->campaign != 0;
    while (*text) {
        size_t n = strcspn(text, "@{");
        strbuf_add(out, text, n);
        text += n;
        if (*text == '@') {
            strbuf_puts(out, server ? "tandem." : "");
            text++;
        } else if (*text == '{') {
            if (server && text_begins(text, "{campaign,}"))
                strbuf_puts(out, "campaign, ");
            else if (server && text_begins(text, "{own,}"))
                strbuf_printf(out, "%" PRId64 ", ", s->campaign);
            else if (server && text_begins(text, "{own}"))
                strbuf_printf(out, " AND campaign = %" PRId64, s->campaign);
            text += strcspn(text, "}") + 1;
        }
    }
}

sql_query *store_use(store *s, store_statement which)
{
    static const char *const texts[] = {
#define STORE_STATEMENT(id, sql) sql,
        STORE_STATEMENTS(STORE_STATEMENT)
#undef STORE_STATEMENT
    };
    if (s->spoilt)
        return NULL;
    sql_query **q = &s->statements[which];
    if (!*q) {
        strbuf text = STRBUF_INIT;
        expand(s, texts[which], &text);
        *q = sql_prepare(s->db, text.text);
        strbuf_free(&text);
        if (!*q)
            fail(s);
    }
    return *q;
}

bool store_run_statement(store *s, sql_query *q)
{
    if (!q)
        return false;
    bool good = sql_next(q) == SQL_END || fail(s);
    sql_reset(q);
    return good;
}

bool store_row(store *s, sql_query *q, bool *good)
{
    *good = false;
    if (!q)
        return false;
    sql_step step = sql_next(q);
    *good = step != SQL_FAILED || fail(s);
    if (step == SQL_ROW)
        return true;
    sql_reset(q);
    return false;
}

uint64_t store_number(store *s, sql_query *q, uint64_t otherwise)
{
    bool good;
    if (!store_row(s, q, &good))
        return otherwise;
    uint64_t number = (uint64_t)sql_int(q, 0);
    sql_reset(q);
    return number;
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

/* A number that the file's head holds, such as user_version; -1 with a message: it cannot be had. */
static int64_t head_number(store *s, const char *pragma)
{
    sql_query *q = sql_prepare(s->db, pragma);
    int64_t number = q && sql_next(q) == SQL_ROW ? sql_int(q, 0) : -1;
    sql_query_free(q);
    if (number < 0)
        refuse(s, "", sql_message(s->db));
    return number;
}

/* All steps or none. */
static bool make_tables(store *s, int64_t version)
{
    strbuf script = STRBUF_INIT;
    strbuf_puts(&script, "BEGIN IMMEDIATE;");
    for (; version < STORE_VERSION; version++)
        strbuf_puts(&script, steps[version]);
    strbuf_puts(&script, "PRAGMA user_version = " NUMBER_TEXT(STORE_VERSION_DIGITS) ";COMMIT;");
    bool good = sql_execute(s->db, script.text) || fail(s);
    strbuf_free(&script);
    return good;
}

static bool check_kind(store *s, bool create)
{
    int64_t tables = head_number(s, "SELECT count(*) FROM sqlite_schema");
    int64_t application = head_number(s, "PRAGMA application_id");
    int64_t version = head_number(s, "PRAGMA user_version");
    if (tables < 0 || application < 0 || version < 0)
        return false;
    if (tables == 0)
        return create ? make_tables(s, 0) : refuse(s, "there is no campaign in it", "");
    if (application != APPLICATION)
        return refuse(s, "is the database of another program", "");
    if (version > STORE_VERSION)
        return refuse(s, "was written by a newer version of Tandem", "");
    return version == STORE_VERSION || make_tables(s, version);
}

static bool open_database(store *s, bool create)
{
    char *why = NULL;
    s->db = sql_open_file(s->path, create, &why);
    bool good = s->db ? check_kind(s, create) : refuse(s, "", why);
    free(why);
    return good;
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
        sql_query_free(s->statements[i]);
    if (!s->borrowed)
        sql_close(s->db);
    if (s->lock >= 0)
        lock_drop(s->locked, s->lock);
    strbuf_free(&s->error);
    free(s->locked);
    free(s->path);
    free(s);
}

store *store_of_campaign(sql *db, int64_t campaign, const char *name)
{
    store *s = base_alloc_zero(1, sizeof *s);
    s->path = base_strdup(name);
    s->lock = -1;
    s->db = db;
    s->borrowed = true;
    s->campaign = campaign;
    strbuf_init(&s->error);
    return s;
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
    /* a server that hears no more of us gives up what we hold */
    static const char on_server[] = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = 30000";
    bool good = sql_execute(s->db, s->campaign ? on_server : "BEGIN IMMEDIATE") || fail(s);
    return s->in_transaction = good;
}

bool store_commit(store *s)
{
    bool good = s->in_transaction && !s->spoilt && (sql_execute(s->db, "COMMIT") || fail(s));
    s->in_transaction = s->spoilt = false;
    return good;
}

bool store_set(store *s, const char *name, const char *value)
{
    sql_query *stmt = store_use(s, STATEMENT_SET_FACT);
    sql_bind_text(stmt, 1, name);
    sql_bind_text(stmt, 2, value);
    return store_run_statement(s, stmt);
}

/* The one text of the one row; NULL: no row, or no text in it (a table that is not ours). */
static char *text_of(store *s, sql_query *stmt)
{
    bool good;
    if (!store_row(s, stmt, &good))
        return NULL;
    char *text = sql_is_null(stmt, 0) ? NULL : base_strdup(sql_text(stmt, 0));
    sql_reset(stmt);
    return text;
}

char *store_get(store *s, const char *name)
{
    sql_query *stmt = store_use(s, STATEMENT_GET_FACT);
    sql_bind_text(stmt, 1, name);
    return text_of(s, stmt);
}

bool store_put_seed(store *s, const char *path, answer expected, const char *note)
{
    sql_query *stmt = store_use(s, STATEMENT_PUT_SEED);
    sql_bind_text(stmt, 1, path);
    sql_bind_text(stmt, 2, answer_name(expected));
    sql_bind_text(stmt, 3, note);
    return store_run_statement(s, stmt);
}

char *store_seed_note(store *s, const char *path)
{
    sql_query *stmt = store_use(s, STATEMENT_GET_SEED);
    sql_bind_text(stmt, 1, path);
    return text_of(s, stmt);
}
