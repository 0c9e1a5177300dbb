/* Sums in which choices between constants have the same condition: they become one choice.
 *
 * A branch that adds to several variables is a choice in each of them. Where two of these variables are compared a
 * solver would have to find out branch by branch what the difference is; with one choice it is a bound. */
#ifndef TANDEM_PROVE_SMT_CHOICES_H
#define TANDEM_PROVE_SMT_CHOICES_H

#include "term/core/term.h"

/* An equivalent formula. */
term_id choices_merge(term_bank *b, term_id t);

#endif
