/* `tandem solve`: SMT-LIB scripts from a file, or commands from standard input as they arrive. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/box_may.h"
#include "cli/cli.h"
#include "cli/limits.h"
#include "cli/presets.h"
#include "cli/solve/solve_files.h"
#include "cli/solve/solve_replay.h"
#include "cli/solve/solve_report.h"
#include "cli/watch.h"
#include "solve/session/session.h"

#define OPTIONS_LIST "cli/solve/solve_options.def"
#define OPTIONS_STRUCT solve_options
#include "base/options_define.h"

static const option_example solve_examples[] = {
    {"Solve a puzzle and show the solution:", "tandem solve --model examples/ages.smt2"},
    {"Ask another solver, at most ten seconds:",
     "tandem solve --engine \"cvc5 --incremental\" --timeout 10 examples/overflow.smt2"},
    {"Talk to it, as a client through a pipe would; every answer comes at once:",
     "printf '(declare-const x Int)(assert (= (* x x) 49))(check-sat)(get-value (x))' | tandem "
     "solve -"},
    {"Everything about the run, for a program to read:",
     "tandem solve --json --model examples/sudoku.smt2"},
    {"Call code that can only be run: a C function behind a formula:",
     "tandem solve --model --lib examples/boxes.c examples/box.smt2"},
    {"Which of the named assertions contradict each other?", "tandem solve examples/meeting.smt2"},
};

static const limit_table *const solve_limit_tables[] = {&solve_limits_table, &fuzz_limits_table};

static const option_page solve_page = {
    .program = "tandem",
    .command = "solve",
    .summary = "decide SMT-LIB formulas; every sat is checked before it is printed",
    .usage = "[OPTION]... FILE",
    .description =
        "Executes the SMT-LIB 2.7 script FILE, or commands from standard input if FILE is '-'. "
        "Answers go to standard output, remarks (lines that start with ';') to standard error.\n\n"
        "Before sat is printed, the solver's model of a quantifier-free formula is evaluated by "
        "Tandem itself. A model that makes an assertion false is reported, and the answer is "
        "unknown. With quantifiers sat is the solver's word; -v, --stats and --json say so.\n\n"
        "(declare-cb f (S ...) S) declares a closed box: a C function that is found with --lib (or "
        "a pure one of libc or libm), and that can only be called. sat then means that the model "
        "holds on the "
        "real function, unsat that it holds for no function that answers as this one was seen "
        "to.\n\n"
        "The solver runs in a child process: a crash, a limit or Ctrl-C gives unknown, a reason "
        "and statistics. An error in a file ends the run unless --keep-going is given; on standard "
        "input the next command is read. An error that takes an assertion, a declaration or a "
        "definition leaves another formula: checks are unknown until its level is popped or all is "
        "reset, unless --ignore-errors is given.",
    .options = solve_options_table,
    .n_options = sizeof solve_options_table / sizeof *solve_options_table,
    .presets = &presets_solve,
    .limits = solve_limit_tables,
    .n_limits = sizeof solve_limit_tables / sizeof *solve_limit_tables,
    .notes = EXIT_CODES_HELP,
    .examples = solve_examples,
    .n_examples = sizeof solve_examples / sizeof *solve_examples,
};

/* A run of the command, from opening the input to the last report. */
typedef struct run {
    solve_options options;
    box_may may;
    solve_limits limits;
    fuzz_limits fuzz_limits;
    const char *path;
    int descriptor;
    double start, deadline;
    session *session;
    solve_report report;
    strbuf operators; /* the table of --operators */
} run;

static ssize_t read_input(void *context, char *buffer, size_t size)
{
    const run *r = context;
    return watch_read(r->descriptor, buffer, size);
}

/* Opens the input; false with a message said. */
static bool open_input(run *r)
{
    struct stat info;
    r->descriptor = strcmp(r->path, "-") ? open(r->path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (r->descriptor < 0 || fstat(r->descriptor, &info)) {
        cli_complain("solve", "cannot open %s: %s", r->path, strerror(errno));
        return false;
    }
    if (S_ISDIR(info.st_mode)) {
        cli_complain("solve", "%s is a directory", r->path);
        return false;
    }
    return true;
}

static bool past_deadline(const run *r)
{
    return r->deadline && clock_wall() >= r->deadline;
}

/* A formula whose boxes cannot be run is no formula. */
static bool declares_box(smt_command_kind kind)
{
    return kind == CMD_DECLARE_CB || kind == CMD_DECLARE_ORACLE_FUN || kind == CMD_ORACLE_ASSUME ||
           kind == CMD_ORACLE_CONSTRAINT;
}

/* Reads and executes until the end, an exit, a limit or (in files) an error. */
static void execute_all(run *r)
{
    bool stop_at_error = r->descriptor != STDIN_FILENO && !r->options.keep_going;
    smt_source source = {r->descriptor == STDIN_FILENO ? "stdin" : r->path, read_input, r};
    smt_reader_config config = {.signature = session_signature, .context = r->session};
    smt_reader *reader = smt_reader_new(session_symtab(r->session), &source, &config);
    smt_command command = {0};
    bool asserted = false, asked = false;
    smt_status status = SMT_OK;
    for (bool go_on = true; go_on;) {
        status = smt_reader_next(reader, &command);
        if (watch_signal() || past_deadline(r) || status == SMT_END)
            break;
        if (status == SMT_ERROR) {
            session_report_unread(r->session, reader);
            go_on = !stop_at_error;
            continue;
        }
        asserted |= command.kind == CMD_ASSERT;
        asked |= command.kind == CMD_CHECK_SAT || command.kind == CMD_CHECK_SAT_ASSUMING;
        unsigned errors = session_errors(r->session);
        go_on = session_execute(r->session, reader, &command) == SESSION_GO_ON;
        if (stop_at_error && declares_box(command.kind) && session_errors(r->session) > errors)
            go_on = false;
        solve_report_add(&r->report, r->session);
    }
    /* A file that asserts and asks nothing, as path conditions do, asks for satisfiability. */
    if (status == SMT_END && asserted && !asked && r->descriptor != STDIN_FILENO &&
        !session_errors(r->session)) {
        session_run_check(r->session, NULL, 0);
        solve_report_add(&r->report, r->session);
    }
    smt_command_free(&command);
    smt_reader_free(reader);
}

static int exit_code(const run *r)
{
    if (watch_signal())
        return watch_signal() == SIGINT ? CLI_EXIT_INTERRUPT : CLI_EXIT_TERMINATED;
    if (past_deadline(r))
        return CLI_EXIT_LIMIT;
    if (session_unwritten(r->session)) {
        cli_complain("solve", "--emit-c %s: not written", r->options.emit_c);
        return CLI_EXIT_FILE;
    }
    if (session_refusals(r->session))
        return CLI_EXIT_REFUSED;
    return session_errors(r->session) ? CLI_EXIT_INPUT : CLI_EXIT_OK;
}

static void report(run *r, int code)
{
    r->report.file = r->path;
    r->report.seed = r->options.seed;
    r->report.seconds = clock_wall() - r->start;
    r->report.ended = watch_signal()           ? "interrupted"
                      : code == CLI_EXIT_LIMIT ? "timeout"
                                               : "complete";
    bool cut_short = solve_report_was_limited(&r->report, r->session) || code == CLI_EXIT_LIMIT;
    if (r->options.json)
        solve_report_json(&r->report, r->session, stdout);
    if (r->options.stats || (cut_short && !r->options.quiet && !r->options.json))
        solve_report_statistics(&r->report, r->session, r->options.stats, stderr);
}

static closed_mode mode_of(const char *word)
{
    static const struct {
        const char *word;
        closed_mode mode;
    } modes[] = {{"cdfl", CLOSED_CDFL},
                 {"fuzz", CLOSED_FUZZ},
                 {"active", CLOSED_ACTIVE},
                 {"bits", CLOSED_BITS}};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (!strcmp(word, modes[i].word))
            return modes[i].mode;
    return CLOSED_AUTO;
}

static external_fuzzer fuzzer_of(const char *word)
{
    return !strcmp(word, "libfuzzer") ? EXTERNAL_LIBFUZZER
           : !strcmp(word, "afl++")   ? EXTERNAL_AFL
                                      : EXTERNAL_NONE;
}

/* On a terminal, in the line in which the engine's checks are shown, too. */
static void show_progress(void *context, const char *line)
{
    (void)context;
    if (line)
        fprintf(stderr, "\r; %s\033[K", line);
    else
        fputs("\r\033[K", stderr);
    fflush(stderr);
}

static session_boxes boxes_of(const run *r)
{
    const solve_options *o = &r->options;
    return (session_boxes){
        .libraries = o->lib.at,
        .n_libraries = (uint32_t)o->lib.n,
        .headers = o->header.at,
        .n_headers = (uint32_t)o->header.n,
        .program_folders = o->oracle_path.at,
        .n_program_folders = (uint32_t)o->oracle_path.n,
        .allowed = o->allow_code.at,
        .n_allowed = (uint32_t)o->allow_code.n,
        .mode = mode_of(o->mode),
        .timeout = o->box_timeout,
        .keep_compiled = !o->no_compile_cache,
        .sandbox_off = !o->sandbox,
        .may = r->may.grants,
        .explain = o->explain,
        .progress = o->quiet || o->json || !isatty(STDERR_FILENO) ? NULL : show_progress,
        .no_classes = o->no_classes,
        .no_pool = o->no_pool,
        .no_facts = o->no_facts,
        .no_jit = o->no_jit,
        .no_compared = o->no_compared,
        .no_disjuncts = o->no_disjuncts,
        .no_trail = o->no_trail,
        .jobs = (uint64_t)o->jobs,
        .no_lemmas = o->no_lemmas,
        .no_implied = o->no_implied,
        .lazy_start = o->lazy_start,
        .models = !strcmp(o->models, "on")    ? MODELS_ALL
                  : !strcmp(o->models, "off") ? MODELS_NONE
                                              : MODELS_SYSTEM,
        .fuzzer = fuzzer_of(o->fuzzer),
        .emit_path = o->emit_c,
        .operators = r->operators.n ? r->operators.text : NULL,
        .limits = &r->limits,
        .fuzz_limits = &r->fuzz_limits,
    };
}

static int solve(run *r, term_bank *b, FILE *out)
{
    const solve_options *o = &r->options;
    session_config config = {
        .name = r->descriptor == STDIN_FILENO ? "stdin" : r->path,
        .engine = o->engine,
        .timeout = o->check_timeout,
        .deadline = r->deadline,
        .memory_bytes = o->memory,
        .seed = o->seed,
        .boxes = boxes_of(r),
        .models = o->model && !o->json,
        .verbosity = o->verbose,
        .ignore_errors = o->ignore_errors,
        .immediate_exit = r->descriptor != STDIN_FILENO && !o->keep_going,
        .gives_back = true,
        .interrupt = watch_interrupt(),
        .busy = watch_busy(),
        .out = out,
        .log = o->quiet || (o->json && !o->explain) ? NULL : stderr,
    };
    char *error = NULL;
    r->session = session_new(b, &config, &error);
    if (!r->session) {
        cli_complain("solve", "%s", error ? error : "the solver cannot be started");
        free(error);
        return CLI_EXIT_ENGINE;
    }
    r->report.bank = b;
    r->report.models = o->model;
    r->report.sandbox = o->sandbox;
    execute_all(r);
    int code = exit_code(r);
    watch_stop();
    fflush(out);
    report(r, code);
    session_free(r->session);
    return code;
}

static int replay(run *r)
{
    const solve_options *o = &r->options;
    bool everything = false;
    for (size_t i = 0; i < o->allow_code.n; i++)
        everything |= !*o->allow_code.at[i];
    api_replay_config config = {.allow_code = everything,
                                .libraries = (const char *const *)o->lib.at,
                                .n_libraries = o->lib.n,
                                .interrupt = watch_interrupt()};
    return solve_replay(r->path, r->descriptor, &config, o->quiet);
}

static int run_solve(run *r)
{
    const char *missing = external_missing(fuzzer_of(r->options.fuzzer));
    if (missing) {
        cli_complain("solve", "%s", missing);
        return CLI_EXIT_ENGINE;
    }
    const solve_options *o = &r->options;
    if (!solve_libraries_there(o->lib.at, o->lib.n) ||
        !solve_headers_there(o->header.at, o->header.n, o->sandbox, &r->may.grants) ||
        !solve_read_operators(o->operators, &r->operators) || !open_input(r))
        return CLI_EXIT_FILE;
    r->start = clock_wall();
    r->deadline = r->options.timeout > 0 ? r->start + r->options.timeout : 0;
    watch_config watch = {
        .deadline = r->deadline,
        .memory_bytes = r->options.memory,
        .status = isatty(STDERR_FILENO) && !r->options.quiet,
        .quiet = r->options.quiet,
        .json = r->options.json,
    };
    watch_start(&watch);
    if (r->options.replay)
        return cli_finish(replay(r));
    FILE *out = stdout;
    if (r->options.json)
        out = open_memstream(&r->report.output, &r->report.output_size);
    term_bank *b = bank_new(true);
    int code = solve(r, b, out);
    bank_free(b);
    if (out != stdout)
        fclose(out);
    solve_report_free(&r->report);
    if (r->descriptor > STDIN_FILENO)
        close(r->descriptor);
    return cli_finish(code);
}

static int main_solve(int argc, char **argv)
{
    run r = {.descriptor = -1};
    strbuf_init(&r.operators);
    const limit_group groups[] = {{&solve_limits_table, &r.limits},
                                  {&fuzz_limits_table, &r.fuzz_limits}};
    const limit_set limits = {groups, sizeof groups / sizeof *groups};
    r.report.limits = &limits;
    option_operands files = {0};
    int code = CLI_EXIT_USAGE;
    bool ready = cli_parse(&solve_page, argc, argv, &r.options, &files, &code) &&
                 cli_limits("solve", &limits, &r.options.limit, r.options.help_limits, &code);
    if (ready && files.n != 1) {
        cli_complain("solve",
                     files.n ? "one FILE at a time, please: %s is too much"
                             : "which FILE? ('-' is standard input)%s",
                     files.n ? files.at[1] : "");
        ready = false;
    }
    ready = ready && box_may_read("solve", &r.options.box_may, &r.may);
    if (ready && r.options.sandbox && fuzzer_of(r.options.fuzzer) != EXTERNAL_NONE) {
        cli_complain("solve",
                     "refused: --fuzzer %s runs boxes without a sandbox: add --sandbox off",
                     r.options.fuzzer);
        code = CLI_EXIT_REFUSED;
        ready = false;
    }
    r.path = files.n ? files.at[0] : NULL;
    if (ready)
        code = run_solve(&r);
    vec_free(&files);
    vec_free(&r.options.lib);
    vec_free(&r.options.header);
    vec_free(&r.options.limit);
    vec_free(&r.options.oracle_path);
    vec_free(&r.options.allow_code);
    vec_free(&r.options.box_may);
    box_may_free(&r.may);
    strbuf_free(&r.operators);
    return code;
}

const cli_command cmd_solve = {"solve", &solve_page, main_solve, true};
