/* Trying every point of a domain, inside a worker, at the speed of the boxes.
 *
 * A sweep looks at all points in an order that its number decides: number 0 goes up, every other
 * one jumps about with a step of its own, in other portions, and makes calls in between that do not count,
 * so that a box with memory does not see the same twice. It keeps its place in shared memory: it
 * can be stopped and gone on with, also by the worker that comes after one that did not survive.
 * Nothing is stored of a call but its part in a sum that does not depend on the order: sweeps of a box that is a
 * function have the same sums. Several workers may share one sweep, each with places of its own. */
#ifndef TANDEM_FUZZ_SWEEP_SWEEP_H
#define TANDEM_FUZZ_SWEEP_SWEEP_H

#include "box/worker/worker.h"
#include "fuzz/sweep/kernel.h"

enum { SWEEP_OPEN = 256, SWEEP_BOXES = 64 };

typedef enum sweep_state {
    SWEEP_GOING,     /* not at the end yet */
    SWEEP_FOUND,     /* every constraint holds at `hit`; can be gone on with behind it */
    SWEEP_COMPLETE,  /* nothing is left out but the open points */
    SWEEP_DIFFERENT, /* box number `differs` has another sum than before */
    SWEEP_FAILED /* too many calls hung, a box changed how floats are rounded, or the kind differs */
} sweep_state;

/* What a sweep leaves behind; flat. Zero before the first. */
typedef struct sweep_shared {
    volatile uint64_t stop; /* set from outside: the slice is to end */
    uint64_t state;         /* sweep_state */
    uint64_t number;        /* of the sweep */
    uint64_t place;         /* points before this one (in the order of the sweep) are done */
    uint64_t end;           /* those from this one on are another worker's; 0: all are this one's */
    uint64_t at;            /* the place at which a box was called last */
    uint64_t running;     /* the worker is among the points: one that is found so did not survive */
    uint64_t warm;        /* calls before the portion: 2 while they are made, 1 afterwards */
    uint64_t kind;        /* 1: interpreted, 2: compiled; sums of one kind only are compared */
    uint64_t points;      /* looked at by now, over all sweeps */
    uint64_t nanoseconds; /* that took */
    uint64_t deaths;      /* workers that ended here */
    uint64_t hit, differs;
    uint64_t n_open;           /* points at which something has no value, and what has is true … */
    uint64_t open[SWEEP_OPEN]; /* … the first of them */
    uint64_t sums[SWEEP_BOXES];
    uint64_t expected[SWEEP_BOXES]; /* of sweep 0, for those that follow */
} sweep_shared;

typedef struct sweep_task {
    const fuzz_bytecode *p;     /* at most SWEEP_BOXES boxes; constraints without boxes first */
    const sweep_domain *domain; /* of at least one point */
    const box *const *boxes;
    uint64_t seed;
    bool interpret;    /* do not compile */
    uint64_t least;    /* after sweep 0: go round until so many points were looked at … */
    uint64_t patience; /* … or so many nanoseconds have passed */
    uint64_t most_deaths;
} sweep_task;

typedef struct sweep sweep;

sweep *sweep_new(const sweep_task *task, box_worker *w, sweep_shared *shared);
void sweep_free(sweep *s);
/* Goes on until the state is another than SWEEP_GOING, `points` more have been looked at, or
 * `stop` is set. */
void sweep_go_on(sweep *s, uint64_t points);

#endif
