/* A solver's command line with a place for the file, as a user writes it: "z3 -T:10 {}".
 *
 * Words are separated by spaces and may be quoted with '…' or "…" (\ escapes the next character,
 * but not inside '…'); no shell is involved, so nothing else is special. Every {} stands for the
 * file; without one the file is appended as the last word. */
#ifndef TANDEM_SOLVER_SOLVER_COMMAND_H
#define TANDEM_SOLVER_SOLVER_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

typedef struct solver_command solver_command;

/* NULL with *error set (caller frees): no word at all, or a quote that is not closed. */
solver_command *solver_command_new(const char *text, char **error);
void solver_command_free(solver_command *c);
/* The program, its first word; and the text that it was made from. */
const char *solver_command_program(const solver_command *c);
const char *solver_command_text(const solver_command *c);
/* Whether a {} says where the file belongs. */
bool solver_command_has_place(const solver_command *c);
/* Whether the program can be found and run; false with *error set (caller frees). */
bool solver_command_find(const solver_command *c, char **error);
/* The words for exec, ending with NULL; freed with solver_command_argv_free. */
char **solver_command_argv(const solver_command *c, const char *file);
void solver_command_argv_free(char **argv);
/* Adds `word` so that it is read back as one word. */
void solver_command_quote(strbuf *out, const char *word);
/* A command text with --allow-code[=FOLDER] (an empty folder: without) for each of `folders` where
 * it calls this toolkit's solve, which alone knows that option; a copy elsewhere. Caller frees. */
char *solver_command_grant(const char *text, const char *const *folders, size_t n);

#endif
