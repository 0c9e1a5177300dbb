/* Free variables of every subterm, as numbered sets: equal sets have equal numbers, so that memory
 * stays small where many subterms have the same free variables. Set 0 is the empty one. */
#ifndef TANDEM_SMTLIB_PRINT_FREE_SETS_H
#define TANDEM_SMTLIB_PRINT_FREE_SETS_H

#include "base/map.h"
#include "base/vec.h"
#include "term/core/term.h"

typedef struct free_sets {
    map of_term; /* of terms that have variables and operands */
    map unions;  /* memo: two set numbers to one */
    map interned;
    vec_u32 members;
    vec_u32 ends; /* set s is members[ends[s - 1]] .. members[ends[s] - 1] */
    vec_u32 scratch;
    term_vec order;
} free_sets;

/* Computes the sets of all subterms of `t`; forgets earlier ones. */
void free_sets_build(free_sets *f, const term_bank *b, term_id t);
/* The free variables of a subterm. */
const term_id *free_sets_of(const free_sets *f, const term_bank *b, term_id t, uint32_t *n);
void free_sets_free(free_sets *f);

#endif
