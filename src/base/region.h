/* Arrays that grow in place and never move.
 *
 * A region reserves a large piece of address space at once and uses it from the front; pages cost
 * memory only when touched, also where the system promises no more than it has: shared regions lie
 * in a memory file, others become writable as they grow. How much to reserve is the user's
 * business: where the address space is limited, a share of it (region_share). Pointers into a
 * region stay valid until it is released to an earlier mark. A *shared* region is seen, as it grows, by processes forked after it was made: an SMT
 * engine in a child process reads terms straight out of its parent's table. Such a child calls
 * region_seal first, so that nothing it does can damage the parent's data. */
#ifndef TANDEM_BASE_REGION_H
#define TANDEM_BASE_REGION_H

#include <stdbool.h>
#include <stddef.h>

typedef struct region {
    char *base;
    size_t used;
    size_t reserved;
    size_t writable; /* from the front */
    bool shared;
} region;

/* How much of `wanted` bytes one user of regions may reserve: all of it, or a share of what the
 * limit of the address space (ulimit -v) leaves. The rest is for the heap, for others who reserve,
 * and for region_detach. */
size_t region_share(size_t wanted);
/* Reserves at least `size` bytes; ends the process when the address space is exhausted. */
void region_init(region *r, size_t size, bool shared);
void region_free(region *r);
/* `size` more bytes, zero if never used before; alignment is what the caller keeps by only asking
 * for multiples of it. Running out of the reservation ends the process like any lack of memory. */
void *region_grow(region *r, size_t size); /* the same where there may be no room */
static inline void *region_add(region *r, size_t size)
{
    if (size > r->writable - r->used)
        return region_grow(r, size);
    void *block = r->base + r->used;
    r->used += size;
    return block;
}
/* Forgets everything after `mark` (a former value of `used`) and returns its pages to the system
 * where that is worth it. */
void region_release(region *r, size_t mark);
/* Makes the region unwritable in this process. */
void region_seal(region *r);
/* Gives this process a writable copy of its own, at the same addresses; also after region_seal. A
 * shared copy is seen by processes that are forked from this one later. False: there is no room. */
bool region_detach(region *r, bool shared);

#endif
