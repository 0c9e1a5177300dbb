/* One byte at a time: other values for the bytes that what is wanted depends on, those that boxes
 * and terms speak of first, then what texts are made of, then all. */
#ifndef TANDEM_SOLVE_NEAR_BYTES_H
#define TANDEM_SOLVE_NEAR_BYTES_H

#include "solve/near/question.h"

/* For the first `most` of these bytes. True: q->values satisfies the question; else it is left as
 * it was. */
bool bytes_try(question *q, size_t most);

#endif
