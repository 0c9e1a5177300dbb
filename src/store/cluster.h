/* Many machines on one server of PostgreSQL: campaigns, the chunks of work that agents lease from them, and
 * what agents and coordinators do there. Tables and functions are in cluster.sql.
 *
 * All functions that return bool fail with cluster_error. When cluster_lost says that the connection is gone,
 * whatever was under way may or may not have happened; cluster_again connects anew. Nothing here knows what a
 * unit is. */
#ifndef TANDEM_STORE_CLUSTER_H
#define TANDEM_STORE_CLUSTER_H

#include "base/vec.h"
#include "store/store.h"

typedef struct cluster cluster;
typedef VEC(int64_t) cluster_ids;

enum { CLUSTER_VERSION = 3, CLUSTER_NAME_MOST = 100 };

/* Connects; `create`: makes the tables where there are none, and brings older ones to our version. NULL with *error
 * set (caller frees), which never has the URL in it: that may name people and machines. */
cluster *cluster_open(const char *url, bool create, char **error);
void cluster_close(cluster *c);
const char *cluster_error(const cluster *c);
bool cluster_lost(const cluster *c);
/* A server whose generation is less than one we have seen is an old primary: it is refused, as if it were away. */
bool cluster_again(cluster *c);

/* ---- Campaigns ------------------------------------------------------------------------------- */

typedef struct cluster_campaign {
    int64_t id;
    char *name, *state, *version, *coordinator; /* owned */
    bool led;                                   /* its coordinator was heard of late */
    int64_t priority;
    double share, lease;
    uint64_t next_unit, units, formulas,
        calls; /* the last three: as far as the coordinator has read */
    double seconds;
    uint64_t open, leased, quarantined, unread, findings, confirmed, finding_chunks;
} cluster_campaign;
typedef VEC(cluster_campaign) cluster_campaigns;

void cluster_campaigns_free(cluster_campaigns *all);
/* All, or the one of that name; those with the highest priority first. */
bool cluster_list(cluster *c, const char *name, cluster_campaigns *all);
/* What an agent looks for. */
typedef struct cluster_wish {
    const char *name; /* NULL: any */
    const char *version;
    const cluster_ids *refused; /* none of these */
    int64_t stay;               /* this one among those of its priority; 0: as shares have it */
} cluster_wish;
/* One of those with the highest priority that have work, at random by share: its id, name and lease; the name is the
 * caller's to free. The id is 0 where there is none. */
bool cluster_choose(cluster *c, const cluster_wish *wish, cluster_campaign *one);
/* NULL: as it is. */
bool cluster_set_share(cluster *c, const char *name, const double *share, const double *priority,
                       uint64_t *changed);
/* The id of the campaign of that name, made if it is not there. */
bool cluster_begin(cluster *c, const char *name, const char *version, int64_t *id, bool *made);
bool cluster_set_state(cluster *c, const char *name, const char *state,
                       uint64_t *changed); /* NULL: of all */
/* Chunks that were put aside are tried again. */
bool cluster_retry(cluster *c, const char *name, uint64_t *changed);
/* All that is known of a campaign is forgotten. */
bool cluster_forget(cluster *c, const char *name);
/* Rows of ledgers of campaigns that are done are kept for so many days, and space is given back. */
bool cluster_vacuum(cluster *c, double days, uint64_t *removed);
/* The caller closes it before the cluster. */
store *cluster_store(cluster *c, int64_t campaign, const char *name);

/* What agents need of a campaign besides: texts of seeds and the like, in their order. */
bool cluster_add_file(cluster *c, int64_t campaign, uint64_t number, const char *name,
                      const char *expected, const void *bytes, size_t n);
typedef bool cluster_file_reader(void *context, uint64_t number, const char *name,
                                 const char *expected, const void *bytes, size_t n);
bool cluster_files(cluster *c, int64_t campaign, cluster_file_reader *each, void *context);

/* Lines of a list of known bugs, for all campaigns. */
bool cluster_add_known(cluster *c, const char *lines);
bool cluster_known(cluster *c, strbuf *lines);

typedef struct cluster_agent {
    char *id, *host, *machine, *version, *solvers, *state, *campaign; /* owned */
    uint64_t jobs, leased;
    double silent; /* seconds since it was heard; less than 0 seconds left: it is lost */
    double left;
} cluster_agent;
typedef VEC(cluster_agent) cluster_agents;
bool cluster_list_agents(cluster *c, cluster_agents *all);
void cluster_agents_free(cluster_agents *all);
/* Agents end when what they have is done. NULL: all. */
bool cluster_drain(cluster *c, const char *agent, uint64_t *changed);

/* What is done for a chunk. */
typedef enum cluster_kind {
    CLUSTER_UNITS,
    CLUSTER_CONFIRM, /* the others are each about a finding */
    CLUSTER_REDUCE,
    CLUSTER_BISECT
} cluster_kind;

/* ---- Coordinators ---------------------------------------------------------------------------- */

/* `who` leads the campaign for so many seconds more. *ours: false where another one does. The first time
 * (`first`) a new generation begins. */
bool cluster_lead(cluster *c, int64_t campaign, const char *who, double seconds, bool first,
                  bool *ours);
bool cluster_unlead(cluster *c, int64_t campaign, const char *who);
/* How work is given out. */
typedef struct cluster_rules {
    double lease;         /* seconds without a word from its agent before a chunk is for another */
    uint64_t losses;      /* of agents over a chunk before it is put aside */
    double finding_share; /* of leases, while there is something of the kind to do */
    double bisect_share;
    uint64_t host_leases; /* that the agents of one host may have, about; 0: any number */
} cluster_rules;
bool cluster_configure(cluster *c, int64_t campaign, const cluster_rules *rules);
typedef struct cluster_counts {
    uint64_t open, leased, quarantined; /* chunks of units */
    uint64_t findings;                  /* chunks of findings that were not put aside */
    uint64_t next_unit, agents, jobs;
    uint64_t known; /* lines of the list of known bugs */
    /* Is there something that was not read: of chunks of units, of chunks of findings, findings themselves? */
    bool unit_reports, finding_reports, new_findings;
} cluster_counts;
/* Counted at one moment: a chunk that is not there any more has its report. */
bool cluster_count(cluster *c, int64_t campaign, cluster_counts *counts);
/* `n` more chunks of `size` units from `first`, none of them beyond `limit` (0: no limit). */
typedef struct cluster_batch {
    const char *who;
    uint64_t first, size, n, limit;
    uint64_t epoch;      /* the decision under which they are made */
    const char *weights; /* that decision, which begins here; NULL: it is there already */
    size_t n_weights;
} cluster_batch;
/* False without an error (cluster_error is ""): another one leads. */
bool cluster_add_chunks(cluster *c, int64_t campaign, const cluster_batch *b);
/* Something is to be done for the finding; nothing happens where a chunk of it is there already. */
bool cluster_add_finding(cluster *c, int64_t campaign, cluster_kind kind, int64_t finding,
                         uint64_t epoch);
typedef struct cluster_report {
    uint64_t chunk, count, formulas, calls;
    cluster_kind kind;
    int64_t finding;
    double seconds;
    const char *payload;
    size_t n;
} cluster_report;
/* Takes reports of chunks of units that were done, or of findings, at most `most`, and counts them in the campaign. */
bool cluster_take_reports(cluster *c, int64_t campaign, bool findings, uint64_t most,
                          void (*each)(void *context, const cluster_report *report), void *context);
/* Findings that agents have added; told once. */
typedef struct cluster_seen {
    int64_t id;
    uint64_t theories;
} cluster_seen;
typedef VEC(cluster_seen) cluster_seen_list;
bool cluster_take_seen(cluster *c, int64_t campaign, uint64_t most, cluster_seen_list *seen);

/* ---- Agents ---------------------------------------------------------------------------------- */

typedef struct cluster_lease {
    uint64_t number, first, count, epoch;
    int64_t finding, token; /* finding: 0 of a chunk of units */
    cluster_kind kind;
} cluster_lease;
typedef VEC(cluster_lease) cluster_leases;

bool cluster_hello(cluster *c, const cluster_agent *agent, int64_t campaign, double lease);
/* A heartbeat for all agents of a host. *state (owned by the cluster, valid until the next call) is about the first of
 * them: running, paused, draining, done; NULL: the server knows nothing of it, and it should say hello. */
bool cluster_beat(cluster *c, const char *const *agents, size_t n, double lease,
                  const char **state);
bool cluster_take(cluster *c, const char *agent, int64_t campaign, uint64_t most,
                  const char *version, cluster_leases *leases);
/* Chunks of agents that were not heard in time are for others now. */
bool cluster_sweep(cluster *c);
/* Of all that it leased the agent has these tokens, and has lost or given up the others. */
bool cluster_hold(cluster *c, const char *agent, const cluster_ids *tokens);
/* The agent ends: what it has not done is no loss. */
bool cluster_give_back(cluster *c, const char *agent);

/* What came of a chunk; texts are JSON or NULL. */
typedef struct cluster_result {
    int64_t campaign, token;
    uint64_t chunk, formulas, calls, seen, hash;
    double seconds;
    strbuf payload, notes, findings;
} cluster_result;
void cluster_result_init(cluster_result *r);
void cluster_result_free(cluster_result *r);
typedef enum cluster_verdict { CLUSTER_DONE, CLUSTER_AGAIN, CLUSTER_LATE } cluster_verdict;
bool cluster_finish(cluster *c, const char *agent, const cluster_result *r,
                    cluster_verdict *verdict);
/* The same, and takes at most `most` leases of that campaign as cluster_take does: one transaction for each chunk. */
bool cluster_exchange(cluster *c, const char *agent, const cluster_result *r, uint64_t most,
                      const char *version, cluster_verdict *verdict, cluster_leases *leases);
/* Adds a finding, as it was seen, to those of a result. */
void cluster_result_add(cluster_result *r, const finding *f, uint64_t theories);
void cluster_result_note(cluster_result *r, uint64_t unit, const char *note);

#endif
