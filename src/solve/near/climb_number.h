/* Numbers that stand as text in an input: to a search by bytes 99 and 100 are far apart. */
#ifndef TANDEM_SOLVE_NEAR_CLIMB_NUMBER_H
#define TANDEM_SOLVE_NEAR_CLIMB_NUMBER_H

#include "solve/near/question.h"

/* Writes another number where q->values has one at or behind place `i`, in the bytes of the same
 * text; what follows it moves, or stays and the number has as many bytes as before. */
void climb_number(question *q, rng *random, size_t i);
/* Tries every number of the texts as another of them, and as the constants of the question, or
 * next to these. True: q->values satisfies the question; else it is left as it was. */
bool numbers_try(question *q);

#endif
