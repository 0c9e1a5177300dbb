/* `tandem agent`: works for campaigns on a cluster. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/folder.h"
#include "base/text.h"
#include "cli/agent/machine.h"
#include "cli/cli.h"
#include "cli/bench/bench_cluster.h"
#include "cli/fuse/fuse_cluster.h"
#include "cli/interrupt.h"
#include "cli/race/race_cluster.h"
#include "cli/user_key.h"
#include "fuse/cluster/serve.h"

#define OPTIONS_LIST "cli/agent/agent_options.def"
#define OPTIONS_STRUCT agent_options
#include "base/options_define.h"

#define PATIENCE_SECONDS 3.0 /* without work before it is looked for elsewhere */
#define SHARE_SECONDS \
    300.0 /* for one campaign before shares are drawn again: seeds have to be read anew */
#define PAUSE_SECONDS 0.5 /* between looks for a campaign */
#define PAUSE_MOST 5.0

static const option_example agent_examples[] = {
    {"Work for all campaigns on that database, with all processors:",
     "tandem agent --cluster postgres://db/tandem"},
    {"Two jobs, one solver, until there was nothing to do for ten minutes:",
     "tandem agent --cluster postgres://db/tandem -j2 -s z3 --idle 10m"},
};

static const option_page agent_page = {
    .program = "tandem",
    .command = "agent",
    .summary = "work for campaigns of many machines",
    .usage = "--cluster URL [OPTION]...",
    .description =
        "Leases chunks of work from campaigns that 'tandem fuse --cluster' leads, or 'bench' or "
        "'race', does "
        "them with the solvers of this "
        "machine, and sends what came of them. It needs nothing but the database and "
        "the solvers: seeds come from there. "
        "While the server is away it goes on with what it has and keeps the results "
        "here.\n\nA campaign names the solvers "
        "it tests; an agent runs only those that it was allowed by --solver. 'tandem "
        "cluster drain' ends agents when "
        "they have done what they have; Ctrl-C gives it back.",
    .options = agent_options_table,
    .n_options = sizeof agent_options_table / sizeof *agent_options_table,
    .notes = EXIT_CODES_HELP,
    .examples = agent_examples,
    .n_examples = sizeof agent_examples / sizeof *agent_examples,
};

typedef struct agent_job {
    agent_options o;
    cluster *cluster;
    spool *spool;
    cluster_agent self;    /* texts are owned */
    cluster_ids refused;   /* campaigns that are not for us */
    cluster_campaign at;   /* the one it works for; id 0: none */
    cluster_campaign next; /* that it was drawn for; id 0: none */
    double share_due;
    store *store;
    double idle_since; /* 0: there is work */
    serve_end end;
    serve_counts served;
} agent_job;

static int fail(int code, char *error)
{
    cli_complain("agent", "%s", error);
    free(error);
    return code;
}

static void complain(void *context, const char *message)
{
    const agent_job *j = context;
    if (!j->o.quiet)
        text_print(stderr, "tandem agent: %s\n", message);
}

static void nap(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds,
                         .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

/* ---- This machine ---------------------------------------------------------------------------- */

static void describe(agent_job *j)
{
    strbuf who = STRBUF_INIT, solvers = STRBUF_INIT;
    char host[65] = "host";
    gethostname(host, sizeof host - 1);
    campaign_link_identify(&who);
    for (size_t i = 0; i < j->o.solver.n; i++)
        strbuf_printf(&solvers, "%s%s", i ? ", " : "", j->o.solver.at[i]);
    if (!j->o.jobs)
        j->o.jobs = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN);
    j->self = (cluster_agent){.id = strbuf_detach(&who),
                              .host = base_strdup(host),
                              .machine = machine_fingerprint(),
                              .version = base_strdup(TANDEM_VERSION),
                              .solvers = strbuf_detach(&solvers),
                              .jobs = j->o.jobs};
}

static int open_spool(agent_job *j)
{
    strbuf path = STRBUF_INIT;
    char *error = NULL;
    bool good = true;
    if (j->o.spool) {
        strbuf_puts(&path, j->o.spool);
    } else if (user_state_folder(&path)) {
        good = folder_make(path.text, &error);
        strbuf_puts(&path, "/spool.db");
    } else {
        error = base_strdup(
            "there is no home folder: where should results wait for the server? --spool FILE");
        good = false;
    }
    good = good && (j->spool = spool_open(path.text, &error));
    strbuf_free(&path);
    return good ? CLI_EXIT_OK : fail(CLI_EXIT_FILE, error);
}

/* ---- Campaigns ------------------------------------------------------------------------------- */

/* The campaign to work for: its name is the caller's; id 0: none now. */
static bool choose(agent_job *j, int64_t stay, cluster_campaign *one)
{
    cluster_wish wish = {
        .name = j->o.name, .version = TANDEM_VERSION, .refused = &j->refused, .stay = stay};
    return cluster_choose(j->cluster, &wish, one);
}

/* Is there more to do for another campaign than for ours? That one is next. */
static bool should_change(void *context)
{
    agent_job *j = context;
    double now = clock_wall();
    bool draw = now >= j->share_due;
    if (draw)
        j->share_due = now + SHARE_SECONDS;
    free(j->next.name);
    if (!choose(j, draw ? 0 : j->at.id, &j->next) || j->next.id == j->at.id) {
        free(j->next.name);
        j->next = (cluster_campaign){0};
    }
    return j->next.id;
}

/* Without work for too long; the time begins when the last work was done. */
static bool is_over(agent_job *j)
{
    double now = clock_wall();
    if (j->idle_since <= 0)
        j->idle_since = now;
    return j->o.idle > 0 && now - j->idle_since >= j->o.idle;
}

/* How an agent serves this campaign, but for its trade. */
static serve_setting describe_service(agent_job *j)
{
    double patience = j->o.idle > 0 && j->o.idle < PATIENCE_SECONDS ? j->o.idle : PATIENCE_SECONDS;
    return (serve_setting){.cluster = j->cluster,
                           .spool = j->spool,
                           .self = &j->self,
                           .id = j->at.id,
                           .lease = j->at.lease,
                           .jobs = j->o.jobs,
                           .patience = patience,
                           .complain = complain,
                           .leave = j->o.name ? NULL : should_change,
                           .context = j,
                           .interrupt = interrupt_flag()};
}

/* Until there is something else to do: `turn` serves until it is idle. */
static int serve_on(agent_job *j,
                    serve_end (*turn)(agent_job *j, const serve_setting *s, void *trade,
                                      char **error),
                    void *trade)
{
    char *error = NULL;
    serve_setting s = describe_service(j);
    do {
        uint64_t before = j->served.units;
        j->end = turn(j, &s, trade, &error);
        if (j->served.units != before)
            j->idle_since = 0;
    } while (j->end == SERVE_IDLE && !is_over(j) && !j->next.id && !should_change(j));
    return j->end == SERVE_FAILED ? fail(CLI_EXIT_FILE, error) : CLI_EXIT_OK;
}

static serve_end turn_fuse(agent_job *j, const serve_setting *s, void *trade, char **error)
{
    return fuse_serve(s, trade, j->store, &j->served, error);
}

static int serve_fuse(void *context, fuse_setting *setting)
{
    return serve_on(context, turn_fuse, setting);
}

static serve_end turn_tasks(agent_job *j, const serve_setting *s, void *trade, char **error)
{
    return tasks_serve(s, trade, &j->served, error);
}

static int serve_tasks(void *context, const tasks_trade *trade)
{
    return serve_on(context, turn_tasks, (void *)trade);
}

/* As the job of the campaign wants it. */
static int take_part(agent_job *j, campaign_link *link, const char *folder)
{
    agent_role role = {.link = link,
                       .store = j->store,
                       .folder = folder,
                       .solvers = &j->o.solver,
                       .trust = j->o.trust_cluster,
                       .context = j};
    char *job = store_get(j->store, "job");
    int code = job && !strcmp(job, "bench")  ? bench_as_agent(&role, serve_tasks)
               : job && !strcmp(job, "race") ? race_as_agent(&role, serve_tasks)
                                             : fuse_as_agent(&role, serve_fuse);
    free(job);
    return code;
}

/* The campaign j->at. */
static int work_for(agent_job *j)
{
    char *folder = folder_temporary();
    if (!folder)
        return fail(CLI_EXIT_FILE,
                    base_strdup("no folder for seeds can be made in /tmp or $TMPDIR"));
    campaign_link link = {.cluster = j->cluster,
                          .id = j->at.id,
                          .name = base_strdup(j->at.name),
                          .who = STRBUF_INIT,
                          .functions = STRBUF_INIT};
    j->end = SERVE_IDLE;
    j->share_due = clock_wall() + SHARE_SECONDS;
    j->store = cluster_store(j->cluster, j->at.id, j->at.name);
    int code = take_part(j, &link, folder);
    store_close(j->store);
    link.cluster = NULL; /* it is ours */
    campaign_link_close(&link);
    folder_remove(folder);
    free(folder);
    return code;
}

#define IDLE_LEASE_SECONDS 60.0

/* Also without work an agent is heard, and hears. */
static bool is_drained(agent_job *j)
{
    const char *state, *self = j->self.id;
    if (!cluster_beat(j->cluster, &self, 1, IDLE_LEASE_SECONDS, &state))
        return false;
    if (!state)
        cluster_hello(j->cluster, &j->self, 0, IDLE_LEASE_SECONDS);
    return state && !strcmp(state, "draining");
}

/* The campaign that was drawn before, or one that is drawn now, is the one to work for. */
static bool turn_to_next(agent_job *j)
{
    free(j->at.name);
    j->at = j->next;
    j->next = (cluster_campaign){0};
    return j->at.id || choose(j, 0, &j->at);
}

/* Looks for work until told to stop. */
static int loop(agent_job *j)
{
    double pause = PAUSE_SECONDS;
    while (!*interrupt_flag()) {
        if (!turn_to_next(j)) {
            if (!cluster_lost(j->cluster))
                return fail(CLI_EXIT_FILE, base_strdup(cluster_error(j->cluster)));
            nap(1);
            cluster_again(j->cluster);
            continue;
        }
        bool found = j->at.id;
        int code = found ? work_for(j) : CLI_EXIT_OK;
        bool lost = cluster_lost(j->cluster);
        if (found && code && !lost) { /* it was told why */
            vec_push(&j->refused, j->at.id);
            if (j->o.name)
                return code;
        }
        if (found && !code && j->end == SERVE_DRAINED)
            return CLI_EXIT_OK;
        if (is_over(j) || (!found && is_drained(j)))
            return CLI_EXIT_OK;
        pause = found ? PAUSE_SECONDS : 1.5 * pause < PAUSE_MOST ? 1.5 * pause : PAUSE_MOST;
        if (!found || code)
            nap(pause);
    }
    return interrupt_code(CLI_EXIT_OK);
}

/* The server may come up after its agents. */
static int connect_cluster(agent_job *j)
{
    char *error = NULL;
    bool told = false;
    while (!(j->cluster = cluster_open(j->o.cluster, false, &error))) {
        bool for_good = strstr(error, "password in it") || strstr(error, "libpq") ||
                        strstr(error, "no address");
        if (for_good || *interrupt_flag() || is_over(j))
            return fail(strstr(error, "password in it") ? CLI_EXIT_REFUSED : CLI_EXIT_FILE, error);
        if (!told)
            complain(j, error);
        told = true;
        free(error);
        nap(1);
    }
    j->idle_since = 0;
    return CLI_EXIT_OK;
}

static int main_agent(int argc, char **argv)
{
    static const char *const usual[] = {"z3", "cvc5 --strings-exp", "cvc4 --strings-exp"};
    agent_job j = {0};
    option_operands operands = {0};
    int code = CLI_EXIT_USAGE;
    if (!cli_parse(&agent_page, argc, argv, &j.o, &operands, &code)) {
        vec_free(&operands);
        vec_free(&j.o.solver);
        return cli_finish(code);
    }
    interrupt_watch();
    for (size_t i = 0; !j.o.solver.n && i < sizeof usual / sizeof *usual; i++)
        vec_push(&j.o.solver, usual[i]);
    if (!j.o.cluster || operands.n)
        code = fail(CLI_EXIT_USAGE, base_strdup("which database? --cluster postgres://host/name"));
    else
        code = open_spool(&j);
    if (!code) {
        describe(&j);
        code = connect_cluster(&j);
    }
    if (!code) {
        code = loop(&j);
        if (!cluster_lost(j.cluster))
            cluster_give_back(j.cluster, j.self.id);
        if (!j.o.quiet)
            text_print(stderr,
                       "tandem agent: %llu chunks, %llu units; %llu late, %llu kept for later\n",
                       (unsigned long long)j.served.chunks, (unsigned long long)j.served.units,
                       (unsigned long long)j.served.late, (unsigned long long)j.served.spooled);
    }
    cluster_close(j.cluster);
    spool_close(j.spool);
    char *const texts[] = {j.self.id, j.self.host, j.self.machine, j.self.version, j.self.solvers};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]);
    free(j.at.name);
    free(j.next.name);
    vec_free(&j.refused);
    vec_free(&j.o.solver);
    vec_free(&operands);
    return cli_finish(code);
}

const cli_command cmd_agent = {"agent", &agent_page, main_agent, true};
