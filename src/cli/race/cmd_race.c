/* `tandem race`: finds inputs on which one solver is far slower than another. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "campaign/suite.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/limits.h"
#include "cli/presets.h"
#include "cli/race/race_job.h"

#define OPTIONS_LIST "cli/race/race_options.def"
#define OPTIONS_STRUCT race_options
#define OPTIONS_TABLE_ONLY
#include "base/options_define.h"

static const option_example race_examples[] = {
    {"Where is z3 much slower than cvc5 on floating point? Half a minute:",
     "tandem race --target z3 --reference cvc5 --theory FP32 --timeout 1 --for 30s -o /tmp/race"},
    {"Strings, two references, a fixed number of inputs; again from the recorded times:",
     "tandem race -T cvc5 -R z3 -R \"cvc4 --strings-exp\" --theory Strings -t 1 --steps 50 "
     "-o /tmp/strings; tandem race --replay /tmp/strings"},
    {"The constructs of a theory:", "tandem race --theory BV --grammar list"},
    {"Has a build become slower? Three seeds of the solver on each input:",
     "tandem race --versions z3 \"z3 smt.arith.solver=2\" --seeds 3 -t 2 examples/ages.smt2"},
    {"Forty races with the agents of a database, on as many machines as there are:",
     "tandem race --cluster postgres://db/tandem -T z3 -R cvc5 --theory FP32 -t 1 --steps 500 "
     "--repetitions 40 -o /tmp/races"},
    {"The bandit against its baselines:",
     "tandem race -T z3 -R cvc5 --theory FP16 -t 1 --evaluate --repetitions 2 --steps 10 "
     "-o /tmp/evaluation"},
};

static const limit_table *const race_limit_tables[] = {&race_limits_table, &hearing_limits_table,
                                                       &reduce_limits_table};

const option_page race_page = {
    .program = "tandem",
    .command = "race",
    .summary = "find what makes one SMT solver slow, and which constructs do it",
    .usage = "[OPTION]... [FILE|FOLDER]... | --versions OLD NEW [FILE|FOLDER]...",
    .description =
        "Searches for inputs on which the target solvers take much more CPU time than the "
        "reference solvers. A bandit chooses which construct (operator, rounding mode, special "
        "constant) is put into the input next, and learns from what that does to the margin. "
        "Before a slow input is given up, its constructs are taken out in groups while it stays "
        "slow: those that can go are acquitted, those that cannot are convicted.\n\nAt the end the "
        "constructs are ranked by how certain it is that they cause the slow-down (posterior mean "
        "and 95 % interval), and the best inputs are kept with their times. Solvers that "
        "contradict each other are judged as in fuse.\n\nEach FILE, and every .smt2 file below "
        "each "
        "FOLDER, is a seed: new inputs are also made of these, by transformers.\n\nWith --versions "
        "two builds of one solver "
        "are "
        "compared on the same inputs (each FILE, every .smt2 file below each FOLDER, or random "
        "ones "
        "of --theory), with several random seeds of the solver; the exit code is 1 if the new one "
        "is slower, crashes where the old one does not, or contradicts it.",
    .options = race_options_table,
    .n_options = sizeof race_options_table / sizeof *race_options_table,
    .presets = &presets_race,
    .limits = race_limit_tables,
    .n_limits = sizeof race_limit_tables / sizeof *race_limit_tables,
    .notes = EXIT_CODES_HELP,
    .examples = race_examples,
    .n_examples = sizeof race_examples / sizeof *race_examples,
};

int race_fail(int code, char *error)
{
    cli_complain("race", "%s", error);
    free(error);
    return code;
}

static int add_solvers(race_job *j, const option_operands *list)
{
    char *error = NULL;
    for (size_t i = 0; i < list->n; i++) {
        solver *s =
            j->journal.replay ? solver_named(list->at[i], &error) : solver_new(list->at[i], &error);
        if (!s)
            return race_fail(CLI_EXIT_ENGINE, error);
        vec_push(&j->solvers, s);
    }
    return CLI_EXIT_OK;
}

grammar *race_make_grammar(const race_job *j, char **error)
{
    term_bank *b = bank_new(true);
    grammar_config config = {.theories = j->o.theory,
                             .file = j->o.grammar,
                             .variables = (uint32_t)j->o.variables,
                             .assertions = (uint32_t)j->o.assertions,
                             .depth = (uint32_t)j->o.depth,
                             .limits = &j->limits};
    grammar *g = grammar_new(b, &config, error);
    if (!g)
        bank_free(b);
    return g;
}

/* Operands are seeds, but for --versions. */
static bool add_seeds(const race_job *j, grammar *g, char **error)
{
    suite files = {0};
    bool good = true;
    for (size_t i = 0; i < j->operands.n && good; i++)
        good = suite_add(&files, j->operands.at[i], error);
    for (size_t i = 0; i < files.n && good; i++)
        good = grammar_add_seed(g, files.at[i].path, error);
    suite_free(&files);
    return good;
}

/* The grammar of the race, and its seeds. */
static int make_grammar(race_job *j)
{
    char *error = NULL;
    if (!(j->grammar = race_make_grammar(j, &error)))
        return race_fail(CLI_EXIT_USAGE, error);
    return add_seeds(j, j->grammar, &error) ? CLI_EXIT_OK : race_fail(CLI_EXIT_FILE, error);
}

/* For each run of an evaluation: what was read once can be read again. */
grammar *race_another_grammar(void *context)
{
    char *error = NULL;
    grammar *g = race_make_grammar(context, &error);
    if (!g || !add_seeds(context, g, &error))
        base_out_of_memory(error, 0);
    return g;
}

void race_free_grammar(grammar *g)
{
    term_bank *b = g ? g->bank : NULL;
    grammar_free(g);
    bank_free(b);
}

static int list_constructs(race_job *j)
{
    char *error = NULL;
    j->o.grammar = NULL;
    grammar *g = race_make_grammar(j, &error);
    if (!g)
        return race_fail(CLI_EXIT_USAGE, error);
    for (size_t i = 0; i < g->constructs.n; i++)
        cli_print("%s%s\n", g->constructs.at[i].name, g->constructs.at[i].on ? "" : "  (off)");
    race_free_grammar(g);
    return CLI_EXIT_OK;
}

/* What no reference can answer would never count. */
static int drop_unusable(race_job *j)
{
    grammar *g = race_another_grammar(j);
    race_probe probe = {.grammar = g,
                        .seconds = j->o.timeout * j->limits.wall_factor + j->limits.wall_extra,
                        .memory = j->o.memory,
                        .interrupt = interrupt_flag()};
    size_t targets = j->o.target.n;
    j->solvers.n = race_drop_unusable(&probe, j->solvers.at, targets, j->solvers.n, &j->dropped);
    race_free_grammar(g);
    return j->solvers.n > targets ? interrupt_code(CLI_EXIT_OK)
                                  : race_fail(CLI_EXIT_ENGINE, base_strdup("no reference is left"));
}

static int check_options(const race_job *j, double *decay)
{
    char *end;
    *decay = strtod(j->o.decay, &end);
    if (*end || !(*decay > 0 && *decay <= 1))
        return race_fail(CLI_EXIT_USAGE, base_strdup("--decay wants a number above 0 and up to 1"));
    if (j->operands.n && j->o.cluster)
        return race_fail(
            CLI_EXIT_USAGE,
            base_strdup("agents have no files: seeds do not go together with --cluster"));
    if (!j->o.versions && !j->o.resume && !j->o.replay && (!j->o.target.n || !j->o.reference.n))
        return race_fail(CLI_EXIT_USAGE, base_strdup("at least one --target and one --reference"));
    if (j->o.evaluate && !j->o.steps && j->o.solver_time <= 0)
        return race_fail(CLI_EXIT_USAGE,
                         base_strdup("--evaluate wants a budget for each run: --steps "
                                     "or --solver-time"));
    return CLI_EXIT_OK;
}

static void fill_config(race_job *j, double decay)
{
    const race_options *o = &j->o;
    const race_limits *l = &j->limits;
    race_rules rules = {.timeout = o->timeout,
                        .n_targets = o->target.n,
                        .n_solvers = j->solvers.n,
                        .tie_absolute =
                            fmax(l->tie_least, fmin(l->tie_seconds, l->tie_limit * o->timeout)),
                        .tie_relative = l->tie_part,
                        .limits = l};
    race_objective_read(o->objective, &rules.objective);
    if (rules.objective != RACE_TIME)
        rules.tie_absolute = rules.objective == RACE_MEMORY ? 4 : 0.5;
    j->journal.store = j->store;
    j->journal.solvers = j->solvers.at;
    j->journal.rules = rules;
    j->journal.memory_bytes = o->memory;
    j->journal.hearing = &j->hearing;
    j->journal.interrupt = interrupt_flag();
    j->journal.found = race_show_finding;
    j->journal.context = &j->show;
    j->config = (race_config){.rules = rules,
                              .decay = decay,
                              .seed = o->seed,
                              .patience = (uint32_t)o->patience,
                              .measurements = (uint32_t)o->measurements,
                              .keep = o->keep,
                              .measure = journal_measure,
                              .context = &j->journal};
    race_algorithm_read(o->algorithm, &j->config.algorithm);
    race_prune_read(o->prune, &j->config.prune);
    agent_kind_read(o->agent, &j->config.agent);
    j->show = (race_show){.journal = &j->journal,
                          .limits = &j->limit_set,
                          .grammar = j->grammar,
                          .folder = j->folder,
                          .start = clock_wall()};
    screen_open(&j->show.screen, "race", o->quiet);
}

int race_configure(race_job *j)
{
    double decay;
    int code = check_options(j, &decay);
    if (!code)
        code = make_grammar(j);
    if (!code)
        code = add_solvers(j, &j->o.target);
    if (!code)
        code = add_solvers(j, &j->o.reference);
    if (!code)
        fill_config(j, decay);
    return code;
}

/* The coordinator runs no solver. */
static int run_away(race_job *j, int argc, char **argv)
{
    j->journal.replay = true;
    j->folder = j->o.output;
    int code = race_configure(j);
    return code ? code : race_lead(j, argc, argv);
}

static int run_job(race_job *j, int argc, char **argv)
{
    double decay, start = clock_wall();
    if (j->o.grammar && !strcmp(j->o.grammar, "list"))
        return list_constructs(j);
    int code = check_options(j, &decay);
    if (!code && j->o.grammar && !cli_may_read("race", j->o.grammar))
        code = CLI_EXIT_FILE;
    if (!code && j->o.versions)
        return race_run_versions(j);
    if (!code && j->o.cluster)
        return run_away(j, argc, argv);
    if (!code && !j->o.resume && !j->o.replay)
        code = make_grammar(j); /* before a folder is made for it */
    if (!code && !j->o.resume && !j->o.replay)
        code = add_solvers(j, &j->o.target);
    if (!code && !j->o.resume && !j->o.replay)
        code = add_solvers(j, &j->o.reference);
    if (!code && !j->o.resume && !j->o.replay)
        code = drop_unusable(j);
    if (!code)
        code = race_open(j, argc, argv);
    if (!code && j->begun) {
        code = check_options(j, &decay);
        if (!code)
            code = make_grammar(j);
        if (!code)
            code = add_solvers(j, &j->o.target);
        if (!code)
            code = add_solvers(j, &j->o.reference);
    }
    if (code)
        return code;
    fill_config(j, decay);
    race_budget budget = {.steps = j->o.steps,
                          .seconds = j->o.solver_time,
                          .deadline = j->o.for_ > 0 ? start + j->o.for_ : 0};
    return j->o.evaluate ? race_run_evaluation(j, &budget) : race_run_search(j, &budget);
}

void race_job_open(race_job *j)
{
    j->groups[0] = (limit_group){&race_limits_table, &j->limits};
    j->groups[1] = (limit_group){&hearing_limits_table, &j->hearing};
    j->groups[2] = (limit_group){&reduce_limits_table, &j->reduce};
    j->limit_set = (limit_set){j->groups, 3};
}

void race_job_close(race_job *j)
{
    for (size_t i = 0; i < j->solvers.n; i++)
        solver_free(j->solvers.at[i]);
    vec_free(&j->solvers);
    race_free_grammar(j->grammar);
    journal_free(&j->journal);
    store_close(j->store);
    text_list_free(&j->kept);
    text_list_free(&j->dropped);
    vec_free(&j->o.target);
    vec_free(&j->o.reference);
    vec_free(&j->o.limit);
    vec_free(&j->operands);
}

static int main_race(int argc, char **argv)
{
    race_job j = {0};
    int code = CLI_EXIT_USAGE;
    race_job_open(&j);
    if (cli_parse(&race_page, argc, argv, &j.o, &j.operands, &code) &&
        cli_limits("race", &j.limit_set, &j.o.limit, j.o.help_limits, &code)) {
        interrupt_watch();
        code = run_job(&j, argc, argv);
    }
    race_job_close(&j);
    return cli_finish(code);
}

const cli_command cmd_race = {"race", &race_page, main_race, true};
