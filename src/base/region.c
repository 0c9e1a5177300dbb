#include "base/region.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"

enum { RELEASE_THRESHOLD = 1 << 20 };

static size_t round_to_page(size_t n)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (n + page - 1) / page * page;
}

void region_init(region *r, size_t size, bool shared)
{
    r->reserved = round_to_page(size);
    r->used = 0;
    r->shared = shared;
    int flags = (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS | MAP_NORESERVE;
    void *base = mmap(NULL, r->reserved, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (base == MAP_FAILED)
        base_out_of_memory("address space", r->reserved);
    r->base = base;
}

void region_free(region *r)
{
    if (r->base)
        munmap(r->base, r->reserved);
    *r = (region){0};
}

void *region_add(region *r, size_t size)
{
    if (size > r->reserved - r->used)
        base_out_of_memory("region", size);
    void *block = r->base + r->used;
    r->used += size;
    return block;
}

void region_release(region *r, size_t mark)
{
    assert(mark <= r->used);
    size_t keep = round_to_page(mark);
    if (r->used > keep + RELEASE_THRESHOLD)
        madvise(r->base + keep, round_to_page(r->used) - keep,
                r->shared ? MADV_REMOVE : MADV_DONTNEED);
    r->used = mark;
}

void region_seal(region *r)
{
    mprotect(r->base, r->reserved, PROT_READ);
}

bool region_detach(region *r, bool shared)
{
    int flags = (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS | MAP_NORESERVE;
    void *copy = mmap(NULL, r->reserved, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (copy == MAP_FAILED)
        return false;
    region own = *r; /* the region may describe the memory that it lies in */
    memcpy(copy, own.base, own.used);
    if (mremap(copy, own.reserved, own.reserved, MREMAP_MAYMOVE | MREMAP_FIXED, own.base) ==
        MAP_FAILED) {
        munmap(copy, own.reserved);
        return false;
    }
    r->shared = shared;
    return true;
}
