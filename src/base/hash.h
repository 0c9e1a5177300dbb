/* Hash functions for the tables of the toolkit: fast, good enough, the same on every run. */
#ifndef TANDEM_BASE_HASH_H
#define TANDEM_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_mix(uint64_t a, uint64_t b)
{
    __uint128_t product =
        (__uint128_t)(a ^ UINT64_C(0x9e3779b97f4a7c15)) * (b ^ UINT64_C(0xd1b54a32d192ed03));
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint32_t hash_fold(uint64_t h)
{
    return (uint32_t)(h ^ (h >> 32));
}

static inline uint64_t hash_bytes(const void *data, size_t size)
{
    const unsigned char *p = data;
    uint64_t h = hash_mix(size, 0);
    uint64_t word;
    for (; size >= 8; p += 8, size -= 8) {
        memcpy(&word, p, 8);
        h = hash_mix(h, word);
    }
    if (size) {
        word = 0;
        memcpy(&word, p, size);
        h = hash_mix(h, word);
    }
    return h;
}

static inline uint64_t hash_words(uint64_t h, const uint32_t *words, size_t count)
{
    for (; count >= 2; words += 2, count -= 2)
        h = hash_mix(h, (uint64_t)words[0] | (uint64_t)words[1] << 32);
    return count ? hash_mix(h, words[0]) : h;
}

#endif
