/* Numbers that stand as text in an input: to a search by bytes 99 and 100 are far apart. */
#ifndef TANDEM_EXPLORE_QUESTION_CLIMB_NUMBER_H
#define TANDEM_EXPLORE_QUESTION_CLIMB_NUMBER_H

#include "explore/question/question.h"

/* Writes another number where q->values has one at or behind variable `i` (of q->variables), in the
 * bytes of the same input; what follows it moves. */
void climb_number(question *q, rng *random, size_t i);

#endif
