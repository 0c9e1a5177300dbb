/* `tandem explore`: tests for C programs. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/explore/explore_program.h"
#include "cli/explore/explore_replay.h"
#include "cli/explore/explore_report.h"
#include "cli/explore/explore_screen.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/limits.h"

#define OPTIONS_LIST "cli/explore/explore_options.def"
#define OPTIONS_STRUCT explore_options
#include "base/options_define.h"

static const option_example explore_examples[] = {
    {"Tests for a program with up to two arguments of ten bytes and a standard input:",
     "tandem explore --sym-args 0 2 10 --sym-stdin 64 --for 10s -o /tmp/out examples/greet.c"},
    {"The same for a program built with the instrumenting compiler:",
     "tandem-cc -g -o /tmp/greet examples/greet.c && tandem explore --sym-args 0 2 10 /tmp/greet"},
};

static const limit_table *const explore_limit_tables[] = {&explore_limits_table,
                                                          &fuzz_limits_table};

static const option_page explore_page = {
    .program = "tandem",
    .command = "explore",
    .summary = "generate tests for a C program, also through closed library functions",
    .usage = "[OPTION]... TARGET",
    .description =
        "Runs TARGET, an executable made by tandem-cc, again and again with inputs that take new "
        "ways through it: the branches of a run are turned around one at a time by SMT, by fuzz "
        "solving where they depend on library functions that can only be called, and by mutation. "
        "A C file or LLVM bitcode is compiled first.\n\nEach test that reaches something new is "
        "written to a folder of its own below tests/ in the folder of results (argv, stdin, "
        "files/, "
        "env), and as a .ktest file; crashes, failed assertions, hangs and undefined behaviour go "
        "to findings/. Runs happen in a scratch folder, as an ordinary user, with limits.",
    .options = explore_options_table,
    .n_options = sizeof explore_options_table / sizeof *explore_options_table,
    .limits = explore_limit_tables,
    .n_limits = sizeof explore_limit_tables / sizeof *explore_limit_tables,
    .notes = EXIT_CODES_HELP,
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

/* Lists of names, as the runtime reads them (runtime/boxes/choices.h). */
static void put_names(const option_operands *lists, char sign, strbuf *out)
{
    for (size_t i = 0; i < lists->n; i++)
        for (const char *at = lists->at[i]; *at; at += strspn(at, ",")) {
            size_t n = strcspn(at, ",");
            if (n == 3 && !strncmp(at, "all", n) && sign == '+')
                strbuf_puts(out, "+*\n");
            else if (n && !(n == 4 && !strncmp(at, "auto", n)))
                strbuf_printf(out, "%c%.*s\n", sign, (int)n, at);
            at += n;
        }
}

static bool read_signatures(const explore_options *o, strbuf *out)
{
    if (o->signatures && !file_read(o->signatures, out)) {
        cli_complain("explore", "%s: %s", o->signatures, strerror(errno));
        return false;
    }
    if (out->n && out->text[out->n - 1] != '\n')
        strbuf_putc(out, '\n');
    put_names(&o->closed_box, '+', out);
    put_names(&o->concretize, '-', out);
    return true;
}

/* The limits of the job. */
typedef struct job_limits {
    explore_limits explore;
    fuzz_limits fuzz;
    limit_group groups[2];
    limit_set set;
} job_limits;

static void limits_open(job_limits *l)
{
    l->groups[0] = (limit_group){&explore_limits_table, &l->explore};
    l->groups[1] = (limit_group){&fuzz_limits_table, &l->fuzz};
    l->set = (limit_set){l->groups, 2};
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

static void configure(const explore_options *o, const job_limits *limits, const char *program,
                      explore_config *c)
{
    *c = (explore_config){
        .program = program,
        .out = o->out,
        .seeds = o->seeds.at,
        .n_seeds = o->seeds.n,
        .sync = o->sync,
        .shape = c->shape,
        .symbolic_env = o->sym_env,
        .seconds = o->seconds,
        .max_traces = o->count,
        .order = order_of(o->search),
        .no_deferred = o->no_deferred,
        .no_models = strcmp(o->models, "on") != 0,
        .judge = !strcmp(o->models, "judge"),
        .no_mutation = c->share == 0 && !o->no_solving,
        .no_solving = o->no_solving,
        .limits = &limits->explore,
        .flips = {.seed = o->seed,
                  .fuzz_limits = &limits->fuzz,
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

static void report(const explore_options *o, const limit_set *limits, const explore_progress *p)
{
    strbuf text = STRBUF_INIT, json = STRBUF_INIT, path = STRBUF_INIT;
    explore_output folder;
    char *error = NULL;
    if (!output_open(&folder, o->out, "", &error))
        cli_complain("explore", "%s", error);
    free(error);
    explore_report_text(p, o->seed, &text);
    explore_report_findings(&folder, &text);
    explore_report_json(p, o->seed, limits, &folder, &json);
    output_close(&folder);
    fputs(o->json ? json.text : text.text, stdout);
    if (explore_report_hint(p) && !o->quiet)
        cli_complain("explore", "%s", explore_report_hint(p));
    strbuf_printf(&path, "%s/stats.json", o->out);
    if (!folder_write(path.text, json.text, json.n))
        cli_complain("explore", "%s: %s", path.text, strerror(errno));
    strbuf_free(&text);
    strbuf_free(&json);
    strbuf_free(&path);
}

static int replay(const explore_options *o, const char *program)
{
    char *counting = explore_program_lines(program, o->replay);
    int code = CLI_EXIT_INPUT;
    if (counting)
        code = explore_replay_show(counting, program, o->replay, o->run_timeout * 4, o->json);
    free(counting);
    return interrupt_code(code);
}

/* The target and the seeds can be read, the folder for results is there; false after a complaint. */
static bool files_usable(const explore_options *o, const char *target)
{
    bool good = cli_may_read("explore", target);
    for (size_t i = 0; good && i < o->seeds.n; i++)
        good = cli_may_read("explore", o->seeds.at[i]);
    char *error = NULL;
    if (good && !o->replay && !folder_make(o->out, &error)) {
        cli_complain("explore", "%s", error);
        good = false;
    }
    free(error);
    return good;
}

static int explore(const explore_options *o, job_limits *limits, const char *target)
{
    explore_config c = {0};
    explore_progress p;
    strbuf program = STRBUF_INIT, signatures = STRBUF_INIT;
    char *error = NULL;
    if (!read_shape(o, &c.shape) || !read_share(o, &c.share))
        return CLI_EXIT_USAGE;
    if (!read_signatures(o, &signatures))
        return CLI_EXIT_FILE;
    if (!files_usable(o, target)) {
        strbuf_free(&signatures);
        return CLI_EXIT_FILE;
    }
    interrupt_watch();
    if (!explore_program_find(target, o->out, o->cflags, &program)) {
        strbuf_free(&program);
        strbuf_free(&signatures);
        return CLI_EXIT_INPUT;
    }
    if (o->replay) {
        int code = replay(o, program.text);
        strbuf_free(&program);
        strbuf_free(&signatures);
        return code;
    }
    int code = CLI_EXIT_USAGE;
    if (!cli_folder_limits("explore", &limits->set, o->out, &o->limit, o->quiet, &code)) {
        strbuf_free(&program);
        strbuf_free(&signatures);
        return code;
    }
    explore_screen screen;
    explore_screen_open(&screen, target, o->seconds, o->quiet);
    c.progress_context = &screen;
    configure(o, limits, program.text, &c);
    c.signatures = signatures.n ? signatures.text : NULL;
    double begun = clock_wall();
    char *light = c.no_mutation ? NULL : explore_program_light(program.text, o->out, o->quiet);
    c.light = light;
    char *asan = o->no_asan ? NULL : explore_program_asan(program.text, o->out, o->quiet);
    c.asan = asan;
    double built =
        clock_wall() - begun; /* that counts, too; half of the time is left in any case */
    c.seconds -= built < c.seconds / 2 ? built : c.seconds / 2;
    bool good = explore_run(&c, &p, &error);
    free(light);
    free(asan);
    screen_clear(&screen.screen);
    if (p.no_sanitizer && !o->quiet)
        cli_complain("explore", "no runs under AddressSanitizer: %s", p.no_sanitizer);
    if (good)
        report(o, &limits->set, &p);
    else if (error)
        cli_complain("explore", "%s", error);
    free(error);
    explore_progress_free(&p);
    strbuf_free(&program);
    strbuf_free(&signatures);
    return interrupt_code(cli_finish(good || !error ? CLI_EXIT_OK : CLI_EXIT_INPUT));
}

static int main_explore(int argc, char **argv)
{
    explore_options options = {0};
    option_operands targets = {0};
    joined j = {0};
    int code = CLI_EXIT_USAGE;
    job_limits limits;
    limits_open(&limits);
    join(&j, argc, argv);
    if (cli_parse(&explore_page, (int)j.argv.n, j.argv.at, &options, &targets, &code) &&
        cli_limits("explore", &limits.set, &options.limit, options.help_limits, &code)) {
        code = CLI_EXIT_USAGE;
        if (options.replay)
            options.out = options.replay;
        if (targets.n != 1)
            cli_complain("explore", "which TARGET? Exactly one is needed");
        else
            code = explore(&options, &limits, targets.at[0]);
    }
    vec_free(&options.seeds);
    vec_free(&options.closed_box);
    vec_free(&options.concretize);
    vec_free(&options.limit);
    vec_free(&targets);
    joined_free(&j);
    return code;
}

const cli_command cmd_explore = {.name = "explore", .page = &explore_page, .run = main_explore};
