/* `--jobs N`: searches beside the first one, each a process with a folder of its own in the folder of results, with another
 * seed. They take over what the others keep. In the end what they have goes to the folder of results. */
#ifndef TANDEM_CLI_EXPLORE_EXPLORE_JOBS_H
#define TANDEM_CLI_EXPLORE_EXPLORE_JOBS_H

#include "explore/search/explore.h"

/* explore_run, n times. False with *error set (caller frees). */
bool explore_jobs_run(explore_config *c, uint64_t n, explore_progress *p, char **error);

#endif
