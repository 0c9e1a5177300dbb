/* Where boxes go: in a worker that searches, calls can be made step by step, and what was never seen before in the
 * code of their libraries is counted: a way from one instruction to another, one more round of a loop, two
 * compared numbers that came nearer. A box that says only yes or no shows progress in this way, with or without
 * its source. A call in steps costs about a microsecond for each instruction.
 *
 * Only where the machine has a trap flag (x86); not for what is to be believed: it leads a search, no more. */
#ifndef TANDEM_BOX_WORKER_TRAIL_H
#define TANDEM_BOX_WORKER_TRAIL_H

#include "box/worker/invoke.h"
#include "box/worker/news.h"

bool trail_possible(void);
/* In a worker, with the libraries loaded: from now on nothing was seen yet. NULL: not possible. */
box_news *trail_begin(const box_set *set);
/* box_invoke in steps. A call that is ended from outside (a landing) is over, too. */
bool trail_invoke(const box *x, const uint64_t *args, uint64_t *result);

#endif
