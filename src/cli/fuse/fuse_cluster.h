/* `tandem fuse` on many machines: what its coordinator and its agents have to know of each other besides the files. */
#ifndef TANDEM_CLI_FUSE_FUSE_CLUSTER_H
#define TANDEM_CLI_FUSE_FUSE_CLUSTER_H

#include "cli/campaign_link.h"
#include "fuse/campaign/unit.h"

/* Seeds get the names that they have at home. */
void fuse_name_seeds(const campaign_link *l, seed_set *seeds);

/* The commands of the solvers, one a line, as a fact of the campaign. */
bool fuse_keep_solvers(store *s, const fuse_setting *setting);

/* What does the work until the agent is to do something else, given the context; an exit code. */
typedef int agent_units(void *context, fuse_setting *setting);

/* Prepares the campaign as its coordinator did and runs it; an exit code. CLI_EXIT_REFUSED: it wants solvers that may
 * not be run, which was told. */
int fuse_as_agent(const agent_role *role, agent_units *run);

#endif
