/* Differences of sums: what one has and the other has not. */
#ifndef TANDEM_PROGRAM_SUMS_H
#define TANDEM_PROGRAM_SUMS_H

#include "term/core/term.h"

/* x - y without the summands that both have, however many these are. */
term_id ir_sum_difference(term_bank *b, term_id x, term_id y);

#endif
