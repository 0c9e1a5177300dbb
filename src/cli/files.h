/* Whole files, in and out. */
#ifndef TANDEM_CLI_FILES_H
#define TANDEM_CLI_FILES_H

#include <stdbool.h>

#include "base/strbuf.h"

/* Adds all of the file ("-": standard input); false after a complaint of `command`. */
bool cli_read_file(const char *command, const char *path, strbuf *text);
/* Whether the file or folder can be read; false after a complaint. */
bool cli_may_read(const char *command, const char *path);
/* Replaces the file in one step, so that an interruption never leaves half of it; a new one gets
 * the usual permissions. False after a complaint. */
bool cli_write_file(const char *command, const char *path, const strbuf *text);
/* Whether that will be possible, as far as can be known; false after a complaint. */
bool cli_may_write(const char *command, const char *path);

#endif
