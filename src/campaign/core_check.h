/* Is an unsatisfiable core unsatisfiable? */
#ifndef TANDEM_CAMPAIGN_CORE_CHECK_H
#define TANDEM_CAMPAIGN_CORE_CHECK_H

#include "campaign/hearing.h"

/* `core` holds positions of assertions. True only if the witness has a model of these assertions
 * that our evaluator confirms. */
bool core_is_refuted(const hearing *h, solver *witness, const vec_u32 *core);

#endif
