#include "term/core/tuple_map.h"

#include "base/hash.h"

void tuple_map_free(tuple_map *m)
{
    map_free(&m->index);
    vec_free(&m->words);
    vec_free(&m->entries);
}

void tuple_map_clear(tuple_map *m)
{
    map_clear(&m->index);
    vec_clear(&m->words);
    vec_clear(&m->entries);
}

static uint64_t first_key(const uint32_t *words, uint32_t n)
{
    return hash_words(n, words, n) >> 1; /* never MAP_NO_KEY, also a few steps on */
}

/* The entry of the words, or SIZE_MAX with *key set to the free key where they belong. */
static size_t locate(const tuple_map *m, const uint32_t *words, uint32_t n, uint64_t *key)
{
    for (*key = first_key(words, n);; ++*key) {
        uint64_t number = map_get(&m->index, *key, 0);
        if (!number)
            return SIZE_MAX;
        const tuple_entry *entry = &m->entries.at[number - 1];
        if (entry->n == n && (!n || !memcmp(m->words.at + entry->first, words, n * sizeof *words)))
            return number - 1;
    }
}

uint64_t tuple_map_get(const tuple_map *m, const uint32_t *words, uint32_t n, uint64_t otherwise)
{
    uint64_t key;
    size_t found = locate(m, words, n, &key);
    return found == SIZE_MAX ? otherwise : m->entries.at[found].value;
}

bool tuple_map_put(tuple_map *m, const uint32_t *words, uint32_t n, uint64_t value)
{
    uint64_t key;
    size_t found = locate(m, words, n, &key);
    if (found != SIZE_MAX) {
        m->entries.at[found].value = value;
        return false;
    }
    tuple_entry entry = {m->words.n, n, value};
    vec_append(&m->words, words, n);
    vec_push(&m->entries, entry);
    map_put(&m->index, key, m->entries.n);
    return true;
}
