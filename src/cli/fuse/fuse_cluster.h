/* `tandem fuse` on many machines: what a coordinator puts on the server for agents, and what these make of it. */
#ifndef TANDEM_CLI_FUSE_FUSE_CLUSTER_H
#define TANDEM_CLI_FUSE_FUSE_CLUSTER_H

#include "base/options.h"
#include "base/text.h"
#include "campaign/cluster/tasks.h"
#include "campaign/suite.h"
#include "fuse/campaign/unit.h"
#include "store/cluster.h"

/* A campaign on a server. */
typedef struct fuse_link {
    cluster *cluster;
    int64_t id;
    char *name;       /* owned */
    strbuf who;       /* different for each process */
    text_list names;  /* of the seeds that were downloaded: their paths at home */
    strbuf functions; /* file of fusion functions that was downloaded; "": none */
} fuse_link;

typedef enum link_manner {
    LINK_NEW,   /* there may not be one of that name */
    LINK_JOIN,  /* there has to be one */
    LINK_EITHER /* it is begun where there is none */
} link_manner;
/* Connects, and begins or finds the campaign `name` (NULL: the last part of `folder`). False with *error set (caller
 * frees). Ends with fuse_link_close in any case. */
bool fuse_link_open(fuse_link *l, const char *url, const char *name, const char *folder,
                    link_manner manner, char **error);
void fuse_link_close(fuse_link *l);
/* A name for a process that no other has. */
void fuse_link_identify(strbuf *who);

/* The files that a campaign is made of: seeds, the models in `cache`, a table of functions (NULL: none). */
bool fuse_link_upload(fuse_link *l, const suite *files, const char *cache, const char *functions,
                      char **error);
/* Into `folder`: seeds are added to `files`; none are, and that is no error, where a campaign was imported. */
bool fuse_link_download(fuse_link *l, const char *folder, suite *files, char **error);
/* Seeds get the names that they have at home. */
void fuse_link_name_seeds(const fuse_link *l, seed_set *seeds);

/* The commands of the solvers, one a line, as a fact of the campaign. */
bool fuse_keep_solvers(store *s, const fuse_setting *setting);
void fuse_kept_solvers(store *s, text_list *commands);

/* ---- Agents ---------------------------------------------------------------------------------- */

/* An agent's part in a campaign. */
typedef struct agent_role {
    fuse_link *link;
    store *store;                   /* of the campaign */
    const char *folder;             /* for what is downloaded */
    const option_operands *solvers; /* commands that may be run; whatever the server says */
    bool trust;                     /* all commands that the server names */
    void *context;
} agent_role;
/* May an agent run this? If not, it is told why, and CLI_EXIT_REFUSED. */
int agent_may_run(const agent_role *role, const char *command);

/* What does the work until the agent is to do something else, given the context; an exit code. */
typedef int agent_units(void *context, fuse_setting *setting);
typedef int agent_tasks(void *context, const tasks_trade *trade); /* of bench and race */

/* Prepares the campaign as its coordinator did and runs it; an exit code. CLI_EXIT_REFUSED: it wants solvers that may
 * not be run, which was told. */
int fuse_as_agent(const agent_role *role, agent_units *run);

#endif
