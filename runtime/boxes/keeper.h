/* Keepers: forks of the traced run at the call of a closed box, in which the function can be called
 * again with other bytes at the same addresses (part 4 of the interface). A keeper ends when the
 * host closes its connection, goes away, or kills it before the next run. */
#ifndef TANDEM_RUNTIME_BOXES_KEEPER_H
#define TANDEM_RUNTIME_BOXES_KEEPER_H

#include "runtime/core/state.h"

/* Makes a keeper and gives its number + 1; 0 when there are enough of them or it did not
 * work. `fresh`: the function changes memory that nobody lists, so that each call needs a process
 * of its own. */
uint32_t tandem_keeper_fork(bool fresh);

#endif
