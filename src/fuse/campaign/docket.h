/* Findings that wait to be confirmed or reduced, and in which order.
 *
 * One defect is met thousands of times. Findings of the same kind, by the same solver, on the same
 * theories are one class; the next to be looked at comes from the class that has been looked at
 * least, so that the rare ones do not wait behind the frequent. */
#ifndef TANDEM_FUSE_CAMPAIGN_DOCKET_H
#define TANDEM_FUSE_CAMPAIGN_DOCKET_H

#include "base/map.h"
#include "judge/finding.h"

typedef struct docket_entry {
    int64_t id;
    uint64_t class;
    unsigned attempts; /* workers that died over it */
    bool confirmed;    /* waits for its reduction */
} docket_entry;

typedef struct docket {
    VEC(docket_entry) waiting;
    map looked_at; /* class to how often one was taken */
    map waits;     /* class to how many wait */
} docket;

void docket_free(docket *d);
/* The class of a finding: kind, solver, message as far as it is known, and the theories. */
uint64_t docket_class(const finding *f, unsigned theories);
/* How many of a class wait or were taken: when they are many, one more is not worth storing. */
uint64_t docket_known(const docket *d, uint64_t class);
void docket_add(docket *d, docket_entry entry);
/* Takes the next one; false: none. Unconfirmed ones come first. */
bool docket_take(docket *d, docket_entry *entry);

#endif
