/* Concrete runs: the evidence for `violated`.
 *
 * Runs are looked for by unrolling the system step by step and asking the solver for inputs; what
 * it answers is executed, and only a run that breaks an assertion in the execution counts. */
#ifndef TANDEM_PROVE_RUN_RUN_H
#define TANDEM_PROVE_RUN_RUN_H

#include "prove/smt/teacher.h"

typedef struct run_step {
    uint32_t cut;   /* where the step begins */
    vec_u32 values; /* of the variables there; 0: not initialised yet (at the entry) */
    vec_u32 inputs; /* values of the transition's inputs */
    const ir_transition *taken;
    uint64_t skipped; /* steps of the run before this one that were not written down */
} run_step;

typedef struct run {
    VEC(run_step) steps; /* the last one is a fault */
} run;

void run_free(run *r);
/* Without detours: what lies between two visits of one state is left out. */
void run_shorten(run *r);
/* Whether the step of a run has the undefined behaviour. */
bool run_is_undefined(const ir_system *s, const run_step *step, const ir_transition *undefined);

/* One step from `state`, whose variables are replaced, with the inputs that are in it; appended to
 * the run. False when there is none; *crashed (may be NULL): because an opaque operation that it needs has
 * crashed. `boxes` may be NULL. */
bool run_execute_step(const ir_system *s, uint32_t cut, term_model *state, struct box_set *boxes,
                      run *r, bool *crashed);

typedef struct unrolling unrolling;
unrolling *unrolling_new(const ir_system *s);
void unrolling_free(unrolling *u);
/* How many steps have been looked at. */
size_t unrolling_depth(const unrolling *u);
/* One step more. TEACHER_BROKEN: the run was executed and is in *r. TEACHER_UNSURE: the solver does
 * not know. TEACHER_HOLDS: there is no fault at this depth; *over says that nothing goes on. */
teacher_answer unrolling_step(unrolling *u, teacher *t, run *r, bool *over);
/* Whether the solver knows that nothing goes on. */
bool unrolling_ends(const unrolling *u, teacher *t);

#endif
