#include "fuzz/search/tried.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { TRIED_FIRST = 128 }; /* groups at the start */

/* splitmix64: sums of multiples of such numbers hardly ever meet. */
static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

void tried_init(fuzz_tried *t, size_t n_words, uint64_t most)
{
    *t = (fuzz_tried){.groups = TRIED_FIRST, .most = TRIED_FIRST};
    while (t->most * TRIED_GROUP / 2 < most)
        t->most *= 2;
    t->tags = base_alloc_zero(t->most * TRIED_GROUP, sizeof *t->tags);
    t->keys = base_alloc(n_words * sizeof *t->keys);
    for (size_t i = 0; i < n_words; i++)
        t->keys[i] = mixed((i + 1) * UINT64_C(0x9e3779b97f4a7c15)) | 1;
}

void tried_free(fuzz_tried *t)
{
    free(t->tags);
    free(t->keys);
}

void tried_clear(fuzz_tried *t)
{
    memset(t->tags, 0, t->groups * TRIED_GROUP * sizeof *t->tags);
}

/* The tag goes to the group that its lowest bits name: to the other half of it when there are twice
 * as many groups. */
static uint32_t *group_of(const fuzz_tried *t, uint32_t tag)
{
    return t->tags + (size_t)(tag & (t->groups - 1)) * TRIED_GROUP;
}

static bool has(const uint32_t *group, uint32_t tag)
{
    uint32_t found = 0;
    for (int i = 0; i < TRIED_GROUP; i++)
        found |= group[i] == tag;
    return found;
}

/* Twice as many groups: what belongs there moves into the new one, in its order. */
static void grow(fuzz_tried *t)
{
    size_t n = t->groups;
    t->groups *= 2;
    for (size_t g = 0; g < n; g++) {
        uint32_t *from = t->tags + g * TRIED_GROUP, *to = t->tags + (g + n) * TRIED_GROUP;
        int stay = 0, go = 0;
        for (int i = 0; i < TRIED_GROUP; i++)
            if (from[i] & n)
                to[go++] = from[i];
            else
                from[stay++] = from[i];
        memset(from + stay, 0, (size_t)go * sizeof *from);
    }
}

bool tried_add(fuzz_tried *t, uint64_t sum)
{
    uint32_t tag = (uint32_t)((sum ^ sum >> 32) * UINT64_C(0xd6e8feb86659fd93) >> 32);
    tag = tag ? tag : 1;
    uint32_t *group = group_of(t, tag);
    if (has(group, tag))
        return false;
    while (group[TRIED_GROUP - 1] && t->groups < t->most) {
        grow(t);
        group = group_of(t, tag);
    }
    memmove(group + 1, group, (TRIED_GROUP - 1) * sizeof *group); /* the oldest makes room */
    group[0] = tag;
    return true;
}
