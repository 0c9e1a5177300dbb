/* Polynomials over terms, modulo 2^width: which equations follow from others by multiplying and adding.
 *
 * A solver for bits has to find out anew for each pair of numbers that products distribute over sums; here that is
 * what numbers are. Whatever is no sum, difference or product is a number of its own. */
#ifndef TANDEM_PROVE_SMT_MODULAR_H
#define TANDEM_PROVE_SMT_MODULAR_H

#include <stdbool.h>

#include "term/core/term.h"

/* Does an equation follow from others, equations[0 .. n-1], by sums of multiples of them? All are terms of `=` between two
 * numbers of one sort, BitVec up to 64. False says nothing: there is a limit to what is tried. */
bool modular_follows(const term_bank *b, term_id equation, const term_id *equations, size_t n);

#endif
