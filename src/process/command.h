/* Command lines of solvers. */
#ifndef TANDEM_PROCESS_COMMAND_H
#define TANDEM_PROCESS_COMMAND_H

/* The words of a command line, quotes removed, NULL at the end; with what z3, cvc5 and cvc4 need to
 * be talked to through a pipe, unless it is there. NULL when there is no word. */
char **command_split(const char *line);
void command_free(char **words);
/* The last part of the path of the program. */
const char *command_program(char *const *words);

#endif
