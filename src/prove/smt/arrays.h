/* Conditions on all elements of an array up to an index: "for all k from 0 to i - 1, a[k] is ...",
 * with what the program's text says of a[i] put in the place of the dots. */
#ifndef TANDEM_PROVE_SMT_ARRAYS_H
#define TANDEM_PROVE_SMT_ARRAYS_H

#include "program/system.h"
#include "prove/limits.h"

/* Appends at most `limit`; tests[i] says the same of each index that there is (the first ones of a
 * large array), without a quantifier, and is for evaluation. */
void arrays_conditions(const ir_system *s, const prove_limits *limits, size_t limit,
                       term_vec *conditions, term_vec *tests);

#endif
