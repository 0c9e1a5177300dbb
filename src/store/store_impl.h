/* Inside of the store: its statements, and errors.
 *
 * A statement is written once for files and servers. "@" before a table is its schema. On a server all
 * campaigns share the tables: "{campaign,}" and "{own,}" are the column and its value before others,
 * "{own}" is a further condition. In a file they are nothing. */
#ifndef TANDEM_STORE_STORE_IMPL_H
#define TANDEM_STORE_STORE_IMPL_H

#include "base/strbuf.h"
#include "store/sql.h"
#include "store/store.h"

/* STORE_STATEMENT(id, sql): prepared when first used. */
#define STORE_STATEMENTS(STORE_STATEMENT)                                                          \
    STORE_STATEMENT(SET_FACT,                                                                      \
                    "INSERT INTO @fact ({campaign,}name, value) VALUES ({own,}?1, ?2) "            \
                    "ON CONFLICT ({campaign,}name) DO UPDATE SET value = excluded.value")          \
    STORE_STATEMENT(GET_FACT, "SELECT value FROM @fact WHERE name = ?1{own}")                      \
    STORE_STATEMENT(LIST_FACTS, "SELECT name, value FROM @fact WHERE true{own} ORDER BY name")     \
    STORE_STATEMENT(PUT_SEED, "INSERT INTO @seed ({campaign,}path, expected, note) VALUES "        \
                              "({own,}?1, ?2, ?3) ON CONFLICT ({campaign,}path) DO UPDATE SET "    \
                              "expected = excluded.expected, note = excluded.note")                \
    STORE_STATEMENT(GET_SEED, "SELECT note FROM @seed WHERE path = ?1{own}")                       \
    STORE_STATEMENT(LIST_SEEDS,                                                                    \
                    "SELECT path, expected, note FROM @seed WHERE true{own} ORDER BY path")        \
    STORE_STATEMENT(                                                                               \
        ADD_DECISION,                                                                              \
        "INSERT INTO @decision ({campaign,}number, bytes, first) VALUES ({own,}?1, ?2, ?3) "       \
        "ON CONFLICT ({campaign,}number) DO UPDATE SET bytes = excluded.bytes, first = "           \
        "excluded.first")                                                                          \
    STORE_STATEMENT(GET_DECISION, "SELECT bytes, first FROM @decision WHERE number = ?1{own}")     \
    STORE_STATEMENT(FIND_DECISION, "SELECT number FROM @decision WHERE first <= ?1{own} ORDER BY " \
                                   "first DESC, number DESC LIMIT 1")                              \
    STORE_STATEMENT(COUNT_DECISIONS, "SELECT count(*) FROM @decision WHERE true{own}")             \
    STORE_STATEMENT(LIST_DECISIONS,                                                                \
                    "SELECT number, bytes, first FROM @decision WHERE true{own} ORDER BY number")  \
    STORE_STATEMENT(ADD_RUN,                                                                       \
                    "INSERT INTO @run ({campaign,}unit, solver, verdict, wall, cpu, memory) "      \
                    "VALUES ({own,}?1, ?2, ?3, ?4, ?5, ?6)")                                       \
    STORE_STATEMENT(LIST_RUNS,                                                                     \
                    "SELECT unit, solver, verdict, wall, cpu, memory FROM @run WHERE true{own}")   \
    STORE_STATEMENT(SUM_RUNS, "SELECT solver, verdict, count(*), sum(wall) FROM @run WHERE "       \
                              "true{own} GROUP BY 1, 2 ORDER BY 1, 2")                             \
    STORE_STATEMENT(PUT_UNIT,                                                                      \
                    "INSERT INTO @unit ({campaign,}number, note) VALUES ({own,}?1, ?2) "           \
                    "ON CONFLICT ({campaign,}number) DO UPDATE SET note = excluded.note")          \
    STORE_STATEMENT(HAS_UNIT, "SELECT 1 FROM @unit WHERE number = ?1{own}")                        \
    STORE_STATEMENT(LIST_UNITS, "SELECT number, note FROM @unit WHERE true{own} ORDER BY number")  \
    STORE_STATEMENT(TIDY_UNITS,                                                                    \
                    "DELETE FROM @unit WHERE number >= ?1 AND number < ?2 AND note = ''{own}")     \
    STORE_STATEMENT(COUNT_UNITS, "SELECT count(*) FROM @unit WHERE number >= ?1{own}")             \
    STORE_STATEMENT(LAST_UNIT, "SELECT coalesce(max(number) + 1, 0) FROM @unit WHERE true{own}")   \
    STORE_STATEMENT(GET_PREFIX, "SELECT prefix FROM @progress WHERE true{own}")                    \
    STORE_STATEMENT(SET_PREFIX, "UPDATE @progress SET prefix = ?1 WHERE true{own}")                \
    STORE_STATEMENT(                                                                               \
        ADD_LEDGER,                                                                                \
        "INSERT INTO @ledger ({campaign,}chunk, kind, first, count, formulas, calls, "             \
        "seen, seconds, hash, token, agent) VALUES ({own,}?1, ?2, ?3, ?4, ?5, ?6, ?7, "            \
        "?8, ?9, ?10, ?11) ON CONFLICT DO NOTHING")                                                \
    STORE_STATEMENT(                                                                               \
        LIST_LEDGER,                                                                               \
        "SELECT chunk, kind, first, count, formulas, calls, seen, seconds, hash, token, agent "    \
        "FROM @ledger WHERE true{own} ORDER BY chunk")                                             \
    STORE_STATEMENT(ADD_FINDING, "INSERT INTO @finding ({campaign,}kind, state, same_as, unit, "   \
                                 "solver, version, options, expected, got, message, signature, "   \
                                 "evidence, story, formula, reduced) VALUES ({own,}?1, ?2, ?3, "   \
                                 "?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15) "          \
                                 "RETURNING id")                                                   \
    STORE_STATEMENT(SET_FINDING,                                                                   \
                    "UPDATE @finding SET kind = ?1, state = ?2, same_as = ?3, unit = ?4, "         \
                    "solver = ?5, version = ?6, options = ?7, expected = ?8, got = ?9, "           \
                    "message = ?10, signature = ?11, evidence = ?12, story = ?13, "                \
                    "formula = ?14, reduced = ?15 WHERE id = ?16{own}")                            \
    STORE_STATEMENT(GET_FINDING, "SELECT kind, state, same_as, unit, solver, version, "            \
                                 "options, expected, got, message, signature, evidence, "          \
                                 "story, formula, reduced FROM @finding WHERE id = ?1{own}")       \
    STORE_STATEMENT(LIST_FINDINGS,                                                                 \
                    "SELECT id FROM @finding WHERE (CAST(?1 AS TEXT) IS NULL OR state = ?1){own} " \
                    "ORDER BY id")                                                                 \
    STORE_STATEMENT(SAME_FINDING, "SELECT id FROM @finding WHERE kind = ?1 AND solver = ?2 "       \
                                  "AND signature = ?3 AND state IN ('confirmed', 'reduced') "      \
                                  "AND id <> ?4{own} ORDER BY id LIMIT 1")

typedef enum store_statement {
#define STORE_STATEMENT(id, sql) STATEMENT_##id,
    STORE_STATEMENTS(STORE_STATEMENT)
#undef STORE_STATEMENT
        STATEMENT_COUNT
} store_statement;

struct store {
    sql *db;
    sql_query *statements[STATEMENT_COUNT];
    char *path;       /* what errors begin with: the file, or the campaign */
    int64_t campaign; /* on a server; 0: a file */
    bool borrowed;    /* the connection is somebody else's */
    int lock;         /* the descriptor that says that we write */
    char *locked;     /* and its file */
    strbuf error;
    bool in_transaction;
    bool spoilt; /* a write of this transaction failed: it is gone */
};

/* A statement, ready for its arguments; NULL when it cannot be prepared, or when a transaction is
 * spoilt. */
sql_query *store_use(store *s, store_statement which);
/* Runs a statement that gives no row. `q` may be NULL, which fails. */
bool store_run_statement(store *s, sql_query *q);
/* Its first row, to be read at once; sql_reset afterwards. False when there is none: then *good
 * says whether nothing is wrong. */
bool store_row(store *s, sql_query *q, bool *good);
/* The one number of the one row; `otherwise` if there is none. */
uint64_t store_number(store *s, sql_query *q, uint64_t otherwise);

#endif
