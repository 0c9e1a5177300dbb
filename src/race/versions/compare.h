/* Two builds of a solver on the same inputs, each input with several random seeds of the solver: CPU times, taken in
 * turns so that a machine that becomes slower is not mistaken for a build that did. What they mean is effect.h's. */
#ifndef TANDEM_RACE_VERSIONS_COMPARE_H
#define TANDEM_RACE_VERSIONS_COMPARE_H

#include "race/versions/effect.h"
#include "solver/solver.h"

typedef struct compare_input {
    char *name; /* both owned */
    char *text; /* a script */
    effect_times times;
    char *excluded; /* why its times say nothing: a build refuses it, crashes on it, or is
                     * contradicted; NULL: they count */
    bool broken;    /* the new build crashes where the old one does not, or contradicts it */
} compare_input;

typedef VEC(compare_input) compare_inputs;
void compare_inputs_free(compare_inputs *list);

typedef struct compare_setting {
    solver *old, *new;
    size_t seeds;
    double timeout; /* CPU seconds of a run; one that has no answer counts twice as much (PAR-2) */
    uint64_t memory;
    const volatile sig_atomic_t *interrupt;
    void (*tick)(void *context, size_t done, size_t of); /* runs; may be NULL */
    void *context;
} compare_setting;

/* Fills in the times. False: interrupted; what is there is of no use then. */
bool compare_run(const compare_setting *s, compare_inputs *inputs);

#endif
