/* `tandem reduce`: makes a script small while something about it stays true. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/limits.h"
#include "reduce/task.h"

#define OPTIONS_LIST "cli/reduce/reduce_options.def"
#define OPTIONS_STRUCT reduce_options
#include "base/options_define.h"

static const option_example reduce_examples[] = {
    {"Whatever a command says (here: the file mentions bvlshr):",
     "tandem reduce examples/overflow.smt2 -- grep -q bvlshr"},
    {"Two solvers that contradict each other:",
     "tandem reduce --solver z3 --solver cvc5 -o small.smt2 found.smt2"},
    {"A solver that crashes, with a word of its last message:",
     "tandem reduce --solver cvc5 --check crash=Unhandled found.smt2"},
};

#define PREDICATE_LINE(id, name, argument, solvers, help) "  " name argument "\t" help "\n"
#define CHECK_KINDS "Kinds of --check:\n" PREDICATES(PREDICATE_LINE) "\n"

static const limit_table *const reduce_limit_tables[] = {&reduce_limits_table};

static const option_page reduce_page = {
    .program = "tandem",
    .command = "reduce",
    .summary = "make a script small while a check holds",
    .usage = "[OPTION]... FILE -- CHECK...",
    .description =
        "Drops and simplifies what FILE ('-' is standard input) asserts, as long as CHECK holds, "
        "and prints what is left. CHECK is a command; it is run with the name of a file that holds "
        "a smaller script in place of {}, or as its last word, and holds if it ends with code 0. "
        "With --solver no CHECK is needed.\n\nScripts that are tried are well-sorted. The result "
        "cannot be made smaller by any single step, unless a limit or Ctrl-C ended the search.",
    .options = reduce_options_table,
    .n_options = sizeof reduce_options_table / sizeof *reduce_options_table,
    .limits = reduce_limit_tables,
    .n_limits = sizeof reduce_limit_tables / sizeof *reduce_limit_tables,
    .notes = CHECK_KINDS EXIT_CODES_HELP,
    .examples = reduce_examples,
    .n_examples = sizeof reduce_examples / sizeof *reduce_examples,
};

typedef struct run {
    const reduce_options *options;
    double start;
    size_t first_bytes;
    bool terminal, failed;
} run;

static size_t count_lines(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static void on_step(void *context, const strbuf *script, size_t size, uint64_t checks)
{
    run *r = context;
    const reduce_options *o = r->options;
    if (o->output && !r->failed) /* one complaint is enough; the end tries again */
        r->failed = !cli_write_file("reduce", o->output, script);
    if (o->quiet || (!o->verbose && !r->terminal))
        return;
    fprintf(stderr, "%s%zu of %zu bytes, %zu lines, %llu checks, %.1f s%s",
            r->terminal && !o->verbose ? "\r" : "", script->n, r->first_bytes,
            count_lines(script->text), (unsigned long long)checks, clock_wall() - r->start,
            r->terminal && !o->verbose ? "\033[K" : "\n");
}

/* The words behind FILE as one command line. */
static void command_line(const option_operands *words, strbuf *out)
{
    for (size_t i = 1; i < words->n; i++) {
        if (i > 1)
            strbuf_putc(out, ' ');
        solver_command_quote(out, words->at[i]);
    }
}

/* NULL after a complaint; then *code says what kind of mistake it is. */
static predicate *make_predicate(const reduce_options *o, const reduce_limits *limits,
                                 const strbuf *command, int *code)
{
    VEC(char *) solvers = {0};
    for (size_t i = 0; i < o->solver.n; i++)
        vec_push(&solvers,
                 solver_command_grant(o->solver.at[i], o->allow_code.at, o->allow_code.n));
    predicate_config config = {
        .command = command->n ? command->text : NULL,
        .solvers = (const char *const *)solvers.at,
        .n_solvers = solvers.n,
        .checks = o->check.at,
        .n_checks = o->check.n,
        .jobs = o->jobs,
        .bounds = limits,
        .limits = {.wall_seconds = o->timeout, .memory_bytes = o->memory},
        .interrupt = interrupt_flag(),
    };
    char *error = predicate_misuse(&config);
    *code = error ? CLI_EXIT_USAGE : CLI_EXIT_ENGINE;
    predicate *p = error ? NULL : predicate_new(&config, &error);
    if (!p)
        cli_complain("reduce", "%s", error);
    free(error);
    for (size_t i = 0; i < solvers.n; i++)
        free(solvers.at[i]);
    vec_free(&solvers);
    return p;
}

static int report(const run *r, task_result *result, const char *name, size_t bytes)
{
    const reduce_options *o = r->options;
    if (r->terminal && !o->quiet && !o->verbose)
        fputs("\r\033[K", stderr);
    if (result->status == TASK_UNREADABLE) {
        cli_complain("reduce", "%s: %s", name, result->message);
        return CLI_EXIT_INPUT;
    }
    if (result->status == TASK_NOT_HELD && !*interrupt_flag()) {
        if (result->message)
            cli_complain("reduce", "%s: the check does not hold: %s", name, result->message);
        else
            cli_complain("reduce",
                         "%s: the check holds for the script, but not for what is asserted at its "
                         "first check-sat; try --mode text",
                         name);
        return CLI_EXIT_FOUND;
    }
    if (result->script) {
        strbuf script = STRBUF_INIT;
        strbuf_puts(&script, result->script);
        bool good = !o->output || cli_write_file("reduce", o->output, &script);
        if (!o->output || !good) /* nothing is lost */
            cli_put(&script);
        if (!o->quiet)
            fprintf(stderr,
                    "tandem reduce: %zu bytes became %zu, %zu lines; %llu checks, %.1f s%s\n",
                    bytes, script.n, count_lines(script.text),
                    (unsigned long long)result->reduced.checks, clock_wall() - r->start,
                    result->status == TASK_DONE ? "" : "; ended early");
        strbuf_free(&script);
        if (!good)
            return CLI_EXIT_FILE;
    }
    return interrupt_code(result->status == TASK_DONE ? CLI_EXIT_OK : CLI_EXIT_LIMIT);
}

static int reduce_file(const reduce_options *o, const reduce_limits *limits, const char *path,
                       predicate *p)
{
    strbuf text = STRBUF_INIT;
    int code = CLI_EXIT_FILE;
    if (cli_read_file("reduce", path, &text) &&
        (!o->output || cli_may_write("reduce", o->output))) {
        run r = {.options = o,
                 .start = clock_wall(),
                 .first_bytes = text.n,
                 .terminal = isatty(STDERR_FILENO)};
        task_config config = {
            .predicate = p,
            .name = strcmp(path, "-") ? path : "stdin",
            .text = text.text,
            .n = text.n,
            .mode = !strcmp(o->mode, "auto")      ? TASK_AUTO
                    : !strcmp(o->mode, "formula") ? TASK_FORMULA
                                                  : TASK_TEXT,
            .jobs = o->jobs,
            .limits = limits,
            .max_checks = o->checks,
            .max_seconds = o->for_time,
            .step = on_step,
            .context = &r,
            .interrupt = interrupt_flag(),
        };
        interrupt_watch();
        task_result result = task_run(&config);
        code = report(&r, &result, config.name, text.n);
        free(result.script);
        free(result.message);
    }
    strbuf_free(&text);
    return code;
}

/* "slower=2x:OLD,NEW" names two solvers, NEW the first: they are added to those of --solver. The
 * texts that are made stay in `kept`. */
static void name_solvers(reduce_options *o, text_list *kept)
{
    for (size_t i = 0; i < o->check.n; i++) {
        const char *check = o->check.at[i], *colon = strchr(check, ':');
        const char *comma = colon ? strchr(colon, ',') : NULL;
        if (!text_begins(check, "slower=") || !comma)
            continue;
        char *parts[] = {base_strdup(comma + 1),
                         base_strndup(colon + 1, (size_t)(comma - colon - 1)),
                         base_strndup(check, (size_t)(colon - check))};
        vec_append(kept, parts, 3);
        vec_push(&o->solver, parts[0]);
        vec_push(&o->solver, parts[1]);
        o->check.at[i] = parts[2];
    }
}

/* What is wrong with the command line; NULL: nothing. */
static const char *misuse(const reduce_options *o, const option_operands *words)
{
    for (size_t i = 0; i < o->check.n; i++)
        if (text_begins(o->check.at[i], "slower=") && strchr(o->check.at[i], ':'))
            return "--check slower=2x:OLD,NEW names two solvers";
    if (!words->n)
        return "which FILE? ('-' is standard input)";
    if (words->n == 1 && !o->solver.n)
        return "what must stay true? Give a CHECK after --, or a --solver";
    if (words->n > 1 && o->solver.n)
        return "CHECK and --solver exclude each other";
    if (words->n > 1 && o->check.n)
        return "--check is about a --solver, not about CHECK";
    return NULL;
}

static int main_reduce(int argc, char **argv)
{
    reduce_options options = {0};
    reduce_limits limits;
    const limit_group groups[] = {{&reduce_limits_table, &limits}};
    const limit_set set = {groups, 1};
    option_operands words = {0};
    text_list kept = {0};
    int code = CLI_EXIT_USAGE;
    if (cli_parse(&reduce_page, argc, argv, &options, &words, &code) &&
        cli_limits("reduce", &set, &options.limit, options.help_limits, &code)) {
        name_solvers(&options, &kept);
        const char *wrong = misuse(&options, &words);
        strbuf command = STRBUF_INIT;
        command_line(&words, &command);
        code = CLI_EXIT_USAGE;
        predicate *p = wrong ? NULL : make_predicate(&options, &limits, &command, &code);
        if (wrong)
            cli_complain("reduce", "%s", wrong);
        else if (p)
            code = reduce_file(&options, &limits, words.at[0], p);
        predicate_free(p);
        strbuf_free(&command);
    }
    vec_free(&options.solver);
    vec_free(&options.check);
    vec_free(&options.limit);
    vec_free(&options.allow_code);
    vec_free(&words);
    text_list_free(&kept);
    return cli_finish(code);
}

const cli_command cmd_reduce = {"reduce", &reduce_page, main_reduce, true};
