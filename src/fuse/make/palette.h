/* What generated terms are about: the sorts of a formula, and the operators that may occur. */
#ifndef TANDEM_FUSE_MAKE_PALETTE_H
#define TANDEM_FUSE_MAKE_PALETTE_H

#include "base/rng.h"
#include "term/core/term.h"

/* Appends the sort if it is not there. */
void palette_add(vec_u32 *sorts, sort_id sort);
/* Appends random sorts: mostly of a theory among `theories` (bits of fuse/seeds/logic.h), so that seeds decide
 * what a campaign is about. */
void palette_choose(term_bank *b, rng *r, unsigned theories, vec_u32 *sorts);
/* By operator: whether it may not occur. Those that all solvers have may, and what is in the bank beyond them:
 * who tests a solver with such seeds wants to see it. */
void palette_forbid(const term_bank *seeds, bool forbidden[OP_COUNT]);

#endif
