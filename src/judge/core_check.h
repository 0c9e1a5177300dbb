/* Is an unsatisfiable core unsatisfiable? */
#ifndef TANDEM_JUDGE_CORE_CHECK_H
#define TANDEM_JUDGE_CORE_CHECK_H

#include "judge/hearing.h"

/* `core` holds positions of assertions. True only if the witness has a model of these assertions
 * that our evaluator confirms. */
bool core_is_refuted(const hearing *h, solver *witness, const vec_u32 *core);

#endif
