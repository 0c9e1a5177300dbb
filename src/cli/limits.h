/* The options --limit and --help-limits, which all jobs have. */
#ifndef TANDEM_CLI_LIMITS_H
#define TANDEM_CLI_LIMITS_H

#include "base/limits/limits.h"
#include "base/options.h"

/* Sets all limits to their defaults and then as the user wants. False when the command is done
 * (limits were listed, or an error was reported): then *code is the exit code. */
bool cli_limits(const char *command, const limit_set *limits, const option_operands *assignments,
                bool help, int *code);
/* For a job that goes on with what a store keeps: `kept` are the limits of the store (as
 * limits_print_changed writes them), which hold unless the user sets others; that is said on stderr
 * unless `quiet`. False as above. */
bool cli_resume_limits(const char *command, const limit_set *limits, const char *kept,
                       const option_operands *assignments, bool quiet, int *code);
/* The same where a store keeps the arguments of a job (kept_arguments.h): the first `n_kept`
 * assignments are those of then. */
bool cli_kept_limits(const char *command, const limit_set *limits,
                     const option_operands *assignments, size_t n_kept, bool quiet, int *code);
/* The same for a folder of results, which keeps them in its file `limits`; what counts from now on is
 * written there. */
bool cli_folder_limits(const char *command, const limit_set *limits, const char *folder,
                       const option_operands *assignments, bool quiet, int *code);

#endif
