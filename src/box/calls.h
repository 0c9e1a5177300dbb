/* Really calling boxes, for the files that call and confirm. */
#ifndef TANDEM_BOX_CALLS_H
#define TANDEM_BOX_CALLS_H

#include "box/worker/caller.h"

/* A program or a callback. 0 with *status and perhaps *error (caller frees). */
value_id call_outside(box_set *set, const box *x, const value_id *args, box_status *status,
                      char **error);
/* C functions; *caller is made when it is needed, and NULL again when it has ended. With a
 * placement other than 0, in a worker that has run nothing before. */
void call_functions(box_set *set, struct box_caller **caller, uint64_t placement,
                    struct caller_call *calls, size_t n);
/* The set's message about a call without a value. */
void call_explain(box_set *set, const box *x, const value_id *args, box_status status,
                  const char *error);

#endif
