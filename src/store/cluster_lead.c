/* What a coordinator does on the server. */
#include <string.h>

#include "store/cluster_impl.h"

bool cluster_lead(cluster *c, int64_t campaign, const char *who, double seconds, bool first,
                  bool *ours)
{
    sql_query *q = sql_prepare(
        c->db,
        "UPDATE tandem.campaign SET coordinator = ?2, coordinator_until = clock_timestamp() + "
        "CAST(?3 AS DOUBLE PRECISION) * interval '1 second' WHERE id = ?1 AND (coordinator = ?2 "
        "OR coordinator_until NOT BETWEEN clock_timestamp() AND clock_timestamp() + 2 * "
        "CAST(?3 AS DOUBLE PRECISION) * interval '1 second') RETURNING id");
    uint64_t id;
    sql_bind_int(q, 1, campaign);
    sql_bind_text(q, 2, who);
    sql_bind_real(q, 3, seconds);
    if (!cluster_run(c, q, &id))
        return false;
    *ours = id != 0;
    uint64_t generation = 0;
    if (!*ours || !first)
        return true;
    bool good = cluster_run(
        c,
        sql_prepare(c->db,
                    "UPDATE tandem.meta SET generation = generation + 1 RETURNING generation"),
        &generation);
    if (good)
        c->generation = (int64_t)generation;
    return good;
}

bool cluster_unlead(cluster *c, int64_t campaign, const char *who)
{
    sql_query *q = sql_prepare(
        c->db, "UPDATE tandem.campaign SET coordinator_until = '-infinity' WHERE id = ?1 AND "
               "coordinator = ?2");
    sql_bind_int(q, 1, campaign);
    sql_bind_text(q, 2, who);
    return cluster_run(c, q, NULL);
}

bool cluster_configure(cluster *c, int64_t campaign, const cluster_rules *rules)
{
    sql_query *q = sql_prepare(c->db, "UPDATE tandem.campaign SET lease = ?2, losses = ?3, "
                                      "finding_share = ?4, bisect_share = ?5, host_leases = ?6 "
                                      "WHERE id = ?1");
    sql_bind_int(q, 1, campaign);
    sql_bind_real(q, 2, rules->lease);
    sql_bind_int(q, 3, (int64_t)rules->losses);
    sql_bind_real(q, 4, rules->finding_share);
    sql_bind_real(q, 5, rules->bisect_share);
    sql_bind_int(q, 6, (int64_t)rules->host_leases);
    return cluster_run(c, q, NULL);
}

bool cluster_count(cluster *c, int64_t campaign, cluster_counts *counts)
{
    sql_query *q = sql_prepare(
        c->db,
        "SELECT count(*) FILTER (WHERE c.state = 'open' AND c.finding IS NULL), "
        "count(*) FILTER (WHERE c.state = 'leased' AND c.finding IS NULL), "
        "count(*) FILTER (WHERE c.state = 'quarantined' AND c.finding IS NULL), "
        "count(*) FILTER (WHERE c.finding IS NOT NULL AND c.state <> 'quarantined'), "
        "(SELECT next_unit FROM tandem.campaign WHERE id = ?1), a.n, a.jobs, "
        "(SELECT count(*) FROM tandem.known), "
        "EXISTS (SELECT 1 FROM tandem.report WHERE campaign = ?1 AND finding IS NULL), "
        "EXISTS (SELECT 1 FROM tandem.report WHERE campaign = ?1 AND finding IS NOT NULL), "
        "EXISTS (SELECT 1 FROM tandem.finding WHERE campaign = ?1 AND NOT queued) "
        "FROM (SELECT count(*) AS n, coalesce(sum(jobs), 0) AS jobs FROM tandem.agent WHERE "
        "campaign = ?1 AND deadline > clock_timestamp()) a LEFT JOIN tandem.chunk c ON c.campaign "
        "= ?1 GROUP BY a.n, a.jobs");
    sql_bind_int(q, 1, campaign);
    bool good = sql_next(q) == SQL_ROW || cluster_fail(c);
    uint64_t *const all[] = {&counts->open,     &counts->leased,    &counts->quarantined,
                             &counts->findings, &counts->next_unit, &counts->agents,
                             &counts->jobs,     &counts->known};
    bool *const news[] = {&counts->unit_reports, &counts->finding_reports, &counts->new_findings};
    for (int i = 0; good && i < 8; i++)
        *all[i] = (uint64_t)sql_int(q, i);
    for (int i = 0; good && i < 3; i++)
        *news[i] = *sql_text(q, 8 + i) == 't';
    sql_query_free(q);
    return good;
}

bool cluster_add_chunks(cluster *c, int64_t campaign, const cluster_batch *b)
{
    uint64_t end = b->first + b->size * b->n, made;
    if (b->limit && end > b->limit)
        end = b->limit;
    if (end <= b->first)
        return true;
    uint64_t n = (end - b->first + b->size - 1) / b->size;
    sql_query *q = sql_prepare(
        c->db,
        "WITH k AS (UPDATE tandem.campaign SET next_chunk = next_chunk + ?5, next_unit = "
        "greatest(next_unit, ?6) WHERE id = ?1 AND coordinator = ?2 RETURNING next_chunk - ?5 AS "
        "number), d AS (INSERT INTO tandem.decision (campaign, number, first, bytes) SELECT ?1, "
        "?7, ?3, ?8 FROM k WHERE CAST(?8 AS BYTEA) IS NOT NULL ON CONFLICT (campaign, number) DO "
        "UPDATE SET bytes = excluded.bytes, first = excluded.first), made AS (INSERT INTO "
        "tandem.chunk (campaign, number, kind, first, count, epoch) SELECT ?1, k.number + i, "
        "'units', ?3 + i * ?4, least(?4, ?6 - (?3 + i * ?4)), ?7 FROM k, generate_series(0, "
        "CAST(?5 AS BIGINT) - 1) AS i RETURNING 1) SELECT count(*) FROM made");
    sql_bind_int(q, 1, campaign);
    sql_bind_text(q, 2, b->who);
    const uint64_t numbers[] = {b->first, b->size, n, end, b->epoch};
    for (int i = 0; i < 5; i++)
        sql_bind_int(q, i + 3, (int64_t)numbers[i]);
    if (b->weights)
        sql_bind_bytes(q, 8, b->weights, b->n_weights);
    strbuf_clear(&c->error);
    return cluster_run(c, q, &made) && made;
}

static const char *const kind_names[] = {"units", "confirm", "reduce", "bisect"};

cluster_kind cluster_kind_read(const char *name)
{
    for (int i = CLUSTER_CONFIRM; i <= CLUSTER_BISECT; i++)
        if (!strcmp(name, kind_names[i]))
            return (cluster_kind)i;
    return CLUSTER_UNITS;
}

bool cluster_add_finding(cluster *c, int64_t campaign, cluster_kind kind, int64_t which,
                         uint64_t epoch)
{
    sql_query *q = sql_prepare(
        c->db, "WITH k AS (UPDATE tandem.campaign SET next_chunk = next_chunk + 1 WHERE id = ?1 "
               "RETURNING id, next_chunk - 1 AS n) INSERT INTO tandem.chunk (campaign, number, "
               "kind, share, first, count, epoch, finding) SELECT k.id, k.n, CAST(?2 AS TEXT), "
               "CAST(?5 AS SMALLINT), 0, 0, CAST(?4 AS BIGINT), CAST(?3 AS BIGINT) FROM k "
               "ON CONFLICT DO NOTHING");
    sql_bind_int(q, 1, campaign);
    sql_bind_text(q, 2, kind_names[kind]);
    sql_bind_int(q, 3, which);
    sql_bind_int(q, 4, (int64_t)epoch);
    sql_bind_int(q, 5, kind == CLUSTER_BISECT ? 2 : 1);
    return cluster_run(c, q, NULL);
}

bool cluster_take_reports(cluster *c, int64_t campaign, bool findings, uint64_t most,
                          void (*each)(void *context, const cluster_report *report), void *context)
{
    sql_query *q = sql_prepare(
        c->db,
        "WITH taken AS (DELETE FROM tandem.report r WHERE r.campaign = ?1 AND r.chunk IN (SELECT "
        "chunk FROM tandem.report WHERE campaign = ?1 AND (finding IS NOT NULL) = CAST(?3 AS "
        "BOOLEAN) ORDER BY chunk LIMIT ?2) RETURNING chunk, "
        "kind, count, coalesce(finding, 0) AS finding, formulas, calls, seconds, payload), "
        "counted AS (UPDATE tandem.campaign k SET units = k.units + s.units, formulas = k.formulas "
        "+ "
        "s.formulas, calls = k.calls + s.calls, seconds = k.seconds + s.seconds FROM (SELECT "
        "sum(count) AS units, sum(formulas) AS formulas, sum(calls) AS calls, sum(seconds) AS "
        "seconds FROM taken HAVING count(*) > 0) s WHERE k.id = ?1) SELECT * FROM taken");
    sql_bind_int(q, 1, campaign);
    sql_bind_int(q, 2, (int64_t)most);
    sql_bind_text(q, 3, findings ? "true" : "false");
    sql_step step;
    while ((step = sql_next(q)) == SQL_ROW) {
        cluster_report one = {.chunk = (uint64_t)sql_int(q, 0),
                              .kind = cluster_kind_read(sql_text(q, 1)),
                              .count = (uint64_t)sql_int(q, 2),
                              .finding = sql_int(q, 3),
                              .formulas = (uint64_t)sql_int(q, 4),
                              .calls = (uint64_t)sql_int(q, 5),
                              .seconds = sql_real(q, 6)};
        one.payload = sql_bytes(q, 7, &one.n);
        each(context, &one);
    }
    bool good = step == SQL_END || cluster_fail(c);
    sql_query_free(q);
    return good;
}

bool cluster_take_seen(cluster *c, int64_t campaign, uint64_t most, cluster_seen_list *seen)
{
    sql_query *q = sql_prepare(
        c->db, "UPDATE tandem.finding SET queued = true WHERE id IN (SELECT id FROM tandem.finding "
               "WHERE campaign = ?1 AND NOT queued ORDER BY id LIMIT ?2) RETURNING id, theories");
    sql_bind_int(q, 1, campaign);
    sql_bind_int(q, 2, (int64_t)most);
    sql_step step;
    while ((step = sql_next(q)) == SQL_ROW) {
        cluster_seen one = {sql_int(q, 0), (uint64_t)sql_int(q, 1)};
        vec_push(seen, one);
    }
    bool good = step == SQL_END || cluster_fail(c);
    sql_query_free(q);
    return good;
}
