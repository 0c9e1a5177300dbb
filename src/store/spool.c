#include "store/spool.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "store/sql.h"

struct spool {
    sql *db;
    size_t n; /* rows, as far as we know */
};

static const char schema[] = "CREATE TABLE IF NOT EXISTS result (id INTEGER PRIMARY KEY, agent "
                             "TEXT NOT NULL, campaign INTEGER NOT NULL, "
                             "token INTEGER NOT NULL, chunk INTEGER NOT NULL, formulas INTEGER NOT "
                             "NULL, calls INTEGER NOT NULL, seen INTEGER NOT "
                             "NULL, hash INTEGER NOT NULL, seconds REAL NOT NULL, payload BLOB NOT "
                             "NULL, notes TEXT NOT NULL, findings TEXT NOT NULL)";

static size_t count_rows(spool *s)
{
    sql_query *q = sql_prepare(s->db, "SELECT count(*) FROM result");
    size_t n = q && sql_next(q) == SQL_ROW ? (size_t)sql_int(q, 0) : 0;
    sql_query_free(q);
    return n;
}

spool *spool_open(const char *path, char **error)
{
    char *why = NULL;
    spool *s = base_alloc_zero(1, sizeof *s);
    s->db = sql_open_file(path, true, &why);
    if (s->db && !sql_execute(s->db, schema))
        why = base_strdup(sql_message(s->db));
    if (!why) {
        s->n = count_rows(s);
        return s;
    }
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%s: %s", path, why);
    *error = strbuf_detach(&text);
    free(why);
    spool_close(s);
    return NULL;
}

void spool_close(spool *s)
{
    if (!s)
        return;
    sql_close(s->db);
    free(s);
}

const char *spool_error(const spool *s)
{
    return sql_message(s->db);
}

size_t spool_count(spool *s)
{
    return s->n;
}

bool spool_add(spool *s, const char *agent, const cluster_result *r)
{
    sql_query *q = sql_prepare(
        s->db,
        "INSERT INTO result (agent, campaign, token, chunk, formulas, calls, seen, hash, seconds, "
        "payload, notes, findings) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)");
    if (!q)
        return false;
    sql_bind_text(q, 1, agent);
    const int64_t numbers[] = {r->campaign,          r->token,          (int64_t)r->chunk,
                               (int64_t)r->formulas, (int64_t)r->calls, (int64_t)r->seen,
                               (int64_t)r->hash};
    for (int i = 0; i < 7; i++)
        sql_bind_int(q, i + 2, numbers[i]);
    sql_bind_real(q, 9, r->seconds);
    sql_bind_bytes(q, 10, r->payload.text, r->payload.n);
    sql_bind_text(q, 11, r->notes.text);
    sql_bind_text(q, 12, r->findings.text);
    bool good = sql_next(q) == SQL_END;
    sql_query_free(q);
    s->n += good;
    return good;
}

/* The oldest row; 0: there is none. */
static int64_t first_row(spool *s, cluster_result *r, strbuf *agent)
{
    sql_query *q = sql_prepare(
        s->db,
        "SELECT id, agent, campaign, token, chunk, formulas, calls, seen, hash, seconds, payload, "
        "notes, findings FROM result ORDER BY id LIMIT 1");
    int64_t id = 0;
    if (q && sql_next(q) == SQL_ROW) {
        id = sql_int(q, 0);
        strbuf_puts(agent, sql_text(q, 1));
        r->campaign = sql_int(q, 2);
        r->token = sql_int(q, 3);
        uint64_t *const numbers[] = {&r->chunk, &r->formulas, &r->calls, &r->seen, &r->hash};
        for (int i = 0; i < 5; i++)
            *numbers[i] = (uint64_t)sql_int(q, 4 + i);
        r->seconds = sql_real(q, 9);
        size_t n;
        const char *payload = sql_bytes(q, 10, &n);
        strbuf_add(&r->payload, payload, n);
        strbuf_puts(&r->notes, sql_text(q, 11));
        strbuf_puts(&r->findings, sql_text(q, 12));
    }
    sql_query_free(q);
    return id;
}

static bool remove_row(spool *s, int64_t id)
{
    sql_query *q = sql_prepare(s->db, "DELETE FROM result WHERE id = ?1");
    sql_bind_int(q, 1, id);
    bool good = q && sql_next(q) == SQL_END;
    sql_query_free(q);
    return good;
}

bool spool_send(spool *s, cluster *c, size_t *sent)
{
    bool good = true;
    *sent = 0;
    for (bool more = s->n > 0; good && more;) {
        cluster_result r;
        cluster_result_init(&r);
        strbuf agent = STRBUF_INIT;
        cluster_verdict verdict;
        int64_t id = first_row(s, &r, &agent);
        more = id != 0;
        good = !more || (cluster_finish(c, agent.text, &r, &verdict) && remove_row(s, id));
        *sent += more && good;
        cluster_result_free(&r);
        strbuf_free(&agent);
    }
    s->n = count_rows(s);
    return good;
}
