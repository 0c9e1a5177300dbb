/* The part of a coordinator that is the same for all campaigns on many machines: it stays the one that leads, asks for
 * news no more often than chunks take, and connects again after an outage.
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
    cluster_counts counts; /* as of the last leader_count */
    double chunk_seconds;  /* what chunks took of late; 0: not known */
    double lead_due, count_due;
} leader;

/* Leads from now on; also after an outage. False with *error set (caller frees) where another one does or the server
 * refuses. */
bool leader_begin(leader *l, char **error);
/* Leads on where that is due, and asks for news (CLUSTER_REPORTS …). False with *error set (caller frees). */
bool leader_ask(leader *l, unsigned *news, char **error);
/* Whether counts are old. */
bool leader_is_blind(const leader *l);
/* Counts what there is. What is not there any more when this was called has its report. */
bool leader_count(leader *l, char **error);
void leader_note_chunk(leader *l, double seconds);
/* Waits for as long as it is worth to, at most until `deadline` (clock_wall; 0: none). */
void leader_wait(leader *l, double deadline);
/* After something failed: waits until the server is back, and leads again. False: it failed for another reason, another
 * one leads (*error is set, caller frees), or it was interrupted. */
bool leader_recover(leader *l, const char *why, char **error);
bool leader_is_interrupted(const leader *l);

#endif
