/* `tandem fuse`: tests SMT solvers with formulas whose answer is known. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/folder.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "cli/fuse/fuse.h"
#include "cli/fuse/fuse_bisect.h"
#include "cli/fuse/fuse_check.h"
#include "cli/fuse/fuse_cluster.h"
#include "cli/fuse/fuse_gate.h"
#include "cli/fuse/fuse_merge.h"
#include "cli/interrupt.h"
#include "cli/kept_arguments.h"
#include "cli/limits.h"
#include "cli/presets.h"
#include "cli/seed.h"
#include "cli/run_note.h"
#include "fuse/cluster/coordinate.h"

#define OPTIONS_LIST "cli/fuse/fuse_options.def"
#define OPTIONS_STRUCT fuse_options
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

static const option_page fuse_page = {
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

/* Everything that one run needs. */
typedef struct fuse_job {
    fuse_options o;
    double start;
    uint64_t seed;
    fuse_limits limits;
    hearing_limits hearing;
    reduce_limits reduce;
    limit_group groups[3];
    limit_set limit_set; /* the three above */
    option_operands paths;
    const char *folder;
    bool resumed;
    suite files;
    store *store;
    fuse_setting setting;
    fuse_screen screen;
    kept_arguments kept; /* of the campaign that is resumed */
    fuse_link link;      /* of --cluster */
    bool uploaded;       /* what agents need is on the server */
} fuse_job;

static int fail(int code, char *error)
{
    cli_complain("fuse", "%s", error);
    free(error);
    return code;
}

/* To print a formula, or to lead agents, no solver is run. */
static bool runs_none(const fuse_job *j)
{
    return j->o.unit || (j->o.cluster && j->resumed);
}

static int add_solvers(fuse_job *j)
{
    fuse_solvers_config config = {.named = &j->o.solver,
                                  .versions = j->o.versions,
                                  .grants = &j->o.allow_code,
                                  .only_names = runs_none(j)};
    char *error = NULL;
    return fuse_add_solvers(&config, &j->setting, &error) ? CLI_EXIT_OK
                                                          : fail(CLI_EXIT_ENGINE, error);
}

/* ---- Seeds ----------------------------------------------------------------------------------- */

static int add_files(fuse_job *j)
{
    char *error = NULL;
    for (size_t i = 0; i < j->paths.n; i++)
        if (!suite_add(&j->files, j->paths.at[i], &error))
            return fail(CLI_EXIT_FILE, error);
    return CLI_EXIT_OK;
}

static void show_models(void *context, size_t done, size_t of)
{
    const fuse_screen *screen = context;
    if (screen->screen.terminal)
        fprintf(stderr, "\r\033[Kmodels of seeds: %zu of %zu", done, of);
}

static int load_seeds(fuse_job *j)
{
    answer label = ANSWER_NONE;
    if (j->o.label)
        answer_read(j->o.label, strlen(j->o.label), &label);
    seed_set *seeds = j->setting.seeds = seeds_load(&j->files, label);
    fuse_link_name_seeds(&j->link, seeds);
    for (size_t i = 0; i < seeds->messages.n && !j->o.quiet; i++)
        text_print(stderr, "tandem fuse: left out: %s\n", seeds->messages.at[i]);
    if (!seeds->seeds.n)
        return fail(CLI_EXIT_INPUT, base_strdup("no file can be used as a seed"));
    strbuf own = STRBUF_INIT, shared = STRBUF_INIT;
    char *folder = folder_cache("fuse", true);
    strbuf_printf(&own, "%s/models.cache", j->folder);
    strbuf_printf(&shared, "%s/models.cache", folder ? folder : "");
    seed_caches caches = {own.text, folder ? shared.text : NULL};
    seeds_find_models(seeds, j->o.model_time, &caches, show_models, &j->screen, interrupt_flag());
    free(folder);
    strbuf_free(&own);
    strbuf_free(&shared);
    screen_clear(&j->screen.screen);
    return interrupt_code(CLI_EXIT_OK);
}

static int prepare_maker(fuse_job *j)
{
    fuse_setting *s = &j->setting;
    fuse_config config = {.limits = &j->limits,
                          .max_triplets = (uint32_t)j->o.triplets,
                          .max_size = j->o.max_size,
                          .table = j->o.functions};
    char *error = NULL;
    if (j->o.functions && !cli_may_read("fuse", j->o.functions))
        return CLI_EXIT_FILE;
    s->maker = fuse_maker_new(s->seeds, &config, &error);
    if (!s->maker)
        return fail(CLI_EXIT_INPUT, error);
    unsigned strategies;
    fuse_choice choice = {.setting = s,
                          .solvers = &j->o.solver,
                          .strategies = &j->o.strategy,
                          .functions = &j->o.fusion,
                          .code_allowed = j->o.allow_code.n};
    int code = fuse_choose_strategies(&choice, &strategies);
    if (code)
        return code;
    s->schedule = schedule_new(s->seeds, fuse_function_count(s->maker), strategies, &j->limits);
    if (!schedule_possible(s->schedule))
        return fail(CLI_EXIT_INPUT,
                    base_strdup("no strategy can use these seeds: does any have a known answer? "
                                "--oracle sat or --oracle unsat says it for all"));
    return fuse_choose_functions(&choice);
}

/* ---- The campaign's folder ------------------------------------------------------------------- */

static int open_store(fuse_job *j)
{
    char *error = NULL;
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/findings", j->folder);
    bool good = (j->resumed && !j->o.cluster) || folder_make(path.text, &error);
    strbuf_clear(&path);
    strbuf_printf(&path, "%s/campaign.db", j->folder);
    if (good && j->o.cluster) {
        good = fuse_link_open(&j->link, j->o.cluster, j->o.name, j->folder, j->resumed, &error);
        if (good)
            j->store = cluster_store(j->link.cluster, j->link.id, j->link.name);
    } else if (good) {
        good = (j->store = store_open(path.text, !j->resumed, &error));
    }
    if (good && !j->resumed && kept_arguments_begun(j->store)) {
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message,
                      "%s has a campaign already: go on with --resume %s, or name another with -o",
                      j->folder, j->folder);
        error = strbuf_detach(&message);
        good = false;
    }
    strbuf_free(&path);
    return good ? CLI_EXIT_OK : fail(CLI_EXIT_FILE, error);
}

/* ---- Running --------------------------------------------------------------------------------- */

static int print_unit(fuse_job *j)
{
    uint64_t unit;
    if (!options_read_number(j->o.unit, &unit))
        return fail(CLI_EXIT_USAGE, base_strdup("--unit wants a number"));
    fused f;
    unit_report report = {0};
    if (!fuse_campaign_weights(j->store, j->setting.schedule, unit))
        return fail(CLI_EXIT_INPUT, base_strdup("the campaign did not come to that unit"));
    if (!unit_make(&j->setting, unit, &f, &report)) {
        cli_print("; no formula: every plan was dropped\n");
        return CLI_EXIT_OK;
    }
    strbuf text = STRBUF_INIT;
    unit_print(&j->setting, &f, DIALECT_STANDARD, &text);
    for (const char *line = f.story.text; *line;) {
        size_t n = strcspn(line, "\n");
        cli_print("; %.*s\n", (int)n, line);
        line += n + (line[n] != '\0');
    }
    cli_put(&text);
    strbuf_free(&text);
    unit_report_free(&report);
    fuse_release(j->setting.maker, &f);
    return CLI_EXIT_OK;
}

static void print_result(const fuse_job *j, const fuse_status *status)
{
    strbuf text = STRBUF_INIT;
    if (j->o.json)
        fuse_print_json(&j->screen, status, &text);
    else
        fuse_print_summary(&j->screen, status, &text);
    cli_print("%s", text.text);
    strbuf_free(&text);
}

/* Preparing the seeds counts, but does not take it all. 0: no limit. */
static double time_left(const fuse_job *j)
{
    double left = j->o.for_ - (clock_wall() - j->start),
           least = j->limits.formulas_share * j->o.for_;
    return left > least ? left : least;
}

static int write_reports(const fuse_job *j)
{
    char *error = NULL;
    fuse_gate gate = {.store = j->store,
                      .folder = j->folder,
                      .solvers = j->setting.solvers.at,
                      .n = j->setting.solvers.n,
                      .junit = j->o.junit,
                      .sarif = j->o.sarif};
    return fuse_gate_write(&gate, &error) ? CLI_EXIT_OK : fail(CLI_EXIT_FILE, error);
}

static void watch_agents(void *context, const cluster_counts *counts)
{
    fuse_screen *screen = context;
    screen->counts = *counts;
    screen->clustered = true;
}

/* Without its coordinator a campaign waits; one that is over is done. */
static bool coordinate(fuse_job *j, const fuse_campaign *c, fuse_status *status, char **error)
{
    fuse_link *l = &j->link;
    fuse_coordinator k = {.campaign = c,
                          .cluster = l->cluster,
                          .id = l->id,
                          .who = l->who.text,
                          .watch = watch_agents};
    bool finished;
    uint64_t changed;
    bool good = fuse_coordinate(&k, status, &finished, error);
    if (good && !cluster_set_state(l->cluster, l->name, finished ? "done" : "paused", &changed)) {
        *error = base_strdup(cluster_error(l->cluster));
        good = false;
    }
    return good;
}

static int run_campaign(fuse_job *j)
{
    fuse_campaign c = {.setting = &j->setting,
                       .store = j->store,
                       .folder = j->folder,
                       .jobs = j->o.jobs,
                       .seconds = time_left(j),
                       .count = j->o.count,
                       .bugs = j->o.quota ? j->o.quota : j->o.bugs,
                       .reduce = !j->o.no_reduce,
                       .known = j->o.known,
                       .tick = fuse_screen_tick,
                       .found = fuse_screen_found,
                       .complain = fuse_screen_complain,
                       .context = &j->screen,
                       .interrupt = interrupt_flag()};
    fuse_status status;
    char *error = NULL;
    bool good =
        j->o.cluster ? coordinate(j, &c, &status, &error) : fuse_campaign_run(&c, &status, &error);
    screen_clear(&j->screen.screen);
    print_result(j, &status);
    int code = CLI_EXIT_OK;
    if (!good)
        code = fail(CLI_EXIT_FILE, error);
    uint64_t found = 0;
    for (int i = 0; i < FINDING_KIND_COUNT; i++)
        found += status.kinds[i];
    if (!code && found)
        code = CLI_EXIT_FOUND;
    /* what a solver says that cannot be used at all is no finding */
    if (good && !j->o.cluster && !*interrupt_flag() && fuse_tell_errors(&j->setting, &status) &&
        found == status.kinds[FINDING_UNKNOWN])
        code = CLI_EXIT_ENGINE;
    free(status.answers);
    int written = write_reports(j);
    return interrupt_code(written ? written : code);
}

static void fill_setting(fuse_job *j)
{
    const fuse_options *o = &j->o;
    fuse_setting *s = &j->setting;
    s->seed = j->seed;
    s->limits = (judge_limits){
        .run = {.wall_seconds = o->timeout, .cpu_seconds = o->cpu, .memory_bytes = o->memory},
        .slow_factor = o->slow > 0 ? j->limits.slow_factor : 0,
        .slow_floor = o->slow,
        .regressions = o->versions != NULL,
        .hearing = &j->hearing,
        .interrupt = interrupt_flag()};
    s->bounds = &j->limits;
    s->reduce_bounds = &j->reduce;
    s->models = !o->no_models;
    s->cores = !o->no_cores;
    s->vary_options = o->vary_options;
    s->patient = o->patient || o->slow > 0;
    s->reduce_seconds = o->reduce_time;
    s->small_from = o->from;
    j->screen = (fuse_screen){.setting = s,
                              .limits = &j->limit_set,
                              .folder = j->folder,
                              .verbose = o->verbose > 0,
                              .quiet = o->quiet};
    screen_open(&j->screen.screen, "fuse", o->quiet);
}

/* What agents are to have, once: the seeds with their models, and the solvers. */
static int share(fuse_job *j)
{
    char *error = NULL;
    strbuf cache = STRBUF_INIT;
    strbuf_printf(&cache, "%s/models.cache", j->folder);
    bool good = fuse_link_upload(&j->link, &j->files, cache.text, j->o.functions, &error);
    strbuf_free(&cache);
    if (good && !fuse_keep_solvers(j->store, &j->setting)) {
        error = base_strdup(store_error(j->store));
        good = false;
    }
    return good ? CLI_EXIT_OK : fail(CLI_EXIT_FILE, error);
}

/* A campaign on a server has its files there; one that was imported has them here. */
static int download(fuse_job *j)
{
    char *error = NULL;
    if (!fuse_link_download(&j->link, j->folder, &j->files, &error))
        return fail(CLI_EXIT_FILE, error);
    j->uploaded = j->files.n;
    if (j->link.functions.n)
        j->o.functions = j->link.functions.text;
    return CLI_EXIT_OK;
}

static int prepare(fuse_job *j)
{
    int code = j->resumed ? add_solvers(j) : CLI_EXIT_OK;
    if (!code && j->resumed && j->o.cluster)
        code = download(j);
    if (!code && j->resumed && !j->files.n)
        code = add_files(j);
    fill_setting(j);
    if (!code)
        code = load_seeds(j);
    if (!code)
        code = prepare_maker(j);
    if (!code && !runs_none(j) && !fuse_probe_logics(&j->setting, j->o.quiet))
        code = interrupt_code(CLI_EXIT_ENGINE);
    return code;
}

static int prepare_and_run(fuse_job *j)
{
    int code = prepare(j);
    if (!code && j->resumed && !fuse_same_seeds(j->store, j->setting.seeds))
        code = fail(CLI_EXIT_INPUT, base_strdup("the seeds have changed since this campaign began: "
                                                "its formulas cannot be made again"));
    if (!code && !j->resumed && !fuse_seal_seeds(j->store, j->setting.seeds))
        code = fail(CLI_EXIT_FILE, base_strdup(store_error(j->store)));
    if (!code && j->o.cluster && !j->uploaded)
        code = share(j);
    if (code)
        return code;
    return j->o.unit ? print_unit(j) : run_campaign(j);
}

static void free_job(fuse_job *j)
{
    fuse_setting *s = &j->setting;
    for (size_t i = 0; i < s->solvers.n; i++)
        solver_free(s->solvers.at[i]);
    vec_free(&s->solvers);
    schedule_free(s->schedule);
    fuse_maker_free(s->maker);
    seeds_free(s->seeds);
    store_close(j->store);
    fuse_link_close(&j->link);
    suite_free(&j->files);
    vec_free(&j->paths);
    vec_free(&j->o.solver);
    vec_free(&j->o.allow_code);
    vec_free(&j->o.strategy);
    vec_free(&j->o.fusion);
    vec_free(&j->o.limit);
    text_list_free(&j->kept);
}

/* The seed that was chosen is one of the arguments. */
static int keep_arguments(fuse_job *j, int argc, char **argv)
{
    char *error = NULL;
    seeded_arguments all;
    if (!seed_choose(j->o.seed, argc, argv, &all, &j->seed))
        return fail(CLI_EXIT_USAGE, base_strdup("--seed wants a number, or random"));
    bool good = kept_arguments_keep(j->store, "fuse", all.argc, all.argv, &j->paths, &error);
    seeded_arguments_free(&all);
    if (good && !j->o.quiet)
        text_print(stderr, "tandem fuse: seed %llu\n", (unsigned long long)j->seed);
    return good ? CLI_EXIT_OK : fail(CLI_EXIT_FILE, error);
}

/* Begins a campaign, or puts the arguments with which it was begun before those given now. */
static int open_campaign(fuse_job *j, int argc, char **argv)
{
    j->resumed = j->o.resume || (j->o.cluster && !j->paths.n);
    j->folder = j->o.resume ? j->o.resume : j->o.output;
    if (j->o.cluster && j->o.resume)
        return fail(
            CLI_EXIT_USAGE,
            base_strdup("--cluster goes on with a campaign by its --name, not by --resume"));
    if (j->o.unit && !j->resumed)
        return fail(CLI_EXIT_USAGE, base_strdup("--unit belongs to a campaign: --resume FOLDER"));
    if (j->resumed && j->paths.n)
        return fail(CLI_EXIT_USAGE,
                    base_strdup("a campaign that is resumed has its seeds already"));
    if (!j->resumed && !j->paths.n)
        return fail(CLI_EXIT_USAGE, base_strdup("which FILE or FOLDER has the seeds?"));
    /* before a folder is made: a mistake should leave nothing behind */
    int code = j->resumed ? CLI_EXIT_OK : add_solvers(j);
    if (!code && !j->resumed)
        code = add_files(j);
    if (!code)
        code = open_store(j);
    if (code)
        return code;
    char *error = NULL;
    if (!j->resumed) {
        cli_run_note(j->folder, "fuse", argc, argv);
        return keep_arguments(j, argc, argv);
    }
    bool ours;
    if (!kept_arguments_load(j->store, "fuse", argc, argv, &j->kept, &ours, &error))
        return fail(CLI_EXIT_FILE, error);
    if (!ours && !j->o.trust && !j->o.unit && !j->o.cluster)
        return fail(CLI_EXIT_REFUSED, kept_arguments_refusal(&j->kept, argc, j->folder));
    const char *unit = j->o.unit, *url = j->o.cluster;
    vec_free(&j->paths);
    vec_free(&j->o.solver);
    vec_free(&j->o.allow_code);
    vec_free(&j->o.strategy);
    vec_free(&j->o.fusion);
    size_t more_limits = j->o.limit.n;
    vec_free(&j->o.limit);
    const char *folder = j->folder;
    if (cli_parse(&fuse_page, (int)j->kept.n - 1, j->kept.at, &j->o, &j->paths, &code))
        cli_kept_limits("fuse", &j->limit_set, &j->o.limit, j->o.limit.n - more_limits, j->o.quiet,
                        &code);
    j->folder = folder;
    j->o.cluster = url;
    j->o.unit = unit; /* whatever the store says: it decides that nothing is run */
    if (!code && !seed_kept(j->o.seed, &j->seed))
        code = fail(CLI_EXIT_USAGE, base_strdup("--seed wants a number, or random"));
    return code;
}

static int accept_findings(fuse_job *j)
{
    if (!j->o.known)
        return fail(CLI_EXIT_USAGE, base_strdup("--accept: which list? --known FILE"));
    char *error = NULL;
    strbuf path = STRBUF_INIT;
    size_t added = 0;
    strbuf_printf(&path, "%s/campaign.db", j->o.accept);
    j->store = store_open(path.text, false, &error);
    strbuf_free(&path);
    if (!j->store || !fuse_gate_accept(j->store, j->o.known, &added, &error))
        return fail(CLI_EXIT_FILE, error);
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
        return fail(CLI_EXIT_USAGE, base_strdup("which FILE or FOLDER?"));
    int code = add_solvers(j);
    if (!code)
        code = add_files(j);
    if (code)
        return code;
    fill_setting(j);
    answer label = ANSWER_NONE;
    if (j->o.label)
        answer_read(j->o.label, strlen(j->o.label), &label);
    fuse_check_setting setting = {.check = {.solvers = j->setting.solvers.at,
                                            .n = j->setting.solvers.n,
                                            .limits = j->setting.limits,
                                            .label = label,
                                            .cores = !j->o.no_cores},
                                  .files = &j->files,
                                  .json = j->o.json,
                                  .verbose = j->o.verbose > 0};
    code = fuse_check_only(&setting);
    return interrupt_code(code);
}

static int bisect(fuse_job *j)
{
    if (!j->o.versions)
        return fail(CLI_EXIT_USAGE, base_strdup("--bisect: over which builds? --versions FOLDER"));
    fill_setting(j);
    fuse_bisect_setting setting = {.finding = j->o.bisect,
                                   .folder = j->o.versions,
                                   .limits = &j->setting.limits,
                                   .json = j->o.json};
    char *error = NULL;
    int code = fuse_bisect(&setting, &error);
    return error ? fail(code, error) : interrupt_code(code);
}

static void limits_open(fuse_job *j)
{
    j->groups[0] = (limit_group){&fuse_limits_table, &j->limits};
    j->groups[1] = (limit_group){&hearing_limits_table, &j->hearing};
    j->groups[2] = (limit_group){&reduce_limits_table, &j->reduce};
    j->limit_set = (limit_set){j->groups, 3};
}

/* ---- Agents ---------------------------------------------------------------------------------- */

static bool may_run(const fuse_role *role, const char *command)
{
    for (size_t i = 0; i < role->solvers->n; i++)
        if (!strcmp(role->solvers->at[i], command))
            return true;
    return role->trust;
}

static int add_kept_solvers(fuse_job *j, const fuse_role *role)
{
    text_list commands = {0};
    option_operands named = {0};
    char *error = NULL;
    fuse_kept_solvers(role->store, &commands);
    int code = CLI_EXIT_OK;
    for (size_t i = 0; i < commands.n && !code; i++)
        if (may_run(role, commands.at[i])) {
            vec_push(&named, commands.at[i]);
        } else {
            strbuf text = STRBUF_INIT;
            strbuf_printf(
                &text, "the campaign '%s' wants to run '%s', which no --solver of this agent names",
                role->link->name, commands.at[i]);
            code = fail(CLI_EXIT_REFUSED, strbuf_detach(&text));
        }
    fuse_solvers_config config = {.named = &named, .grants = &j->o.allow_code};
    if (!code && named.n && !fuse_add_solvers(&config, &j->setting, &error))
        code = fail(CLI_EXIT_ENGINE, error);
    vec_free(&named);
    text_list_free(&commands);
    return code;
}

/* As the coordinator prepared it, with what is on the server instead of its files. */
static int prepare_served(fuse_job *j, const fuse_role *role)
{
    char *error = NULL;
    bool ours;
    int code = CLI_EXIT_INPUT;
    if (!kept_arguments_load(role->store, "fuse", 0, NULL, &j->kept, &ours, &error))
        return fail(CLI_EXIT_INPUT, error);
    if (!cli_parse(&fuse_page, (int)j->kept.n - 1, j->kept.at, &j->o, &j->paths, &code) ||
        !cli_limits("agent", &j->limit_set, &j->o.limit, false, &code))
        return code;
    vec_free(&j->o.allow_code); /* a grant is given by whoever owns the machine */
    j->folder = role->folder;
    j->o.cluster = j->o.functions = j->o.unit = NULL;
    j->o.quiet = true;
    if (!seed_kept(j->o.seed, &j->seed))
        return fail(CLI_EXIT_INPUT, base_strdup("the campaign has no seed"));
    code = add_kept_solvers(j, role);
    if (!code && !fuse_link_download(role->link, role->folder, &j->files, &error))
        code = fail(CLI_EXIT_FILE, error);
    if (role->link->functions.n)
        j->o.functions = role->link->functions.text;
    fill_setting(j);
    j->link.names = role->link->names;
    if (!code)
        code = load_seeds(j);
    j->link.names = (text_list){0};
    if (!code)
        code = prepare_maker(j);
    if (!code && !fuse_probe_logics(&j->setting, j->o.quiet))
        code = interrupt_code(CLI_EXIT_ENGINE);
    if (!code && !fuse_same_seeds(role->store, j->setting.seeds))
        code = fail(CLI_EXIT_INPUT,
                    base_strdup("the seeds are not read here as the coordinator read them"));
    return code;
}

int fuse_as_agent(const fuse_role *role)
{
    fuse_job j = {.start = clock_wall(), .link = {.who = STRBUF_INIT, .functions = STRBUF_INIT}};
    limits_open(&j);
    int code = prepare_served(&j, role);
    if (!code)
        code = role->run(role->context, &j.setting);
    free_job(&j);
    return code;
}

static int main_fuse(int argc, char **argv)
{
    fuse_job j = {.start = clock_wall(), .link = {.who = STRBUF_INIT, .functions = STRBUF_INIT}};
    int code = CLI_EXIT_USAGE;
    limits_open(&j);
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
            code = open_campaign(&j, argc, argv);
            if (!code)
                code = prepare_and_run(&j);
        }
    }
    free_job(&j);
    return cli_finish(code);
}

const cli_command cmd_fuse = {"fuse", &fuse_page, main_fuse, true};
