/* Incremental scripts have an answer for each check; the judge knows formulas with one. */
#ifndef TANDEM_FUSE_INCREMENTAL_JUDGE_H
#define TANDEM_FUSE_INCREMENTAL_JUDGE_H

#include "fuse/maker.h"

/* A finding for each solver with an answer that contradicts what is expected of that check, and for
 * each that crashed. */
void incremental_suspect(const fused *f, const judge_run *runs, size_t n, finding_list *out);
/* Again in a fresh process: the same check must be wrong again, and another solver must have the
 * expected answers at all checks. */
void incremental_confirm(finding *f, const fused *script, solver *const *solvers, size_t n,
                         const judge_limits *limits);

#endif
