/* Inside of a coordinator: what its files share. */
#ifndef TANDEM_FUSE_CLUSTER_COORDINATE_IMPL_H
#define TANDEM_FUSE_CLUSTER_COORDINATE_IMPL_H

#include "campaign/cluster/lead.h"
#include "fuse/campaign/campaign_impl.h"
#include "fuse/cluster/coordinate.h"

enum { REPORTS_AT_ONCE = 256 };

typedef struct coordination {
    const fuse_coordinator *k;
    campaign_run r;
    leader leader;
    bool learned;         /* since the last epoch */
    uint64_t epochs;      /* in the store */
    uint64_t reports;     /* that the last look found, and findings */
    uint64_t known_lines; /* of the list that was read */
    double tick_due, watch_due;
    double unit_cost; /* seconds, of late; 0: not known */
    VEC(char *) payloads;
    VEC(size_t) lengths;
} coordination;

/* Remembers what the server says is wrong. Returns false. */
bool coordination_failed(coordination *o);

/* ---- What agents report (coordinate_reports.c); false: it failed ------------------------------ */

bool coordination_read_units(coordination *o);
bool coordination_read_findings(coordination *o);
/* Findings that were seen: into the queue. */
bool coordination_queue_seen(coordination *o);
/* The list of known bugs that all campaigns share; `first`: with the lines of the user's own. */
bool coordination_read_known(coordination *o, bool first);

#endif
