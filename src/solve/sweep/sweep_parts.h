/* What falls into parts that share no constants, and can be swept: the inside of closed_sweep (sweep.c). */
#ifndef TANDEM_SOLVE_SWEEP_SWEEP_PARTS_H
#define TANDEM_SOLVE_SWEEP_SWEEP_PARTS_H

#include "solve/closed/closed_impl.h"
#include "solve/sweep/sweep_worker.h"

typedef enum sweep_part_state {
    PART_OPEN,
    PART_HIT,  /* `point` satisfies it */
    PART_STUCK /* sweeping it leads nowhere (any more) */
} sweep_part_state;

typedef struct sweep_part {
    term_vec constraints;
    bool partial; /* there are more constraints on its constants: only `unsat` can come of it */
    sweep_part_state state;
    fuzz_bytecode *p;
    sweep_domain domain;
    sweep_run *run;
    sweep_shared shared; /* as the last slice left it … */
    sweep_shared first;  /* … and the complete first sweep, while it is repeated */
    bool second;
    uint64_t point;
    uint64_t doubts; /* points that did not hold when they were looked at again */
} sweep_part;

typedef struct closed_sweeper {
    closed *c;
    const term_vec *literals; /* closed_reduced */
    map contents;             /* term -> what is in it */
    VEC(sweep_part) parts;    /* with boxes; the smallest domain first */
    bool rest;                /* there are literals outside of the parts */
    double ended;             /* when the last slice did */
} closed_sweeper;

/* The parts of the literals, compiled, the smallest first. closed_sweep_free frees it. */
closed_sweeper *sweep_parts_find(closed *c);

#endif
