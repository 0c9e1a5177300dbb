/* An agent at work for one campaign: leases chunks, has workers of this machine do them, and sends what came of them.
 *
 * It goes on without the server: what is under way is done, results are spooled and sent when the server is back. */
#ifndef TANDEM_FUSE_CLUSTER_SERVE_H
#define TANDEM_FUSE_CLUSTER_SERVE_H

#include "fuse/campaign/unit.h"
#include "store/cluster.h"
#include "store/spool.h"

typedef struct fuse_server {
    fuse_setting *setting;
    cluster *cluster;
    store *store; /* of the campaign, on the cluster */
    spool *spool;
    const cluster_agent *self;
    int64_t id;
    double lease;
    size_t jobs;
    double patience; /* seconds without work after which it ends; 0: never */
    void (*complain)(void *context, const char *message);
    void *context;
    const volatile sig_atomic_t *interrupt;
} fuse_server;

typedef struct fuse_served {
    uint64_t chunks, late, spooled, units;
} fuse_served;

typedef enum serve_end {
    SERVE_INTERRUPTED,
    SERVE_IDLE,    /* nothing to do for `patience` seconds, or the campaign is paused or over */
    SERVE_DRAINED, /* the agent was told to end */
    SERVE_FAILED   /* *error is set (caller frees) */
} serve_end;

serve_end fuse_serve(const fuse_server *s, fuse_served *served, char **error);

#endif
