/* Terms in place of boxes: a guess of what a box computes, or a table of all its values. The
 * formula is then one without that box, which an SMT engine of its own is asked about. */
#ifndef TANDEM_SOLVE_CLOSED_STAND_IN_H
#define TANDEM_SOLVE_CLOSED_STAND_IN_H

#include "solve/closed/closed_impl.h"

typedef struct stand_in {
    decl_id decl;        /* the box */
    term_vec parameters; /* variables … */
    term_id meaning;     /* … over which this is what the box is taken for */
} stand_in;
typedef VEC(stand_in) stand_in_vec;

void stand_ins_free(stand_in_vec *all);
/* Appends the literals with the stand-ins in place of their boxes; false when that is not possible.
 */
bool stand_ins_put(closed *c, const stand_in_vec *all, term_vec *out);
/* Asks a fresh engine about the formulas; after sat its model is the answer's model. A solver's
 * luck varies: each attempt has a seed of its own. */
engine_answer stand_ins_check(closed *c, const term_vec *formulas, uint64_t rlimit);

#endif
