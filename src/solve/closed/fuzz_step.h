/* One use of the fuzz engine by a solving loop: constraints in, input values out.
 *
 * Compiles the constraints, runs the search inside a box worker (in this process when there are no
 * boxes, or boxes that only this process can call: programs), and reads the result from shared
 * memory. What does not fit machine words is searched over values (value_step.h), which is slower
 * but knows all sorts. The caller confirms what comes back: nothing from a worker is trusted.
 * Remembers good inputs of earlier steps as seeds for later ones. */
#ifndef TANDEM_SOLVE_CLOSED_FUZZ_STEP_H
#define TANDEM_SOLVE_CLOSED_FUZZ_STEP_H

#include "box/box.h"
#include "fuzz/search/search.h"
#include "solve/external/external.h"
#include "solve/limits.h"
#include "term/value/model.h"

typedef struct fuzz_stepper fuzz_stepper;

typedef struct fuzz_step_config {
    uint64_t seed;
    const value_id *words; /* more for the dictionary; must outlive the stepper */
    size_t n_words;
    const solve_limits *limits;      /* NULL: the defaults */
    const fuzz_limits *fuzz_limits;  /* the same */
    bool no_pool;                    /* forget seeds between steps */
    bool no_jit;                     /* interpret the constraints, never compile them */
    const external_config *external; /* another fuzzer than ours, or a file to write; or NULL */
} fuzz_step_config;

typedef struct fuzz_step_result {
    fuzz_outcome outcome;
    uint64_t executions;
    uint64_t news;       /* of a trail: inputs that showed something new */
    uint64_t crashes;    /* workers or calls that ended badly */
    const char *trouble; /* why it could not run: static text or owned by the stepper; or NULL */
} fuzz_step_result;

fuzz_stepper *fuzz_stepper_new(term_bank *b, box_set *boxes, const fuzz_step_config *config);
void fuzz_stepper_free(fuzz_stepper *s);
/* Whether one of the searches takes this constraint. */
bool fuzz_step_accepts(fuzz_stepper *s, term_id constraint);
typedef struct fuzz_task {
    const term_id *constraints;
    size_t n;
    uint64_t executions;                    /* it ends after so many … */
    double deadline;                        /* … or then (clock_wall, 0: never) … */
    const volatile sig_atomic_t *interrupt; /* … or when this is set; may be NULL */
    bool
        trail; /* what is new in the code of boxes leads the search (box/worker/trail.h), not the distance */
} fuzz_task;

/* Looks for values of the constants in the constraints; sets them in `found` when there are some. */
fuzz_step_result fuzz_step(fuzz_stepper *s, const fuzz_task *task, term_model *found);
/* A suggestion, from a model of the SMT engine, say: start there next time. */
void fuzz_step_suggest(fuzz_stepper *s, const term_model *m);

#endif
