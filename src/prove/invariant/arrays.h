/* Conditions on all elements of an array up to an index: "for all k from 0 to i - 1, a[k] is ...",
 * with what the program's text says of a[i] put in the place of the dots. */
#ifndef TANDEM_PROVE_INVARIANT_ARRAYS_H
#define TANDEM_PROVE_INVARIANT_ARRAYS_H

#include "program/system.h"
#include "prove/limits.h"

/* Appends at most `limit`, with opaque operations in what is said of elements or without; tests[i] says the same of one index, the constant *index. */
void arrays_conditions(const ir_system *s, const prove_limits *limits, size_t limit, bool opaque,
                       term_vec *conditions, term_vec *tests, term_id *index);
/* The indices that matter in a state (values of all variables): those of elements that are told apart, and those
 * near a number that the program has. */
void arrays_indices_of(const ir_system *s, const prove_limits *limits, const value_id *values,
                       vec_u32 *indices);

#endif
