/* Inputs that a search has tried, so that it tries no input twice but on purpose.
 *
 * By hashes: all of them while they are few, the latest ones later. Nothing is called tried that was not
 * (but for equal hashes, one in 10^5), so a search loses no input. */
#ifndef TANDEM_FUZZ_SEARCH_TRIED_H
#define TANDEM_FUZZ_SEARCH_TRIED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRIED_GROUP = 16 }; /* tags that are looked at together: a cache line */

typedef struct fuzz_tried {
    uint32_t *tags; /* 0: free */
    size_t groups;  /* a power of two */
    size_t most;    /* groups at most */
    uint32_t next;  /* which one of a full group makes room */
} fuzz_tried;

/* Remembers at least about `most` inputs. */
void tried_init(fuzz_tried *t, uint64_t most);
void tried_free(fuzz_tried *t);
/* Forgets everything. */
void tried_clear(fuzz_tried *t);
/* Whether the hash is new; it is not from now on. */
bool tried_add(fuzz_tried *t, uint64_t hash);

/* What input `i` adds (by xor) to the hash of all. */
static inline uint64_t tried_part(size_t i, uint64_t word)
{
    uint64_t h = (word ^ (i + 1) * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xd6e8feb86659fd93);
    h = (h ^ h >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return h ^ h >> 32;
}

#endif
