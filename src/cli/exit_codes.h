/* The exit codes of all commands, in one list: the help, the manual pages and the code use it. */
#ifndef TANDEM_CLI_EXIT_CODES_H
#define TANDEM_CLI_EXIT_CODES_H

/* EXIT_CODE(name, number, meaning); TANDEM_EXIT_OOM (71) belongs to base/alloc.h. README.md has the same
 * table; a test compares them. */
#define EXIT_CODES(EXIT_CODE)                                                                      \
    EXIT_CODE(OK, 0, "done: everything was carried out, whatever the answers were")                \
    EXIT_CODE(FOUND, 1,                                                                            \
              "found, or a check failed: fuse, fuse --check-only, bench, fmt --check, reduce, "    \
              "doctor, prove "                                                                     \
              "--exit-code")                                                                       \
    EXIT_CODE(USAGE, 2, "wrong options or arguments")                                              \
    EXIT_CODE(INPUT, 3, "errors in the input; each was reported with its place")                   \
    EXIT_CODE(FILE, 4, "a file or folder could not be read or written")                            \
    EXIT_CODE(ENGINE, 5, "a solver cannot be used: not there, not started, or nothing but errors") \
    EXIT_CODE(                                                                                     \
        LIMIT, 6,                                                                                  \
        "a limit ended the run early: --timeout, --memory; for reduce also --for, --max-checks")   \
    EXIT_CODE(REFUSED, 7, "refused for safety; the message says how to allow it")                  \
    EXIT_CODE(ALMOST, 8, "prove --exit-code: the program is almost correct")                       \
    EXIT_CODE(UNKNOWN, 9, "prove --exit-code: nothing is known of the program")                    \
    EXIT_CODE(MEMORY, 71, "no memory is left, or a limit (ulimit -v) is reached")                  \
    EXIT_CODE(INTERRUPT, 130, "ended by Ctrl-C")                                                   \
    EXIT_CODE(TERMINATED, 143, "ended by SIGTERM")

typedef enum cli_exit {
#define EXIT_CODE(name, number, meaning) CLI_EXIT_##name = number,
    EXIT_CODES(EXIT_CODE)
#undef EXIT_CODE
} cli_exit;

/* As a section of a help text. */
#define EXIT_CODE_LINE(name, number, meaning) "  " #number "\t" meaning "\n"
#define EXIT_CODES_HELP "Exit codes:\n" EXIT_CODES(EXIT_CODE_LINE)

#endif
