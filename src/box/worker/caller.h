/* Calls in a worker: values go in through shared memory, values come out, and whatever else happens
 * becomes a status. Many calls cost one exchange. */
#ifndef TANDEM_BOX_WORKER_CALLER_H
#define TANDEM_BOX_WORKER_CALLER_H

#include "box/box_impl.h"

enum { CALLER_MOST = 4096 }; /* calls of one exchange */

typedef struct box_caller box_caller;

typedef struct caller_call {
    const box *x;
    const value_id *args;
    const box_image *objects; /* that the arguments point into, apart from each other; their bytes
                                 are replaced by what the box left there. NULL: none */
    value_id result;          /* out: 0 unless the status is BOX_OK */
    box_status status;
    char *error; /* more about the status, or NULL; the caller of caller_run frees it */
} caller_call;

/* NULL with *error set (caller frees). A placement other than 0 puts things at other addresses.
 * With `fresh`, every exchange happens in a worker that has run nothing before it. */
box_caller *caller_new(box_set *set, uint64_t placement, bool fresh, char **error);
void caller_free(box_caller *c);
/* False when nothing more can come of it: free it and make another. */
bool caller_alive(const box_caller *c);
/* Makes the calls in their order; a worker that dies of one is replaced for the next. */
void caller_run(box_caller *c, caller_call *calls, size_t n);

#endif
