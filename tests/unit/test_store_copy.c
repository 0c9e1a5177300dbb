/* Databases behind one interface, copies of campaigns, and results that wait for their server. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/spool.h"
#include "store/sql.h"
#include "store/store_copy.h"

static void remove_file(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-lock"};
    char name[256];
    for (size_t i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        remove(name);
    }
}

static store *fresh(const char *path)
{
    char *error = NULL;
    remove_file(path);
    store *s = store_open(path, true, &error);
    CHECK_MSG(s, "%s", error ? error : "no message");
    return s;
}

TEST(values_of_all_kinds_come_back)
{
    char *error = NULL;
    remove_file("kinds.db");
    sql *db = sql_open_file("kinds.db", true, &error);
    CHECK(db && sql_kind(db) == SQL_SQLITE && !sql_lost(db));
    CHECK(sql_execute(db, "CREATE TABLE t (a INTEGER, b REAL, c TEXT, d BLOB, e TEXT)"));
    sql_query *q = sql_prepare(db, "INSERT INTO t VALUES (?1, ?2, ?3, ?4, ?5)");
    sql_bind_int(q, 1, INT64_MIN);
    sql_bind_real(q, 2, 0.1);
    sql_bind_text(q, 3, "it's");
    sql_bind_bytes(q, 4, "a\0b", 3);
    CHECK(sql_next(q) == SQL_END);
    sql_reset(q);
    sql_query_free(q);
    q = sql_prepare(db, "SELECT a, b, c, d, e FROM t");
    CHECK(sql_next(q) == SQL_ROW);
    size_t n;
    CHECK(sql_int(q, 0) == INT64_MIN && sql_real(q, 1) == 0.1);
    CHECK_STR(sql_text(q, 2), "it's");
    CHECK(!memcmp(sql_bytes(q, 3, &n), "a\0b", 3) && n == 3);
    CHECK(sql_is_null(q, 4) && !sql_is_null(q, 3));
    CHECK_STR(sql_text(q, 4), "");
    CHECK(sql_next(q) == SQL_END);
    sql_query_free(q);
    CHECK(!sql_prepare(db, "SELECT nonsense FROM t") && strstr(sql_message(db), "nonsense"));
    CHECK(!sql_in_transaction(db) && sql_execute(db, "BEGIN") && sql_in_transaction(db));
    sql_close(db);
}

TEST(passwords_do_not_belong_into_addresses)
{
    static const char *const bad[] = {
        "postgres://me:sesame@host/db", "host=x password=sesame", "postgres:///db?password=sesame",
        "postgres://me:sesame@host:port/db", "postgres://me:sesame@host/db?nonsense=1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *error = NULL;
        CHECK(!sql_open_server(bad[i], &error));
        CHECK_MSG(strstr(error, "password") || strstr(error, "libpq") ||
                      strstr(error, "no address"),
                  "%s", error);
        CHECK(!strstr(error, "sesame"));
        free(error);
    }
}

TEST(a_decision_holds_up_to_the_next)
{
    store *s = fresh("decisions.db");
    uint64_t number, first;
    CHECK(!store_decision_for(s, 0, &number));
    CHECK(store_add_decision(s, 0, 0, "a", 1) && store_add_decision(s, 1, 100, "b", 1) &&
          store_add_decision(s, 2, 350, "c", 1));
    static const uint64_t units[] = {0, 99, 100, 349, 350, 1000000}, wanted[] = {0, 0, 1, 1, 2, 2};
    for (size_t i = 0; i < 6; i++)
        CHECK(store_decision_for(s, units[i], &number) && number == wanted[i]);
    CHECK(store_decision_first(s, 2, &first) && first == 350);
    CHECK(!store_decision_first(s, 3, &first));
    store_close(s);
}

static int64_t put_finding(store *s, const char *signature, int64_t same_as)
{
    finding f;
    finding_init(&f);
    f.kind = FINDING_CRASH;
    f.state = same_as ? FINDING_DUPLICATE : FINDING_CONFIRMED;
    f.same_as = same_as;
    finding_set(&f.solver, "z3");
    finding_set(&f.signature, signature);
    CHECK(store_put_finding(s, &f));
    int64_t id = f.id;
    finding_free(&f);
    return id;
}

TEST(a_copy_says_the_same)
{
    store *from = fresh("from.db"), *into = fresh("into.db");
    char *error = NULL;
    CHECK(store_set(from, "seed", "7") && store_put_seed(from, "a.smt2", ANSWER_SAT, "doubtful"));
    CHECK(store_add_decision(from, 0, 0, "w\0w", 3));
    store_run run = {.unit = 3, .solver = 1, .verdict = 0, .wall = 0.5, .cpu = 0.25, .memory = 99};
    CHECK(store_add_run(from, &run));
    static const uint64_t done[] = {0, 1, 2, 5, 9};
    for (size_t i = 0; i < 5; i++)
        CHECK(store_unit_done(from, done[i], done[i] == 1 ? "odd" : ""));
    int64_t id = put_finding(from, "s", 0);
    put_finding(from, "t", id);
    put_finding(into, "numbers differ", 0);
    CHECK_MSG(store_copy(from, into, &error), "%s", error ? error : "no message");
    char *seed = store_get(into, "seed"), *note = store_seed_note(into, "a.smt2");
    CHECK_STR(seed, "7");
    CHECK_STR(note, "doubtful");
    void *bytes;
    size_t n;
    CHECK(store_decision(into, 0, &bytes, &n) && n == 3 && !memcmp(bytes, "w\0w", 3));
    for (uint64_t unit = 0; unit < 12; unit++)
        CHECK(store_is_done(into, unit) == store_is_done(from, unit));
    CHECK(store_done_count(into) == 5 && store_done_end(into) == 10 && store_first_open(into) == 3);
    store_ids ids = {0};
    finding f;
    CHECK(store_findings(into, FINDING_DUPLICATE, &ids) && ids.n == 1 &&
          store_get_finding(into, ids.at[0], &f));
    CHECK(f.same_as == 2); /* 1 was there before */
    finding_free(&f);
    vec_free(&ids);
    free(bytes);
    free(seed);
    free(note);
    store_close(from);
    store_close(into);
}

TEST(results_wait_in_a_file)
{
    char *error = NULL;
    remove_file("spool.db");
    spool *s = spool_open("spool.db", &error);
    CHECK(s && spool_count(s) == 0);
    cluster_result r;
    cluster_result_init(&r);
    r.campaign = 1;
    r.token = 5;
    strbuf_add(&r.payload, "a\0b", 3);
    cluster_result_note(&r, 7, "odd \"note\"");
    cluster_result_note(&r, 8, "");
    CHECK_STR(r.notes.text,
              "{\"number\":7,\"note\":\"odd \\\"note\\\"\"},{\"number\":8,\"note\":\"\"}");
    CHECK(spool_add(s, "agent", &r) && spool_add(s, "agent", &r) && spool_count(s) == 2);
    spool_close(s);
    s = spool_open("spool.db", &error);
    CHECK(s && spool_count(s) == 2);
    spool_close(s);
    cluster_result_free(&r);
    CHECK(!spool_open("no/such/folder/spool.db", &error));
    free(error);
}
