/* A campaign on a server, as commands see it, whatever its job is: it is begun or found there, the files that it is made of are
 * put there by its coordinator and fetched by agents, and an agent runs only what its own command line allows. */
#ifndef TANDEM_CLI_CAMPAIGN_LINK_H
#define TANDEM_CLI_CAMPAIGN_LINK_H

#include "base/options.h"
#include "base/text.h"
#include "campaign/cluster/tasks.h"
#include "campaign/suite.h"
#include "store/cluster.h"

/* A campaign on a server. */
typedef struct campaign_link {
    cluster *cluster;
    int64_t id;
    char *name;       /* owned */
    strbuf who;       /* different for each process */
    text_list names;  /* of the seeds that were downloaded: their paths at home */
    strbuf functions; /* file of fusion functions, or of a grammar, that was downloaded; "": none */
} campaign_link;

typedef enum link_manner {
    LINK_NEW,   /* there may not be one of that name */
    LINK_JOIN,  /* there has to be one */
    LINK_EITHER /* it is begun where there is none */
} link_manner;
/* Connects, and begins or finds the campaign `name` (NULL: the last part of `folder`). False with *error set (caller
 * frees). Ends with campaign_link_close in any case. */
bool campaign_link_open(campaign_link *l, const char *url, const char *name, const char *folder,
                        link_manner manner, char **error);
void campaign_link_close(campaign_link *l);
/* A name for a process that no other has. */
void campaign_link_identify(strbuf *who);

/* The files that a campaign is made of: seeds, the models in `cache`, a table of functions or a
 * grammar (NULL: none). */
bool campaign_link_upload(campaign_link *l, const suite *files, const char *cache,
                          const char *functions, char **error);
/* Into `folder`: seeds are added to `files`; none are, and that is no error, where a campaign was imported. */
bool campaign_link_download(campaign_link *l, const char *folder, suite *files, char **error);
/* What a file that was downloaded is called at home; NULL: it is none of them. */
const char *campaign_link_home(const campaign_link *l, const char *path);

/* ---- Agents ---------------------------------------------------------------------------------- */

/* An agent's part in a campaign. */
typedef struct agent_role {
    campaign_link *link;
    store *store;                   /* of the campaign */
    const char *folder;             /* for what is downloaded */
    const option_operands *solvers; /* commands that may be run; whatever the server says */
    bool trust;                     /* all commands that the server names */
    void *context;
} agent_role;
/* The fact of a campaign that names its solvers, one a line, and these lines. */
#define CAMPAIGN_SOLVERS_FACT "solvers"
void campaign_kept_solvers(store *s, text_list *commands);
/* May an agent run this? If not, it is told why, and CLI_EXIT_REFUSED. */
int agent_may_run(const agent_role *role, const char *command);

/* What does the work of a campaign of tasks until the agent is to do something else, given the context; an exit code. */
typedef int agent_tasks(void *context, const tasks_trade *trade);

#endif
