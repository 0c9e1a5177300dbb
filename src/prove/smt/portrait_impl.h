/* Inside of portraits. */
#ifndef TANDEM_PROVE_SMT_PORTRAIT_IMPL_H
#define TANDEM_PROVE_SMT_PORTRAIT_IMPL_H

#include "prove/smt/shape.h"

#define PORTRAIT_NO_BOUND INT64_MAX
#define PORTRAIT_NO_REMAINDER INT64_MAX

struct portrait {
    const shape *shape;
    bool shown;      /* anything at all */
    bool example;    /* what is shown is known to be reachable: bounds that rise are not counted */
    bool *columns;   /* those that matter at its cut point */
    hull *hull;      /* of mathematical integers */
    ring *ring;      /* of machine numbers */
    int64_t *bounds; /* of each direction */
    uint8_t *raised; /* how often each bound was */
    int64_t *remainders; /* numbers * moduli */
    bool *dead;          /* conditions * conditions: the clause of two was false once */
};

/* A machine number in 64 bits: what C does when it is converted to long. */
term_id shape_wide(const shape *s, const shape_number *x, unsigned width);

#endif
