/* A server of PostgreSQL. A statement that is used again is prepared on the server, which then neither reads nor plans
 * it anew. Not behind a pooler that gives each transaction another connection: there all is sent with its parameters. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/text.h"
#include "base/vec.h"
#include "store/libpq.h"
#include "store/sql_impl.h"

enum { PARAMETERS = 24, NUMBER_ROOM = 32, NAME_ROOM = 24, TYPE_BYTEA = 17 };

/* A statement that was sent over this connection. */
typedef struct server_statement {
    uint64_t hash; /* of the text and the types: its name */
    bool prepared;
} server_statement;

typedef struct server_sql {
    sql base;
    libpq pq;
    char *url;
    PGconn *connection;
    strbuf message;
    bool lost;
    bool pooled; /* the connection is not one session of the server */
    VEC(server_statement) statements;
} server_sql;

typedef struct server_query {
    sql_query base;
    server_sql *db;
    char *text;
    int n; /* parameters */
    const char *values[PARAMETERS];
    int lengths[PARAMETERS], formats[PARAMETERS];
    Oid types[PARAMETERS];
    char numbers[PARAMETERS][NUMBER_ROOM];
    char *clean[PARAMETERS]; /* texts that had to be copied */
    PGresult *result;        /* NULL: not executed */
    int row;
    char *bytes; /* of the column that was asked for last */
} server_query;

static server_sql *server_of(const sql *db)
{
    return (server_sql *)db;
}

static server_query *query_of(sql_query *q)
{
    return (server_query *)q;
}

static void server_close(sql *db)
{
    server_sql *s = server_of(db);
    if (s->connection)
        s->pq.finish(s->connection);
    strbuf_free(&s->message);
    vec_free(&s->statements);
    free(s->url);
    free(s);
}

static const char *server_message(const sql *db)
{
    return server_of(db)->message.text;
}

/* The first line, without the word that says how bad it is. */
static void keep_message(server_sql *s, const char *text)
{
    static const char *const heads[] = {"ERROR:  ", "FATAL:  "};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (text_begins(text, heads[i]))
            text += strlen(heads[i]);
    strbuf_clear(&s->message);
    strbuf_add(&s->message, text, strcspn(text, "\n"));
}

static bool server_lost(const sql *db)
{
    return server_of(db)->lost;
}

/* A new connection: nothing is prepared there. A pooler invents the number of the process it names. */
static void note_session(server_sql *s)
{
    s->statements.n = 0;
    s->lost = s->pq.status(s->connection) != CONNECTION_OK;
    if (s->lost || s->pooled)
        return;
    PGresult *result = s->pq.exec(s->connection, "SELECT pg_backend_pid()");
    s->pooled = s->pq.resultStatus(result) != PGRES_TUPLES_OK ||
                atoi(s->pq.getvalue(result, 0, 0)) != s->pq.backendPID(s->connection);
    s->pq.clear(result);
}

static void ignore_notice(void *context, const char *message)
{
    (void)context, (void)message;
}

/* To the server, or to the one that has taken its place. False: what it says is in `message`. */
static bool connect_server(server_sql *s)
{
    char *refusal;
    s->lost = true;
    s->connection = libpq_connect(&s->pq, s->url, &refusal);
    if (s->connection) {
        s->pq.setNoticeProcessor(s->connection, ignore_notice, NULL);
        note_session(s);
    }
    if (s->lost)
        keep_message(s, refusal ? refusal : s->pq.errorMessage(s->connection));
    free(refusal);
    return !s->lost;
}

static bool server_again(sql *db)
{
    server_sql *s = server_of(db);
    s->pq.finish(s->connection);
    return connect_server(s);
}

static bool server_in_transaction(const sql *db)
{
    const server_sql *s = server_of(db);
    PGTransactionStatusType status = s->pq.transactionStatus(s->connection);
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR || status == PQTRANS_ACTIVE;
}

/* What passes: a server that shuts down or comes up (57P), a cut line (08), a primary that can only be read because another
 * one has taken its place (25006), a deadlock (40), a full disk or no room for connections (53). */
static const char *const passing[] = {"57P", "08", "25006", "40", "53", NULL};
/* A statement that was prepared is not there, is there already, or gives other rows than it did: a pooler that hides
 * itself, or tables that changed. */
static const char *const strange[] = {"26000", "42P05", "0A000", NULL};

static bool is_among(const char *state, const char *const *all)
{
    for (; *all; all++)
        if (text_begins(state, *all))
            return true;
    return false;
}

/* A result that is no error. After what passes the server is as good as gone. */
static bool accept(server_sql *s, const PGresult *result)
{
    ExecStatusType status = s->pq.resultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return true;
    keep_message(s, s->pq.errorMessage(s->connection));
    const char *state = result ? s->pq.resultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    bool pooled = state && s->statements.n && !s->pooled && is_among(state, strange);
    s->pooled |= pooled;
    s->lost = pooled || (state && is_among(state, passing)) ||
              s->pq.status(s->connection) != CONNECTION_OK;
    return false;
}

static bool server_execute(sql *db, const char *script)
{
    server_sql *s = server_of(db);
    PGresult *result = s->pq.exec(s->connection, script);
    bool good = accept(s, result);
    s->pq.clear(result);
    return good;
}

static sql_query *server_prepare(sql *db, const char *text)
{
    server_query *q = base_alloc_zero(1, sizeof *q);
    q->base.driver = db->driver;
    q->db = server_of(db);
    q->text = base_strdup(text);
    for (char *c = q->text; *c; c++)
        if (*c == '?' && c[1] >= '1' && c[1] <= '9') {
            int number = atoi(c + 1);
            *c = '$';
            q->n = number > q->n ? number : q->n;
        }
    return &q->base;
}

static void server_reset(sql_query *base)
{
    server_query *q = query_of(base);
    q->db->pq.clear(q->result);
    q->result = NULL;
    for (int i = 0; i < q->n; i++) {
        free(q->clean[i]);
        q->clean[i] = NULL;
        q->values[i] = NULL;
        q->types[i] = 0;
        q->formats[i] = 0;
    }
    free(q->bytes);
    q->bytes = NULL;
}

static void server_free_query(sql_query *base)
{
    server_reset(base);
    free(query_of(base)->text);
    free(base);
}

static void server_bind_int(sql_query *base, int position, int64_t number)
{
    server_query *q = query_of(base);
    snprintf(q->numbers[position - 1], NUMBER_ROOM, "%" PRId64, number);
    q->values[position - 1] = q->numbers[position - 1];
}

static void server_bind_real(sql_query *base, int position, double number)
{
    server_query *q = query_of(base);
    snprintf(q->numbers[position - 1], NUMBER_ROOM, "%.17g", number);
    q->values[position - 1] = q->numbers[position - 1];
}

/* The server takes UTF-8 only: any other byte becomes U+FFFD. NULL: it is all UTF-8. */
static char *clean_text(const char *text)
{
    size_t n = strlen(text), at = 0;
    for (size_t k; at < n && (k = text_utf8_length(text + at, n - at)); at += k)
        ;
    if (at == n)
        return NULL;
    strbuf out = STRBUF_INIT;
    strbuf_add(&out, text, at);
    while (at < n) {
        size_t k = text_utf8_length(text + at, n - at);
        if (k)
            strbuf_add(&out, text + at, k);
        else
            strbuf_puts(&out, "\xef\xbf\xbd");
        at += k ? k : 1;
    }
    return strbuf_detach(&out);
}

static void server_bind_text(sql_query *base, int position, const char *text)
{
    server_query *q = query_of(base);
    free(q->clean[position - 1]);
    q->clean[position - 1] = clean_text(text);
    q->values[position - 1] = q->clean[position - 1] ? q->clean[position - 1] : text;
}

static void server_bind_bytes(sql_query *base, int position, const void *bytes, size_t n)
{
    server_query *q = query_of(base);
    q->values[position - 1] = bytes;
    q->lengths[position - 1] = (int)n;
    q->formats[position - 1] = 1;
    q->types[position - 1] = TYPE_BYTEA;
}

static server_statement *find_statement(server_sql *s, const server_query *q)
{
    uint64_t hash = hash_bytes(q->text, strlen(q->text));
    hash = hash_mix(hash, hash_bytes(q->types, (size_t)q->n * sizeof *q->types));
    for (size_t i = 0; i < s->statements.n; i++)
        if (s->statements.at[i].hash == hash)
            return &s->statements.at[i];
    server_statement made = {.hash = hash};
    vec_push(&s->statements, made);
    return NULL;
}

/* The first time as it is, the second time it is prepared. */
static PGresult *send_query(server_sql *s, const server_query *q)
{
    server_statement *known = s->pooled ? NULL : find_statement(s, q);
    if (!known)
        return s->pq.execParams(s->connection, q->text, q->n, q->types, q->values, q->lengths,
                                q->formats, 0);
    char name[NAME_ROOM];
    snprintf(name, sizeof name, "t%016" PRIx64, known->hash);
    if (!known->prepared) {
        PGresult *result = s->pq.prepare(s->connection, name, q->text, q->n, q->types);
        if (s->pq.resultStatus(result) != PGRES_COMMAND_OK)
            return result;
        s->pq.clear(result);
        known->prepared = true;
    }
    return s->pq.execPrepared(s->connection, name, q->n, q->values, q->lengths, q->formats, 0);
}

static sql_step server_next(sql_query *base)
{
    server_query *q = query_of(base);
    server_sql *s = q->db;
    if (!q->result) {
        q->result = send_query(s, q);
        q->row = -1;
        if (!accept(s, q->result)) {
            s->pq.clear(q->result);
            q->result = NULL;
            return SQL_FAILED;
        }
    }
    return ++q->row < s->pq.ntuples(q->result) ? SQL_ROW : SQL_END;
}

static const char *server_text(sql_query *base, int column)
{
    server_query *q = query_of(base);
    return q->db->pq.getvalue(q->result, q->row, column);
}

static int64_t server_int(sql_query *base, int column)
{
    return strtoll(server_text(base, column), NULL, 10);
}

static double server_real(sql_query *base, int column)
{
    return strtod(server_text(base, column), NULL);
}

static int digit(char c)
{
    return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

/* Written as \x0a1b… */
static const void *server_bytes(sql_query *base, int column, size_t *n)
{
    server_query *q = query_of(base);
    const char *text = server_text(base, column);
    bool hex = text_begins(text, "\\x");
    *n = hex ? strlen(text + 2) / 2 : 0;
    free(q->bytes);
    q->bytes = base_alloc(*n + 1);
    for (size_t i = 0; i < *n; i++)
        q->bytes[i] = (char)(digit(text[2 + 2 * i]) << 4 | digit(text[3 + 2 * i]));
    q->bytes[*n] = '\0';
    return q->bytes;
}

static bool server_null(sql_query *base, int column)
{
    server_query *q = query_of(base);
    return q->db->pq.getisnull(q->result, q->row, column);
}

static const sql_driver server_driver = {
    .kind = SQL_POSTGRES,
    .close = server_close,
    .message = server_message,
    .lost = server_lost,
    .again = server_again,
    .in_transaction = server_in_transaction,
    .execute = server_execute,
    .prepare = server_prepare,
    .free_query = server_free_query,
    .bind_int = server_bind_int,
    .bind_real = server_bind_real,
    .bind_text = server_bind_text,
    .bind_bytes = server_bind_bytes,
    .next = server_next,
    .int_of = server_int,
    .real_of = server_real,
    .text_of = server_text,
    .bytes_of = server_bytes,
    .null_of = server_null,
    .reset = server_reset,
};

/* ---- Connecting ------------------------------------------------------------------------------ */

sql *sql_open_server(const char *url, char **error)
{
    server_sql *s = base_alloc_zero(1, sizeof *s);
    s->base.driver = &server_driver;
    strbuf_init(&s->message);
    s->url = base_strdup(url);
    if (!libpq_load(&s->pq))
        strbuf_puts(&s->message, "libpq.so.5 is not there: install the package libpq5");
    else if (connect_server(s))
        return &s->base;
    *error = base_strdup(s->message.text);
    server_close(&s->base);
    return NULL;
}
