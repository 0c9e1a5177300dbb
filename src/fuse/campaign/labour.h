/* What supervisor and workers of a campaign say to each other. */
#ifndef TANDEM_FUSE_CAMPAIGN_LABOUR_H
#define TANDEM_FUSE_CAMPAIGN_LABOUR_H

#include "campaign/pool.h"
#include "fuse/campaign/unit.h"

/* What is done for a finding is in this order. */
typedef enum labour_request {
    LABOUR_UNITS,   /* weights, first unit, how many */
    LABOUR_CONFIRM, /* weights, finding */
    LABOUR_REDUCE,  /* weights, finding */
    LABOUR_BISECT,  /* weights, finding */
    LABOUR_REQUEST_COUNT
} labour_request;

typedef enum labour_message {
    LABOUR_SEEN,   /* theories, finding: comes before the report of its unit */
    LABOUR_UNIT,   /* unit_reports, one after the other */
    LABOUR_DOUBT,  /* number of a seed, why: its label is doubtful */
    LABOUR_FINDING /* seconds, those in solvers, finding: what became of it */
} labour_message;

void labour_ask_units(strbuf *request, const strbuf *weights, uint64_t first, uint64_t count);
void labour_ask_finding(strbuf *request, labour_request what, const strbuf *weights,
                        const finding *f);

/* The worker: context is its fuse_setting. Its terms are its own from the beginning. */
void labour_begin(void *context, size_t worker);
void labour_work(void *context, pool_line *line, const char *request, size_t n);

#endif
