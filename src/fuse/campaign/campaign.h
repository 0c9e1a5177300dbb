/* The supervisor of a campaign: gives units to workers, stores what comes back, has findings
 * confirmed and reduced, and keeps a folder of them.
 *
 * The store is written before anything depends on it: an epoch's weights before its units are given
 * out, a finding as it is seen, each of its later states. A campaign that was killed goes on where
 * it was: units that were not recorded are made again, findings that were seen are confirmed,
 * confirmed ones are reduced. */
#ifndef TANDEM_FUSE_CAMPAIGN_CAMPAIGN_H
#define TANDEM_FUSE_CAMPAIGN_CAMPAIGN_H

#include "fuse/campaign/unit.h"
#include "store/store.h"

/* Numbers for the status screen and the report. */
typedef struct fuse_status {
    double seconds;        /* wall time of this run */
    double worker_seconds; /* of workers with units and findings; of it, in solvers: */
    double solver_seconds;
    double own_cpu;    /* of workers and this process, without solvers */
    double first_made; /* clock_wall of the first formula; 0: there was none */
    uint64_t units, formulas, bytes, solver_calls; /* of this run */
    uint64_t earlier_units;                        /* of the runs before it */
    uint64_t dropped[FUSE_OUTCOME_COUNT];
    uint64_t strategies[FUSE_STRATEGY_COUNT];
    uint64_t (*answers)[RUNNER_VERDICT_COUNT]; /* by solver */
    uint64_t kinds[FINDING_KIND_COUNT];        /* distinct, confirmed */
    uint64_t seen, dismissed, disputed, duplicates, known, waiting, reducing;
    uint64_t
        edges; /* of the solvers, reached by this campaign and those before it in its folder; 0: not looked at */
    uint64_t kept; /* formulas of this run that reached new ones */
    uint64_t lost; /* units whose worker died */
} fuse_status;

typedef struct fuse_campaign {
    fuse_setting *setting;
    store *store;
    const char *folder; /* where findings/ goes */
    size_t jobs;
    double seconds; /* all ends a moment after so long; 0: no limit */
    uint64_t count; /* units in all; 0: no limit */
    uint64_t bugs;  /* end after so many distinct confirmed findings; 0: no limit */
    bool reduce;
    bool bisect;       /* ask the builds of a finding's solver about it, where there are several */
    const char *known; /* file of known bugs; NULL: none */
    void (*tick)(void *context, const fuse_status *status);
    void (*found)(void *context, const finding *f, const char *path); /* a state that is told */
    void (*complain)(void *context, const char *message);
    void *context;
    const volatile sig_atomic_t *interrupt;
} fuse_campaign;

/* Runs until a limit or the interrupt. False with *error set (caller frees): the store cannot be
 * written, workers cannot be started, the list of known bugs cannot be read. `status` holds the
 * final numbers; its answers are the caller's to free. */
bool fuse_campaign_run(const fuse_campaign *c, fuse_status *status, char **error);

/* The weights under which a unit is or was made, from the store into the schedule. False: they are
 * not recorded. */
bool fuse_campaign_weights(store *s, schedule *into, uint64_t unit);

#endif
