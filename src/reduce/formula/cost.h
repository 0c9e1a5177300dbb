/* What reduction lowers: roughly how much there is to read in the printed formula. Compound terms
 * count once (they are printed once, thanks to `let`), leaves wherever they stand, declarations by
 * their sorts. */
#ifndef TANDEM_REDUCE_FORMULA_COST_H
#define TANDEM_REDUCE_FORMULA_COST_H

#include "smtlib/script/formula.h"

uint64_t cost_formula(term_bank *b, const formula *f);
/* Of a literal where it stands. */
uint64_t cost_literal(const term_bank *b, value_id v);

#endif
