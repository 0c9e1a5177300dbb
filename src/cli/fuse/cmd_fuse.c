/* `tandem fuse`: tests SMT solvers with formulas whose answer is known. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/fuse/fuse_bisect.h"
#include "cli/fuse/fuse_check.h"
#include "cli/fuse/fuse_gate.h"
#include "cli/fuse/fuse_job.h"
#include "cli/fuse/fuse_merge.h"
#include "cli/interrupt.h"
#include "cli/limits.h"
#include "cli/presets.h"

#define OPTIONS_LIST "cli/fuse/fuse_options.def"
#define OPTIONS_STRUCT fuse_options
#define OPTIONS_TABLE_ONLY
#include "base/options_define.h"

static const option_example fuse_examples[] = {
    {"Test the installed solvers for a minute with the examples as seeds:",
     "tandem fuse --for 60s -o /tmp/campaign examples"},
    {"Two workers, two solvers; go on tomorrow:",
     "tandem fuse -j2 -s z3 -s \"cvc5 --strings-exp\" -o /tmp/campaign examples; "
     "tandem fuse --resume /tmp/campaign"},
    {"How fast formulas are made:", "tandem fuse --solver none --count 10000 examples"},
    {"A gate: new findings only, at most three of them; then accept those there are:",
     "tandem fuse --ci 10m --quota 3 --known known.txt --junit fuse.xml -o /tmp/gate examples; "
     "tandem fuse --accept /tmp/gate --known known.txt"},
    {"Since when is that so? A folder of builds, or of files that say how to run them:",
     "tandem fuse --bisect /tmp/campaign/findings/0001-soundness-z3.smt2 --versions builds"},
    {"Twenty machines, twenty folders: each defect once:",
     "tandem fuse --merge -o /tmp/all /tmp/campaign"},
    {"Who is wrong about a formula, its model or its core?",
     "tandem fuse --check-only examples/ages.smt2"},
};

static const limit_table *const fuse_limit_tables[] = {&fuse_limits_table, &hearing_limits_table,
                                                       &reduce_limits_table};

const option_page fuse_page = {
    .program = "tandem",
    .command = "fuse",
    .summary = "find soundness bugs, crashes and wrong models in SMT solvers",
    .usage = "[OPTION]... FILE|FOLDER...",
    .description =
        "Makes formulas from seeds (each FILE, and every .smt2 file below each FOLDER) in such a "
        "way that the answer is known, and puts them to solvers. A solver that answers otherwise, "
        "that crashes, or whose model or unsat core does not hold is a finding. Each finding is "
        "confirmed in a fresh process, adjudicated by the other solvers and by this program's own "
        "evaluator, reduced, and kept as one self-explaining .smt2 file.\n\nSatisfiable and "
        "unsatisfiable seeds are fused in pairs (semantic fusion); other strategies recombine "
        "subformulas, exchange operators and subterms, and make incremental scripts. A campaign "
        "that was interrupted, also by kill -9, goes on with --resume.",
    .options = fuse_options_table,
    .n_options = sizeof fuse_options_table / sizeof *fuse_options_table,
    .presets = &presets_fuse,
    .limits = fuse_limit_tables,
    .n_limits = sizeof fuse_limit_tables / sizeof *fuse_limit_tables,
    .notes = EXIT_CODES_HELP,
    .examples = fuse_examples,
    .n_examples = sizeof fuse_examples / sizeof *fuse_examples,
};

/* What agents are to have, once: the seeds with their models, and the solvers. */
static int share(fuse_job *j)
{
    char *error = NULL;
    strbuf cache = STRBUF_INIT;
    strbuf_printf(&cache, "%s/models.cache", j->folder);
    bool good = campaign_link_upload(&j->link, &j->files, cache.text, j->o.functions, &error);
    strbuf_free(&cache);
    if (good && !fuse_keep_solvers(j->store, &j->setting)) {
        error = base_strdup(store_error(j->store));
        good = false;
    }
    return good ? CLI_EXIT_OK : fuse_fail(CLI_EXIT_FILE, error);
}

/* A campaign on a server has its files there; one that was imported has them here. */
static int download(fuse_job *j)
{
    char *error = NULL;
    if (!campaign_link_download(&j->link, j->folder, &j->files, &error))
        return fuse_fail(CLI_EXIT_FILE, error);
    j->uploaded = j->files.n;
    if (j->link.functions.n)
        j->o.functions = j->link.functions.text;
    return CLI_EXIT_OK;
}

static int prepare(fuse_job *j)
{
    int code = j->resumed ? fuse_job_solvers(j) : CLI_EXIT_OK;
    if (!code && j->resumed && j->o.cluster)
        code = download(j);
    if (!code && j->resumed && !j->files.n)
        code = fuse_job_files(j);
    fuse_fill_setting(j);
    if (!code)
        code = fuse_load_seeds(j);
    if (!code)
        code = fuse_prepare_maker(j);
    if (!code && !fuse_runs_none(j) && !fuse_probe_logics(&j->setting, j->o.quiet))
        code = interrupt_code(CLI_EXIT_ENGINE);
    if (!code && j->o.coverage && !j->o.cluster && !fuse_runs_none(j) &&
        !fuse_probe_coverage(&j->setting, j->o.quiet))
        code = interrupt_code(CLI_EXIT_ENGINE);
    return code;
}

static int prepare_and_run(fuse_job *j)
{
    int code = prepare(j);
    if (!code && j->resumed && !fuse_same_seeds(j->store, j->setting.seeds))
        code = fuse_fail(CLI_EXIT_INPUT,
                         base_strdup("the seeds have changed since this campaign began: "
                                     "its formulas cannot be made again"));
    if (!code && !j->resumed && !fuse_seal_seeds(j->store, j->setting.seeds))
        code = fuse_fail(CLI_EXIT_FILE, base_strdup(store_error(j->store)));
    if (!code && j->o.cluster && !j->uploaded)
        code = share(j);
    if (code)
        return code;
    return j->o.unit ? fuse_print_unit(j) : fuse_run_campaign(j);
}

static int accept_findings(fuse_job *j)
{
    if (!j->o.known)
        return fuse_fail(CLI_EXIT_USAGE, base_strdup("--accept: which list? --known FILE"));
    char *error = NULL;
    strbuf path = STRBUF_INIT;
    size_t added = 0;
    strbuf_printf(&path, "%s/campaign.db", j->o.accept);
    j->store = store_open(path.text, false, &error);
    strbuf_free(&path);
    if (!j->store || !fuse_gate_accept(j->store, j->o.known, &added, &error))
        return fuse_fail(CLI_EXIT_FILE, error);
    cli_print("%zu added to %s\n", added, j->o.known);
    return CLI_EXIT_OK;
}

/* --ci: new formulas each time, and a list of known bugs that may not be there yet. */
static void open_gate(fuse_job *j)
{
    if (j->o.ci <= 0)
        return;
    j->o.for_ = j->o.ci;
    if (j->o.known && access(j->o.known, F_OK) && errno == ENOENT)
        j->o.known = NULL;
}

static int check_files(fuse_job *j)
{
    if (!j->paths.n)
        return fuse_fail(CLI_EXIT_USAGE, base_strdup("which FILE or FOLDER?"));
    int code = fuse_job_solvers(j);
    if (!code)
        code = fuse_job_files(j);
    if (code)
        return code;
    fuse_fill_setting(j);
    answer label = ANSWER_NONE;
    if (j->o.label)
        answer_read(j->o.label, strlen(j->o.label), &label);
    fuse_check_setting setting = {.check = {.solvers = j->setting.solvers.at,
                                            .n = j->setting.solvers.n,
                                            .limits = j->setting.limits,
                                            .label = label,
                                            .cores = !j->o.no_cores,
                                            .proofs = j->o.proofs},
                                  .files = &j->files,
                                  .json = j->o.json,
                                  .verbose = j->o.verbose > 0};
    code = fuse_check_only(&setting);
    return interrupt_code(code);
}

static int bisect(fuse_job *j)
{
    if (!j->o.versions)
        return fuse_fail(CLI_EXIT_USAGE,
                         base_strdup("--bisect: over which builds? --versions FOLDER"));
    fuse_fill_setting(j);
    fuse_bisect_setting setting = {.finding = j->o.bisect,
                                   .folder = j->o.versions,
                                   .limits = &j->setting.limits,
                                   .json = j->o.json};
    char *error = NULL;
    int code = fuse_bisect(&setting, &error);
    return error ? fuse_fail(code, error) : interrupt_code(code);
}

static int main_fuse(int argc, char **argv)
{
    fuse_job j;
    int code = CLI_EXIT_USAGE;
    fuse_job_open(&j);
    if (cli_parse(&fuse_page, argc, argv, &j.o, &j.paths, &code) &&
        cli_limits("fuse", &j.limit_set, &j.o.limit, j.o.help_limits, &code)) {
        interrupt_watch();
        if (j.o.strategy.n == 1 && !strcmp(j.o.strategy.at[0], "list")) {
            code = fuse_list_strategies();
        } else if (j.o.fusion.n == 1 && !strcmp(j.o.fusion.at[0], "list")) {
            code = fuse_list_functions();
        } else if (j.o.check_only) {
            code = check_files(&j);
        } else if (j.o.merge) {
            fuse_merge merge = {&j.paths, j.o.output, j.o.known, j.o.quiet};
            code = fuse_merge_folders(&merge);
        } else if (j.o.accept) {
            code = accept_findings(&j);
        } else if (j.o.bisect) {
            code = bisect(&j);
        } else {
            open_gate(&j);
            code = fuse_open_campaign(&j, argc, argv);
            if (!code)
                code = prepare_and_run(&j);
        }
    }
    fuse_job_free(&j);
    return cli_finish(code);
}

const cli_command cmd_fuse = {"fuse", &fuse_page, main_fuse, true};
