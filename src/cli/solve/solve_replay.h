/* `tandem solve --replay`: what replaying a trace says to the user. The replaying itself is api/replay.h. */
#ifndef TANDEM_CLI_SOLVE_SOLVE_REPLAY_H
#define TANDEM_CLI_SOLVE_SOLVE_REPLAY_H

#include "api/replay.h"

/* Reads the trace and does its calls again: answers on standard output, the rest on standard error. Closes the descriptor, unless it is
 * standard input; returns the exit code. */
int solve_replay(const char *path, int descriptor, const api_replay_config *config, bool quiet);

#endif
