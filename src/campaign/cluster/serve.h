/* An agent at work for one campaign on many machines: leases chunks, has workers of this machine do them, and sends
 * what came of them. What a unit is, and what workers do with it, is the matter of a trade.
 *
 * It goes on without the server: what is under way is done, results are spooled and sent when the server is back. */
#ifndef TANDEM_CAMPAIGN_CLUSTER_SERVE_H
#define TANDEM_CAMPAIGN_CLUSTER_SERVE_H

#include "campaign/pool.h"
#include "store/cluster.h"
#include "store/spool.h"

/* A chunk that a worker is busy with. */
typedef struct serve_job {
    cluster_lease lease;
    cluster_result result; /* findings and notes are added as they come */
    uint64_t next;         /* the first unit that was not reported; the trade counts */
    void *state;           /* the trade's */
    bool busy;
    uint64_t deadly; /* a unit over which a worker was lost; UINT64_MAX: none */
    double start;
} serve_job;

typedef struct serve_trade {
    pool_config workers; /* `jobs` and `interrupt` are set by serve */
    void *context;
    void (*open)(void *context, serve_job *job);
    void (*close)(void *context, serve_job *job);
    /* What a worker is asked: the chunk from `next`. False: what it needs cannot be had of the server. */
    bool (*plan)(void *context, serve_job *job, strbuf *request);
    void (*take)(void *context, serve_job *job, const strbuf *message);
    /* Unit `next` killed two workers: it counts as done, without a result. */
    void (*give_up)(void *context, serve_job *job);
    /* The chunk is done: numbers and payload of its result. False: it is not whole. */
    bool (*finish)(void *context, serve_job *job);
} serve_trade;

typedef struct serve_setting {
    cluster *cluster;
    spool *spool;
    const cluster_agent *self;
    int64_t id; /* of the campaign */
    double lease;
    size_t jobs;
    double patience; /* seconds without work after which it ends; 0: never */
    void (*complain)(void *context, const char *message);
    /* Now and then: should the agent work for another campaign? Then it ends as idle when what it has is done. NULL: no. */
    bool (*leave)(void *context);
    void *context;
    const volatile sig_atomic_t *interrupt;
} serve_setting;

typedef struct serve_counts {
    uint64_t chunks, late, spooled, units;
} serve_counts;

typedef enum serve_end {
    SERVE_INTERRUPTED,
    SERVE_IDLE,    /* nothing to do for `patience` seconds, or the campaign is paused or over */
    SERVE_DRAINED, /* the agent was told to end */
    SERVE_FAILED   /* *error is set (caller frees) */
} serve_end;

serve_end serve(const serve_setting *s, const serve_trade *trade, serve_counts *counts,
                char **error);

#endif
