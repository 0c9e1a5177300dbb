/* Equations with a choice on one side, spread over its conditions: "the first of the bytes that
 * differ has the difference 0" becomes "all bytes are equal", of which the fuzz solver can see how
 * much of it holds. The result is equivalent. */
#ifndef TANDEM_SOLVE_NEAR_SPREAD_H
#define TANDEM_SOLVE_NEAR_SPREAD_H

#include "term/core/term.h"

/* The term itself where that would take more than `most` choices. */
term_id spread_equation(term_bank *b, term_id t, size_t most);

#endif
