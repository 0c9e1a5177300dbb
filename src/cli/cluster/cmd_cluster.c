/* `tandem cluster`: looks at campaigns of many machines, and steers them. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "campaign/finding_file.h"
#include "cli/cli.h"
#include "cli/cluster/cluster_status.h"
#include "judge/known.h"
#include "store/store_copy.h"

#define OPTIONS_LIST "cli/cluster/cluster_options.def"
#define OPTIONS_STRUCT cluster_options
#include "base/options_define.h"

static const option_example cluster_examples[] = {
    {"What is going on?", "tandem cluster status --cluster postgres://db/tandem"},
    {"Take a machine away, without losing anything:",
     "tandem cluster drain --agent worker7 --cluster postgres://db/tandem"},
    {"A campaign as a folder of its own:",
     "tandem cluster export --name nightly -o nightly --cluster postgres://db/tandem"},
};

static const option_page cluster_page = {
    .program = "tandem",
    .command = "cluster",
    .summary = "look at campaigns of many machines, and steer them",
    .usage = "ACTION --cluster URL [OPTION]...",
    .description =
        "Campaigns on a database of PostgreSQL are led by 'tandem fuse --cluster' and "
        "worked for by 'tandem agent'.\n\n"
        "status shows campaigns and agents. pause and resume stop giving out work and "
        "go on. drain ends agents when they "
        "have done what they have. share says how much of the agents' time a campaign "
        "gets, and which come first. known prints the list of known bugs that all "
        "campaigns share, and adds to it. retry gives out again what was put aside because "
        "agents were lost over it. export "
        "and import make a folder of a campaign, as 'tandem fuse' has them, and a "
        "campaign of a folder. vacuum removes old "
        "rows of ledgers and gives space back. forget removes a campaign.",
    .options = cluster_options_table,
    .n_options = sizeof cluster_options_table / sizeof *cluster_options_table,
    .notes = EXIT_CODES_HELP,
    .examples = cluster_examples,
    .n_examples = sizeof cluster_examples / sizeof *cluster_examples,
};

typedef struct cluster_job {
    cluster_options o;
    cluster *cluster;
} cluster_job;

static int fail(int code, char *error)
{
    cli_complain("cluster", "%s", error);
    free(error);
    return code;
}

static int failed(const cluster_job *j)
{
    return fail(CLI_EXIT_FILE, base_strdup(cluster_error(j->cluster)));
}

static int told(const char *what, uint64_t n)
{
    cli_print("%s: %llu\n", what, (unsigned long long)n);
    return CLI_EXIT_OK;
}

/* ---- Actions --------------------------------------------------------------------------------- */

static int do_status(cluster_job *j)
{
    cluster_state s = {0};
    strbuf text = STRBUF_INIT;
    bool good = cluster_list(j->cluster, j->o.name, &s.campaigns) &&
                cluster_list_agents(j->cluster, &s.agents);
    if (good) {
        if (j->o.json)
            cluster_put_json(&s, &text);
        else if (j->o.prometheus)
            cluster_put_prometheus(&s, &text);
        else
            cluster_put_text(&s, &text);
        cli_print("%s", text.text);
    }
    strbuf_free(&text);
    cluster_campaigns_free(&s.campaigns);
    cluster_agents_free(&s.agents);
    return good ? CLI_EXIT_OK : failed(j);
}

static int set_state(cluster_job *j, const char *state)
{
    uint64_t n;
    return cluster_set_state(j->cluster, j->o.name, state, &n) ? told(state, n) : failed(j);
}

static int do_pause(cluster_job *j)
{
    return set_state(j, "paused");
}

static int do_resume(cluster_job *j)
{
    return set_state(j, "running");
}

static int do_drain(cluster_job *j)
{
    uint64_t n;
    return cluster_drain(j->cluster, j->o.agent, &n) ? told("draining", n) : failed(j);
}

static int do_retry(cluster_job *j)
{
    uint64_t n;
    return cluster_retry(j->cluster, j->o.name, &n) ? told("open again", n) : failed(j);
}

/* A number within bounds. */
static bool read_number(const char *text, double least, double most, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return *text && !*end && *number >= least && *number <= most;
}

static int do_share(cluster_job *j)
{
    double share, priority;
    uint64_t n;
    if (!j->o.share && !j->o.priority)
        return fail(CLI_EXIT_USAGE, base_strdup("how much? --share X, --priority N"));
    if (j->o.share && !read_number(j->o.share, 0, 1e9, &share))
        return fail(CLI_EXIT_USAGE, base_strdup("--share wants a number that is not negative"));
    if (j->o.priority && !read_number(j->o.priority, -1e9, 1e9, &priority))
        return fail(CLI_EXIT_USAGE, base_strdup("--priority wants a number"));
    if (!cluster_set_share(j->cluster, j->o.name, j->o.share ? &share : NULL,
                           j->o.priority ? &priority : NULL, &n))
        return failed(j);
    return n ? CLI_EXIT_OK : fail(CLI_EXIT_FILE, base_strdup("there is no campaign of that name"));
}

/* The list, with what is added to it. */
static int do_known(cluster_job *j)
{
    char *error = NULL;
    strbuf text = STRBUF_INIT;
    known_list *list = j->o.known ? known_read(j->o.known, &error) : NULL;
    bool good = !j->o.known ||
                (list && file_read(j->o.known, &text) && cluster_add_known(j->cluster, text.text));
    strbuf_clear(&text);
    good = good && cluster_known(j->cluster, &text);
    if (good)
        cli_print("%s", text.text);
    known_free(list);
    strbuf_free(&text);
    return good ? CLI_EXIT_OK : error ? fail(CLI_EXIT_INPUT, error) : failed(j);
}

static int do_vacuum(cluster_job *j)
{
    uint64_t n;
    double days;
    if (!read_number(j->o.days, 0, 1e9, &days))
        return fail(CLI_EXIT_USAGE, base_strdup("--days wants a number"));
    return cluster_vacuum(j->cluster, days, &n) ? told("rows removed", n) : failed(j);
}

static int do_forget(cluster_job *j)
{
    return cluster_forget(j->cluster, j->o.name) ? CLI_EXIT_OK : failed(j);
}

/* ---- Folders --------------------------------------------------------------------------------- */

static store *open_folder(const char *folder, bool create, char **error)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/findings", folder);
    store *s = NULL;
    if (!create || folder_make(path.text, error)) {
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/campaign.db", folder);
        s = store_open(path.text, create, error);
    }
    strbuf_free(&path);
    return s;
}

static bool write_findings(store *s, const char *folder, char **error)
{
    store_ids ids = {0};
    bool good = store_findings(s, -1, &ids);
    if (!good)
        *error = base_strdup(store_error(s));
    for (size_t i = 0; good && i < ids.n; i++) {
        finding f;
        good = store_get_finding(s, ids.at[i], &f);
        if (!good) {
            *error = base_strdup(store_error(s));
            break;
        }
        good = finding_file_put(folder, &f, error);
        finding_free(&f);
    }
    vec_free(&ids);
    return good;
}

/* The id of the campaign of --name; 0 with *error set: there is none. */
static int64_t find_campaign(cluster_job *j, char **error)
{
    cluster_campaigns all = {0};
    int64_t id = 0;
    if (!cluster_list(j->cluster, j->o.name, &all))
        *error = base_strdup(cluster_error(j->cluster));
    else if (!all.n)
        *error = base_strdup("there is no campaign of that name");
    else
        id = all.at[0].id;
    cluster_campaigns_free(&all);
    return id;
}

static int do_export(cluster_job *j)
{
    char *error = NULL;
    int64_t id = find_campaign(j, &error);
    store *from = id ? cluster_store(j->cluster, id, j->o.name) : NULL;
    store *into = id ? open_folder(j->o.folder, true, &error) : NULL;
    bool good = into != NULL;
    if (good && store_decision_count(into)) {
        error = base_strdup("there is a campaign in that folder already");
        good = false;
    }
    good = good && store_copy(from, into, &error) && write_findings(into, j->o.folder, &error);
    store_close(from);
    store_close(into);
    return good ? CLI_EXIT_OK : fail(CLI_EXIT_FILE, error);
}

static int do_import(cluster_job *j)
{
    char *error = NULL;
    int64_t id;
    bool made = false;
    uint64_t changed;
    store *from = open_folder(j->o.folder, false, &error), *into = NULL;
    bool good = from != NULL;
    if (good && !cluster_begin(j->cluster, j->o.name, TANDEM_VERSION, &id, &made)) {
        error = base_strdup(cluster_error(j->cluster));
        good = false;
    } else if (good && !made) {
        error = base_strdup("there is a campaign of that name already");
        good = false;
    }
    if (good) {
        into = cluster_store(j->cluster, id, j->o.name);
        good = store_copy(from, into, &error) && cluster_continue(j->cluster, id, from, &error);
        /* its seeds come with its coordinator */
        good = good && cluster_set_state(j->cluster, j->o.name, "paused", &changed);
    }
    if (!good && made)
        cluster_forget(j->cluster, j->o.name);
    store_close(into);
    store_close(from);
    return good ? CLI_EXIT_OK : fail(CLI_EXIT_FILE, error);
}

static const struct action {
    const char *name;
    int (*run)(cluster_job *j);
    bool wants_name, wants_folder, creates;
} actions[] = {
    {"status", do_status, false, false, false}, {"pause", do_pause, false, false, false},
    {"resume", do_resume, false, false, false}, {"drain", do_drain, false, false, false},
    {"share", do_share, true, false, false},    {"known", do_known, false, false, true},
    {"retry", do_retry, false, false, false},   {"export", do_export, true, true, false},
    {"import", do_import, true, true, true},    {"vacuum", do_vacuum, false, false, false},
    {"forget", do_forget, true, false, false},
};

static int run_action(cluster_job *j, const char *name)
{
    const struct action *a = NULL;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (!strcmp(actions[i].name, name))
            a = &actions[i];
    if (!a)
        return fail(
            CLI_EXIT_USAGE,
            base_strdup("what is to be done? status, pause, resume, drain, share, known, retry, "
                        "export, import, vacuum or forget"));
    if (!j->o.cluster)
        return fail(CLI_EXIT_USAGE, base_strdup("which database? --cluster postgres://host/name"));
    if (a->wants_name && !j->o.name)
        return fail(CLI_EXIT_USAGE, base_strdup("which campaign? --name NAME"));
    if (a->wants_folder && !j->o.folder)
        return fail(CLI_EXIT_USAGE, base_strdup("which folder? -o FOLDER"));
    char *error = NULL;
    j->cluster = cluster_open(j->o.cluster, a->creates, &error);
    if (!j->cluster)
        return fail(strstr(error, "password in it") ? CLI_EXIT_REFUSED : CLI_EXIT_FILE, error);
    return a->run(j);
}

static int main_cluster(int argc, char **argv)
{
    cluster_job j = {0};
    option_operands operands = {0};
    int code = CLI_EXIT_USAGE;
    if (cli_parse(&cluster_page, argc, argv, &j.o, &operands, &code))
        code = run_action(&j, operands.n == 1 ? operands.at[0] : "");
    cluster_close(j.cluster);
    vec_free(&operands);
    return cli_finish(code);
}

const cli_command cmd_cluster = {"cluster", &cluster_page, main_cluster, false};
