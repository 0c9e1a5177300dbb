/* The shape of invariants that a learner looks for: which equations, bounds, remainders and clauses
 * are candidates. The same for all cut points of a system; what is left of them at one cut point is
 * a `portrait`.
 *
 * A portrait is the strongest formula of the shape that holds of all states it was shown: the
 * equations of an affine hull (of numbers that wrap around: those modulo a power of two), bounds on
 * octagonal sums (which jump from threshold to threshold, so that they come to an end), remainders,
 * and clauses of one or two conditions. */
#ifndef TANDEM_PROVE_SMT_SHAPE_H
#define TANDEM_PROVE_SMT_SHAPE_H

#include "program/live.h"
#include "prove/limits.h"
#include "prove/smt/atoms.h"
#include "prove/smt/hull.h"
#include "prove/smt/ring.h"

/* A variable, or a term of the program's text: an element of an array, a quotient. */
typedef struct shape_number {
    term_id term;
    unsigned width; /* of machine numbers; 0: a mathematical integer */
    bool is_unsigned;
} shape_number;

typedef struct shape_direction {
    uint32_t x, y; /* numbers; b == 0: only x */
    int64_t a, b;  /* coefficients, 1 or -1 */
} shape_direction;

typedef struct shape {
    const prove_limits *limits;
    const ir_system *system;
    ir_live live;
    VEC(shape_number) numbers; /* that matter anywhere; at one cut point those that do there */
    term_vec columns;    /* of the equations: numbers (in ring_width bits), and their products */
    unsigned ring_width; /* of machine numbers; 0: mathematical integers */
    VEC(shape_direction) directions;
    number_vec thresholds; /* of bounds, … */
    number_vec landmarks;  /* … and of those that were raised often */
    number_vec moduli;
    term_vec conditions;
    term_vec tests;      /* of each condition: what is evaluated in its place, … */
    size_t first_of_all; /* … from this one on at each index that matters (arrays.h), … */
    term_id index;       /* … which this is there */
    bool pairs;          /* clauses of two conditions */
    bool narrow;         /* without what does not matter at the cut point itself */
} shape;

typedef enum shape_bounds {
    SHAPE_FREE,
    SHAPE_INTERVALS, /* of numbers */
    SHAPE_OCTAGONS   /* of their sums and differences too */
} shape_bounds;

typedef struct shape_config {
    unsigned degree; /* of the equations: 1 to 4; 0: none */
    shape_bounds bounds;
    size_t conditions; /* how many at most */
    bool pairs;
    bool remainders;
    bool arrays; /* conditions on all elements up to an index */
    bool
        narrow; /* at each loop only what may be read again behind it; else what is read again behind any */
} shape_config;

void shape_init(shape *s, const ir_system *system, const shape_config *config,
                const prove_limits *limits);
void shape_free(shape *s);

typedef struct portrait portrait;
portrait *portrait_new(const shape *s, uint32_t cut);
void portrait_free(portrait *p);
/* Shows a state: values of all variables, and indices of arrays at which something may be wrong in it; NULL: it is
 * an example, which is reachable. False when it cannot be shown (an undetermined condition): the portrait is then not to be used. */
bool portrait_show(portrait *p, const value_id *values, const vec_u32 *indices);
/* Its conjuncts; of a portrait that was shown nothing: false. */
void portrait_conjuncts(portrait *p, term_vec *conjuncts);

#endif
