/* What an agent does for a campaign of `tandem fuse`: the trade of making formulas, running solvers on them, and
 * looking at findings. */
#ifndef TANDEM_FUSE_CLUSTER_SERVE_H
#define TANDEM_FUSE_CLUSTER_SERVE_H

#include "campaign/cluster/serve.h"
#include "fuse/campaign/unit.h"

/* `s` without its trade; `campaign` is on the cluster. */
serve_end fuse_serve(const serve_setting *s, fuse_setting *setting, store *campaign,
                     serve_counts *counts, char **error);

#endif
