/* Questions that a call answers when it sees what another of its buffers holds: each *row* is one
 * set of arguments for one call. */
#ifndef TANDEM_SOLVE_NEAR_ROWS_H
#define TANDEM_SOLVE_NEAR_ROWS_H

#include "solve/near/fixed.h"

/* One call at a time: where arguments are inputs, these are set; with `smt` (may be NULL) the rest of
 * the question is solved around each row. True: q->values satisfies the question. */
bool rows_try(question *q, const near_smt *smt);
/* The same where arguments come from other calls: the climber looks for inputs that lead there. */
bool rows_search(question *q, uint64_t seed, uint64_t budget);

#endif
