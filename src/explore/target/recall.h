/* Calling the closed boxes of a trace again, with other inputs.
 *
 * Each box has a keeper: a fork of the traced run that stands at the call (runtime/abi.h, part 4).
 * A call writes other values for the symbolic arguments and bytes there, and reads back the result,
 * errno and the bytes that the recorded call changed. Calls are remembered; a keeper that crashes,
 * hangs or lies makes its box silent, which is no answer and supports none. */
#ifndef TANDEM_EXPLORE_TARGET_RECALL_H
#define TANDEM_EXPLORE_TARGET_RECALL_H

#include "explore/limits.h"
#include "explore/trace/trace.h"

typedef struct explore_recall explore_recall;

/* Both must outlive it. The run of the trace must be the target's last. */
explore_recall *recall_open(const explore_trace *t, explore_target *target,
                            const explore_limits *limits);
void recall_close(explore_recall *b);
/* Output `k` of box `box` at these inputs; false when there is none. */
bool recall_word(explore_recall *b, uint32_t box, uint32_t k, const uint64_t *inputs,
                 uint64_t *output);
/* While collecting, calls that are not known yet have no answer and are noted; recall_flush makes
 * all of them, which is much quicker than one at a time. False: there were none. */
void recall_collect(explore_recall *b, bool collecting);
bool recall_flush(explore_recall *b);
/* For the evaluator: `context` is the explore_recall. */
value_id recall_value(void *context, decl_id d, const value_id *args, uint32_t n);
/* Calls that were really made. */
uint64_t recall_made(const explore_recall *b);

/* The remainder of C, on bit patterns. */
uint64_t recall_fmod(uint32_t width, uint64_t a, uint64_t b);

#endif
