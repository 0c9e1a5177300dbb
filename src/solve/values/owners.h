/* Which input each register of a question's program depends on: what rests on one byte alone can be known for all of its values. */
#ifndef TANDEM_SOLVE_VALUES_OWNERS_H
#define TANDEM_SOLVE_VALUES_OWNERS_H

#include "solve/near/question.h"

#define OWNER_NONE UINT32_MAX          /* a constant */
#define OWNER_SEVERAL (UINT32_MAX - 1) /* more than one input */

/* By register: the number of the program's input, or one of these; freed with free. NULL: there are boxes, or values that are no words.
 * The question has its program. */
uint32_t *owners_find(const question *q);

#endif
