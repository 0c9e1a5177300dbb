/* Campaigns of several machines brought together without a server: their findings in one folder, each
 * defect once. */
#ifndef TANDEM_CLI_FUSE_FUSE_MERGE_H
#define TANDEM_CLI_FUSE_FUSE_MERGE_H

#include "base/options.h"

typedef struct fuse_merge {
    const option_operands *folders; /* of campaigns that do not run */
    const char *into;               /* a folder that is new, or was made by merging */
    const char *known;              /* file of known bugs; NULL: none */
    bool quiet;
} fuse_merge;

/* An exit code; what is wrong was told. What was merged before is not added again. */
int fuse_merge_folders(const fuse_merge *m);

#endif
