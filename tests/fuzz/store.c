#include "store/store.h"

#include <string.h>

#include "base/folder.h"
#include "base/text.h"
#include "fuzz/targets.h"
#include "store/store_impl.h"

static void look_at_findings(store *s)
{
    store_ids ids = {0};
    if (store_findings(s, -1, &ids))
        for (size_t i = 0; i < ids.n; i++) {
            finding f;
            if (store_get_finding(s, ids.at[i], &f)) {
                MUST(f.kind < FINDING_KIND_COUNT && f.state < FINDING_STATE_COUNT && f.solver);
                MUST(store_same_finding(s, &f) != f.id || !f.id);
                PLANTED(f.kind == FINDING_CRASH && f.unit == 7);
                finding_free(&f);
            }
        }
    vec_clear(&ids);
    store_findings(s, FINDING_CONFIRMED, &ids);
    vec_free(&ids);
}

static void look_at_all(store *s)
{
    free(store_get(s, "a"));
    free(store_seed_note(s, "a"));
    uint64_t open = store_first_open(s);
    MUST(store_done_count(s) >= open || open > INT64_MAX);
    store_is_done(s, 3);
    look_at_findings(s);
    void *bytes;
    size_t n;
    if (store_decision(s, 0, &bytes, &n))
        free(bytes);
    store_decision_count(s);
}

/* ---- A database as a file ---------------------------------------------------------------------- */

static void look_at_file(const uint8_t *data, size_t size)
{
    strbuf path = STRBUF_INIT;
    char *error = NULL;
    strbuf_printf(&path, "%s/store", fuzz_folder());
    MUST(folder_make(path.text, &error));
    size_t folder = path.n;
    strbuf_puts(&path, "/campaign.db");
    MUST(folder_write(path.text, data, size));
    store *s = store_open(path.text, false, &error);
    MUST(s || error);
    if (s)
        look_at_all(s);
    store_close(s);
    free(error);
    path.text[folder] = '\0';
    folder_remove(path.text);
    strbuf_free(&path);
}

/* ---- A database as the rows of its tables ------------------------------------------------------ */

static const char tables[] =
    "PRAGMA application_id = 1415671396; PRAGMA user_version = 2;"
    "CREATE TABLE fact (name, value);"
    "CREATE TABLE seed (path, expected, note);"
    "CREATE TABLE decision (number, bytes, first);"
    "CREATE TABLE progress (prefix);"
    "CREATE TABLE unit (number, note);"
    "CREATE TABLE finding (id, kind, state, same_as, unit, solver, version,"
    " options, expected, got, message, signature, evidence, story,"
    " formula, reduced);";
static const struct {
    const char *sql;
    int columns;
} rows[] = {{"INSERT INTO fact VALUES (?, ?)", 2},
            {"INSERT INTO seed VALUES (?, ?, ?)", 3},
            {"INSERT INTO decision VALUES (?, ?, 0)", 2},
            {"INSERT INTO progress VALUES (?)", 1},
            {"INSERT INTO unit VALUES (?, ?)", 2},
            {"INSERT INTO finding VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", 16}};
enum { ROWS = sizeof rows / sizeof *rows };

/* Open for all inputs: what an input adds is taken back. */
static store *opened;
static sql_query *inserts[ROWS];

static void close_opened(void)
{
    for (int i = 0; i < ROWS; i++)
        sql_query_free(inserts[i]);
    store_close(opened);
}

static void open_tables(void)
{
    strbuf path = STRBUF_INIT;
    char *error = NULL;
    strbuf_printf(&path, "%s/rows.db", fuzz_folder());
    sql *db = sql_open_file(path.text, true, &error);
    MUST(db && sql_execute(db, tables));
    sql_close(db);
    opened = store_open(path.text, false, &error);
    MUST(opened);
    for (int i = 0; i < ROWS; i++)
        MUST((inserts[i] = sql_prepare(opened->db, rows[i].sql)));
    atexit(close_opened);
    strbuf_free(&path);
}

typedef struct bytes_left {
    const uint8_t *at;
    size_t n;
} bytes_left;

static uint8_t next_byte(bytes_left *b)
{
    return b->n ? (b->n--, *b->at++) : 0;
}

/* A byte says of what kind the value is, and for a text or blob how long. Texts are in `copies`. */
static void bind_value(sql_query *q, int column, bytes_left *b, text_list *copies)
{
    uint8_t kind = next_byte(b);
    if (kind < 32) {
        sql_bind_int(q, column, kind);
    } else if (kind < 48) {
        int64_t number = next_byte(b);
        sql_bind_int(q, column, kind < 40 ? -number : INT64_MAX - number);
    } else if (kind < 52) {
        sql_bind_real(q, column, next_byte(b) * 1e300);
    } else if (kind >= 56) { /* between them: NULL */
        size_t n = kind % 64 < b->n ? kind % 64 : b->n;
        vec_push(copies, base_strndup((const char *)b->at, n));
        if (kind < 192)
            sql_bind_text(q, column, vec_last(copies));
        else
            sql_bind_bytes(q, column, b->at, n);
        b->at += n;
        b->n -= n;
    }
}

static void look_at_rows(const uint8_t *data, size_t size)
{
    bytes_left b = {data, size};
    if (!opened)
        open_tables();
    MUST(sql_execute(opened->db, "BEGIN"));
    for (int row = 0; row < 16 && b.n; row++) {
        uint8_t which = next_byte(&b) % ROWS;
        text_list copies = {0};
        for (int i = 0; i < rows[which].columns; i++)
            bind_value(inserts[which], 1 + i, &b, &copies);
        MUST(sql_next(inserts[which]) == SQL_END);
        sql_reset(inserts[which]);
        text_list_free(&copies);
    }
    look_at_all(opened);
    sql_execute(opened->db, "ROLLBACK");
}

/* What begins as a database is one; other inputs are rows of tables that have no types and no
 * constraints. */
void fuzz_store_one(const uint8_t *data, size_t size)
{
    if (size && data[0] == 'S')
        look_at_file(data, size);
    else
        look_at_rows(data, size);
}
