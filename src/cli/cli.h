/* What the subcommands share: their table and a few words for the user. */
#ifndef TANDEM_CLI_CLI_H
#define TANDEM_CLI_CLI_H

#include "base/options.h"
#include "cli/exit_codes.h"

typedef struct cli_command {
    const char *name;
    const option_page *page;
    /* Arguments without the names of program and command; returns the exit code. */
    int (*run)(int argc, char **argv);
    bool starts_programs; /* solvers, targets, boxes, compilers: none outlives the command */
} cli_command;

/* One for each file cmd_*.c; listed in main.c. */
extern const cli_command cmd_solve, cmd_fmt, cmd_bench, cmd_reduce, cmd_fuse, cmd_race, cmd_prove,
    cmd_explore, cmd_report, cmd_doctor, cmd_agent, cmd_cluster;

/* "tandem COMMAND: message" on stderr. */
void cli_complain(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Results on stdout. For people: names and words of others are printable. */
void cli_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* For programs: scripts, JSON; text_write. */
void cli_put(const strbuf *text);
/* Parses the arguments of a command into `values`, defaults first. False when the command is done
 * (help was printed, or an error was reported): then *code is the exit code. */
bool cli_parse(const option_page *page, int argc, char **argv, void *values,
               option_operands *operands, int *code);
/* Prints the help of a page on stdout. */
int cli_print_help(const option_page *page);
/* Flushes stdout; `code`, or CLI_EXIT_FILE when what was printed could not be written. */
int cli_finish(int code);

#endif
