#include "runtime/core/state.h"

#include "runtime/core/shadow.h"

#include <string.h>
#include <sys/mman.h>

__thread int tandem_mode;
__thread bool tandem_traced;
tandem_state tandem_rt = {.control = -1};
uintptr_t tandem_lowest;

__thread tandem_expr tandem_args[TANDEM_MAX_ARGS];
__thread const void *tandem_callee;
__thread tandem_expr tandem_result;
uint8_t tandem_filter[TANDEM_FILTER_SIZE];

enum { CHUNK = 1 << 20, MAX_CHUNKS = 64 };
static struct {
    char *at;
    size_t n;
} chunks[MAX_CHUNKS];
static size_t n_chunks;

bool tandem_alloc_chunk(size_t i, uint8_t **at, size_t *n)
{
    if (i >= n_chunks)
        return false;
    *at = (uint8_t *)chunks[i].at;
    *n = chunks[i].n;
    return true;
}

void *tandem_alloc(size_t bytes)
{
    static char *next;
    static size_t left;
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes > left) {
        size_t size = bytes > CHUNK / 4 ? bytes : CHUNK;
        char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == MAP_FAILED)
            return NULL;
        if (n_chunks < MAX_CHUNKS) {
            chunks[n_chunks].at = p;
            chunks[n_chunks++].n = size;
        }
        if (size != CHUNK)
            return p;
        next = p;
        left = size;
    }
    void *p = next;
    next += bytes;
    left -= bytes;
    return p;
}

void tandem_stop(uint32_t full)
{
    tandem_rt.over = true;
    tandem_mode = TANDEM_OFF;
    if (tandem_rt.shared && full)
        tandem_rt.shared->full |= full;
    /* Inlined code looks here first: it need not call any more. */
    tandem_shadow_hide();
}
