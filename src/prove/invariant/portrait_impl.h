/* Inside of portraits. */
#ifndef TANDEM_PROVE_INVARIANT_PORTRAIT_IMPL_H
#define TANDEM_PROVE_INVARIANT_PORTRAIT_IMPL_H

#include "prove/invariant/hull.h"
#include "prove/invariant/portrait.h"
#include "prove/invariant/ring.h"

#define NO_BOUND INT64_MAX
#define NO_REMAINDER INT64_MAX

struct portrait {
    const vocabulary *v;
    uint32_t cut;
    bool shown;              /* anything at all */
    bool example;            /* what is shown is known to be reachable */
    bool *live;              /* columns that matter at its cut point */
    ring *ring;              /* of machine numbers; or */
    hull **hulls;            /* of all states, then of each split the states on both sides */
    size_t n_hulls;          /* 0: there is a ring */
    conjunct_vec *equations; /* of each of them … */
    bool *grown;             /* … unless it has grown since */
    word *bounds;            /* of each direction */
    uint8_t *raised;         /* how often each bound was */
    word *remainders;        /* numbers * moduli */
    bool *dead;              /* clauses: conditions * conditions: it was false once */
    uint32_t *classes;       /* of each column: columns of one class were always equal */
    bool *no_match;          /* a column that crashed once */
    conjunct_vec conjuncts;
    bool stale;
    /* The state that is being shown: */
    word *values, *numbers;
    read_result *results; /* of columns */
    bool *truths, *known; /* of conditions; what is not known counts as true */
};

#endif
