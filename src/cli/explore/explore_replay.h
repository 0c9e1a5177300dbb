/* `tandem explore --replay`: the tests of a folder of results run again, for their line coverage.
 */
#ifndef TANDEM_CLI_EXPLORE_EXPLORE_REPLAY_H
#define TANDEM_CLI_EXPLORE_EXPLORE_REPLAY_H

#include <stdbool.h>

#include "cli/cli.h"
#include "explore/target/target.h"

/* `counting` is a build that counts lines, of the program `name`; `kind` is not JAIL_AUTO. Writes FOLDER/coverage.html and
 * prints a line for each source file, or one JSON object. Returns the exit code. */
int explore_replay_show(const char *counting, const char *name, const char *folder, jail_kind kind,
                        const target_given *given, double run_seconds, bool json);

#endif
