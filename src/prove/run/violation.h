/* Whether a run that was found is one of the real program. Without foreign code it is; else it has
 * to happen with the results that the code gives in that very run. */
#ifndef TANDEM_PROVE_RUN_VIOLATION_H
#define TANDEM_PROVE_RUN_VIOLATION_H

#include "prove/prove.h"

/* result->run is a run of `told`. True: the verdict is PROVE_VIOLATED, and the run what happened.
 * False: the run is gone, result->needs says what it would have needed. */
bool violation_stands(const ir_system *told, const prove_config *config, double deadline,
                      prove_result *result);
/* Native runs, so many blocks more. True: the verdict is PROVE_VIOLATED, and result->hunted has the run. */
bool violation_hunt(const prove_config *config, uint64_t blocks, double deadline,
                    prove_result *result);
/* The same until the time is over, or limits.hunt_last. */
bool violation_hunt_on(const prove_config *config, double deadline, prove_result *result);
/* Real runs with inputs at random, once for all questions about the program. */
bool violation_search(const prove_config *config, double deadline, prove_result *result);

#endif
