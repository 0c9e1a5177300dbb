/* Operators of which the engine knows less than their theory says: what they are at the values of one model.
 *
 * libz3 is given functions in place of operators that it lacks (the size of a set, the reverse of a string). Where
 * a model of that is no model of the operators, the evaluator says what they are at its values, and the engine is
 * told: it then looks elsewhere. Every fact told is true whatever was asserted. */
#ifndef TANDEM_SOLVE_SESSION_REFINE_H
#define TANDEM_SOLVE_SESSION_REFINE_H

#include "base/map.h"
#include "engine/engine.h"
#include "solve/limits.h"

/* Whether libz3 is given something else for the operator of the term, or for its sort, or its sat is not to be
 * believed without a check (lambda). */
bool refine_is_stand_in(const term_bank *b, term_id t);
/* Asserts what stand-ins in the formulas are at the values of the model; false when there was nothing to tell
 * that had not been told. `told` holds the facts of earlier calls, as terms. */
bool refine(engine *e, const term_model *m, const solve_limits *limits, const term_id *formulas,
            size_t n, map *told);

#endif
