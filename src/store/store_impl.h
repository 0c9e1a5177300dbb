/* Inside of the store: prepared statements, and errors. */
#ifndef TANDEM_STORE_STORE_IMPL_H
#define TANDEM_STORE_STORE_IMPL_H

#include <sqlite3.h>

#include "base/strbuf.h"
#include "store/store.h"

/* STORE_STATEMENT(id, sql): prepared when first used. */
#define STORE_STATEMENTS(STORE_STATEMENT)                                                     \
    STORE_STATEMENT(BEGIN, "BEGIN IMMEDIATE")                                                 \
    STORE_STATEMENT(COMMIT, "COMMIT")                                                         \
    STORE_STATEMENT(ROLLBACK, "ROLLBACK")                                                     \
    STORE_STATEMENT(SET_FACT, "INSERT OR REPLACE INTO fact VALUES (?1, ?2)")                  \
    STORE_STATEMENT(GET_FACT, "SELECT value FROM fact WHERE name = ?1")                       \
    STORE_STATEMENT(PUT_SEED, "INSERT OR REPLACE INTO seed VALUES (?1, ?2, ?3)")              \
    STORE_STATEMENT(GET_SEED, "SELECT note FROM seed WHERE path = ?1")                        \
    STORE_STATEMENT(ADD_DECISION, "INSERT OR REPLACE INTO decision VALUES (?1, ?2)")          \
    STORE_STATEMENT(GET_DECISION, "SELECT bytes FROM decision WHERE number = ?1")             \
    STORE_STATEMENT(COUNT_DECISIONS, "SELECT count(*) FROM decision")                         \
    STORE_STATEMENT(ADD_RUN, "INSERT INTO run VALUES (?1, ?2, ?3, ?4, ?5, ?6)")               \
    STORE_STATEMENT(SUM_RUNS, "SELECT solver, verdict, count(*), sum(wall) FROM run "         \
                              "GROUP BY 1, 2 ORDER BY 1, 2")                                  \
    STORE_STATEMENT(PUT_UNIT, "INSERT OR REPLACE INTO unit VALUES (?1, ?2)")                  \
    STORE_STATEMENT(HAS_UNIT, "SELECT 1 FROM unit WHERE number = ?1")                         \
    STORE_STATEMENT(TIDY_UNITS,                                                               \
                    "DELETE FROM unit WHERE number >= ?1 AND number < ?2 AND note = ''")      \
    STORE_STATEMENT(COUNT_UNITS, "SELECT count(*) FROM unit WHERE number >= ?1")              \
    STORE_STATEMENT(GET_PREFIX, "SELECT prefix FROM progress")                                \
    STORE_STATEMENT(SET_PREFIX, "UPDATE progress SET prefix = ?1")                            \
    STORE_STATEMENT(ADD_FINDING, "INSERT INTO finding (kind, state, same_as, unit, solver, "  \
                                 "version, options, expected, got, message, signature, "      \
                                 "evidence, story, formula, reduced) VALUES (?1, ?2, ?3, "    \
                                 "?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)")     \
    STORE_STATEMENT(SET_FINDING,                                                              \
                    "UPDATE finding SET kind = ?1, state = ?2, same_as = ?3, unit = ?4, "     \
                    "solver = ?5, version = ?6, options = ?7, expected = ?8, got = ?9, "      \
                    "message = ?10, signature = ?11, evidence = ?12, story = ?13, "           \
                    "formula = ?14, reduced = ?15 WHERE id = ?16")                            \
    STORE_STATEMENT(GET_FINDING, "SELECT kind, state, same_as, unit, solver, version, "       \
                                 "options, expected, got, message, signature, evidence, "     \
                                 "story, formula, reduced FROM finding WHERE id = ?1")        \
    STORE_STATEMENT(LIST_FINDINGS, "SELECT id FROM finding WHERE ?1 IS NULL OR state = ?1 "   \
                                   "ORDER BY id")                                             \
    STORE_STATEMENT(SAME_FINDING, "SELECT id FROM finding WHERE kind = ?1 AND solver = ?2 "   \
                                  "AND signature = ?3 AND state IN ('confirmed', 'reduced') " \
                                  "AND id <> ?4 ORDER BY id LIMIT 1")

typedef enum store_statement {
#define STORE_STATEMENT(id, sql) STATEMENT_##id,
    STORE_STATEMENTS(STORE_STATEMENT)
#undef STORE_STATEMENT
        STATEMENT_COUNT
} store_statement;

struct store {
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENT_COUNT];
    char *path;
    int lock;     /* the descriptor that says that we write */
    char *locked; /* and its file */
    strbuf error;
    bool in_transaction;
    bool spoilt; /* a write of this transaction failed: it is gone */
};

/* A statement, ready for its arguments; NULL when it cannot be prepared, or when a transaction is
 * spoilt. */
sqlite3_stmt *store_use(store *s, store_statement which);
/* Runs a statement that gives no row. `stmt` may be NULL, which fails. */
bool store_run_statement(store *s, sqlite3_stmt *stmt);
/* Its first row, to be read at once; store_done afterwards. False when there is none: then *good
 * says whether nothing is wrong. */
bool store_row(store *s, sqlite3_stmt *stmt, bool *good);
void store_done(sqlite3_stmt *stmt);
/* The one number of the one row; `otherwise` if there is none. */
uint64_t store_number(store *s, sqlite3_stmt *stmt, uint64_t otherwise);
void store_bind_text(sqlite3_stmt *stmt, int position, const char *text);

#endif
