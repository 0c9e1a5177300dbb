/* Inside of a campaign: what its files share. */
#ifndef TANDEM_FUSE_CAMPAIGN_CAMPAIGN_IMPL_H
#define TANDEM_FUSE_CAMPAIGN_CAMPAIGN_IMPL_H

#include "base/map.h"
#include "fuse/campaign/campaign.h"
#include "fuse/campaign/finding_queue.h"
#include "fuse/campaign/labour.h"
#include "judge/known.h"

#define CAMPAIGN_TICK 0.25 /* seconds between calls of tick and between commits */

/* What a worker is busy with. */
typedef struct campaign_assignment {
    labour_request kind;
    uint64_t next, end; /* units not reported yet */
    queued_finding entry;
    double start;
} campaign_assignment;

/* A unit over which two workers were lost; it is given up when another one has been done. */
typedef struct campaign_lost_unit {
    uint64_t number;
    char *note;
} campaign_lost_unit;

typedef struct campaign_run {
    const fuse_campaign *c;
    fuse_status *status;
    pool *pool;
    campaign_assignment *at;
    finding_queue queue;
    uint64_t next;       /* the first unit that was never given out */
    VEC(uint64_t) again; /* units that were given out and not done */
    map deadly;          /* units over which a worker was lost once */
    uint32_t losses;     /* of workers since the last unit that was done */
    VEC(campaign_lost_unit) lost;
    strbuf weights; /* of epoch */
    uint64_t epoch; /* number of a decision; UINT64_MAX: none yet */
    uint64_t given; /* units before this one were given out by earlier runs */
    double start, units_end, unit_seconds, finding_seconds, commit_due;
    uint64_t distinct; /* findings that count for `bugs` */
    bool open;         /* a transaction is */
    bool held;         /* it is ended by whoever began it, and by no one else */
    known_list *known; /* NULL: none */
    map edges;         /* of solvers, that were reached */
    double worker_cpu;
    char *error; /* ends the campaign */
} campaign_run;

static inline const fuse_limits *campaign_limits(const campaign_run *r)
{
    return LIMITS_OR(r->c->setting->bounds, fuse_limits_default);
}

/* ---- The store (campaign_store.c) ------------------------------------------------------------ */

/* Passes the result of a write on; the first failure ends the campaign. */
bool campaign_stored(campaign_run *r, bool good);
bool campaign_begin(campaign_run *r);
void campaign_commit(campaign_run *r);
/* Loads the weights of a unit's epoch, or decides and records them. */
bool campaign_load_weights(campaign_run *r, uint64_t unit);
void campaign_complain(const campaign_run *r, const char *format, uint64_t number, const char *why);

/* ---- Reports of workers ---------------------------------------------------------------------- */

/* campaign_findings.c */
void campaign_take_seen(campaign_run *r, message_reader *m);
void campaign_take_finding(campaign_run *r, campaign_assignment *a, message_reader *m);
/* A finding that was stored as it was seen: into the queue, unless there are many of its class; whether it is there. */
bool campaign_queue_seen(campaign_run *r, const finding *f, unsigned theories);
/* Findings of earlier runs that are not done with. */
void campaign_find_findings(campaign_run *r);
void campaign_take_doubt(campaign_run *r, message_reader *m);
/* campaign_units.c */
void campaign_take_units(campaign_run *r, campaign_assignment *a, message_reader *m);
/* campaign_coverage.c: what is stored of earlier runs; the edges of a unit, true: some are new; storing. */
void campaign_read_edges(campaign_run *r);
size_t campaign_add_edges(campaign_run *r, const unit_report *report); /* how many are new */
void campaign_store_edges(campaign_run *r);
/* campaign_losses.c */
void campaign_take_loss(campaign_run *r, campaign_assignment *a, const char *why);
/* After a unit that was done. */
void campaign_settle_losses(campaign_run *r);
void campaign_forget_losses(campaign_run *r);

#endif
