/* Leases, shares and verdicts on a real server of PostgreSQL. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "store/cluster.h"

enum { CHUNK_UNITS = 10 };

static char server_folder[64] = "/tmp/tandem-pg.XXXXXX";

/* tests/postgres.py; what it prints, or its exit code. */
static int postgres(const char *action, char *out, size_t room)
{
    char command[512];
    snprintf(command, sizeof command, "python3 '%s/tests/postgres.py' %s %s", test_source_root(),
             action, server_folder);
    FILE *f = popen(command, "r");
    CHECK(f);
    size_t n = fread(out, 1, room - 1, f);
    out[n] = '\0';
    out[strcspn(out, "\n")] = '\0';
    return WEXITSTATUS(pclose(f));
}

static void stop_server(void)
{
    char out[256], command[128];
    postgres("stop", out, sizeof out);
    snprintf(command, sizeof command, "rm -rf %s", server_folder);
    if (system(command))
        puts("the server's folder is still there");
}

/* The one server of all cases. */
static const char *server_url(void)
{
    static char url[256];
    static int code = -1;
    if (code < 0) {
        CHECK(mkdtemp(server_folder) && !chmod(server_folder, 0755));
        code = postgres("start", url, sizeof url);
        atexit(stop_server);
    }
    if (code == 77)
        test_skip("PostgreSQL is not installed");
    CHECK_MSG(!code, "the server did not start: %s", url);
    return url;
}

static cluster *open_cluster(void)
{
    char *error = NULL;
    cluster *c = cluster_open(server_url(), true, &error);
    CHECK_MSG(c, "%s", error ? error : "no message");
    return c;
}

/* A campaign that `lead` leads, with so many chunks of units. */
static int64_t begin(cluster *c, const char *name, uint64_t chunks, const cluster_rules *rules)
{
    int64_t id;
    bool made, ours;
    CHECK_MSG(cluster_begin(c, name, "1", &id, &made) && made, "%s", cluster_error(c));
    CHECK(cluster_lead(c, id, "lead", 60, false, &ours) && ours);
    CHECK(cluster_configure(c, id, rules));
    cluster_batch batch = {.who = "lead", .size = CHUNK_UNITS, .n = chunks};
    CHECK_MSG(!chunks || cluster_add_chunks(c, id, &batch), "%s", cluster_error(c));
    return id;
}

static void hello(cluster *c, const char *id, const char *host, int64_t campaign)
{
    cluster_agent agent = {.id = (char *)id,
                           .host = (char *)host,
                           .machine = "m",
                           .version = "1",
                           .solvers = "",
                           .jobs = 1};
    CHECK_MSG(cluster_hello(c, &agent, campaign, 60), "%s", cluster_error(c));
}

static size_t take(cluster *c, const char *agent, int64_t campaign, uint64_t most,
                   cluster_leases *leases)
{
    size_t before = leases->n;
    CHECK_MSG(cluster_take(c, agent, campaign, most, "1", leases), "%s", cluster_error(c));
    return leases->n - before;
}

static cluster_verdict finish(cluster *c, const char *agent, int64_t campaign,
                              const cluster_lease *l)
{
    cluster_result r;
    cluster_result_init(&r);
    r.campaign = campaign;
    r.chunk = l->number;
    r.token = l->token;
    cluster_verdict verdict;
    CHECK_MSG(cluster_finish(c, agent, &r, &verdict), "%s", cluster_error(c));
    cluster_result_free(&r);
    return verdict;
}

static const cluster_rules plain = {.lease = 60, .losses = 3};

TEST(each_chunk_is_leased_once)
{
    enum { CHUNKS = 300 };
    cluster *c = open_cluster();
    int64_t id = begin(c, "once", CHUNKS, &plain);
    hello(c, "a", "h", id);
    hello(c, "b", "h", id);
    cluster_leases all = {0};
    bool seen[CHUNKS] = {0};
    for (int i = 0; all.n < CHUNKS; i++)
        CHECK(take(c, i % 2 ? "a" : "b", id, i % 3 ? 1 : 7, &all));
    CHECK(all.n == CHUNKS && !take(c, "a", id, 5, &all));
    for (size_t i = 0; i < all.n; i++) {
        const cluster_lease *l = &all.at[i];
        CHECK(l->number < CHUNKS && !seen[l->number]);
        seen[l->number] = true;
        CHECK(l->kind == CLUSTER_UNITS && !l->finding);
        CHECK(l->first == l->number * CHUNK_UNITS && l->count == CHUNK_UNITS);
    }
    cluster_counts counts;
    CHECK(cluster_count(c, id, &counts));
    CHECK(!counts.open && counts.leased == CHUNKS && counts.agents == 2 && counts.jobs == 2);
    vec_free(&all);
    cluster_close(c);
}

TEST(tokens_decide)
{
    cluster *c = open_cluster();
    int64_t id = begin(c, "tokens", 2, &plain);
    hello(c, "c", "h", id);
    cluster_leases all = {0};
    CHECK(take(c, "c", id, 2, &all) == 2);
    CHECK(finish(c, "c", id, &all.at[0]) == CLUSTER_DONE);
    CHECK(finish(c, "c", id, &all.at[0]) == CLUSTER_AGAIN);
    cluster_ids none = {0};
    CHECK(cluster_hold(c, "c", &none)); /* it knows nothing of the other: that is open again */
    cluster_leases again = {0};
    CHECK(take(c, "c", id, 2, &again) == 1 && again.at[0].number == all.at[1].number);
    CHECK(finish(c, "c", id, &all.at[1]) == CLUSTER_LATE);
    CHECK(finish(c, "c", id, &again.at[0]) == CLUSTER_DONE);
    vec_free(&all);
    vec_free(&again);
    cluster_close(c);
}

/* Six hundred draws: each bound is more than five deviations away. */
TEST(each_kind_has_its_share)
{
    enum { OF_EACH = 500, DRAWS = 600 };
    cluster *c = open_cluster();
    cluster_rules rules = {.lease = 60, .losses = 3, .finding_share = 0.3, .bisect_share = 0.1};
    int64_t id = begin(c, "kinds", OF_EACH, &rules);
    hello(c, "d", "h", id);
    for (int64_t i = 1; i <= OF_EACH; i++) {
        CHECK(cluster_add_finding(c, id, i % 2 ? CLUSTER_CONFIRM : CLUSTER_REDUCE, i, 0));
        CHECK(cluster_add_finding(c, id, CLUSTER_BISECT, OF_EACH + i, 0));
        CHECK(cluster_add_finding(c, id, CLUSTER_BISECT, i, 0)); /* it has a chunk already */
    }
    cluster_leases all = {0};
    size_t kinds[4] = {0};
    for (int i = 0; i < DRAWS; i++)
        CHECK(take(c, "d", id, 1, &all) == 1);
    for (size_t i = 0; i < all.n; i++)
        kinds[all.at[i].kind]++;
    size_t findings = kinds[CLUSTER_CONFIRM] + kinds[CLUSTER_REDUCE];
    CHECK_MSG(kinds[CLUSTER_BISECT] > 20 && kinds[CLUSTER_BISECT] < 100, "%zu bisections",
              kinds[CLUSTER_BISECT]);
    CHECK_MSG(findings > 120 && findings < 240, "%zu findings", findings);
    CHECK(kinds[CLUSTER_CONFIRM] && kinds[CLUSTER_REDUCE]);
    while (take(c, "d", id, 50, &all)) /* what one share leaves is for the others */
        ;
    CHECK(all.n == 3 * OF_EACH);
    vec_free(&all);
    cluster_close(c);
}

TEST(a_host_holds_so_many)
{
    cluster *c = open_cluster();
    cluster_rules rules = {.lease = 60, .losses = 3, .host_leases = 3};
    int64_t id = begin(c, "hosts", 50, &rules);
    hello(c, "e1", "east", id);
    hello(c, "e2", "east", id);
    hello(c, "w", "west", id);
    cluster_leases all = {0};
    CHECK(take(c, "e1", id, 2, &all) == 2);
    CHECK(take(c, "e2", id, 5, &all) == 1);
    CHECK(!take(c, "e1", id, 1, &all));
    CHECK(take(c, "w", id, 5, &all) == 3);
    CHECK(finish(c, "e1", id, &all.at[0]) == CLUSTER_DONE);
    CHECK(take(c, "e2", id, 5, &all) == 1);
    vec_free(&all);
    cluster_close(c);
}

TEST(campaigns_by_priority_and_share)
{
    enum { DRAWS = 400 };
    cluster *c = open_cluster();
    int64_t large = begin(c, "large", 1, &plain), small = begin(c, "small", 1, &plain);
    int64_t idle = begin(c, "idle", 0, &plain);
    double share = 3, priority = 5, usual = 0;
    uint64_t changed;
    CHECK(cluster_set_share(c, "large", &share, &priority, &changed) && changed == 1);
    CHECK(cluster_set_share(c, "small", NULL, &priority, &changed) && changed == 1);
    CHECK(cluster_set_share(c, "idle", NULL, &share, &changed) && changed == 1);
    CHECK(cluster_set_share(c, "nobody", &share, NULL, &changed) && !changed);
    cluster_ids refused = {0};
    cluster_wish wish = {.version = "1", .refused = &refused};
    cluster_campaign one;
    int counted = 0;
    for (int i = 0; i < DRAWS; i++) {
        CHECK(cluster_choose(c, &wish, &one) && (one.id == large || one.id == small));
        counted += one.id == large;
        free(one.name);
    }
    CHECK_MSG(counted > 240 && counted < 360, "%d of %d, not three of four", counted, DRAWS);
    wish.stay = small; /* among equals */
    CHECK(cluster_choose(c, &wish, &one) && one.id == small);
    CHECK_STR(one.name, "small");
    free(one.name);
    CHECK(cluster_set_share(c, "small", NULL, &usual, &changed));
    CHECK(cluster_choose(c, &wish, &one) && one.id == large && one.lease == 60);
    free(one.name);
    vec_push(&refused, large);
    wish.name = "large";
    CHECK(cluster_choose(c, &wish, &one) && !one.id);
    wish.name = "idle"; /* nothing to do there */
    CHECK(idle && cluster_choose(c, &wish, &one) && !one.id);
    wish.name = "small";
    wish.version = "2";
    CHECK(cluster_choose(c, &wish, &one) && !one.id);
    vec_free(&refused);
    cluster_close(c);
}

TEST(one_list_of_known_bugs)
{
    cluster *c = open_cluster(), *other = open_cluster();
    int64_t id = begin(c, "known", 0, &plain);
    cluster_counts counts;
    strbuf lines = STRBUF_INIT;
    CHECK(cluster_count(c, id, &counts) && !counts.known);
    CHECK(cluster_add_known(other, "# a comment\ncrash z3\n\nsoundness cvc5\ncrash z3\n"));
    CHECK(cluster_count(c, id, &counts) && counts.known == 2);
    CHECK(cluster_known(c, &lines));
    CHECK_STR(lines.text, "crash z3\nsoundness cvc5\n");
    strbuf_free(&lines);
    cluster_close(other);
    cluster_close(c);
}
