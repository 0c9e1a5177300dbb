/* One call of a C function inside a worker: arguments and memory from marshalled bytes, result and
 * memory back as such. Whatever goes wrong in the function itself is the worker's affair. */
#ifndef TANDEM_BOX_WORKER_PERFORM_H
#define TANDEM_BOX_WORKER_PERFORM_H

#include "box/box_impl.h"
#include "box/worker/marshal.h"

/* What was wrong with a BOX_BAD_REPLY. */
typedef enum perform_note {
    PERFORM_NOTHING,
    PERFORM_RANGE,
    PERFORM_POINTER,
    PERFORM_LONG,
    PERFORM_NULL
} perform_note;

/* Mapped memory that is used again from call to call, which saves most of what a call costs. The
 * zero cache is empty. */
typedef struct perform_cache {
    uint8_t *pages[BOX_MAX_ARITY]; /* each before a guard page */
    struct placed_image *memory;   /* objects … */
    uint64_t shape;                /* … and what places and sizes they have */
    volatile uint8_t *here;        /* 1 in this process, 0 in what it forks; may be NULL */
} perform_cache;
void perform_cache_free(perform_cache *c);

/* `in` holds the arguments, then the number of objects, then address and bytes of each; `out` gets
 * the result and the bytes of the objects after the call (with BOX_OK). Both may be parts of one
 * area. Without a cache (NULL) everything lies in fresh memory. */
box_status perform_call(const box_set *set, const box *x, uint64_t placement, marshal_area *in,
                        marshal_area *out, perform_cache *cache, perform_note *note);

#endif
