/* Inputs that a search has tried, so that it tries no input twice but on purpose.
 *
 * By hashes: nearly all of them while they are few, the latest ones later. Nothing is called tried that was not
 * (but for equal hashes, one in 10^5), so a search loses no input. */
#ifndef TANDEM_FUZZ_SEARCH_TRIED_H
#define TANDEM_FUZZ_SEARCH_TRIED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRIED_GROUP = 8 }; /* tags that are looked at together, the latest first */

typedef struct fuzz_tried {
    uint32_t *tags; /* 0: free */
    size_t groups;  /* a power of two */
    size_t most;    /* groups at most */
    uint64_t *keys; /* by input: an odd number */
} fuzz_tried;

/* Remembers at least about `most` inputs, each of `n_words` words. */
void tried_init(fuzz_tried *t, size_t n_words, uint64_t most);
void tried_free(fuzz_tried *t);
/* Forgets everything. */
void tried_clear(fuzz_tried *t);
/* Whether the sum is new; it is not from now on. */
bool tried_add(fuzz_tried *t, uint64_t sum);

/* What input word `i` adds to the sum that stands for all. */
static inline uint64_t tried_part(const fuzz_tried *t, size_t i, uint64_t word)
{
    return word * t->keys[i];
}

#endif
