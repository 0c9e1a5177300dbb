/* The coordinator of a campaign on many machines: cuts work into chunks, learns from what agents report, has findings
 * confirmed and reduced, and keeps a folder of them. It runs no solver.
 *
 * All that matters is on the server: a coordinator that was killed is replaced by starting another one. While the
 * server is away it waits. */
#ifndef TANDEM_FUSE_CLUSTER_COORDINATE_H
#define TANDEM_FUSE_CLUSTER_COORDINATE_H

#include "fuse/campaign/campaign.h"
#include "store/cluster.h"

typedef struct fuse_coordinator {
    const fuse_campaign *campaign; /* its store is that of the cluster; `jobs` says nothing */
    cluster *cluster;
    int64_t id;
    const char *who; /* different for each coordinator */
    /* What is known of agents, now and then. */
    void (*watch)(void *context, const cluster_counts *counts);
} fuse_coordinator;

/* As fuse_campaign_run. *finished: all units are done, or the time is over; else somebody stopped it. */
bool fuse_coordinate(const fuse_coordinator *k, fuse_status *status, bool *finished, char **error);

#endif
