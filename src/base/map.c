#include "base/map.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"

static size_t first_slot(const map *m, uint64_t key)
{
    return hash_mix(key, 0) & (m->capacity - 1);
}

static map_entry *probe(const map *m, uint64_t key)
{
    size_t i = first_slot(m, key);
    while (m->slots[i].key != key && m->slots[i].key != MAP_NO_KEY)
        i = (i + 1) & (m->capacity - 1);
    return &m->slots[i];
}

static void set_capacity(map *m, size_t capacity)
{
    m->slots = base_alloc(capacity * sizeof *m->slots);
    m->capacity = capacity;
    memset(m->slots, 0xff, capacity * sizeof *m->slots);
}

static void grow(map *m)
{
    map old = *m;
    set_capacity(m, old.capacity ? old.capacity * 2 : 16);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].key != MAP_NO_KEY)
            *probe(m, old.slots[i].key) = old.slots[i];
    free(old.slots);
}

void map_copy(map *to, const map *from)
{
    *to = *from;
    if (!from->capacity)
        return;
    to->slots = base_alloc(from->capacity * sizeof *to->slots);
    memcpy(to->slots, from->slots, from->capacity * sizeof *to->slots);
}

void map_free(map *m)
{
    free(m->slots);
    *m = (map){0};
}

void map_clear(map *m)
{
    if (m->count)
        memset(m->slots, 0xff, m->capacity * sizeof *m->slots);
    m->count = 0;
}

uint64_t *map_find(const map *m, uint64_t key)
{
    if (!m->count)
        return NULL;
    map_entry *e = probe(m, key);
    return e->key == key ? &e->value : NULL;
}

uint64_t *map_insert(map *m, uint64_t key, bool *is_new)
{
    if (4 * (m->count + 1) > 3 * m->capacity)
        grow(m);
    map_entry *e = probe(m, key);
    bool fresh = e->key != key;
    if (fresh) {
        e->key = key;
        e->value = 0;
        m->count++;
    }
    if (is_new)
        *is_new = fresh;
    return &e->value;
}
