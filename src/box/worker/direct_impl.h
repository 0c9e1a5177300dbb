/* The inside of direct.h, for call.c. */
#ifndef TANDEM_BOX_WORKER_DIRECT_IMPL_H
#define TANDEM_BOX_WORKER_DIRECT_IMPL_H

#include "box/box_impl.h"
#include "box/worker/direct.h"

/* As caller_call; 0 with *status when there is no value. */
value_id direct_call(box_set *set, const box *x, const value_id *args, const box_image *objects,
                     box_status *status);
void direct_free(struct box_direct *d);

#endif
