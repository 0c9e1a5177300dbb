/* Calling the closed boxes of a trace again, with other inputs.
 *
 * Each box has a keeper: a fork of the traced run that stands at the call (runtime/abi.h, part 4).
 * A call writes other values for the symbolic arguments and bytes there, and reads back the result,
 * errno and the bytes that the recorded call changed. A keeper that crashes, hangs or lies makes its
 * box silent, which is no answer and supports none. To the solver these are boxes like others
 * (box/words.h), of one place in one run. */
#ifndef TANDEM_EXPLORE_TARGET_RECALL_H
#define TANDEM_EXPLORE_TARGET_RECALL_H

#include "box/words.h"
#include "explore/limits.h"
#include "explore/trace/trace.h"

typedef struct explore_recall explore_recall;

/* Both must outlive it. The run of the trace must be the target's last. */
explore_recall *recall_open(const explore_trace *t, explore_target *target,
                            const explore_limits *limits);
void recall_close(explore_recall *b);
/* The boxes of the trace, of which it is the provider; its own. */
box_set *recall_boxes(explore_recall *b);

/* The remainder of C, on bit patterns. */
uint64_t recall_fmod(uint32_t width, uint64_t a, uint64_t b);

#endif
