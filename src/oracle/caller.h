/* Single calls in a worker: values go in through shared memory, values come out, and whatever else
 * happens becomes a status. */
#ifndef TANDEM_ORACLE_CALLER_H
#define TANDEM_ORACLE_CALLER_H

#include "oracle/box_impl.h"

typedef struct box_caller box_caller;

/* NULL with *error set (caller frees). A placement other than 0 puts things at other addresses. */
box_caller *caller_new(box_set *set, uint64_t placement, char **error);
void caller_free(box_caller *c);
/* `objects` are those that the arguments point into, apart from each other; their bytes are
 * replaced by what the box left there. 0 with *status and perhaps *error (caller frees) set. */
value_id caller_call(box_caller *c, const box *x, const value_id *args, const box_image *objects,
                     box_status *status, char **error);

#endif
