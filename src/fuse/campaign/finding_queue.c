#include "fuse/campaign/finding_queue.h"

#include <string.h>

#include "base/hash.h"

void finding_queue_free(finding_queue *q)
{
    vec_free(&q->waiting);
    map_free(&q->looked_at);
    map_free(&q->waits);
}

uint64_t finding_queue_class(const finding *f, unsigned theories)
{
    uint64_t h = hash_mix(f->kind, theories);
    h = hash_mix(h, hash_bytes(f->solver, strlen(f->solver)));
    h = hash_mix(h, hash_bytes(f->signature, strlen(f->signature)));
    h = hash_mix(h, hash_mix(f->expected, f->got));
    return h == MAP_NO_KEY ? 0 : h;
}

uint64_t finding_queue_known(const finding_queue *q, uint64_t class)
{
    return map_get(&q->looked_at, class, 0) + map_get(&q->waits, class, 0);
}

void finding_queue_add(finding_queue *q, queued_finding entry)
{
    vec_push(&q->waiting, entry);
    ++*map_insert(&q->waits, entry.class, NULL);
}

bool finding_queue_take(finding_queue *q, queued_finding *entry)
{
    if (!q->waiting.n)
        return false;
    size_t best = 0;
    uint64_t best_rank = UINT64_MAX;
    for (size_t i = 0; i < q->waiting.n; i++) {
        const queued_finding *e = &q->waiting.at[i];
        uint64_t rank = map_get(&q->looked_at, e->class, 0) * LABOUR_REQUEST_COUNT + e->step;
        if (rank < best_rank) {
            best = i;
            best_rank = rank;
        }
    }
    *entry = q->waiting.at[best];
    memmove(&q->waiting.at[best], &q->waiting.at[best + 1],
            (q->waiting.n - best - 1) * sizeof *q->waiting.at);
    q->waiting.n--;
    --*map_insert(&q->waits, entry->class, NULL);
    ++*map_insert(&q->looked_at, entry->class, NULL);
    return true;
}
