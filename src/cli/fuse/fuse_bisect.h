/* `tandem fuse --bisect`: in which builds of a solver does a finding show? */
#ifndef TANDEM_CLI_FUSE_FUSE_BISECT_H
#define TANDEM_CLI_FUSE_FUSE_BISECT_H

#include "judge/judge.h"

typedef struct fuse_bisect_setting {
    const char *finding; /* its .smt2 */
    const char *folder;  /* of builds */
    const judge_limits *limits;
    bool json;
} fuse_bisect_setting;

/* Asks every build, the oldest first: a defect may come and go, so the middle ones are not left out.
 * Prints what each says and where it changes; adds that to the .md beside the finding, if there is
 * one. An exit code: 1 when the newest build that can tell is wrong. *error (caller frees) is set
 * where nothing could be asked. */
int fuse_bisect(const fuse_bisect_setting *s, char **error);

#endif
