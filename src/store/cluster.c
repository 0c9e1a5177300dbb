#include "store/cluster.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "store/cluster_impl.h"

bool cluster_fail(cluster *c)
{
    strbuf_clear(&c->error);
    strbuf_printf(&c->error, "the cluster: %s", sql_message(c->db));
    return false;
}

bool cluster_refuse(cluster *c, const char *why)
{
    strbuf_clear(&c->error);
    strbuf_printf(&c->error, "the cluster: %s", why);
    return false;
}

bool cluster_run(cluster *c, sql_query *q, uint64_t *changed)
{
    if (changed)
        *changed = 0;
    sql_step step = sql_next(q);
    for (; step == SQL_ROW; step = sql_next(q))
        if (changed)
            *changed = (uint64_t)sql_int(q, 0);
    bool good = step == SQL_END || cluster_fail(c);
    sql_query_free(q);
    return good;
}

char *cluster_text(sql_query *q, int column)
{
    return base_strdup(sql_text(q, column));
}

/* ---- Connecting ------------------------------------------------------------------------------ */

static bool check_generation(cluster *c)
{
    uint64_t now;
    if (!cluster_run(c, sql_prepare(c->db, "SELECT generation FROM tandem.meta"), &now))
        return false;
    if ((int64_t)now < c->generation)
        return cluster_refuse(
            c, "this server is older than what was seen of it: another one has taken its place");
    c->generation = (int64_t)now;
    return true;
}

cluster *cluster_open(const char *url, bool create, char **error)
{
    cluster *c = base_alloc_zero(1, sizeof *c);
    strbuf_init(&c->error);
    strbuf_init(&c->word);
    char *why = NULL;
    c->db = sql_open_server(url, &why);
    if (!c->db)
        cluster_refuse(c, why);
    free(why);
    if (c->db && cluster_schema(c, create) && check_generation(c))
        return c;
    *error = strbuf_detach(&c->error);
    cluster_close(c);
    return NULL;
}

void cluster_close(cluster *c)
{
    if (!c)
        return;
    sql_close(c->db);
    strbuf_free(&c->error);
    strbuf_free(&c->word);
    free(c);
}

const char *cluster_error(const cluster *c)
{
    return c->error.text;
}

bool cluster_lost(const cluster *c)
{
    return sql_lost(c->db);
}

bool cluster_again(cluster *c)
{
    return (sql_again(c->db) || cluster_fail(c)) && check_generation(c);
}

/* ---- Campaigns ------------------------------------------------------------------------------- */

bool cluster_begin(cluster *c, const char *name, const char *version, int64_t *id, bool *made)
{
    sql_query *q = sql_prepare(
        c->db, "WITH made AS (INSERT INTO tandem.campaign (name, version) VALUES (?1, ?2) "
               "ON CONFLICT DO NOTHING RETURNING id), begun AS (INSERT INTO tandem.progress "
               "SELECT id, 0 FROM made) SELECT id FROM made");
    uint64_t number;
    sql_bind_text(q, 1, name);
    sql_bind_text(q, 2, version);
    if (!cluster_run(c, q, &number))
        return false;
    *made = number != 0;
    if (!*made) {
        q = sql_prepare(
            c->db, "UPDATE tandem.campaign SET state = 'running' WHERE name = ?1 RETURNING id");
        sql_bind_text(q, 1, name);
        if (!cluster_run(c, q, &number))
            return false;
    }
    *id = (int64_t)number;
    return true;
}

store *cluster_store(cluster *c, int64_t campaign, const char *name)
{
    return store_of_campaign(c->db, campaign, name);
}

static void campaign_free(cluster_campaign *one)
{
    free(one->name);
    free(one->state);
    free(one->version);
    free(one->coordinator);
}

void cluster_campaigns_free(cluster_campaigns *all)
{
    for (size_t i = 0; i < all->n; i++)
        campaign_free(&all->at[i]);
    vec_free(all);
}

static const char list_text[] =
    "SELECT k.id, k.name, k.state, k.version, k.coordinator, k.coordinator_until > "
    "clock_timestamp(), k.priority, "
    "k.share, k.lease, k.next_unit, k.units, k.formulas, k.calls, k.seconds, "
    "count(c.number) FILTER (WHERE c.state = 'open' AND c.finding IS NULL), "
    "count(c.number) FILTER (WHERE c.state = 'leased' AND c.finding IS NULL), "
    "count(c.number) FILTER (WHERE c.state = 'quarantined'), "
    "(SELECT count(*) FROM tandem.report r WHERE r.campaign = k.id), "
    "(SELECT count(*) FROM tandem.finding f WHERE f.campaign = k.id), "
    "(SELECT count(*) FROM tandem.finding f WHERE f.campaign = k.id AND f.state IN ('confirmed', "
    "'reduced')), "
    "count(c.number) FILTER (WHERE c.state <> 'quarantined' AND c.finding IS NOT NULL) "
    "FROM tandem.campaign k LEFT JOIN tandem.chunk c ON c.campaign = k.id "
    "WHERE CAST(?1 AS TEXT) IS NULL OR k.name = ?1 GROUP BY k.id "
    "ORDER BY k.priority DESC, k.id";

bool cluster_list(cluster *c, const char *name, cluster_campaigns *all)
{
    sql_query *q = sql_prepare(c->db, list_text);
    if (name)
        sql_bind_text(q, 1, name);
    sql_step step;
    while ((step = sql_next(q)) == SQL_ROW) {
        cluster_campaign one = {.id = sql_int(q, 0),
                                .name = cluster_text(q, 1),
                                .state = cluster_text(q, 2),
                                .version = cluster_text(q, 3),
                                .coordinator = cluster_text(q, 4),
                                .led = *sql_text(q, 5) == 't',
                                .priority = sql_int(q, 6),
                                .share = sql_real(q, 7),
                                .lease = sql_real(q, 8),
                                .seconds = sql_real(q, 13)};
        uint64_t *const numbers[] = {&one.next_unit, &one.units, &one.formulas, &one.calls};
        for (int i = 0; i < 4; i++)
            *numbers[i] = (uint64_t)sql_int(q, 9 + i);
        uint64_t *const counts[] = {&one.open,     &one.leased,    &one.quarantined,   &one.unread,
                                    &one.findings, &one.confirmed, &one.finding_chunks};
        for (int i = 0; i < 7; i++)
            *counts[i] = (uint64_t)sql_int(q, 14 + i);
        vec_push(all, one);
    }
    bool good = step == SQL_END || cluster_fail(c);
    sql_query_free(q);
    return good;
}

bool cluster_set_state(cluster *c, const char *name, const char *state, uint64_t *changed)
{
    sql_query *q = sql_prepare(
        c->db, "WITH changed AS (UPDATE tandem.campaign SET state = ?2 WHERE (CAST(?1 AS TEXT) IS "
               "NULL OR name = ?1) AND state <> 'done' RETURNING 1) SELECT count(*) FROM changed");
    if (name)
        sql_bind_text(q, 1, name);
    sql_bind_text(q, 2, state);
    return cluster_run(c, q, changed);
}

bool cluster_retry(cluster *c, const char *name, uint64_t *changed)
{
    sql_query *q = sql_prepare(c->db, "WITH changed AS (UPDATE tandem.chunk c SET state = 'open', "
                                      "lost = 0 FROM tandem.campaign k WHERE k.id = "
                                      "c.campaign AND c.state = 'quarantined' AND (CAST(?1 AS "
                                      "TEXT) IS NULL OR k.name = ?1) RETURNING 1) "
                                      "SELECT count(*) FROM changed");
    if (name)
        sql_bind_text(q, 1, name);
    return cluster_run(c, q, changed);
}

bool cluster_forget(cluster *c, const char *name)
{
    static const char *const tables[] = {"fact",     "seed",   "decision", "run",
                                         "progress", "unit",   "finding",  "file",
                                         "chunk",    "ledger", "report"};
    bool good = sql_execute(c->db, "BEGIN") || cluster_fail(c);
    strbuf text = STRBUF_INIT;
    for (size_t i = 0; good && i < sizeof tables / sizeof *tables; i++) {
        strbuf_clear(&text);
        strbuf_printf(&text,
                      "DELETE FROM tandem.%s WHERE campaign = (SELECT id FROM tandem.campaign "
                      "WHERE name = ?1)",
                      tables[i]);
        sql_query *q = sql_prepare(c->db, text.text);
        sql_bind_text(q, 1, name);
        good = cluster_run(c, q, NULL);
    }
    strbuf_free(&text);
    if (good) {
        sql_query *q = sql_prepare(c->db, "DELETE FROM tandem.campaign WHERE name = ?1");
        sql_bind_text(q, 1, name);
        good = cluster_run(c, q, NULL);
    }
    if (!sql_execute(c->db, good ? "COMMIT" : "ROLLBACK") && good)
        good = cluster_fail(c);
    return good;
}

bool cluster_vacuum(cluster *c, double days, uint64_t *removed)
{
    sql_query *q = sql_prepare(c->db, "WITH gone AS (DELETE FROM tandem.ledger l USING "
                                      "tandem.campaign k WHERE k.id = l.campaign AND k.state = "
                                      "'done' AND l.done < now() - CAST(?1 AS DOUBLE PRECISION) * "
                                      "interval '1 day' RETURNING 1) SELECT count(*) FROM gone");
    sql_bind_real(q, 1, days);
    if (!cluster_run(c, q, removed))
        return false;
    static const char *const tables[] = {"chunk", "ledger", "report", "agent", "finding", "unit"};
    bool good = true;
    strbuf text = STRBUF_INIT;
    for (size_t i = 0; good && i < sizeof tables / sizeof *tables; i++) {
        strbuf_clear(&text);
        strbuf_printf(&text, "VACUUM (ANALYZE) tandem.%s", tables[i]);
        good = sql_execute(c->db, text.text) || cluster_fail(c);
    }
    strbuf_free(&text);
    return good;
}

/* ---- Files and lists ------------------------------------------------------------------------- */

bool cluster_add_file(cluster *c, int64_t campaign, uint64_t number, const char *name,
                      const char *expected, const void *bytes, size_t n)
{
    sql_query *q = sql_prepare(
        c->db,
        "INSERT INTO tandem.file VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (campaign, number) "
        "DO UPDATE SET name = excluded.name, expected = excluded.expected, bytes = excluded.bytes");
    sql_bind_int(q, 1, campaign);
    sql_bind_int(q, 2, (int64_t)number);
    sql_bind_text(q, 3, name);
    sql_bind_text(q, 4, expected);
    sql_bind_bytes(q, 5, bytes, n);
    return cluster_run(c, q, NULL);
}

bool cluster_files(cluster *c, int64_t campaign, cluster_file_reader *each, void *context)
{
    sql_query *q = sql_prepare(
        c->db, "SELECT number, name, expected, bytes FROM tandem.file WHERE campaign = ?1 "
               "ORDER BY number");
    sql_bind_int(q, 1, campaign);
    sql_step step;
    bool good = true;
    while (good && (step = sql_next(q)) == SQL_ROW) {
        size_t n;
        const void *bytes = sql_bytes(q, 3, &n);
        good = each(context, (uint64_t)sql_int(q, 0), sql_text(q, 1), sql_text(q, 2), bytes, n);
        if (!good)
            cluster_refuse(c, "a file of the campaign cannot be written here");
    }
    good = good && (step == SQL_END || cluster_fail(c));
    sql_query_free(q);
    return good;
}

bool cluster_add_known(cluster *c, const char *lines)
{
    bool good = true;
    while (good && *lines) {
        size_t n = strcspn(lines, "\n");
        char *line = base_strndup(lines, n);
        if (n && *line != '#') {
            sql_query *q =
                sql_prepare(c->db, "INSERT INTO tandem.known VALUES (?1) ON CONFLICT DO NOTHING");
            sql_bind_text(q, 1, line);
            good = cluster_run(c, q, NULL);
        }
        free(line);
        lines += n + (lines[n] != '\0');
    }
    return good;
}

bool cluster_known(cluster *c, strbuf *lines)
{
    sql_query *q = sql_prepare(c->db, "SELECT line FROM tandem.known ORDER BY line");
    sql_step step;
    while ((step = sql_next(q)) == SQL_ROW)
        strbuf_printf(lines, "%s\n", sql_text(q, 0));
    bool good = step == SQL_END || cluster_fail(c);
    sql_query_free(q);
    return good;
}
