/* A hash map from 64-bit keys to 64-bit values.
 *
 * Open addressing, linear probing, no removal except `map_clear`: the maps of the toolkit are memo
 * tables and indices that live for one phase. The key MAP_NO_KEY is reserved. */
#ifndef TANDEM_BASE_MAP_H
#define TANDEM_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MAP_NO_KEY UINT64_MAX

typedef struct map_entry {
    uint64_t key;
    uint64_t value;
} map_entry;

typedef struct map {
    map_entry *slots;
    size_t capacity; /* a power of two, or 0 */
    size_t count;
} map;

/* The zero map is empty and usable. */
void map_free(map *m);
void map_clear(map *m);
/* A map of its own with the same entries; what `to` held before is not freed. */
void map_copy(map *to, const map *from);
/* The place of the value of `key`, or NULL. Valid until the next insertion. */
uint64_t *map_find(const map *m, uint64_t key);
/* The place of the value of `key`, inserted as 0 if new (*is_new tells, may be NULL). */
uint64_t *map_insert(map *m, uint64_t key, bool *is_new);

static inline void map_put(map *m, uint64_t key, uint64_t value)
{
    *map_insert(m, key, NULL) = value;
}

static inline uint64_t map_get(const map *m, uint64_t key, uint64_t otherwise)
{
    const uint64_t *place = map_find(m, key);
    return place ? *place : otherwise;
}

#endif
