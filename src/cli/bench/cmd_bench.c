/* `tandem bench`: runs solvers over a suite of files and compares them. */
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/bench/bench.h"
#include "cli/bench/bench_cluster.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

#define OPTIONS_LIST "cli/bench/bench_options.def"
#define OPTIONS_STRUCT bench_options
#include "base/options_define.h"

static const option_example bench_examples[] = {
    {"Two solvers on all examples:",
     "tandem bench --solver z3 --solver \"cvc5=cvc5 --fp-exp {}\" examples"},
    {"Four runs at a time, results and a plot in files, to be continued if it is interrupted:",
     "tandem bench -j4 -t10 --resume results.csv --plot results.svg --allow-code=examples "
     "examples"},
    {"Is it better than before, or is that chance?",
     "tandem bench --csv after.csv --against before.csv --allow-code=examples examples"},
    {"With the agents of a database, on as many machines as there are:",
     "tandem bench --cluster postgres://db/tandem --name nightly --solver z3 --solver cvc5 "
     "examples"},
    {"This program's modes against each other, by folder:",
     "tandem bench --mode cdfl --mode \"plain=--mode cdfl --no-classes\" --folders "
     "bench/closed-box"},
};

static const option_page bench_page = {
    .program = "tandem",
    .command = "bench",
    .summary = "run solvers over files and compare them",
    .usage = "[OPTION]... FILE|FOLDER...",
    .description =
        "Runs each solver on each FILE and on every .smt2 file below each FOLDER, in the order of "
        "their paths, and prints for each solver how many it solved and how, its wrong answers, "
        "its PAR-2 score (mean of: the wall time of a solved file, twice the limit for any other) "
        "and its total time.\n\nThe right answer is what (set-info :status ...) says; without one, "
        "the word sat or unsat in the name of the file or as the name of a folder. (set-info "
        ":tandem-answer unknown) says that only unknown is right. An answer after an error is no "
        "answer.",
    .options = bench_options_table,
    .n_options = sizeof bench_options_table / sizeof *bench_options_table,
    .notes = EXIT_CODES_HELP,
    .examples = bench_examples,
    .n_examples = sizeof bench_examples / sizeof *bench_examples,
};

/* ---- Solvers --------------------------------------------------------------------------------- */

/* Length of the NAME before '=', or 0: letters, digits and - + . _ only, so that the command
 * "env X=1 z3" has none. */
static size_t name_length(const char *text)
{
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || (text[n] && strchr("-+._", text[n])))
        n++;
    return text[n] == '=' ? n : 0;
}

static char *name_of_program(const solver_command *c)
{
    const char *program = solver_command_program(c), *slash = strrchr(program, '/');
    return base_strdup(slash && slash[1] ? slash + 1 : program);
}

static bool has_name(const bench *b, const char *name)
{
    for (size_t i = 0; i < b->solvers.n; i++)
        if (!strcmp(b->solvers.at[i].name, name))
            return true;
    return false;
}

bool bench_add_solver(bench *b, const char *text, char **error)
{
    size_t n = name_length(text);
    solver_command *c = solver_command_new(n ? text + n + 1 : text, error);
    if (!c || !solver_command_find(c, error)) {
        solver_command_free(c);
        return false;
    }
    bench_solver added = {n ? base_strndup(text, n) : name_of_program(c), c};
    if (!has_name(b, added.name)) {
        vec_push(&b->solvers, added);
        return true;
    }
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "two solvers are called '%s'; name them with NAME=COMMAND", added.name);
    *error = strbuf_detach(&message);
    free(added.name);
    solver_command_free(c);
    return false;
}

static bool add_granted(bench *b, const char *text, const bench_options *o, char **error)
{
    char *granted = solver_command_grant(text, o->allow_code.at, o->allow_code.n);
    bool good = bench_add_solver(b, granted, error);
    free(granted);
    return good;
}

/* This program's solve as a solver: `mode` is NAME or NAME=OPTIONS, or NULL for no option. */
static bool add_mode(bench *b, const char *mode, const bench_options *o, char **error)
{
    enum { PATH_SIZE = 4096 };
    char self[PATH_SIZE];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length < 0)
        length = 0;
    self[length] = '\0';
    strbuf text = STRBUF_INIT;
    size_t n = mode ? strcspn(mode, "=") : 0;
    strbuf_printf(&text, "%.*s=", n ? (int)n : 6, n ? mode : "tandem");
    solver_command_quote(&text, self);
    strbuf_puts(&text, " solve");
    if (mode && mode[n])
        strbuf_printf(&text, " %s", mode + n + 1);
    else if (mode)
        strbuf_printf(&text, " --mode %s", mode);
    strbuf_puts(&text, " {}");
    bool good = add_granted(b, text.text, o, error);
    strbuf_free(&text);
    return good;
}

static bool add_solvers(bench *b, const bench_options *o, char **error)
{
    for (size_t i = 0; i < o->solver.n; i++)
        if (!add_granted(b, o->solver.at[i], o, error))
            return false;
    for (size_t i = 0; i < o->mode.n; i++)
        if (!add_mode(b, o->mode.at[i], o, error))
            return false;
    return b->solvers.n || add_mode(b, NULL, o, error);
}

void bench_expected(const suite_file *file, strbuf *out)
{
    for (size_t i = 0; i < file->expected.n; i++)
        strbuf_printf(out, "%s%s", i ? " " : "", answer_name((answer)file->expected.at[i]));
}

void bench_free(bench *b)
{
    for (size_t i = 0; b->records && i < b->files.n * b->solvers.n; i++)
        results_record_free(&b->records[i]);
    free(b->records);
    for (size_t i = 0; i < b->solvers.n; i++) {
        free(b->solvers.at[i].name);
        solver_command_free(b->solvers.at[i].command);
    }
    vec_free(&b->solvers);
    results_rows_free(&b->before);
    suite_free(&b->files);
}

/* ---- The command ----------------------------------------------------------------------------- */

static bool write_plot(const bench *b, const char *path, void (*draw)(const bench *, strbuf *))
{
    strbuf picture = STRBUF_INIT;
    draw(b, &picture);
    FILE *f = fopen(path, "we");
    bool good = f && fwrite(picture.text, 1, picture.n, f) == picture.n;
    good = (f && fclose(f) == 0) && good;
    if (!good)
        cli_complain("bench", "cannot write %s: %s", path, strerror(errno));
    strbuf_free(&picture);
    return good;
}

static void print_results(const bench *b, const bench_options *o)
{
    strbuf text = STRBUF_INIT;
    if (o->json) {
        bench_print_json(b, &text);
    } else {
        bench_print_table(b, &text);
        if (o->folders) {
            strbuf_putc(&text, '\n');
            bench_print_folders(b, &text);
        }
        if (o->against) {
            strbuf_putc(&text, '\n');
            bench_print_against(b, o->against, &text);
        }
        if (b->away) {
            strbuf_putc(&text, '\n');
            bench_print_machines(b, &text);
        }
        strbuf remarks = STRBUF_INIT;
        bench_print_remarks(b, &remarks);
        strbuf_printf(&text, "%s%s", remarks.n ? "\n" : "", remarks.text);
        strbuf_free(&remarks);
    }
    cli_print("%s", text.text);
    strbuf_free(&text);
}

/* Solvers, files and earlier results; an exit code other than 0 after a complaint. */
static int prepare(bench *b, const bench_options *o, const option_operands *paths)
{
    char *error = NULL;
    int code = CLI_EXIT_OK;
    if (!paths->n) {
        error = base_strdup("which FILE or FOLDER?");
        code = CLI_EXIT_USAGE;
    } else if (!add_solvers(b, o, &error)) {
        code = CLI_EXIT_ENGINE;
    } else if (o->scatter && b->solvers.n != 2) {
        error = base_strdup("--scatter is for two solvers");
        code = CLI_EXIT_USAGE;
    } else if (o->db && !results_file_is_database(o->db)) {
        error = base_strdup("--db: the name of a database ends with .db or .sqlite");
        code = CLI_EXIT_USAGE;
    }
    for (size_t i = 0; !code && i < paths->n; i++)
        if (!suite_add(&b->files, paths->at[i], &error))
            code = CLI_EXIT_FILE;
    if (!code) {
        b->records = base_alloc_zero(b->files.n * b->solvers.n, sizeof *b->records);
        size_t taken = 0;
        if (o->resume && !bench_resume(b, o->resume, &taken, &error))
            code = CLI_EXIT_FILE;
        else if (o->against && !bench_read_before(b, o->against, &error))
            code = CLI_EXIT_FILE;
        else if (taken && !o->quiet)
            fprintf(stderr, "tandem bench: %zu of %zu runs are in %s\n", taken,
                    b->files.n * b->solvers.n, o->resume);
    }
    if (error)
        cli_complain("bench", "%s", error);
    free(error);
    return code;
}

static int run_and_report(bench *b, const bench_options *o)
{
    char *error = NULL;
    interrupt_watch();
    int code = CLI_EXIT_OK;
    if (!bench_run(b, &error)) {
        cli_complain("bench", "%s", error);
        free(error);
        code = CLI_EXIT_FILE;
    }
    print_results(b, o);
    if (o->plot && !write_plot(b, o->plot, bench_draw_plot))
        code = CLI_EXIT_FILE;
    if (o->scatter && !write_plot(b, o->scatter, bench_draw_scatter))
        code = CLI_EXIT_FILE;
    code = code ? code : bench_count_wrong(b) ? CLI_EXIT_FOUND : CLI_EXIT_OK;
    return interrupt_code(code);
}

/* The same with agents: theirs is the work, and ours what came of it. */
static int run_away(bench *b, const bench_options *o)
{
    bench_cluster k = {.quiet = o->quiet};
    char *error = NULL;
    int code;
    if (o->resume) {
        code = CLI_EXIT_USAGE;
        error = base_strdup("--cluster goes on with a benchmark by its --name, not by --resume");
    } else if (!bench_cluster_open(&k, b, o->cluster, o->name, &error)) {
        code = strstr(error, "password in it") ? CLI_EXIT_REFUSED : CLI_EXIT_FILE;
    } else {
        b->away = &k.away;
        code = run_and_report(b, o);
        b->away = NULL;
    }
    if (error)
        cli_complain("bench", "%s", error);
    free(error);
    bench_cluster_close(&k);
    return code;
}

static int main_bench(int argc, char **argv)
{
    bench_options o;
    option_operands paths = {0};
    int code = CLI_EXIT_USAGE;
    if (cli_parse(&bench_page, argc, argv, &o, &paths, &code)) {
        bench b = {
            .limits = {.wall_seconds = o.timeout, .cpu_seconds = o.cpu, .memory_bytes = o.memory},
            .jobs = o.jobs,
            .outputs = {o.csv || o.db ? o.csv : o.resume, o.db},
            .status = !o.quiet && isatty(STDERR_FILENO),
            .lines = !o.quiet && !isatty(STDERR_FILENO) && !o.verbose,
            .each = o.verbose > 0,
            .interrupt = interrupt_flag()};
        code = prepare(&b, &o, &paths);
        if (!code)
            code = o.cluster ? run_away(&b, &o) : run_and_report(&b, &o);
        bench_free(&b);
    }
    vec_free(&paths);
    vec_free(&o.solver);
    vec_free(&o.allow_code);
    vec_free(&o.mode);
    return cli_finish(code);
}

const cli_command cmd_bench = {"bench", &bench_page, main_bench, true};
