/* A map from short sequences of 32-bit words to 64-bit values: memo tables of calls and of operator
 * applications. Sequences are compared, not only their hashes. Nothing is removed but by clear. */
#ifndef TANDEM_TERM_CORE_TUPLE_MAP_H
#define TANDEM_TERM_CORE_TUPLE_MAP_H

#include "base/map.h"
#include "base/vec.h"

typedef struct tuple_entry {
    size_t first;
    uint32_t n;
    uint64_t value;
} tuple_entry;

typedef struct tuple_map {
    map index; /* hash, perturbed on collision -> entry number + 1 */
    vec_u32 words;
    VEC(tuple_entry) entries;
} tuple_map;

/* The zero map is empty and usable. */
void tuple_map_free(tuple_map *m);
void tuple_map_clear(tuple_map *m);
/* The value stored for the words, or `otherwise`. */
uint64_t tuple_map_get(const tuple_map *m, const uint32_t *words, uint32_t n, uint64_t otherwise);
/* Stores or replaces; true when the words were not there before. */
bool tuple_map_put(tuple_map *m, const uint32_t *words, uint32_t n, uint64_t value);

#endif
