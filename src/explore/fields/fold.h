/* A sum over bytes as a fold: what a program computed from so many bytes, for any number of them. The term of the sum shows a state
 * after each byte, and the same step from each to the next; head, step and end become bytecode, which needs no terms any more.
 * CRCs, Adler's sum, plain sums and most hash functions are folds. What is no fold, or goes through the bytes in another order, is
 * left to the solver. */
#ifndef TANDEM_EXPLORE_FIELDS_FOLD_H
#define TANDEM_EXPLORE_FIELDS_FOLD_H

#include "explore/trace/trace.h"

typedef struct fold fold;
typedef VEC(fold *) fold_list;

/* How `sum` comes from these variables (positions in t->variables), in this order. NULL: it is not seen. */
fold *fold_find(explore_trace *t, term_id sum, const uint32_t *variables, size_t n);
void fold_free(fold *f);
/* The sum of these bytes. False: they are too few. */
bool fold_run(fold *f, const uint8_t *bytes, size_t n, uint64_t *sum);

/* The number of one like it, + 1, where it may be freed; or its own when it is added. 0: there are `most`. */
uint32_t fold_list_add(fold_list *list, fold *f, size_t most);
void fold_list_free(fold_list *list);

#endif
