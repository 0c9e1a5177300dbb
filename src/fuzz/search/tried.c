#include "fuzz/search/tried.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

enum { TRIED_FIRST = 64 }; /* groups at the start */

static uint32_t *new_tags(size_t groups)
{
    return base_alloc_zero(groups * TRIED_GROUP, sizeof(uint32_t));
}

void tried_init(fuzz_tried *t, uint64_t most)
{
    *t = (fuzz_tried){.groups = TRIED_FIRST, .most = TRIED_FIRST};
    while (t->most * TRIED_GROUP / 2 < most)
        t->most *= 2;
    t->tags = new_tags(t->most);
}

void tried_free(fuzz_tried *t)
{
    free(t->tags);
}

void tried_clear(fuzz_tried *t)
{
    memset(t->tags, 0, t->groups * TRIED_GROUP * sizeof *t->tags);
}

/* The tag goes to the group that the hash names, and to the other half of it when there are twice
 * as many groups: which one is then told by the lowest bits of the tag itself. */
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

/* Twice as many groups: half of each group moves into a new one. */
static void grow(fuzz_tried *t)
{
    size_t n = t->groups;
    t->groups *= 2;
    for (size_t g = 0; g < n; g++) {
        uint32_t *from = t->tags + g * TRIED_GROUP, *to = t->tags + (g + n) * TRIED_GROUP;
        for (int i = 0; i < TRIED_GROUP; i++)
            if (from[i] & n) {
                to[i] = from[i];
                from[i] = 0;
            }
    }
}

bool tried_add(fuzz_tried *t, uint64_t hash)
{
    uint32_t tag = (uint32_t)(hash >> 32);
    tag = tag ? tag : 1;
    uint32_t *group = group_of(t, tag);
    if (has(group, tag))
        return false;
    for (;;) {
        for (int i = 0; i < TRIED_GROUP; i++)
            if (!group[i]) {
                group[i] = tag;
                return true;
            }
        if (t->groups == t->most)
            break;
        grow(t);
        group = group_of(t, tag);
    }
    group[t->next++ % TRIED_GROUP] = tag;
    return true;
}
