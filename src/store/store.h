/* The campaign database: SQLite in WAL mode, one file, one writer; or one campaign of many on a server of
 * PostgreSQL (cluster.h). Schema in docs/store.md.
 *
 * What was written before a kill -9 is there at the next start. Every write is checked: a full disk
 * is a message, and the campaign can go on when there is room again. */
#ifndef TANDEM_STORE_STORE_H
#define TANDEM_STORE_STORE_H

#include "base/vec.h"
#include "judge/finding.h"
#include "store/sql.h"

typedef struct store store;

#define STORE_VERSION_DIGITS 2
enum { STORE_VERSION = STORE_VERSION_DIGITS };

/* Opens or creates. NULL with *error set (caller frees): unwritable, another program's file, a
 * newer version, or another campaign is writing to it. */
store *store_open(const char *path, bool create, char **error);
/* A campaign on a server; the connection stays the caller's, and open. */
store *store_of_campaign(sql *db, int64_t campaign, const char *name);
void store_close(store *s);
/* After a function below returned false: why. */
const char *store_error(const store *s);
/* Writes between begin and commit appear all or not at all. One that fails takes back all of them;
 * those after it, and the commit, then return false as well, and all may be tried again. */
bool store_begin(store *s);
bool store_commit(store *s);

/* Facts of the campaign by name: job, seed, command line, solvers, versions, start. */
bool store_set(store *s, const char *name, const char *value);
/* The caller's to free; NULL: there is none. */
char *store_get(store *s, const char *name);

/* Seeds that something is to be remembered of: a label that is in doubt, say. */
bool store_put_seed(store *s, const char *path, answer expected, const char *note);
/* The caller's to free; NULL: nothing is known of it. */
char *store_seed_note(store *s, const char *path);

/* Decisions of the scheduler, by number, as opaque bytes: what a replay reads again. Each holds from
 * its first unit to that of the next. */
bool store_add_decision(store *s, uint64_t number, uint64_t first, const void *bytes, size_t n);
bool store_decision(store *s, uint64_t number, void **bytes, size_t *n); /* caller frees */
/* The number of the one that holds for a unit. False: there is none. */
bool store_decision_for(store *s, uint64_t unit, uint64_t *number);
bool store_decision_first(store *s, uint64_t number, uint64_t *first);
uint64_t store_decision_count(store *s);

/* One run of a solver on one unit's formula. */
typedef struct store_run {
    uint64_t unit;
    uint32_t solver;  /* position in the campaign's list */
    uint32_t verdict; /* runner_verdict */
    double wall, cpu;
    uint64_t memory;
} store_run;
bool store_add_run(store *s, const store_run *run);
/* Runs of one solver with one verdict. */
typedef struct store_sum {
    uint32_t solver;
    const char *verdict; /* until the call returns */
    uint64_t runs;
    double wall; /* seconds of all */
} store_sum;
/* Calls `each` for all of them, by solver and verdict. */
bool store_each_sum(store *s, void (*each)(void *context, const store_sum *sum), void *context);
/* Units done: all before the first open one, and those beyond it one by one. The note (NULL or "":
 * none) of a unit is kept. */
bool store_unit_done(store *s, uint64_t unit, const char *note);
bool store_is_done(store *s, uint64_t unit);
uint64_t store_done_count(store *s);
uint64_t store_first_open(store *s);
/* Behind the last one that is done. */
uint64_t store_done_end(store *s);

/* Inserts (id 0) or updates. */
bool store_put_finding(store *s, finding *f);
typedef VEC(int64_t) store_ids;
/* In the order of their ids; `state` < 0: all. */
bool store_findings(store *s, int state, store_ids *ids);
/* On success the finding is the caller's to free. */
bool store_get_finding(store *s, int64_t id, finding *f);
/* A confirmed or reduced finding of that kind, solver and signature, other than `f`; 0: none. */
int64_t store_same_finding(store *s, const finding *f);

#endif
