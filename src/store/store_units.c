/* The store's work: decisions, runs, and the units that are done. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "solver/runner.h"
#include "store/store_impl.h"

bool store_add_decision(store *s, uint64_t number, uint64_t first, const void *bytes, size_t n)
{
    sql_query *stmt = store_use(s, STATEMENT_ADD_DECISION);
    sql_bind_int(stmt, 1, (int64_t)number);
    sql_bind_bytes(stmt, 2, bytes, n);
    sql_bind_int(stmt, 3, (int64_t)first);
    return store_run_statement(s, stmt);
}

bool store_decision(store *s, uint64_t number, void **bytes, size_t *n)
{
    sql_query *stmt = store_use(s, STATEMENT_GET_DECISION);
    sql_bind_int(stmt, 1, (int64_t)number);
    bool good;
    if (!store_row(s, stmt, &good))
        return false;
    const void *found = sql_bytes(stmt, 0, n);
    *bytes = base_alloc(*n + 1);
    memcpy(*bytes, found, *n);
    sql_reset(stmt);
    return true;
}

bool store_decision_for(store *s, uint64_t unit, uint64_t *number)
{
    sql_query *stmt = store_use(s, STATEMENT_FIND_DECISION);
    sql_bind_int(stmt, 1, (int64_t)unit);
    *number = store_number(s, stmt, UINT64_MAX);
    return *number != UINT64_MAX;
}

bool store_decision_first(store *s, uint64_t number, uint64_t *first)
{
    sql_query *stmt = store_use(s, STATEMENT_GET_DECISION);
    sql_bind_int(stmt, 1, (int64_t)number);
    bool good;
    if (!store_row(s, stmt, &good))
        return false;
    *first = (uint64_t)sql_int(stmt, 1);
    sql_reset(stmt);
    return true;
}

uint64_t store_decision_count(store *s)
{
    return store_number(s, store_use(s, STATEMENT_COUNT_DECISIONS), 0);
}

bool store_add_run(store *s, const store_run *run)
{
    sql_query *stmt = store_use(s, STATEMENT_ADD_RUN);
    sql_bind_int(stmt, 1, (int64_t)run->unit);
    sql_bind_int(stmt, 2, run->solver);
    sql_bind_text(stmt, 3, runner_verdict_name((runner_verdict)run->verdict));
    sql_bind_real(stmt, 4, run->wall);
    sql_bind_real(stmt, 5, run->cpu);
    sql_bind_int(stmt, 6, (int64_t)run->memory);
    return store_run_statement(s, stmt);
}

bool store_each_sum(store *s, void (*each)(void *context, const store_sum *sum), void *context)
{
    sql_query *stmt = store_use(s, STATEMENT_SUM_RUNS);
    bool good;
    while (store_row(s, stmt, &good)) {
        store_sum sum = {.solver = (uint32_t)sql_int(stmt, 0),
                         .verdict = sql_text(stmt, 1),
                         .runs = (uint64_t)sql_int(stmt, 2),
                         .wall = sql_real(stmt, 3)};
        each(context, &sum);
    }
    return good;
}

static sql_query *use_with(store *s, store_statement which, uint64_t number)
{
    sql_query *stmt = store_use(s, which);
    sql_bind_int(stmt, 1, (int64_t)number);
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
    sql_query *tidy = use_with(s, STATEMENT_TIDY_UNITS, before);
    sql_bind_int(tidy, 2, (int64_t)prefix);
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
    sql_query *stmt = again ? NULL : use_with(s, STATEMENT_PUT_UNIT, unit);
    sql_bind_text(stmt, 2, note);
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

uint64_t store_done_end(store *s)
{
    uint64_t prefix = store_first_open(s),
             end = store_number(s, store_use(s, STATEMENT_LAST_UNIT), 0);
    return end > prefix ? end : prefix;
}
