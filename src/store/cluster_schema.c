/* The tables of the cluster: made where there are none, and brought to our version where they are older. */
#include "store/cluster_impl.h"

/* cluster.sql and cluster_functions.sql */
extern const unsigned char cluster_tables_text[], cluster_functions_text[];
extern const size_t cluster_tables_text_size, cluster_functions_text_size;

/* What makes the tables of version i + 1 those of the next. Functions are replaced in any case. */
static const char *const migrations[CLUSTER_VERSION - 1] = {
    "",
    "ALTER TABLE tandem.campaign ADD IF NOT EXISTS bisect_share DOUBLE PRECISION NOT NULL DEFAULT "
    "0.1, ADD IF NOT EXISTS host_leases INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tandem.chunk ADD IF NOT EXISTS share SMALLINT NOT NULL DEFAULT 0;"
    "UPDATE tandem.chunk SET share = 1 WHERE finding IS NOT NULL;"
    "DROP FUNCTION IF EXISTS tandem.take;"
    "DROP INDEX IF EXISTS tandem.chunk_open;"
    "CREATE INDEX chunk_open ON tandem.chunk (campaign, share, (number & 63), number) "
    "WHERE state = 'open'",
};

static bool find_number(cluster *c, const char *text, uint64_t *number)
{
    return cluster_run(c, sql_prepare(c->db, text), number);
}

static bool run_text(cluster *c, const unsigned char *text, size_t n)
{
    strbuf script = STRBUF_INIT;
    strbuf_add(&script, (const char *)text, n);
    bool good = sql_execute(c->db, script.text) || cluster_fail(c);
    strbuf_free(&script);
    return good;
}

/* Agents of before know nothing of what is new: they end when they have done what they have. */
static bool migrate(cluster *c, uint64_t version)
{
    bool good = true;
    for (uint64_t i = version; good && i < CLUSTER_VERSION; i++)
        good = !*migrations[i - 1] || sql_execute(c->db, migrations[i - 1]) || cluster_fail(c);
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text,
                  "UPDATE tandem.meta SET version = %d; UPDATE tandem.agent SET state = 'draining'",
                  CLUSTER_VERSION);
    good = good && (sql_execute(c->db, text.text) || cluster_fail(c));
    strbuf_free(&text);
    return good;
}

/* One at a time: two coordinators may begin together. */
static bool bring_up(cluster *c)
{
    enum { LOCK = 1415671396 };
    uint64_t there = 0, version = CLUSTER_VERSION;
    strbuf script = STRBUF_INIT;
    strbuf_printf(&script, "BEGIN; SELECT pg_advisory_xact_lock(%d)", LOCK);
    bool good = sql_execute(c->db, script.text) || cluster_fail(c);
    strbuf_free(&script);
    good = good &&
           find_number(c, "SELECT count(*) FROM pg_namespace WHERE nspname = 'tandem'", &there);
    if (good && !there)
        good = run_text(c, cluster_tables_text, cluster_tables_text_size);
    else if (good)
        good = find_number(c, "SELECT version FROM tandem.meta", &version) &&
               (version == CLUSTER_VERSION || migrate(c, version));
    if (good && (!there || version < CLUSTER_VERSION))
        good = run_text(c, cluster_functions_text, cluster_functions_text_size);
    if (!sql_execute(c->db, good ? "COMMIT" : "ROLLBACK") && good)
        good = cluster_fail(c);
    return good;
}

bool cluster_schema(cluster *c, bool create)
{
    uint64_t there = 0, version = 0;
    if (!find_number(c, "SELECT count(*) FROM pg_namespace WHERE nspname = 'tandem'", &there))
        return false;
    if (!there && !create)
        return cluster_refuse(c, "there is no campaign on that database");
    if (there && !find_number(c, "SELECT version FROM tandem.meta", &version))
        return false;
    if (version > CLUSTER_VERSION)
        return cluster_refuse(c, "the database is of a newer version of Tandem");
    if (version < CLUSTER_VERSION && !create)
        return cluster_refuse(c, "the database is of an older version of Tandem; a coordinator of "
                                 "this one brings it up to date");
    return version == CLUSTER_VERSION || bring_up(c);
}
