/* The parts of `tandem fuse`: its options, its screen, and checking files as they are. */
#ifndef TANDEM_CLI_FUSE_FUSE_H
#define TANDEM_CLI_FUSE_FUSE_H

#include "campaign/suite.h"
#include "cli/screen.h"
#include "fuse/campaign/campaign.h"

/* ---- The screen ------------------------------------------------------------------------------ */

typedef struct fuse_screen {
    const fuse_setting *setting;
    const char *folder;
    cli_screen screen;
    const limit_set *limits;
    bool verbose; /* also findings that were dismissed */
    bool quiet;
} fuse_screen;

void fuse_screen_tick(void *screen, const fuse_status *status);
void fuse_screen_found(void *screen, const finding *f, const char *path);
void fuse_screen_complain(void *screen, const char *message);

/* The summary at the end, as text or as JSON. */
void fuse_print_summary(const fuse_screen *screen, const fuse_status *status, strbuf *out);
void fuse_print_json(const fuse_screen *screen, const fuse_status *status, strbuf *out);

/* Names the solvers that answered with errors only, and what they say. Whether there are any. */
bool fuse_tell_errors(fuse_setting *s, const fuse_status *status);

/* The seeds' contents are what they were; recorded when the campaign begins. */
bool fuse_seal_seeds(store *s, const seed_set *seeds);
bool fuse_same_seeds(store *s, const seed_set *seeds);

#endif
