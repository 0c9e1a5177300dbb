/* Several builds of one solver, from a folder: the commands that run them, the oldest first. */
#ifndef TANDEM_SOLVER_VERSIONS_H
#define TANDEM_SOLVER_VERSIONS_H

#include <stdbool.h>

#include "base/text.h"

/* Which is older: 4.8.17 before 4.8.9? No: numbers are compared as numbers. As strcmp says it. */
int version_compare(const char *a, const char *b);

/* The builds in a folder: programs, solver files (*.solver), and in folders below it (also in their
 * bin) the first program, so that unpacked releases will do. Each is a command, ordered by
 * version_compare of the names in the folder. False with *error set (caller frees): it cannot be
 * read, or there is none. */
bool versions_list(const char *folder, text_list *commands, char **error);

#endif
