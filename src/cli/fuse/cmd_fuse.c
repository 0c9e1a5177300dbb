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
#include "cli/fuse/fuse_check.h"
#include "cli/fuse/fuse_gate.h"
#include "cli/interrupt.h"
#include "cli/kept_arguments.h"
#include "cli/limits.h"
#include "cli/run_note.h"

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
} fuse_job;

static int fail(int code, char *error)
{
    cli_complain("fuse", "%s", error);
    free(error);
    return code;
}

/* ---- Solvers and strategies ------------------------------------------------------------------ */

/* To print one formula no solver is run. */
static bool add_solver(fuse_job *j, const char *text, char **error)
{
    char *granted = solver_command_grant(text, j->o.allow_code.at, j->o.allow_code.n);
    solver *s = j->o.unit ? solver_named(granted, error) : solver_new(granted, error);
    free(granted);
    if (s)
        vec_push(&j->setting.solvers, s);
    return s;
}

static int add_solvers(fuse_job *j)
{
    static const char *const usual[] = {"z3", "cvc5 --strings-exp", "cvc4 --strings-exp"};
    char *error = NULL;
    for (size_t i = 0; i < j->o.solver.n; i++) {
        if (!strcmp(j->o.solver.at[i], "none"))
            continue;
        if (!add_solver(j, j->o.solver.at[i], &error))
            return fail(CLI_EXIT_ENGINE, error);
    }
    for (size_t i = 0; !j->o.solver.n && i < sizeof usual / sizeof *usual; i++)
        if (!add_solver(j, usual[i], &error)) {
            free(error);
            error = NULL;
        }
    if (!j->o.solver.n && !j->setting.solvers.n)
        return fail(CLI_EXIT_ENGINE,
                    base_strdup("none of z3, cvc5 and cvc4 is installed; name one with --solver"));
    return CLI_EXIT_OK;
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
    for (size_t i = 0; i < seeds->messages.n && !j->o.quiet; i++)
        text_print(stderr, "tandem fuse: left out: %s\n", seeds->messages.at[i]);
    if (!seeds->seeds.n)
        return fail(CLI_EXIT_INPUT, base_strdup("no file can be used as a seed"));
    strbuf cache = STRBUF_INIT;
    strbuf_printf(&cache, "%s/models.cache", j->folder);
    seeds_find_models(seeds, j->o.model_time, cache.text, show_models, &j->screen,
                      interrupt_flag());
    strbuf_free(&cache);
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
    bool good = j->resumed || folder_make(path.text, &error);
    strbuf_clear(&path);
    strbuf_printf(&path, "%s/campaign.db", j->folder);
    if (good)
        good = (j->store = store_open(path.text, !j->resumed, &error));
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
    bool good = fuse_campaign_run(&c, &status, &error);
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
    if (good && !*interrupt_flag() && fuse_tell_errors(&j->setting, &status) &&
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
    s->seed = o->seed;
    s->limits = (judge_limits){
        .run = {.wall_seconds = o->timeout, .cpu_seconds = o->cpu, .memory_bytes = o->memory},
        .slow_factor = o->slow > 0 ? j->limits.slow_factor : 0,
        .slow_floor = o->slow,
        .hearing = &j->hearing,
        .interrupt = interrupt_flag()};
    s->bounds = &j->limits;
    s->reduce_bounds = &j->reduce;
    s->models = !o->no_models;
    s->cores = !o->no_cores;
    s->vary_options = o->vary_options;
    s->patient = o->patient || o->slow > 0;
    s->reduce_seconds = o->reduce_time;
    j->screen = (fuse_screen){.setting = s,
                              .limits = &j->limit_set,
                              .folder = j->folder,
                              .verbose = o->verbose > 0,
                              .quiet = o->quiet};
    screen_open(&j->screen.screen, "fuse", o->quiet);
}

static int prepare_and_run(fuse_job *j)
{
    int code = j->resumed ? add_solvers(j) : CLI_EXIT_OK;
    if (!code && j->resumed)
        code = add_files(j);
    fill_setting(j);
    if (!code)
        code = load_seeds(j);
    if (!code)
        code = prepare_maker(j);
    if (!code && j->resumed && !fuse_same_seeds(j->store, j->setting.seeds))
        code = fail(CLI_EXIT_INPUT, base_strdup("the seeds have changed since this campaign began: "
                                                "its formulas cannot be made again"));
    if (!code && !j->resumed && !fuse_seal_seeds(j->store, j->setting.seeds))
        code = fail(CLI_EXIT_FILE, base_strdup(store_error(j->store)));
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
    suite_free(&j->files);
    vec_free(&j->paths);
    vec_free(&j->o.solver);
    vec_free(&j->o.allow_code);
    vec_free(&j->o.strategy);
    vec_free(&j->o.fusion);
    vec_free(&j->o.limit);
    text_list_free(&j->kept);
}

/* Begins a campaign, or puts the arguments with which it was begun before those given now. */
static int open_campaign(fuse_job *j, int argc, char **argv)
{
    j->resumed = j->o.resume;
    j->folder = j->resumed ? j->o.resume : j->o.output;
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
        if (!kept_arguments_keep(j->store, "fuse", argc, argv, &j->paths, &error))
            return fail(CLI_EXIT_FILE, error);
        cli_run_note(j->folder, "fuse", argc, argv);
        return CLI_EXIT_OK;
    }
    bool ours;
    if (!kept_arguments_load(j->store, "fuse", argc, argv, &j->kept, &ours, &error))
        return fail(CLI_EXIT_FILE, error);
    if (!ours && !j->o.trust && !j->o.unit)
        return fail(CLI_EXIT_REFUSED, kept_arguments_refusal(&j->kept, argc, j->folder));
    const char *unit = j->o.unit;
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
    j->o.unit = unit; /* whatever the store says: it decides that nothing is run */
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
    if (!j->o.seed)
        j->o.seed = (uint64_t)(1e3 * clock_wall()) % UINT32_MAX;
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

static void limits_open(fuse_job *j)
{
    j->groups[0] = (limit_group){&fuse_limits_table, &j->limits};
    j->groups[1] = (limit_group){&hearing_limits_table, &j->hearing};
    j->groups[2] = (limit_group){&reduce_limits_table, &j->reduce};
    j->limit_set = (limit_set){j->groups, 3};
}

static int main_fuse(int argc, char **argv)
{
    fuse_job j = {.start = clock_wall()};
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
        } else if (j.o.accept) {
            code = accept_findings(&j);
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
