/* Solving an equation for one of its constants, where the operators around it can be undone: sums,
 * differences, exclusive or, complements, products with an odd number (bit-vectors) or a number
 * other than 0 (Real). Every value of the other constants gives the one value that makes it true.
 */
#ifndef TANDEM_SOLVE_PREPARE_ISOLATE_H
#define TANDEM_SOLVE_PREPARE_ISOLATE_H

#include "term/core/term.h"

/* Whether the term is a free constant. */
bool isolate_is_constant(const term_bank *b, term_id t);
/* The constant (as a term) for which `equation` says the same as `constant = *meaning`, the
 * constant not occurring in the meaning, undoing at most `depth` operators; 0: none was found. */
term_id isolate_constant(term_bank *b, term_id equation, uint64_t depth, term_id *meaning);

#endif
