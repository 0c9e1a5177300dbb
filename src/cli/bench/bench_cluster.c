#include "cli/bench/bench_cluster.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/text.h"
#include "campaign/message.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

#define LEASE_SECONDS 60.0
enum { LOSSES = 3 };

static const char limits_fact[] = "limits", files_fact[] = "files";

/* ---- Records --------------------------------------------------------------------------------- */

static void put_record(strbuf *out, const results_record *r)
{
    const uint64_t numbers[] = {r->verdict, r->wrong, r->solved, r->memory, (uint64_t)r->status};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        message_put_u64(out, numbers[i]);
    message_put_double(out, r->wall);
    message_put_double(out, r->cpu);
    message_put_double(out, r->limit);
    message_put_text(out, r->note);
}

static bool read_record(const char *bytes, size_t n, const char *machine, results_record *r)
{
    message_reader m = {.at = bytes, .end = bytes + n};
    *r = (results_record){.done = true};
    r->verdict = (runner_verdict)message_below(&m, RUNNER_VERDICT_COUNT);
    r->wrong = message_below(&m, 2);
    r->solved = message_below(&m, 2);
    r->memory = message_u64(&m);
    r->status = (int)message_u64(&m);
    r->wall = message_double(&m);
    r->cpu = message_double(&m);
    r->limit = message_double(&m);
    r->note = message_text(&m);
    r->machine = base_strdup(machine);
    if (!m.failed)
        return true;
    results_record_free(r);
    return false;
}

/* ---- The coordinator ------------------------------------------------------------------------- */

static void take(void *context, uint64_t unit, const char *machine, const char *bytes, size_t n)
{
    bench_cluster *k = context;
    results_record r;
    if (bytes && read_record(bytes, n, machine, &r))
        k->done(k->context, (size_t)unit, &r);
}

static void tick(void *context)
{
    bench_cluster *k = context;
    k->tick(k->context);
}

static void complain(void *context, const char *message)
{
    const bench_cluster *k = context;
    if (!k->quiet)
        text_print(stderr, "tandem bench: %s\n", message);
}

static bool run_away(bench_away *away, void (*done)(void *context, size_t place, results_record *r),
                     void (*ticking)(void *context), void *context, char **error)
{
    bench_cluster *k = (bench_cluster *)away;
    bench *b = k->bench;
    k->done = done;
    k->tick = ticking;
    k->context = context;
    tasks_campaign t = {.leader = {.cluster = k->link.cluster,
                                   .id = k->link.id,
                                   .who = k->link.who.text,
                                   .lease = LEASE_SECONDS,
                                   .interrupt = b->interrupt,
                                   .complain = complain,
                                   .tick = tick,
                                   .context = k},
                        .store = k->store,
                        .units = b->files.n * b->solvers.n,
                        .size = b->solvers.n,
                        .losses = LOSSES,
                        .take = take};
    uint64_t changed;
    bool good = tasks_lead(&t, &k->finished, error);
    if (good && !cluster_set_state(k->link.cluster, k->link.name, k->finished ? "done" : "paused",
                                   &changed)) {
        *error = base_strdup(cluster_error(k->link.cluster));
        good = false;
    }
    return good;
}

/* What has to be the same for a benchmark to go on. */
static void describe(const bench *b, strbuf *solvers, strbuf *limits, strbuf *files)
{
    for (size_t i = 0; i < b->solvers.n; i++)
        strbuf_printf(solvers, "%s=%s\n", b->solvers.at[i].name,
                      solver_command_text(b->solvers.at[i].command));
    strbuf_printf(limits, "%.17g %.17g %llu", b->limits.wall_seconds, b->limits.cpu_seconds,
                  (unsigned long long)b->limits.memory_bytes);
    for (size_t i = 0; i < b->files.n; i++)
        strbuf_printf(files, "%s\n", b->files.at[i].path);
}

static bool is_fact(store *s, const char *name, const char *value)
{
    char *was = store_get(s, name);
    bool same = was && !strcmp(was, value);
    free(was);
    return same;
}

/* Files first: a benchmark whose facts are there is whole. */
static bool begin(bench_cluster *k, const char *const facts[3], char **error)
{
    store *s = k->store;
    if (!campaign_link_upload(&k->link, &k->bench->files, NULL, NULL, error))
        return false;
    if (store_begin(s) && store_set(s, limits_fact, facts[1]) &&
        store_set(s, files_fact, facts[2]) && store_set(s, CAMPAIGN_SOLVERS_FACT, facts[0]) &&
        store_set(s, "job", "bench") && store_commit(s))
        return true;
    *error = base_strdup(store_error(s));
    return false;
}

bool bench_cluster_open(bench_cluster *k, bench *b, const char *url, const char *name, char **error)
{
    k->bench = b;
    k->away.run = run_away;
    if (!campaign_link_open(&k->link, url, name, name, LINK_EITHER, error))
        return false;
    k->store = cluster_store(k->link.cluster, k->link.id, name);
    strbuf solvers = STRBUF_INIT, limits = STRBUF_INIT, files = STRBUF_INIT;
    describe(b, &solvers, &limits, &files);
    const char *const facts[] = {solvers.text, limits.text, files.text};
    bool good = true;
    if (!is_fact(k->store, "job", "bench")) {
        good = begin(k, facts, error);
    } else if (!is_fact(k->store, CAMPAIGN_SOLVERS_FACT, facts[0]) ||
               !is_fact(k->store, limits_fact, facts[1]) ||
               !is_fact(k->store, files_fact, facts[2])) {
        strbuf text = STRBUF_INIT;
        strbuf_printf(&text,
                      "the benchmark '%s' there has other solvers, limits or files: choose another "
                      "--name",
                      name);
        *error = strbuf_detach(&text);
        good = false;
    }
    strbuf_free(&solvers);
    strbuf_free(&limits);
    strbuf_free(&files);
    return good;
}

void bench_cluster_close(bench_cluster *k)
{
    store_close(k->store);
    campaign_link_close(&k->link);
}

/* ---- Agents ---------------------------------------------------------------------------------- */

/* In a worker. */
static void work(void *context, uint64_t unit, strbuf *result)
{
    const bench *b = context;
    const suite_file *file = &b->files.at[unit / b->solvers.n];
    runner_job job = {.command = b->solvers.at[unit % b->solvers.n].command,
                      .file = file->path,
                      .limits = b->limits,
                      .checks = file->expected.n,
                      .interrupt = b->interrupt};
    runner_result run;
    runner_run(&job, &run);
    results_record r = {.limit = b->limits.wall_seconds};
    results_judge(&r, &run, file);
    if (r.done)
        put_record(result, &r);
    results_record_free(&r);
    runner_result_free(&run);
}

static bool read_limits(store *s, runner_limits *l)
{
    char *text = store_get(s, limits_fact), *at = text;
    if (text) {
        l->wall_seconds = strtod(at, &at);
        l->cpu_seconds = strtod(at, &at);
        l->memory_bytes = strtoull(at, &at, 10);
    }
    bool good = text && !*at && l->wall_seconds > 0;
    free(text);
    return good;
}

static int add_solvers(bench *b, const agent_role *role)
{
    text_list lines = {0};
    int code = CLI_EXIT_OK;
    campaign_kept_solvers(role->store, &lines);
    for (size_t i = 0; !code && i < lines.n; i++) {
        char *error = NULL;
        if (!bench_add_solver(b, lines.at[i], &error)) {
            cli_complain("agent", "%s", error);
            code = CLI_EXIT_ENGINE;
        } else { /* what would be run is what is looked at, however the line is read */
            code = agent_may_run(role, solver_command_text(vec_last(&b->solvers).command));
        }
        free(error);
    }
    text_list_free(&lines);
    return code;
}

int bench_as_agent(const agent_role *role, agent_tasks *run)
{
    bench b = {.interrupt = interrupt_flag()};
    char *error = NULL;
    int code = add_solvers(&b, role);
    if (!code && !campaign_link_download(role->link, role->folder, &b.files, &error))
        code = CLI_EXIT_FILE;
    else if (!code && (!read_limits(role->store, &b.limits) || !b.solvers.n || !b.files.n)) {
        error = base_strdup("this is no benchmark that can be run here");
        code = CLI_EXIT_INPUT;
    }
    if (error)
        cli_complain("agent", "%s", error);
    free(error);
    tasks_trade trade = {.work = work, .context = &b, .silence = 60 + 2 * b.limits.wall_seconds};
    if (!code)
        code = run(role->context, &trade);
    bench_free(&b);
    return code;
}
