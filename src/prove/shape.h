/* The shape of invariants that a learner looks for: which equations, bounds and clauses are
 * candidates. The same for all cut points of a system; what is left of them at one cut point is a
 * `portrait`.
 *
 * A portrait is the strongest formula of the shape that holds of all states it was shown: the
 * equations of an affine hull, bounds on octagonal sums (which jump from threshold to threshold, so
 * that they come to an end), and clauses of one or two conditions. */
#ifndef TANDEM_PROVE_SHAPE_H
#define TANDEM_PROVE_SHAPE_H

#include "prove/atoms.h"
#include "prove/hull.h"

typedef struct shape_direction {
    uint32_t x, y; /* columns; y == x: only x */
    int64_t a, b;  /* coefficients, 1 or -1 */
} shape_direction;

typedef struct shape {
    const ir_system *system;
    term_vec columns; /* Int terms over the variables: them, and products for higher degrees */
    size_t n_plain;   /* how many of them are variables */
    VEC(shape_direction) directions;
    number_vec thresholds;
    term_vec conditions;
    bool pairs; /* clauses of two conditions */
} shape;

typedef struct shape_config {
    unsigned degree;   /* of the equations: 1 or 2 */
    size_t conditions; /* how many at most */
    bool pairs;
} shape_config;

void shape_init(shape *s, const ir_system *system, const shape_config *config);
void shape_free(shape *s);

typedef struct portrait portrait;
portrait *portrait_new(const shape *s);
void portrait_free(portrait *p);
/* Shows a state: values of all variables. False when it cannot be shown (a number of more than 60
 * bits, an undetermined condition): the portrait is then not to be used. */
bool portrait_show(portrait *p, const value_id *values);
/* Its conjuncts; of a portrait that was shown nothing: false. */
void portrait_conjuncts(const portrait *p, term_vec *conjuncts);

#endif
