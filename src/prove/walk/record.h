/* A walk, written down as a run: all of a short one, the beginning and the end of a long one, and
 * the first step that has undefined behaviour. What is written down is executed by the evaluator
 * once more. */
#ifndef TANDEM_PROVE_WALK_RECORD_H
#define TANDEM_PROVE_WALK_RECORD_H

#include "prove/run/run.h"
#include "prove/walk/machine.h"

typedef struct record {
    const ir_system *system;
    machine *machine; /* it watches */
    uint64_t steps;   /* of the walk, … */
    uint64_t at;      /* … so many of which are made */
    uint64_t skipped; /* since the last that was written down */
    bool whole, undefined;
    uint64_t *words; /* of the frame before the step */
    vec_u32 before;  /* values before it, if it is certain to be written down */
    uint32_t cut;
    run run;
} record;

void record_init(record *x, const ir_system *s, machine *m, uint64_t steps);
void record_free(record *x);
/* Around each step. */
void record_before(record *x);
void record_after(record *x, const ir_transition *taken);
/* The run, if the evaluator agrees with it; the caller's then. */
bool record_take(record *x, run *r);

#endif
