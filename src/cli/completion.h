/* Completion of command lines for bash, zsh and fish, made from the tables of options. */
#ifndef TANDEM_CLI_COMPLETION_H
#define TANDEM_CLI_COMPLETION_H

#include "cli/cli.h"

/* Adds the script for `shell` to `out`; false if it is none of the three. */
bool completion_script(const char *shell, const cli_command *const *commands, size_t n,
                       strbuf *out);

#endif
