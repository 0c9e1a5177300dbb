/* `tandem report`: what runs have left, as one HTML page. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/files.h"
#include "report/run_page.h"

#define OPTIONS_LIST "cli/report/report_options.def"
#define OPTIONS_STRUCT report_options
#include "base/options_define.h"

static const option_example report_examples[] = {
    {"Everything that a campaign has found, to be read or sent:",
     "tandem report -o /tmp/fuse.html tandem-fuse"},
    {"Two benchmarks side by side:", "tandem report --compare before.csv after.csv"},
    {"How a question with a closed box was answered:",
     "tandem solve --json --explain --lib examples/boxes.c examples/box.smt2 >box.json 2>box.log; "
     "tandem report --open box.json"},
};

static const option_page report_page_text = {
    .program = "tandem",
    .command = "report",
    .summary = "make one HTML page of the results of any command",
    .usage = "[OPTION]... RUN...",
    .description =
        "Each RUN is a folder of results of fuse, race or explore, the database in it, a CSV file "
        "of "
        "bench, or what any command printed with --json; of FILE.json, FILE.log (what solve "
        "--explain said) is shown as well. The page has findings with their formulas, coverage "
        "over "
        "time and by source file (after explore --replay), the ranking of constructs with "
        "intervals, cactus and "
        "scatter plots, the machine, versions and the command that makes it again.\n\n"
        "It is one file that fetches nothing and has no scripts, for small and large screens, "
        "light and dark, and paper. Nothing of a RUN is run, and its texts stay texts.",
    .options = report_options_table,
    .n_options = sizeof report_options_table / sizeof *report_options_table,
    .notes = EXIT_CODES_HELP,
    .examples = report_examples,
    .n_examples = sizeof report_examples / sizeof *report_examples,
};

extern char **environ;

/* A browser outlives us. */
static int show(const char *file)
{
    char *const argv[] = {"xdg-open", (char *)file, NULL};
    pid_t pid;
    if (!posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ))
        return CLI_EXIT_OK;
    cli_complain("report", "xdg-open is not there; the page is in %s", file);
    return CLI_EXIT_FILE;
}

static int write_page(const report_options *o, const strbuf *page)
{
    if (!strcmp(o->output, "-")) {
        cli_put(page);
        return cli_finish(CLI_EXIT_OK);
    }
    if (!cli_write_file("report", o->output, page))
        return CLI_EXIT_FILE;
    if (!o->quiet)
        cli_print("%s\n", o->output);
    return o->open ? show(o->output) : CLI_EXIT_OK;
}

static int make_page(const report_options *o, const option_operands *paths)
{
    report_run *runs = base_alloc_zero(paths->n, sizeof *runs);
    strbuf page = STRBUF_INIT;
    int code = CLI_EXIT_OK;
    for (size_t i = 0; !code && i < paths->n; i++) {
        char *error = NULL;
        if (report_run_open(&runs[i], paths->at[i], &error))
            continue;
        cli_complain("report", "%s: %s", paths->at[i], error ? error : "cannot be read");
        free(error);
        code = CLI_EXIT_FILE;
    }
    if (!code) {
        report_page(&page, runs, paths->n, o->compare);
        code = write_page(o, &page);
    }
    for (size_t i = 0; i < paths->n; i++)
        report_run_free(&runs[i]);
    free(runs);
    strbuf_free(&page);
    return code;
}

static int main_report(int argc, char **argv)
{
    report_options o;
    option_operands paths = {0};
    int code = CLI_EXIT_USAGE;
    if (cli_parse(&report_page_text, argc, argv, &o, &paths, &code)) {
        code = CLI_EXIT_USAGE;
        if (!paths.n)
            cli_complain("report",
                         "which RUN? A folder of results, a database, a CSV or JSON file");
        else if (o.compare && (paths.n < 2 || paths.n > 26))
            cli_complain("report", "--compare needs two RUNs, or a few more");
        else if (o.open && !strcmp(o.output, "-"))
            cli_complain("report", "--open needs a file: leave -o - out");
        else
            code = make_page(&o, &paths);
    }
    vec_free(&paths);
    return cli_finish(code);
}

const cli_command cmd_report = {"report", &report_page_text, main_report, false};
