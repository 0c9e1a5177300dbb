/* Measuring with real solvers, and a journal of what was measured.
 *
 * Measurements are numbered in the order in which searches ask for them. Each is stored before it
 * is used; one that is in the store is not made again. So a race that was killed goes on by being
 * replayed from its beginning, and --replay shows the same race again on any machine. */
#ifndef TANDEM_RACE_JOURNAL_H
#define TANDEM_RACE_JOURNAL_H

#include "judge/judge.h"
#include "race/score.h"
#include "store/store.h"

typedef struct journal {
    store *store;
    solver *const *solvers; /* targets first */
    race_rules rules;
    const hearing_limits *hearing; /* of adjudications; NULL: the defaults */
    uint64_t memory_bytes;
    bool replay; /* measure nothing: end where the journal ends */
    const volatile sig_atomic_t *interrupt;
    /* A disagreement, confirmed or dismissed; may be NULL. */
    void (*found)(void *context, const finding *f);
    void *context;

    uint64_t next, again;                /* numbers of the next measurements */
    uint64_t replayed;                   /* of them, from the store */
    double solver_seconds, wall_seconds; /* CPU time of solvers, in all; wall time in them, now */
    char *error;                         /* set when the journal could not be used; owned */
} journal;

/* For race_config.measure; the context is the journal. */
race_measure journal_measure;
/* For race_after.measure: the same for what is measured after the race. These are numbered by
 * themselves; where a race that went on comes to other inputs, they are measured anew. */
race_measure journal_again;
void journal_free(journal *j);

#endif
