#include "engine/z3/z3_heap.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { LARGE_PAGE = 2 << 20, ROOM = 24 << 20, MOST_IN_HEAP = 32 << 20 };

void z3_heap_prepare(void)
{
#if !defined __SANITIZE_ADDRESS__ /* whose heap is another */
    /* What is freed stays with the process, and large blocks come from there, too. */
    if (!mallopt(M_MMAP_THRESHOLD, MOST_IN_HEAP) || !mallopt(M_TRIM_THRESHOLD, MOST_IN_HEAP))
        return;
    char *room = malloc(ROOM);
    if (!room)
        return;
    uintptr_t from = ((uintptr_t)room + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    uintptr_t to = ((uintptr_t)room + ROOM) / LARGE_PAGE * LARGE_PAGE;
    madvise((void *)from, to - from, MADV_HUGEPAGE); /* no matter if it does not know them */
    free(room);
#endif
}
