/* Numbers that stand as text in an input: to a search by bytes 99 and 100 are far apart. */
#ifndef TANDEM_SOLVE_NEAR_CLIMB_NUMBER_H
#define TANDEM_SOLVE_NEAR_CLIMB_NUMBER_H

#include "solve/near/question.h"

/* Writes another number where q->values has one at or behind place `i`, in the bytes of the same
 * text; what follows it moves. */
void climb_number(question *q, rng *random, size_t i);

#endif
