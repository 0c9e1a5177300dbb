/* The parts of `tandem fuse`: its options, its screen, and checking files as they are. */
#ifndef TANDEM_CLI_FUSE_FUSE_H
#define TANDEM_CLI_FUSE_FUSE_H

#include "base/options.h"
#include "campaign/suite.h"
#include "cli/screen.h"
#include "fuse/campaign/campaign.h"
#include "store/cluster.h"

/* ---- The screen ------------------------------------------------------------------------------ */

typedef struct fuse_screen {
    const fuse_setting *setting;
    const char *folder;
    cli_screen screen;
    const limit_set *limits;
    double start; /* of the program, clock_wall */
    bool verbose; /* also findings that were dismissed */
    bool quiet;
    bool clustered; /* the work is done elsewhere: */
    cluster_counts counts;
} fuse_screen;

void fuse_screen_tick(void *screen, const fuse_status *status);
void fuse_screen_found(void *screen, const finding *f, const char *path);
void fuse_screen_complain(void *screen, const char *message);

/* The summary at the end, as text or as JSON. */
void fuse_print_summary(const fuse_screen *screen, const fuse_status *status, strbuf *out);
void fuse_print_json(const fuse_screen *screen, const fuse_status *status, strbuf *out);

/* ---- Solvers --------------------------------------------------------------------------------- */

typedef struct fuse_solvers_config {
    const option_operands *named;
    const char *versions; /* a folder of builds; NULL: none */
    const option_operands *grants;
    bool only_names; /* nothing is run: to print one formula */
} fuse_solvers_config;

/* Those that were named, the builds, or (neither) the usual ones that are there. False with *error
 * set (caller frees): one cannot be found, or there is none. */
bool fuse_add_solvers(const fuse_solvers_config *c, fuse_setting *s, char **error);

/* Takes from each solver the logics of the seeds that it does not know: by its family, or (one that
 * is not known) by asking it. False: one of them takes none, which was said. */
bool fuse_probe_logics(fuse_setting *s, bool quiet);

/* Tries which solvers have edges for --coverage, and says which have none. False: none has any, or there is no room. */
bool fuse_probe_coverage(const fuse_setting *s, bool quiet);

/* ---- What is used ---------------------------------------------------------------------------- */

typedef struct fuse_choice {
    const fuse_setting *setting; /* its solvers; for functions also its maker and schedule */
    const option_operands *solvers, *strategies, *functions; /* as they were named */
    bool code_allowed;                                       /* --allow-code */
} fuse_choice;

/* Exit codes; what is wrong with a name was told. */
int fuse_choose_strategies(const fuse_choice *c, unsigned *strategies);
int fuse_choose_functions(const fuse_choice *c);
int fuse_list_strategies(void);
int fuse_list_functions(void);

/* Names the solvers that answered with errors only, and what they say. Whether there are any. */
bool fuse_tell_errors(fuse_setting *s, const fuse_status *status);

/* The seeds' contents are what they were; recorded when the campaign begins. */
bool fuse_seal_seeds(store *s, const seed_set *seeds);
bool fuse_same_seeds(store *s, const seed_set *seeds);

#endif
