/* After a race: its best inputs are timed again and made smaller. */
#ifndef TANDEM_RACE_AFTER_H
#define TANDEM_RACE_AFTER_H

#include "race/search.h"
#include "reduce/limits.h"

typedef struct race_after {
    const reduce_limits *limits; /* NULL: the defaults */
    race *race;
    /* As in race_config. */
    race_measure *measure;
    void *context;
} race_after;

/* Measures each kept input `times` times more; the best time of each solver counts. False: stopped.
 */
bool race_retime(const race_after *a, uint32_t times);
/* Reduces each kept input while its score stays at least `part` of what it was, with at most
 * `checks` measurements for each. False: stopped; what is done stays. */
bool race_reduce(const race_after *a, double part, uint64_t checks);

#endif
