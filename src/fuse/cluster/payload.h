/* What an agent tells the coordinator of a chunk, beyond what the ledger has: numbers for the screen, and what the
 * schedule learns; or what became of a finding. Both ends are the same version of this program, but the reader
 * trusts nothing. */
#ifndef TANDEM_FUSE_CLUSTER_PAYLOAD_H
#define TANDEM_FUSE_CLUSTER_PAYLOAD_H

#include "fuse/campaign/campaign.h"
#include "fuse/campaign/labour.h"
#include "store/cluster.h"

/* ---- Units ----------------------------------------------------------------------------------- */

typedef struct chunk_tally {
    fuse_status counts; /* `answers` is owned */
    size_t solvers;
    strbuf lessons;
    uint64_t hash; /* of what was made: the same for whoever makes these units */
} chunk_tally;

void chunk_tally_init(chunk_tally *t, size_t solvers);
void chunk_tally_free(chunk_tally *t);
/* `known`: behaviours that this agent has told of; only what is new, or a time-out, is told again. */
void chunk_tally_add(chunk_tally *t, const unit_report *report, map *known);
void chunk_tally_put(const chunk_tally *t, strbuf *out);
/* Adds it to the numbers of a campaign, and teaches its schedule. False: it is damaged, and nothing more of it was
 * taken. */
bool chunk_tally_take(const char *bytes, size_t n, fuse_status *s, size_t solvers,
                      schedule *learner);

/* ---- Findings -------------------------------------------------------------------------------- */

/* `rest` is what the worker said behind the kind of its message. */
void finding_payload_put(strbuf *out, const message_reader *rest, const unit_doubt *doubt);
/* The doubt's text is the caller's to free; `rest` is left where the worker's words begin. */
bool finding_payload_take(message_reader *rest, unit_doubt *doubt);

/* What a worker is asked for a chunk. */
static inline labour_request payload_labour(cluster_kind kind)
{
    _Static_assert((int)CLUSTER_CONFIRM == LABOUR_CONFIRM && (int)CLUSTER_REDUCE == LABOUR_REDUCE &&
                       (int)CLUSTER_BISECT == LABOUR_BISECT,
                   "one order");
    return (labour_request)kind;
}

#endif
