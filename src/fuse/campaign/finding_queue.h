/* Findings that wait for what is to be done for them, and in which order.
 *
 * One defect is met thousands of times. Findings of the same kind, by the same solver, on the same
 * theories are one class; the next to be looked at comes from the class that has been looked at
 * least, so that the rare ones do not wait behind the frequent. */
#ifndef TANDEM_FUSE_CAMPAIGN_FINDING_QUEUE_H
#define TANDEM_FUSE_CAMPAIGN_FINDING_QUEUE_H

#include "base/map.h"
#include "fuse/campaign/labour.h"

typedef struct queued_finding {
    int64_t id;
    uint64_t class;
    unsigned attempts;   /* workers that died over it */
    labour_request step; /* what it waits for */
} queued_finding;

typedef struct finding_queue {
    VEC(queued_finding) waiting;
    map looked_at; /* class to how often one was taken */
    map waits;     /* class to how many wait */
} finding_queue;

void finding_queue_free(finding_queue *q);
/* The class of a finding: kind, solver, message as far as it is known, and the theories. */
uint64_t finding_queue_class(const finding *f, unsigned theories);
/* How many of a class wait or were taken: when they are many, one more is not worth storing. */
uint64_t finding_queue_known(const finding_queue *q, uint64_t class);
void finding_queue_add(finding_queue *q, queued_finding entry);
/* Takes the next one; false: none. Earlier steps come first. */
bool finding_queue_take(finding_queue *q, queued_finding *entry);

#endif
