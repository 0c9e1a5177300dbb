/* Calls with values inside a worker, where the search runs: no other process is asked, nothing is
 * remembered, nothing becomes a fact. The worker's bank must be its own (bank_detach). */
#ifndef TANDEM_BOX_WORKER_DIRECT_H
#define TANDEM_BOX_WORKER_DIRECT_H

#include "box/box.h"

/* Whether the box can be called in this way: a C function without pointers into a memory image, or
 * a callback that says so (box_declaration.callback_anywhere). */
bool box_is_direct(const box *x);
/* In a worker: from now on boxes_call and boxes_call_image of the set call directly. */
void boxes_go_direct(box_set *set, uint64_t placement);

#endif
