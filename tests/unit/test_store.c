/* The campaign database: what is written comes back, also after kill -9, a full disk and in the
 * presence of others. */
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "solver/runner.h"
#include "store/store.h"

static void remove_store(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-lock"};
    char name[256];
    for (size_t i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        remove(name);
    }
}

static store *reopen(const char *path)
{
    char *error = NULL;
    store *s = store_open(path, true, &error);
    CHECK_MSG(s, "%s", error ? error : "no message");
    return s;
}

static store *fresh(const char *path)
{
    remove_store(path);
    return reopen(path);
}

static void expect_refused(const char *path, bool create, const char *message)
{
    char *error = NULL;
    CHECK(!store_open(path, create, &error));
    CHECK_STR(error, message);
    free(error);
}

static void fill_finding(finding *f, const char *solver, const char *signature)
{
    finding_init(f);
    f->kind = FINDING_SOUNDNESS;
    f->state = FINDING_CONFIRMED;
    f->unit = 77;
    f->expected = ANSWER_SAT;
    f->got = ANSWER_UNSAT;
    finding_set(&f->solver, solver);
    finding_set(&f->version, "4.8.12");
    finding_set(&f->options, "-x 'y z'");
    finding_set(&f->message, "unsat; a model is known");
    finding_set(&f->signature, signature);
    finding_set(&f->evidence, "cvc5: sat\nevaluator: true\n");
    finding_set(&f->story, "seeds a.smt2, b.smt2\n");
    finding_set(&f->formula, "(check-sat) ; \xc3\xa4 \"'\n");
}

TEST(facts_come_back)
{
    store *s = fresh("facts.db");
    CHECK(store_set(s, "seed", "1") && store_set(s, "seed", "42") && store_set(s, "job", ""));
    store_close(s);
    s = reopen("facts.db");
    char *seed = store_get(s, "seed"), *job = store_get(s, "job");
    CHECK_STR(seed, "42");
    CHECK_STR(job, "");
    CHECK(!store_get(s, "nothing"));
    free(seed);
    free(job);
    CHECK(!store_seed_note(s, "a.smt2"));
    CHECK(store_put_seed(s, "a.smt2", ANSWER_SAT, "two solvers say unsat"));
    char *note = store_seed_note(s, "a.smt2");
    CHECK_STR(note, "two solvers say unsat");
    free(note);
    store_close(s);
    CHECK(access("facts.db-lock", F_OK) && access("facts.db-wal", F_OK));
}

TEST(decisions_are_bytes)
{
    store *s = fresh("decisions.db");
    CHECK(store_decision_count(s) == 0);
    CHECK(store_add_decision(s, 0, 0, "a\0b", 3) && store_add_decision(s, 1, 256, NULL, 0));
    void *bytes;
    size_t n;
    CHECK(store_decision(s, 0, &bytes, &n) && n == 3 && !memcmp(bytes, "a\0b", 3));
    free(bytes);
    CHECK(store_decision(s, 1, &bytes, &n) && n == 0);
    free(bytes);
    CHECK(!store_decision(s, 2, &bytes, &n));
    CHECK(store_decision_count(s) == 2);
    store_close(s);
}

static void put_sum(void *context, const store_sum *sum)
{
    strbuf_printf(context, "%u %s %llu %.1f; ", sum->solver, sum->verdict,
                  (unsigned long long)sum->runs, sum->wall);
}

TEST(units_in_any_order)
{
    store *s = fresh("units.db");
    enum { UNITS = 300 };
    bool done[UNITS + 1] = {0};
    rng r;
    rng_seed(&r, 5);
    for (size_t i = 0, count = 0; i < 900; i++) {
        size_t unit = rng_below(&r, UNITS < 20 + i / 3 ? UNITS : 20 + i / 3);
        CHECK(store_unit_done(s, unit, unit % 7 ? NULL : "a note"));
        count += !done[unit];
        done[unit] = true;
        size_t first = 0;
        while (done[first])
            first++;
        CHECK(store_first_open(s) == first && store_done_count(s) == count);
        size_t other = rng_below(&r, UNITS);
        CHECK(store_is_done(s, other) == done[other]);
        if (i % 300 == 299) {
            store_close(s);
            s = reopen("units.db");
        }
    }
    store_run run = {.unit = 3, .solver = 1, .verdict = RUNNER_UNSAT, .wall = 0.5};
    CHECK(store_add_run(s, &run) && store_add_run(s, &run));
    run.verdict = RUNNER_SAT;
    CHECK(store_add_run(s, &run));
    strbuf sums = STRBUF_INIT;
    CHECK(store_each_sum(s, put_sum, &sums));
    CHECK_STR(sums.text, "1 sat 1 0.5; 1 unsat 2 1.0; ");
    strbuf_free(&sums);
    store_close(s);
}

TEST(findings_come_back)
{
    store *s = fresh("findings.db");
    finding a, b, c, back;
    fill_finding(&a, "z3", "one");
    fill_finding(&b, "z3", "one");
    fill_finding(&c, "cvc5", "one");
    CHECK(store_same_finding(s, &a) == 0);
    CHECK(store_put_finding(s, &a) && a.id && store_same_finding(s, &a) == 0);
    CHECK(store_same_finding(s, &b) == a.id && store_same_finding(s, &c) == 0);
    b.state = FINDING_DUPLICATE;
    b.same_as = a.id;
    CHECK(store_put_finding(s, &b) && b.id != a.id && store_put_finding(s, &c));
    a.state = FINDING_REDUCED;
    finding_set(&a.reduced, "(check-sat)");
    CHECK(store_put_finding(s, &a));
    store_close(s);
    s = reopen("findings.db");
    store_ids ids = {0};
    CHECK(store_findings(s, -1, &ids) && ids.n == 3 && ids.at[0] == a.id && ids.at[2] == c.id);
    vec_clear(&ids);
    CHECK(store_findings(s, FINDING_DUPLICATE, &ids) && ids.n == 1 && ids.at[0] == b.id);
    vec_free(&ids);
    CHECK(store_get_finding(s, a.id, &back));
    CHECK(back.kind == a.kind && back.state == FINDING_REDUCED && back.unit == 77);
    CHECK(back.expected == ANSWER_SAT && back.got == ANSWER_UNSAT && back.id == a.id);
    CHECK_STR(back.solver, a.solver);
    CHECK_STR(back.version, a.version);
    CHECK_STR(back.options, a.options);
    CHECK_STR(back.message, a.message);
    CHECK_STR(back.signature, a.signature);
    CHECK_STR(back.evidence, a.evidence);
    CHECK_STR(back.story, a.story);
    CHECK_STR(back.formula, a.formula);
    CHECK_STR(back.reduced, "(check-sat)");
    finding_free(&back);
    CHECK(store_get_finding(s, b.id, &back) && back.same_as == a.id);
    finding_free(&back);
    CHECK(!store_get_finding(s, 99, &back));
    finding_free(&a);
    finding_free(&b);
    finding_free(&c);
    store_close(s);
}

/* ---- What cannot be opened ------------------------------------------------------------------- */

static void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    CHECK(f);
    fputs(text, f);
    fclose(f);
}

TEST(clear_refusals)
{
    remove_store("none.db");
    expect_refused("none.db", false, "none.db: there is no campaign here");
    expect_refused("no/such/folder/x.db", true,
                   "no/such/folder/x.db: cannot be written: No such file or directory");
    write_text("text.db", "this is a text and no database, though it is long enough to be one; "
                          "SQLite looks at the first hundred bytes of a file, so here they are\n");
    expect_refused("text.db", true, "text.db: is no campaign database, or is damaged");
    remove_store("empty.db");
    write_text("empty.db", "");
    expect_refused("empty.db", false, "empty.db: there is no campaign in it");
    store_close(reopen("empty.db"));
    mkdir("folder.db", 0777);
    expect_refused("folder.db", true, "folder.db: cannot be opened: unable to open database file");
}

/* Changes a big-endian number in the head of the file. */
static void patch_head(const char *path, long offset, unsigned char value)
{
    FILE *f = fopen(path, "r+");
    CHECK(f);
    fseek(f, offset + 3, SEEK_SET);
    fputc(value, f);
    fclose(f);
}

TEST(other_versions_are_refused)
{
    enum { USER_VERSION = 60, APPLICATION_ID = 68 }; /* offsets, by the file format */
    store_close(fresh("version.db"));
    patch_head("version.db", USER_VERSION, 99);
    expect_refused("version.db", true, "version.db: was written by a newer version of Tandem");
    store_close(fresh("other.db"));
    patch_head("other.db", APPLICATION_ID, 1);
    expect_refused("other.db", true, "other.db: is the database of another program");
}

TEST(one_writer)
{
    store *s = fresh("writer.db");
    char *error = NULL, wanted[100];
    snprintf(wanted, sizeof wanted,
             "writer.db: another campaign is writing to it: process %d, since ", (int)getpid());
    CHECK(!store_open("writer.db", true, &error));
    CHECK(!strncmp(error, wanted, strlen(wanted)));
    free(error);
    store_close(s);
    store_close(reopen("writer.db"));
}

/* ---- kill -9 --------------------------------------------------------------------------------- */

/* Writes unit after unit, and tells of each when it is committed. */
static _Noreturn void write_for_ever(const char *path, int report)
{
    char *error = NULL;
    store *s = store_open(path, true, &error);
    if (!s)
        _exit(1);
    for (uint64_t i = store_first_open(s);; i++) {
        char text[32];
        snprintf(text, sizeof text, "%llu", (unsigned long long)i);
        finding f;
        fill_finding(&f, "z3", text);
        bool good = store_begin(s) && store_set(s, "last", text) &&
                    store_add_decision(s, i, i, text, strlen(text)) && store_put_finding(s, &f) &&
                    store_unit_done(s, i, NULL) && store_commit(s);
        finding_free(&f);
        if (!good || write(report, &i, sizeof i) != sizeof i)
            _exit(2);
    }
}

/* Returns the last unit that was committed for sure. */
static uint64_t write_and_kill(const char *path, uint64_t how_many)
{
    int ends[2];
    CHECK(!pipe(ends));
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        write_for_ever(path, ends[1]);
    }
    close(ends[1]);
    uint64_t last = 0, one;
    for (uint64_t i = 0; i <= how_many && read(ends[0], &one, sizeof one) == sizeof one; i++)
        last = one;
    usleep((useconds_t)(how_many * 37));
    kill(child, SIGKILL);
    int status;
    waitpid(child, &status, 0);
    while (read(ends[0], &one, sizeof one) == sizeof one)
        last = one;
    close(ends[0]);
    CHECK_MSG(WIFSIGNALED(status), "the writer ended by itself: %d", WEXITSTATUS(status));
    return last;
}

TEST(kill_9_loses_nothing)
{
    remove_store("killed.db");
    for (uint64_t round = 0; round < test_count(30); round++) {
        uint64_t last = write_and_kill("killed.db", round * 7 % 23);
        store *s = reopen("killed.db");
        uint64_t first = store_first_open(s);
        CHECK_MSG(first > last, "round %llu: unit %llu is lost", (unsigned long long)round,
                  (unsigned long long)last);
        /* nothing is there by half */
        char *fact = store_get(s, "last");
        CHECK(strtoull(fact, NULL, 10) + 1 == first);
        free(fact);
        CHECK(store_decision_count(s) == first && store_done_count(s) == first);
        store_ids ids = {0};
        CHECK(store_findings(s, -1, &ids) && ids.n == first);
        vec_free(&ids);
        store_close(s);
    }
}

/* ---- Full disks ------------------------------------------------------------------------------ */

/* Writes until it fails; the units that are in the store then are those that were committed. */
static uint64_t fill_up(store *s, uint64_t unit)
{
    char blob[4096];
    memset(blob, 'x', sizeof blob);
    for (;; unit++) {
        bool good = store_begin(s);
        bool wrote = good && store_add_decision(s, unit, unit, blob, sizeof blob) &&
                     store_unit_done(s, unit, "");
        if (!(good ? store_commit(s) && wrote : wrote))
            return unit;
        if (unit > 10000)
            _exit(3);
    }
}

static void check_filled(store *s, uint64_t filled)
{
    if (!*store_error(s) || store_first_open(s) != filled || store_decision_count(s) != filled)
        _exit(4);
}

static int below_a_limit(void)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    char *error = NULL;
    store *s = store_open("limit.db", true, &error);
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 256 << 10;
    if (!s || setrlimit(RLIMIT_FSIZE, &limit))
        return 5;
    uint64_t filled = fill_up(s, 0);
    check_filled(s, filled);
    limit.rlim_cur = 512 << 10; /* room again */
    setrlimit(RLIMIT_FSIZE, &limit);
    uint64_t more = fill_up(s, filled);
    check_filled(s, more);
    store_close(s);
    return more > filled ? 0 : 6;
}

static int on_a_small_disk(void)
{
    mkdir("disk", 0777);
    if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
        mount("none", "disk", "tmpfs", 0, "size=512k"))
        return 77;
    FILE *ballast = fopen("disk/ballast", "w");
    for (int i = 0; ballast && i < 100 << 10; i++)
        fputc('x', ballast);
    if (!ballast || fclose(ballast))
        return 5;
    char *error = NULL;
    store *s = store_open("disk/x.db", true, &error);
    if (!s)
        return 5;
    uint64_t filled = fill_up(s, 0);
    check_filled(s, filled);
    if (!strstr(store_error(s), "full"))
        return 7;
    remove("disk/ballast");
    uint64_t more = fill_up(s, filled);
    check_filled(s, more);
    store_close(s);
    return more > filled ? 0 : 6;
}

static int in_child(int (*run)(void))
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(run());
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(files_that_may_not_grow)
{
    remove_store("limit.db");
    int code = in_child(below_a_limit);
    CHECK_MSG(code == 0, "code %d", code);
    store *s = reopen("limit.db");
    CHECK(store_first_open(s) == store_decision_count(s) && store_first_open(s) > 0);
    store_close(s);
}

TEST(full_disks)
{
    int code = in_child(on_a_small_disk);
    if (code == 77)
        test_skip("no disk may be mounted");
    CHECK_MSG(code == 0, "code %d", code);
}

static int where_nothing_may_be_written(void)
{
    mkdir("locked", 0555);
    if (geteuid() == 0 && setuid(65534))
        return 77;
    char *error = NULL;
    if (store_open("locked/x.db", true, &error))
        return 5;
    return strcmp(error, "locked/x.db: cannot be written: Permission denied") ? 6 : 0;
}

TEST(unwritable_folders)
{
    int code = in_child(where_nothing_may_be_written);
    if (code == 77)
        test_skip("no other user can be had");
    CHECK_MSG(code == 0, "code %d", code);
}
