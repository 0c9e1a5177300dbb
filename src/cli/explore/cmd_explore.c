/* `tandem explore`: tests for C programs. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/folder.h"
#include "process/lock.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/explore/explore_jobs.h"
#include "cli/explore/explore_program.h"
#include "cli/explore/explore_replay.h"
#include "cli/explore/explore_report.h"
#include "cli/explore/explore_screen.h"
#include "cli/explore/explore_setup.h"
#include "cli/explore/explore_words.h"
#include "cli/interrupt.h"
#include "cli/limits.h"
#include "cli/presets.h"
#include "cli/run_note.h"
#include "explore/target/places.h"

#define OPTIONS_LIST "cli/explore/explore_options.def"
#define OPTIONS_STRUCT explore_options
#include "base/options_define.h"

enum { DATA_FILE_BYTES = 4096 };

static const option_example explore_examples[] = {
    {"Tests for a program with up to two arguments of ten bytes and a standard input:",
     "tandem explore --sym-args 0 2 10 --sym-stdin 64 --for 10s -o /tmp/out examples/greet.c"},
    {"The same for a program built with the instrumenting compiler:",
     "tandem-cc -g -o /tmp/greet examples/greet.c && tandem explore --sym-args 0 2 10 /tmp/greet"},
};

static const limit_table *const explore_limit_tables[] = {&explore_limits_table,
                                                          &solve_limits_table, &fuzz_limits_table};

static const option_page explore_page = {
    .program = "tandem",
    .command = "explore",
    .summary = "generate tests for a C program, also through closed library functions",
    .usage = "[OPTION]... TARGET [-- ARGUMENT...]",
    .description =
        "Runs TARGET, an executable made by tandem-cc, again and again with inputs that take new "
        "ways through it: the branches of a run are turned around one at a time by SMT, by fuzz "
        "solving where they depend on library functions that can only be called, and by mutation. "
        "A C file or LLVM bitcode is compiled first. The ARGUMENTs stand in front of all others in "
        "every "
        "run; @@ is the name of a file that is an input (--sym-files 1 LEN, by default of up to "
        "4,096 bytes).\n\nEach test that reaches something new is "
        "written to a folder of its own below tests/ in the folder of results (argv, stdin, "
        "files/, "
        "env), and as a .ktest file; crashes, failed assertions, hangs and undefined behaviour go "
        "to findings/. Runs happen in a jail: in a scratch folder, which is all that they can "
        "write "
        "to, as an ordinary user, without a network, with limits.",
    .options = explore_options_table,
    .n_options = sizeof explore_options_table / sizeof *explore_options_table,
    .presets = &presets_explore,
    .limits = explore_limit_tables,
    .n_limits = sizeof explore_limit_tables / sizeof *explore_limit_tables,
    .notes = "These names of libFuzzer mean the same as ours: -max_len=N (--max-len), "
             "-max_total_time=S (--for), -runs=N, -seed=N, -dict=FILE, -timeout=S (--run-timeout), "
             "-merge=1.\n\n" EXIT_CODES_HELP,
    .examples = explore_examples,
    .n_examples = sizeof explore_examples / sizeof *explore_examples,
};

/* ---- Arguments ------------------------------------------------------------------------------- */

/* "--sym-args 0 3 10", as KLEE's users write it, becomes "--sym-args" "0,3,10". */
typedef struct joined {
    VEC(char *) argv;
    text_list made;
} joined;

static bool is_number(const char *text)
{
    return text && *text && strspn(text, "0123456789") == strlen(text);
}

static int numbers_of(const char *option)
{
    return !strcmp(option, "--sym-args") ? 3 : !strcmp(option, "--sym-files") ? 2 : 0;
}

static void join(joined *j, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        int n = numbers_of(argv[i]), found = 0;
        char *ours = explore_words_libfuzzer(argv[i]);
        if (ours) {
            vec_push(&j->made, ours);
            vec_push(&j->argv, ours);
            continue;
        }
        while (found < n && i + 1 + found < argc && is_number(argv[i + 1 + found]))
            found++;
        vec_push(&j->argv, argv[i]);
        if (!n || found < n)
            continue;
        strbuf list = STRBUF_INIT;
        for (int k = 1; k <= n; k++)
            strbuf_printf(&list, "%s%s", k > 1 ? "," : "", argv[i + k]);
        i += n;
        vec_push(&j->made, strbuf_detach(&list));
        vec_push(&j->argv, vec_last(&j->made));
    }
}

static void joined_free(joined *j)
{
    text_list_free(&j->made);
    vec_free(&j->argv);
}

/* `n` numbers separated by commas, at most `most` each. */
static bool read_numbers(const char *option, const char *text, uint32_t *numbers, int n,
                         uint32_t most)
{
    const char *at = text;
    for (int i = 0; i < n; i++) {
        char *end;
        unsigned long number = strtoul(at, &end, 10);
        if (end == at || number > most || *end != (i + 1 < n ? ',' : 0)) {
            cli_complain("explore", "--%s '%s': %d numbers up to %u are needed", option, text, n,
                         most);
            return false;
        }
        numbers[i] = (uint32_t)number;
        at = end + 1;
    }
    return true;
}

static bool read_shape(const explore_options *o, explore_shape *s)
{
    uint32_t args[3], files[2];
    if (!read_numbers("sym-args", o->sym_args, args, 3, 4096) ||
        !read_numbers("sym-files", o->sym_files, files, 2, 1 << 20))
        return false;
    if (args[0] > args[1] || files[0] > 26) {
        cli_complain("explore", args[0] > args[1] ? "--sym-args: MIN is larger than MAX"
                                                  : "--sym-files: there are 26 names");
        return false;
    }
    *s = (explore_shape){.min_args = args[0],
                         .max_args = args[1],
                         .arg_bytes = args[2],
                         .n_files = files[0],
                         .file_bytes = files[1],
                         .stdin_bytes = (uint32_t)o->sym_stdin,
                         .has_stdin = o->sym_stdin > 0,
                         .max_fail = (uint32_t)o->max_fail};
    return true;
}

/* "auto" is a negative share (explore.h). */
static bool read_share(const explore_options *o, double *share)
{
    unsigned long percent = is_number(o->share) ? strtoul(o->share, NULL, 10) : 100;
    *share = -1;
    if (!strcmp(o->share, "auto"))
        return true;
    if (percent > 99) {
        cli_complain("explore", "--mutation-share '%s': 'auto' or a number up to 99 is needed",
                     o->share);
        return false;
    }
    *share = (double)percent / 100;
    return true;
}

/* The limits of the job. */
typedef struct job_limits {
    explore_limits explore;
    solve_limits solve;
    fuzz_limits fuzz;
    limit_group groups[3];
    limit_set set;
} job_limits;

static void limits_open(job_limits *l)
{
    l->groups[0] = (limit_group){&explore_limits_table, &l->explore};
    l->groups[1] = (limit_group){&solve_limits_table, &l->solve};
    l->groups[2] = (limit_group){&fuzz_limits_table, &l->fuzz};
    l->set = (limit_set){l->groups, 3};
}

/* ---- Work ------------------------------------------------------------------------------------ */

static explore_order order_of(const char *word)
{
    static const char *const words[] = {"coverage", "bfs", "dfs", "random"};
    int i = 0;
    while (strcmp(word, words[i]))
        i++;
    return (explore_order)i;
}

static bool for_errors(const explore_options *o)
{
    return !strcmp(o->criterion, "error-call");
}

static void configure(const explore_options *o, const job_limits *limits, const char *program,
                      explore_config *c)
{
    *c = (explore_config){
        .program = program,
        .jail = c->jail,
        .out = o->out,
        .seeds = o->seeds.at,
        .n_seeds = o->seeds.n,
        .dictionaries = o->dictionaries.at,
        .n_dictionaries = o->dictionaries.n,
        .max_len = (uint32_t)o->max_len,
        .sync = o->sync,
        .shape = c->shape,
        .given = c->given,
        .data_file = c->data_file,
        .variables = c->variables,
        .n_variables = c->n_variables,
        .signatures = c->signatures,
        .signatures_name = o->signatures,
        .seconds = o->seconds,
        .max_traces = o->count,
        .max_runs = o->runs,
        .stop_at_first = o->stop_at_first || for_errors(o),
        .errors = for_errors(o),
        .merge = o->merge,
        .order = order_of(o->search),
        .no_deferred = o->no_deferred,
        .no_models = strcmp(o->models, "on") != 0,
        .judge = !strcmp(o->models, "judge"),
        .no_mutation = o->merge || (c->share == 0 && !o->no_solving),
        .no_solving = o->no_solving,
        .limits = &limits->explore,
        .flips = {.seed = o->seed,
                  .solve_limits = &limits->solve,
                  .fuzz_limits = &limits->fuzz,
                  .executions = o->fuzz_budget,
                  .no_splitter = o->no_splitter,
                  .no_predictor = o->no_predictor,
                  .no_optimistic = o->no_optimistic,
                  .no_fuzz = o->no_fuzz},
        .run_seconds = o->run_timeout,
        .share = c->share,
        .progress = explore_screen_tick,
        .progress_context = c->progress_context,
        .interrupt = interrupt_flag(),
    };
}

static int replay(const explore_options *o, const explore_builder *b, const char *program,
                  const explore_config *c)
{
    char *counting = explore_program_lines(b, program);
    int code = CLI_EXIT_INPUT;
    if (counting)
        code = explore_replay_show(counting, program, o->replay, c->jail, &c->given,
                                   o->run_timeout * 4, o->json);
    free(counting);
    return interrupt_code(code);
}

/* Builds, searches and reports; the folder is locked. */
static int search(const explore_options *o, const explore_builder *b, const char *target,
                  const char *program, const limit_set *limits, explore_config *c)
{
    explore_progress p;
    char *error = NULL;
    explore_screen screen;
    explore_screen_open(&screen, target, jail_kind_word(c->jail), o->seconds, o->quiet);
    c->progress_context = &screen;
    double begun = clock_wall();
    c->asan = o->no_asan || o->merge || c->errors ? NULL : explore_program_asan(b, program);
    char *light = c->no_mutation ? NULL : explore_program_light(b, program, o->quiet);
    c->light = light;
    double built =
        clock_wall() - begun; /* that counts, too; half of the time is left in any case */
    c->seconds -= built < c->seconds / 2 ? built : c->seconds / 2;
    bool good = explore_jobs_run(c, o->merge ? 1 : o->jobs, &p, &error);
    explore_rebuild_free(c->asan);
    free(light);
    screen_clear(&screen.screen);
    if (good)
        explore_report(&(explore_report_config){o->out, o->json, o->quiet, limits}, c, &p);
    if (good && o->suite)
        good = explore_setup_suite(o->suite, o->out, target, c->errors);
    else if (error)
        cli_complain("explore", "%s", error);
    free(error);
    explore_progress_free(&p);
    return interrupt_code(cli_finish(good || !error ? CLI_EXIT_OK : CLI_EXIT_INPUT));
}

static int work(const explore_options *o, job_limits *limits, const explore_builder *b,
                const char *target, explore_config *c)
{
    strbuf program = STRBUF_INIT;
    int code = CLI_EXIT_INPUT;
    if (!explore_program_find(b, target, o->cflags, c->jail, o->quiet, &program)) {
        strbuf_free(&program);
        return code;
    }
    if (o->replay) {
        code = replay(o, b, program.text, c);
    } else if (cli_folder_limits("explore", &limits->set, o->out, &o->limit, o->quiet, &code)) {
        configure(o, limits, program.text, c);
        code = search(o, b, target, program.text, &limits->set, c);
    }
    strbuf_free(&program);
    return code;
}

static int explore(const explore_options *o, job_limits *limits, const char *target,
                   const explore_words *words)
{
    explore_config c = {.given = words->given,
                        .data_file = words->data_file,
                        .variables = words->variables.at,
                        .n_variables = words->variables.n};
    strbuf signatures = STRBUF_INIT, lock_path = STRBUF_INIT;
    explore_builder b;
    int code = CLI_EXIT_OK, lock = -1;
    if (!read_shape(o, &c.shape) || !read_share(o, &c.share))
        return CLI_EXIT_USAGE;
    if (c.data_file && !c.shape.n_files) {
        c.shape.n_files = 1;
        c.shape.file_bytes = DATA_FILE_BYTES;
    }
    const char *read[] = {target, o->replay};
    for (int i = 0; !code && i < 2; i++)
        if (read[i] && access(read[i], R_OK)) {
            cli_complain("explore", "%s: %s", read[i], strerror(errno));
            code = CLI_EXIT_FILE;
        }
    explore_builder_init(&b, o->out);
    code =
        code ? code
             : explore_setup_signatures(o->signatures, &o->closed_box, &o->concretize, &signatures);
    code = code ? code : explore_setup_inputs(&o->seeds, &o->dictionaries, o->sync);
    interrupt_watch();
    if (!code && !explore_setup_jail(o->jail, &c.jail))
        code = CLI_EXIT_REFUSED;
    if (!code && (lock = explore_setup_lock(o->out, &lock_path)) < 0)
        code = CLI_EXIT_FILE;
    if (!code) {
        text_list shown = {0};
        c.signatures = signatures.n ? signatures.text : NULL;
        c.given.places = target_places(target, &c.given, &shown);
        c.given.shown = &shown;
        c.given.clock = explore_words_nature(o->clock);
        c.given.random = explore_words_nature(o->random);
        code = work(o, limits, &b, target, &c);
        text_list_free(&shown);
    }
    if (lock >= 0)
        lock_drop(lock_path.text, lock);
    strbuf_free(&signatures);
    strbuf_free(&lock_path);
    explore_builder_free(&b);
    return code;
}

static int main_explore(int argc, char **argv)
{
    explore_options options = {0};
    option_operands targets = {0};
    joined j = {0};
    int code = CLI_EXIT_USAGE;
    job_limits limits;
    limits_open(&limits);
    explore_words words = {0};
    join(&j, explore_words_cut(&words, argc, argv), argv);
    if (cli_parse(&explore_page, (int)j.argv.n, j.argv.at, &options, &targets, &code) &&
        cli_limits("explore", &limits.set, &options.limit, options.help_limits, &code)) {
        code = CLI_EXIT_USAGE;
        if (options.replay)
            options.out = options.replay;
        if (targets.n != 1)
            cli_complain("explore", "which TARGET? Exactly one is needed");
        else
            code = explore_words_read(&words, &options.sym_env, options.keep_env)
                       ? explore(&options, &limits, targets.at[0], &words)
                       : CLI_EXIT_USAGE;
        if (!options.replay && code != CLI_EXIT_USAGE)
            cli_run_note(options.out, "explore", argc, argv);
    }
    explore_words_free(&words);
    vec_free(&options.seeds);
    vec_free(&options.dictionaries);
    vec_free(&options.sym_env);
    vec_free(&options.closed_box);
    vec_free(&options.concretize);
    vec_free(&options.limit);
    vec_free(&targets);
    joined_free(&j);
    return code;
}

const cli_command cmd_explore = {
    .name = "explore", .page = &explore_page, .run = main_explore, .starts_programs = true};
