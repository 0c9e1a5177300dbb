/* All points of a question whose bytes may have few values each. What depends on one byte alone is computed once for each of its values,
 * so that a point costs what relates bytes to each other. */
#ifndef TANDEM_SOLVE_VALUES_POINTS_H
#define TANDEM_SOLVE_VALUES_POINTS_H

#include "solve/near/question.h"
#include "solve/values/byte_set.h"

typedef enum points_answer { POINTS_FOUND, POINTS_NONE, POINTS_UNKNOWN } points_answer;

/* Tries the combinations of the values that are left to the places. Found: it is in q->values. Unknown: they are more than `most`, or the
 * question has boxes, no program, or other inputs than bytes. */
points_answer points_try(question *q, const byte_set *left, uint64_t most);

#endif
