#include "store/store_copy.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/map.h"
#include "store/cluster_impl.h"
#include "store/store_impl.h"

/* A table that is copied row by row: how it is read and written. */
typedef struct table {
    store_statement list, add;
    const char *columns; /* a letter each: t, n, r, b */
} table;

static const table tables[] = {
    {STATEMENT_LIST_FACTS, STATEMENT_SET_FACT, "tt"},
    {STATEMENT_LIST_SEEDS, STATEMENT_PUT_SEED, "ttt"},
    {STATEMENT_LIST_DECISIONS, STATEMENT_ADD_DECISION, "nbn"},
    {STATEMENT_LIST_RUNS, STATEMENT_ADD_RUN, "nntrrn"},
    {STATEMENT_LIST_LEDGER, STATEMENT_ADD_LEDGER, "ntnnnnnrnnt"},
};

static bool copy_row(store *into, const table *t, sql_query *row)
{
    sql_query *add = store_use(into, t->add);
    for (int i = 0; t->columns[i]; i++) {
        size_t n;
        switch (t->columns[i]) {
        case 't':
            sql_bind_text(add, i + 1, sql_text(row, i));
            break;
        case 'n':
            sql_bind_int(add, i + 1, sql_int(row, i));
            break;
        case 'r':
            sql_bind_real(add, i + 1, sql_real(row, i));
            break;
        default: {
            const void *bytes = sql_bytes(row, i, &n);
            sql_bind_bytes(add, i + 1, bytes, n);
            break;
        }
        }
    }
    return store_run_statement(into, add);
}

static bool copy_table(store *from, store *into, const table *t)
{
    sql_query *rows = store_use(from, t->list);
    bool good = true, more = true;
    while (good && more) {
        more = store_row(from, rows, &good);
        if (good && more)
            good = copy_row(into, t, rows);
    }
    sql_reset(rows);
    return good;
}

static bool copy_findings(store *from, store *into)
{
    store_ids ids = {0};
    map numbers = {0};
    bool good = store_findings(from, -1, &ids);
    for (size_t i = 0; good && i < ids.n; i++) {
        finding f;
        good = store_get_finding(from, ids.at[i], &f);
        if (!good)
            break;
        f.id = 0;
        if (f.same_as)
            f.same_as = (int64_t)map_get(&numbers, (uint64_t)f.same_as, 0);
        good = store_put_finding(into, &f);
        map_put(&numbers, (uint64_t)ids.at[i], (uint64_t)f.id);
        finding_free(&f);
    }
    map_free(&numbers);
    vec_free(&ids);
    return good;
}

/* ---- Units ----------------------------------------------------------------------------------- */

static bool set_prefix(store *into, uint64_t prefix)
{
    sql_query *q = store_use(into, STATEMENT_SET_PREFIX);
    sql_bind_int(q, 1, (int64_t)prefix);
    return store_run_statement(into, q);
}

static bool put_unit(store *into, uint64_t unit, const char *note)
{
    sql_query *q = store_use(into, STATEMENT_PUT_UNIT);
    sql_bind_int(q, 1, (int64_t)unit);
    sql_bind_text(q, 2, note);
    return store_run_statement(into, q);
}

/* Of what a server's ledger has: a prefix, and single units behind it. Chunks are in the order of their numbers, and so
 * are their units, but some may be missing. */
static bool units_from_ledger(store *from, store *into)
{
    sql_query *rows = store_use(from, STATEMENT_LIST_LEDGER);
    uint64_t prefix = 0;
    bool good = true, more = true;
    while (good && more) {
        more = store_row(from, rows, &good);
        if (!good || !more || sql_text(rows, 1)[0] != 'u')
            continue;
        uint64_t first = (uint64_t)sql_int(rows, 2), end = first + (uint64_t)sql_int(rows, 3);
        if (first <= prefix) {
            prefix = end > prefix ? end : prefix;
            continue;
        }
        for (uint64_t unit = first; good && unit < end; unit++)
            good = put_unit(into, unit, "");
    }
    sql_reset(rows);
    return good && set_prefix(into, prefix);
}

static bool copy_units(store *from, store *into)
{
    bool good =
        from->campaign ? units_from_ledger(from, into) : set_prefix(into, store_first_open(from));
    sql_query *rows = store_use(from, STATEMENT_LIST_UNITS);
    for (bool more = good; good && more;) {
        more = store_row(from, rows, &good);
        if (good && more)
            good = put_unit(into, (uint64_t)sql_int(rows, 0), sql_text(rows, 1));
    }
    sql_reset(rows);
    return good;
}

bool store_copy(store *from, store *into, char **error)
{
    bool good = store_begin(into);
    for (size_t i = 0; good && i < sizeof tables / sizeof *tables; i++)
        good = copy_table(from, into, &tables[i]);
    good = good && copy_findings(from, into) && copy_units(from, into);
    good = store_commit(into) && good;
    if (!good)
        *error = base_strdup(*store_error(into) ? store_error(into) : store_error(from));
    return good;
}

/* ---- On a server ----------------------------------------------------------------------------- */

static bool add_range(cluster *c, int64_t campaign, uint64_t *number, uint64_t first,
                      uint64_t count, bool done)
{
    static const char *const texts[] = {
        "INSERT INTO tandem.chunk (campaign, number, kind, first, count, epoch) VALUES (?1, ?2, "
        "'units', ?3, ?4, "
        "(SELECT number FROM tandem.decision WHERE campaign = ?1 AND first <= ?3 ORDER BY first "
        "DESC LIMIT 1))",
        "INSERT INTO tandem.ledger (campaign, chunk, kind, first, count, formulas, calls, seen, "
        "seconds, hash, token, "
        "agent) VALUES (?1, ?2, 'units', ?3, ?4, 0, 0, 0, 0, 0, 0, 'import')"};
    if (!count)
        return true;
    sql_query *q = sql_prepare(c->db, texts[done]);
    sql_bind_int(q, 1, campaign);
    sql_bind_int(q, 2, (int64_t)(*number)++);
    sql_bind_int(q, 3, (int64_t)first);
    sql_bind_int(q, 4, (int64_t)count);
    return cluster_run(c, q, NULL);
}

/* Where new chunks begin; those that an exported ledger had are counted. */
static bool next_chunk(cluster *c, int64_t campaign, uint64_t *number)
{
    sql_query *q = sql_prepare(
        c->db, "SELECT coalesce(max(chunk) + 1, 0) FROM tandem.ledger WHERE campaign = ?1");
    sql_bind_int(q, 1, campaign);
    return cluster_run(c, q, number);
}

/* Units that the ledger covers already are not entered again. */
static bool ledger_end(cluster *c, int64_t campaign, uint64_t *end)
{
    sql_query *q = sql_prepare(
        c->db, "SELECT coalesce(max(first + count), 0) FROM tandem.ledger WHERE campaign = ?1 AND "
               "kind = 'units'");
    sql_bind_int(q, 1, campaign);
    return cluster_run(c, q, end);
}

bool cluster_continue(cluster *c, int64_t campaign, store *from, char **error)
{
    uint64_t number = 0, covered = 0, prefix = store_first_open(from), end = store_done_end(from);
    bool good = (sql_execute(c->db, "BEGIN") || cluster_fail(c)) &&
                next_chunk(c, campaign, &number) && ledger_end(c, campaign, &covered);
    if (good && covered < prefix)
        good = add_range(c, campaign, &number, covered, prefix - covered, true);
    uint64_t first = prefix;
    bool done = false;
    for (uint64_t unit = prefix; good && unit <= end; unit++) {
        bool is_done = unit < end && store_is_done(from, unit);
        if (unit < end && is_done == done)
            continue;
        if (!done || first >= covered)
            good = add_range(c, campaign, &number, first, unit - first, done);
        first = unit;
        done = is_done;
    }
    sql_query *q = sql_prepare(
        c->db,
        "UPDATE tandem.campaign SET next_unit = ?2, next_chunk = ?3, units = ?4 WHERE id = ?1");
    const uint64_t numbers[] = {(uint64_t)campaign, end, number, store_done_count(from)};
    for (int i = 0; i < 4; i++)
        sql_bind_int(q, i + 1, (int64_t)numbers[i]);
    if (good)
        good = cluster_run(c, q, NULL);
    else
        sql_query_free(q);
    if (!sql_execute(c->db, good ? "COMMIT" : "ROLLBACK") && good)
        good = cluster_fail(c);
    if (!good)
        *error = base_strdup(cluster_error(c));
    return good;
}
