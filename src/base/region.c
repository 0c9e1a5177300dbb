#include "base/region.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/alloc.h"

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8U
#endif

enum { RELEASE_THRESHOLD = 1 << 20 };
/* A private region becomes writable in steps: as much again as it has, within these bounds. */
enum { LEAST_STEP = 1 << 18, MOST_STEP = 1 << 26 };
/* One user gets this part of what is left of a limited address space. */
enum { SHARES = 3 };

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t round_to_page(size_t n)
{
    size_t page = page_size();
    return (n + page - 1) / page * page;
}

/* Bytes of address space that this process has taken. */
static size_t address_space_used(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file)
        return 0;
    int got = fscanf(file, "%lu", &pages);
    fclose(file);
    return got == 1 ? pages * page_size() : 0;
}

size_t region_share(size_t wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return wanted;
    size_t used = address_space_used();
    size_t left = limit.rlim_cur > used ? (size_t)limit.rlim_cur - used : 0;
    return left / SHARES < wanted ? left / SHARES : wanted;
}

/* A file in memory of that size, of which only what is touched counts anywhere; -1: there is none,
 * or the limit of file sizes (ulimit -f) is against it. */
static int memory_file(size_t size)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) || limit.rlim_cur != RLIM_INFINITY)
        return -1;
    int file = memfd_create("tandem", MFD_CLOEXEC | MFD_NOEXEC_SEAL);
    if (file < 0)
        file = memfd_create("tandem", MFD_CLOEXEC); /* before Linux 6.3 */
    if (file >= 0 && ftruncate(file, (off_t)size)) {
        close(file);
        file = -1;
    }
    return file;
}

/* Address space with nothing in it; private space is not writable yet. */
static void *reserve(size_t size, bool shared)
{
    if (!shared)
        return mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    int file = memory_file(size);
    int kind = file < 0 ? MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED;
    void *base = mmap(NULL, size, PROT_READ | PROT_WRITE, kind, file, 0);
    if (file >= 0)
        close(file);
    return base;
}

void region_init(region *r, size_t size, bool shared)
{
    r->reserved = round_to_page(size);
    r->used = 0;
    r->writable = shared ? r->reserved : 0;
    r->shared = shared;
    void *base = reserve(r->reserved, shared);
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

/* Makes the first `need` bytes writable, and some more. */
static bool make_writable(region *r, size_t need)
{
    size_t step = r->writable < LEAST_STEP  ? (size_t)LEAST_STEP
                  : r->writable > MOST_STEP ? (size_t)MOST_STEP
                                            : r->writable;
    size_t wanted = round_to_page(need + step);
    if (wanted > r->reserved)
        wanted = r->reserved;
    if (mprotect(r->base + r->writable, wanted - r->writable, PROT_READ | PROT_WRITE))
        return false;
    r->writable = wanted;
    return true;
}

void *region_grow(region *r, size_t size)
{
    if (size > r->reserved - r->used)
        base_out_of_memory("region", size);
    if (size > r->writable - r->used && !make_writable(r, r->used + size))
        base_out_of_memory("region", size);
    void *block = r->base + r->used;
    r->used += size;
    return block;
}

void region_release(region *r, size_t mark)
{
    assert(mark <= r->used);
    if (r->used - mark > RELEASE_THRESHOLD) {
        size_t keep = round_to_page(mark);
        madvise(r->base + keep, round_to_page(r->used) - keep,
                r->shared ? MADV_REMOVE : MADV_DONTNEED);
    }
    r->used = mark;
}

void region_seal(region *r)
{
    mprotect(r->base, r->reserved, PROT_READ);
}

/* Moves `size` bytes of mapped memory to where other memory is. */
static bool move(char *from, size_t size, char *to)
{
    return !size || mremap(from, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, to) != MAP_FAILED;
}

bool region_detach(region *r, bool shared)
{
    region copy = *r; /* the region may describe the memory that it lies in */
    char *old = r->base;
    copy.base = reserve(copy.reserved, shared);
    if (copy.base == MAP_FAILED)
        return false;
    copy.shared = shared;
    copy.writable = shared ? copy.reserved : 0;
    bool good = copy.used <= copy.writable || make_writable(&copy, copy.used);
    if (good)
        memcpy(copy.base, old, copy.used);
    /* the kernel moves memory of one kind at a time */
    good = good && move(copy.base, copy.writable, old) &&
           move(copy.base + copy.writable, copy.reserved - copy.writable, old + copy.writable);
    if (!good) {
        munmap(copy.base, copy.reserved);
        return false;
    }
    copy.base = old;
    *r = copy;
    return true;
}
