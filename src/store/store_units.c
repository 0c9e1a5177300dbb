/* The store's work: decisions, runs, and the units that are done. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "solver/runner.h"
#include "store/store_impl.h"

bool store_add_decision(store *s, uint64_t number, const void *bytes, size_t n)
{
    sqlite3_stmt *stmt = store_use(s, STATEMENT_ADD_DECISION);
    if (stmt) {
        sqlite3_bind_int64(stmt, 1, (int64_t)number);
        sqlite3_bind_blob64(stmt, 2, n ? bytes : "", n, SQLITE_STATIC);
    }
    return store_run_statement(s, stmt);
}

bool store_decision(store *s, uint64_t number, void **bytes, size_t *n)
{
    sqlite3_stmt *stmt = store_use(s, STATEMENT_GET_DECISION);
    if (stmt)
        sqlite3_bind_int64(stmt, 1, (int64_t)number);
    bool good;
    if (!store_row(s, stmt, &good))
        return false;
    *n = (size_t)sqlite3_column_bytes(stmt, 0);
    *bytes = base_alloc(*n + 1);
    if (*n)
        memcpy(*bytes, sqlite3_column_blob(stmt, 0), *n);
    store_done(stmt);
    return true;
}

uint64_t store_decision_count(store *s)
{
    return store_number(s, store_use(s, STATEMENT_COUNT_DECISIONS), 0);
}

bool store_add_run(store *s, const store_run *run)
{
    sqlite3_stmt *stmt = store_use(s, STATEMENT_ADD_RUN);
    if (stmt) {
        sqlite3_bind_int64(stmt, 1, (int64_t)run->unit);
        sqlite3_bind_int64(stmt, 2, run->solver);
        store_bind_text(stmt, 3, runner_verdict_name((runner_verdict)run->verdict));
        sqlite3_bind_double(stmt, 4, run->wall);
        sqlite3_bind_double(stmt, 5, run->cpu);
        sqlite3_bind_int64(stmt, 6, (int64_t)run->memory);
    }
    return store_run_statement(s, stmt);
}

bool store_each_sum(store *s, void (*each)(void *context, const store_sum *sum), void *context)
{
    sqlite3_stmt *stmt = store_use(s, STATEMENT_SUM_RUNS);
    bool good;
    while (store_row(s, stmt, &good)) {
        const char *verdict = (const char *)sqlite3_column_text(stmt, 1);
        store_sum sum = {.solver = (uint32_t)sqlite3_column_int64(stmt, 0),
                         .verdict = verdict ? verdict : "",
                         .runs = (uint64_t)sqlite3_column_int64(stmt, 2),
                         .wall = sqlite3_column_double(stmt, 3)};
        each(context, &sum);
    }
    return good;
}

static sqlite3_stmt *use_with(store *s, store_statement which, uint64_t number)
{
    sqlite3_stmt *stmt = store_use(s, which);
    if (stmt)
        sqlite3_bind_int64(stmt, 1, (int64_t)number);
    return stmt;
}

uint64_t store_first_open(store *s)
{
    return store_number(s, store_use(s, STATEMENT_GET_PREFIX), 0);
}

static bool has_row(store *s, uint64_t unit)
{
    return store_number(s, use_with(s, STATEMENT_HAS_UNIT, unit), 0) == 1;
}

/* All before the first open unit are done: only notes are kept of them. */
static bool advance(store *s, uint64_t prefix)
{
    uint64_t before = prefix;
    while (has_row(s, prefix))
        prefix++;
    sqlite3_stmt *tidy = use_with(s, STATEMENT_TIDY_UNITS, before);
    if (tidy)
        sqlite3_bind_int64(tidy, 2, (int64_t)prefix);
    return store_run_statement(s, tidy) &&
           store_run_statement(s, use_with(s, STATEMENT_SET_PREFIX, prefix));
}

bool store_unit_done(store *s, uint64_t unit, const char *note)
{
    bool alone = !s->in_transaction;
    if (alone && !store_begin(s))
        return false;
    uint64_t prefix = store_first_open(s);
    bool again = unit < prefix && !(note && *note);
    sqlite3_stmt *stmt = again ? NULL : use_with(s, STATEMENT_PUT_UNIT, unit);
    store_bind_text(stmt, 2, note);
    bool good = again || store_run_statement(s, stmt);
    good = good && (unit != prefix || advance(s, prefix));
    return alone ? store_commit(s) && good : good && !s->spoilt;
}

bool store_is_done(store *s, uint64_t unit)
{
    return unit < store_first_open(s) || has_row(s, unit);
}

uint64_t store_done_count(store *s)
{
    uint64_t prefix = store_first_open(s);
    return prefix + store_number(s, use_with(s, STATEMENT_COUNT_UNITS, prefix), 0);
}
