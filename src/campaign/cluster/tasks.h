/* Campaigns whose units have one result each, which their coordinator keeps: jobs of a benchmark, races. Both ends of them,
 * on what is the same for all campaigns (lead.h, serve.h).
 *
 * A chunk's results are kept as a decision of the campaign's store, by its number, in the transaction that takes its
 * report: a coordinator that was killed is replaced by starting another one. */
#ifndef TANDEM_CAMPAIGN_CLUSTER_TASKS_H
#define TANDEM_CAMPAIGN_CLUSTER_TASKS_H

#include "campaign/cluster/lead.h"
#include "campaign/cluster/serve.h"

typedef struct tasks_campaign {
    leader leader; /* its context is given to all functions */
    store *store;
    uint64_t units, size; /* of a chunk */
    uint64_t losses;      /* of a chunk before it is put aside */
    /* What came of a unit: NULL bytes where it was given up. `machine` is that of its agent. */
    void (*take)(void *context, uint64_t unit, const char *machine, const char *bytes, size_t n);
} tasks_campaign;

/* Until all are done or put aside (*finished), or it is interrupted. False with *error set (caller frees). */
bool tasks_lead(tasks_campaign *t, bool *finished, char **error);

typedef struct tasks_trade {
    /* In a worker: the result of a unit. */
    void (*work)(void *context, uint64_t unit, strbuf *result);
    void *context;
    double silence; /* seconds that a unit may take; 0: any */
} tasks_trade;

serve_end tasks_serve(const serve_setting *s, const tasks_trade *t, serve_counts *counts,
                      char **error);

#endif
