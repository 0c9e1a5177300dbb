#include "solve/values/byte_set.h"

#include <stddef.h>

const byte_set byte_set_digits = {{UINT64_C(0x3ff) << '0'}};
const byte_set byte_set_hex_digits = {
    {UINT64_C(0x3ff) << '0', UINT64_C(0x3f) << ('A' - 64) | UINT64_C(0x3f) << ('a' - 64)}};

uint32_t byte_set_size(const byte_set *b)
{
    uint32_t n = 0;
    for (size_t i = 0; i < sizeof b->at / sizeof *b->at; i++)
        n += (uint32_t)__builtin_popcountll(b->at[i]);
    return n;
}

bool byte_set_next(const byte_set *b, uint8_t *value)
{
    uint8_t before = (uint8_t)(*value - 'a');
    do
        (*value)++;
    while (!byte_set_has(b, *value));
    return (uint8_t)(*value - 'a') > before;
}

bool byte_set_is_digit(const byte_set *b)
{
    byte_set digits = byte_set_both(b, &byte_set_digits);
    uint32_t n = byte_set_size(b);
    return n > 1 && byte_set_size(&digits) == n;
}
