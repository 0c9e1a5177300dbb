/* Formulas of which an answer can be expected from every solver. */
#ifndef TANDEM_JUDGE_EASY_H
#define TANDEM_JUDGE_EASY_H

#include "smtlib/script/formula.h"

/* Small, and in theories that solvers decide: no quantifiers, no products of unknown numbers, no
 * strings, no numbers made of bit-vectors or floats. */
bool formula_is_easy(term_bank *b, const formula *f, uint64_t most);

#endif
