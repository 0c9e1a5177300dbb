/* Programs with opaque operations (or all of whose statements are to be run only): invariants from
 * executions, with SMT beside them where that is wanted. The answer is `almost correct` unless an
 * SMT engine refutes every way out; a run is reported only after it was executed again, with the
 * opaque operations called in fresh processes. */
#ifndef TANDEM_PROVE_OPEN_H
#define TANDEM_PROVE_OPEN_H

#include "prove/prove.h"

/* Fills in the verdict; notes what was tried in result->reason. */
void open_prove(const ir_system *s, const prove_config *config, double deadline,
                prove_result *result);
/* Whether given invariants stand (conjuncts for each cut point). */
void open_check(const ir_system *s, const prove_config *config, double deadline,
                const term_vec *conjuncts, prove_result *result);

#endif
