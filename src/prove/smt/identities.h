/* Questions about products of machine numbers that are answered by arithmetic alone.
 *
 * p * s - r * q = 1 stays true when q is taken from p and s from r, whatever the numbers are: no bit has to be looked
 * at for that, and a solver for bits would look at all of them. */
#ifndef TANDEM_PROVE_SMT_IDENTITIES_H
#define TANDEM_PROVE_SMT_IDENTITIES_H

#include "term/core/term.h"

/* Whether a formula has a product of machine numbers that are both unknown; other questions are better asked elsewhere. */
bool identities_matter(const term_bank *b, term_id t);
/* An equation between machine numbers. */
bool identities_is_equation(const term_bank *b, term_id t);
/* Is there no state in which all formulas hold? Alternatives and choices are taken apart, as many as the limit says;
 * then two of the formulas contradict each other, or the equations among them show one that is denied. False: not known. */
bool identities_refute(term_bank *b, const term_id *formulas, size_t n);
/* The conjuncts of `after` that do not follow from the formulas in this way, as one formula. They are tried where there is a product. */
term_id identities_left(term_bank *b, const term_id *formulas, size_t n, term_id after);

#endif
