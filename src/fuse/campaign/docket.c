#include "fuse/campaign/docket.h"

#include <string.h>

#include "base/hash.h"

void docket_free(docket *d)
{
    vec_free(&d->waiting);
    map_free(&d->looked_at);
    map_free(&d->waits);
}

uint64_t docket_class(const finding *f, unsigned theories)
{
    uint64_t h = hash_mix(f->kind, theories);
    h = hash_mix(h, hash_bytes(f->solver, strlen(f->solver)));
    h = hash_mix(h, hash_bytes(f->signature, strlen(f->signature)));
    h = hash_mix(h, hash_mix(f->expected, f->got));
    return h == MAP_NO_KEY ? 0 : h;
}

uint64_t docket_known(const docket *d, uint64_t class)
{
    return map_get(&d->looked_at, class, 0) + map_get(&d->waits, class, 0);
}

void docket_add(docket *d, docket_entry entry)
{
    vec_push(&d->waiting, entry);
    ++*map_insert(&d->waits, entry.class, NULL);
}

bool docket_take(docket *d, docket_entry *entry)
{
    if (!d->waiting.n)
        return false;
    size_t best = 0;
    uint64_t best_rank = UINT64_MAX;
    for (size_t i = 0; i < d->waiting.n; i++) {
        const docket_entry *e = &d->waiting.at[i];
        uint64_t rank = map_get(&d->looked_at, e->class, 0) * 2 + e->confirmed;
        if (rank < best_rank) {
            best = i;
            best_rank = rank;
        }
    }
    *entry = d->waiting.at[best];
    memmove(&d->waiting.at[best], &d->waiting.at[best + 1],
            (d->waiting.n - best - 1) * sizeof *d->waiting.at);
    d->waiting.n--;
    --*map_insert(&d->waits, entry->class, NULL);
    ++*map_insert(&d->looked_at, entry->class, NULL);
    return true;
}
