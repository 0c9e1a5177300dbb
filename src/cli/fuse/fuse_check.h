/* `tandem fuse --check-only`: the table of files, what solvers say of them, and who is wrong. */
#ifndef TANDEM_CLI_FUSE_FUSE_CHECK_H
#define TANDEM_CLI_FUSE_FUSE_CHECK_H

#include "fuse/campaign/check_only.h"

typedef struct fuse_check_setting {
    check_only_config check;
    const suite *files;
    bool json;    /* one object for each file, on a line */
    bool verbose; /* with the evidence, and with suspicions that were dismissed */
} fuse_check_setting;

/* Prints a row for each file as soon as it is judged, and a summary; returns the exit code: a file
 * that was skipped is CLI_EXIT_INPUT, else a solver that is wrong CLI_EXIT_FOUND. */
int fuse_check_only(const fuse_check_setting *setting);

#endif
