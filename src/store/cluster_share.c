/* Several campaigns on one database: which of them an agent works for. */
#include <inttypes.h>

#include "store/cluster_impl.h"

void cluster_put_ids(strbuf *out, const cluster_ids *ids)
{
    strbuf_putc(out, '{');
    for (size_t i = 0; i < ids->n; i++)
        strbuf_printf(out, "%s%" PRId64, i ? "," : "", ids->at[i]);
    strbuf_putc(out, '}');
}

bool cluster_choose(cluster *c, const cluster_wish *wish, cluster_campaign *one)
{
    strbuf refused = STRBUF_INIT;
    cluster_put_ids(&refused, wish->refused);
    sql_query *q = sql_prepare(
        c->db, "SELECT k.id, k.name, k.lease FROM tandem.campaign k WHERE k.state = 'running' AND "
               "k.version = ?2 AND (CAST(?1 AS TEXT) IS NULL OR k.name = ?1) AND k.id <> ALL "
               "(CAST(?3 AS BIGINT[])) AND EXISTS (SELECT 1 FROM tandem.chunk o WHERE o.campaign "
               "= k.id AND o.state = 'open') ORDER BY k.priority DESC, k.id = ?4 DESC, "
               "-ln(random() + 1e-9) / greatest(k.share, 1e-9) LIMIT 1");
    if (wish->name)
        sql_bind_text(q, 1, wish->name);
    sql_bind_text(q, 2, wish->version);
    sql_bind_text(q, 3, refused.text);
    sql_bind_int(q, 4, wish->stay);
    *one = (cluster_campaign){0};
    sql_step step = sql_next(q);
    if (step == SQL_ROW)
        *one = (cluster_campaign){
            .id = sql_int(q, 0), .name = cluster_text(q, 1), .lease = sql_real(q, 2)};
    bool good = step != SQL_FAILED || cluster_fail(c);
    sql_query_free(q);
    strbuf_free(&refused);
    return good;
}

bool cluster_set_share(cluster *c, const char *name, const double *share, const double *priority,
                       uint64_t *changed)
{
    sql_query *q = sql_prepare(
        c->db, "WITH changed AS (UPDATE tandem.campaign SET share = coalesce(CAST(?2 AS DOUBLE "
               "PRECISION), share), priority = coalesce(CAST(CAST(?3 AS DOUBLE PRECISION) AS "
               "INTEGER), priority) WHERE name = ?1 RETURNING 1) SELECT count(*) FROM changed");
    sql_bind_text(q, 1, name);
    if (share)
        sql_bind_real(q, 2, *share);
    if (priority)
        sql_bind_real(q, 3, *priority);
    return cluster_run(c, q, changed);
}
