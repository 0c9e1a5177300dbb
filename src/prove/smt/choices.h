/* Sums in which choices between constants have the same condition: they become one choice.
 *
 * A branch that adds to several variables is a choice in each of them. Where two of these variables are compared a
 * solver would have to find out branch by branch what the difference is; with one choice it is a bound. */
#ifndef TANDEM_PROVE_SMT_CHOICES_H
#define TANDEM_PROVE_SMT_CHOICES_H

#include "base/map.h"
#include "term/core/term.h"

/* An equivalent formula. */
term_id choices_merge(term_bank *b, term_id t);
/* Of a formula with many choices: the same with a constant in the place of each, and appended to *parts what that is:
 * one of two numbers, as the condition says, and between these. Solvers see of a choice itself only that it is one or the
 * other, and try all combinations for a bound on their sum. `names` remembers the constants from one formula to the next. */
term_id choices_name(term_bank *b, map *names, term_id t, term_vec *parts);

#endif
