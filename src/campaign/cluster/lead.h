/* The part of a coordinator that is the same for all campaigns on many machines: it stays the one that leads, looks no
 * more often than it has to, and connects again after an outage.
 *
 * The question for news is one cheap statement, which also works through a pooler; nothing listens. */
#ifndef TANDEM_CAMPAIGN_CLUSTER_LEAD_H
#define TANDEM_CAMPAIGN_CLUSTER_LEAD_H

#include <signal.h>

#include "store/cluster.h"

typedef struct leader {
    cluster *cluster;
    int64_t id;
    const char *who; /* different for each coordinator */
    double lease;
    const volatile sig_atomic_t *interrupt;
    void (*complain)(void *context, const char *message); /* may be NULL */
    void (*tick)(void *context); /* several times a second while it waits; may be NULL */
    void *context;
    cluster_counts counts; /* as of the last leader_look; `open` with what was given out since */
    double chunk_seconds;  /* what chunks took of late; 0: not known */
    double lead_due;
} leader;

/* Leads from now on; also after an outage. False with *error set (caller frees) where another one does or the server
 * refuses. */
bool leader_begin(leader *l, char **error);
/* Leads on where that is due, and counts what there is. False with *error set (caller frees). */
bool leader_look(leader *l, char **error);
void leader_note_chunk(leader *l, double seconds);
/* Waits for as long as there is work in the queue, at most until `deadline` (clock_wall; 0: none). `ending`: all units are given out. */
void leader_wait(leader *l, bool ending, double deadline);
/* After something failed: waits until the server is back, and leads again. False: it failed for another reason, another
 * one leads (*error is set, caller frees), or it was interrupted. */
bool leader_recover(leader *l, const char *why, char **error);
bool leader_is_interrupted(const leader *l);

#endif
