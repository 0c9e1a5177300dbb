/* A search by neighbours: from the best values so far many changes, of one byte or two or of a
 * number that stands there as text, are tried together, as calls of boxes are cheap only in
 * numbers; the best of them is where it goes on. */
#ifndef TANDEM_SOLVE_NEAR_CLIMB_H
#define TANDEM_SOLVE_NEAR_CLIMB_H

#include "solve/near/question.h"

/* From q->values; about `budget` executions. True when q->values satisfies the question; else it is
 * left as it was. */
bool climb(question *q, uint64_t seed, uint64_t budget);

#endif
