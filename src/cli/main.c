/* The command `tandem`: one table of subcommands. */
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "cli/cli.h"
#include "cli/completion.h"
#include "process/janitor.h"

#define OPTIONS_LIST "cli/main_options.def"
#define OPTIONS_STRUCT main_options
#include "base/options_define.h"

static const cli_command *const commands[] = {&cmd_solve,  &cmd_explore, &cmd_prove, &cmd_fmt,
                                              &cmd_bench,  &cmd_fuse,    &cmd_race,  &cmd_reduce,
                                              &cmd_report, &cmd_doctor,  &cmd_agent, &cmd_cluster};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

static const option_example main_examples[] = {
    {"Solve a formula and show its model:", "tandem solve --model examples/ages.smt2"},
    {"Ask a question on standard input:",
     "echo '(declare-const x Int) (assert (> x 2)) (check-sat)' | tandem solve -"},
    {"Format a file:", "tandem fmt examples/ages.smt2"},
    {"Compare solvers:", "tandem bench --solver z3 --solver cvc5 examples"},
    {"Everything about one command:", "tandem help solve"},
};

static const option_page main_page = {
    .program = "tandem",
    .summary = "SMT solving and fuzzing in tandem",
    .usage = "COMMAND [ARGUMENT]...",
    .description =
        "SMT solvers reason; fuzzers run things. Tandem puts the two in tandem: one toolkit, one "
        "language of terms, and several commands that use them.",
    .options = main_options_table,
    .n_options = sizeof main_options_table / sizeof *main_options_table,
    .examples = main_examples,
    .n_examples = sizeof main_examples / sizeof *main_examples,
};

/* The page with a list of the commands, made from their table; notes are in `notes`. */
static option_page page_of_main(strbuf *notes)
{
    option_page page = main_page;
    strbuf_puts(notes, "Commands:\n");
    for (int i = 0; i < N_COMMANDS; i++)
        strbuf_printf(notes, "  %-8s%s\n", commands[i]->name, commands[i]->page->summary);
    strbuf_puts(notes,
                "  help    print the help of a command, or of cc (tandem-cc)\n\n" EXIT_CODES_HELP);
    page.notes = notes->text;
    return page;
}

static const cli_command *find_command(const char *name)
{
    for (int i = 0; i < N_COMMANDS; i++)
        if (!strcmp(commands[i]->name, name))
            return commands[i];
    return NULL;
}

static int unknown_command(const char *name)
{
    const char *names[N_COMMANDS + 1];
    for (int i = 0; i < N_COMMANDS; i++)
        names[i] = commands[i]->name;
    names[N_COMMANDS] = "help";
    const char *near = options_nearest(name, names, N_COMMANDS + 1);
    if (near)
        cli_complain(NULL, "there is no command '%s'; did you mean '%s'?", name, near);
    else
        cli_complain(NULL, "there is no command '%s'; 'tandem --help' lists them", name);
    return CLI_EXIT_USAGE;
}

/* The compiler has its own page; it lies beside us. */
static int help_of_compiler(void)
{
    enum { PATH_SIZE = 4096 };
    char path[PATH_SIZE];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - sizeof "-cc");
    if (n > 0) {
        memcpy(path + n, "-cc", sizeof "-cc");
        execl(path, path, "--help", (char *)NULL);
    }
    execlp("tandem-cc", "tandem-cc", "--help", (char *)NULL);
    cli_complain(NULL, "tandem-cc is not there");
    return CLI_EXIT_FILE;
}

static int help_of(const option_page *self, const char *name)
{
    if (!name)
        return cli_print_help(self);
    if (!strcmp(name, "cc") || !strcmp(name, "tandem-cc"))
        return help_of_compiler();
    const cli_command *command = find_command(name);
    return command ? cli_print_help(command->page) : unknown_command(name);
}

static int man_of(const option_page *self, const char *name)
{
    const cli_command *command = find_command(name);
    if (!command && strcmp(name, "tandem"))
        return unknown_command(name);
    strbuf text = STRBUF_INIT;
    options_man(command ? command->page : self, TANDEM_VERSION, &text);
    cli_put(&text);
    strbuf_free(&text);
    return cli_finish(CLI_EXIT_OK);
}

static int run_main(const option_page *self, int argc, char **argv)
{
    main_options options;
    option_operands operands = {0};
    int code = CLI_EXIT_USAGE;
    if (!cli_parse(self, argc, argv, &options, &operands, &code)) {
        vec_free(&operands);
        return code;
    }
    vec_free(&operands);
    if (strcmp(options.completion, "none")) {
        strbuf script = STRBUF_INIT;
        completion_script(options.completion, commands, N_COMMANDS, &script);
        cli_put(&script);
        strbuf_free(&script);
        return cli_finish(CLI_EXIT_OK);
    }
    if (options.man)
        return man_of(self, options.man);
    if (options.version) {
        cli_print("tandem " TANDEM_VERSION "\n");
        return cli_finish(CLI_EXIT_OK);
    }
    cli_complain(NULL, "no command; 'tandem --help' lists them");
    return CLI_EXIT_USAGE;
}

static void *number_grow(void *block, size_t before, size_t size)
{
    (void)before;
    return base_realloc(block, size);
}

static void number_free(void *block, size_t size)
{
    (void)size;
    free(block);
}

int main(int argc, char **argv)
{
    /* By itself GMP aborts where there is no memory. A library leaves that to its program. */
    mp_set_memory_functions(base_alloc, number_grow, number_free);
    if (argc > 1) { /* the common case first: no text is made for it */
        const cli_command *command = find_command(argv[1]);
        if (command && command->starts_programs)
            janitor_guard();
        if (command)
            return command->run(argc - 2, argv + 2);
    }
    strbuf notes = STRBUF_INIT;
    option_page self = page_of_main(&notes);
    int code;
    if (argc > 1 && !strcmp(argv[1], "help"))
        code = help_of(&self, argc > 2 ? argv[2] : NULL);
    else if (argc > 1 && argv[1][0] != '-')
        code = unknown_command(argv[1]);
    else
        code = run_main(&self, argc - 1, argv + 1);
    strbuf_free(&notes);
    return code;
}
