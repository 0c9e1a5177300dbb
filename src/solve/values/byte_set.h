/* Sets of values of one byte. What they are the values of is the business of whoever has them. */
#ifndef TANDEM_SOLVE_VALUES_BYTE_SET_H
#define TANDEM_SOLVE_VALUES_BYTE_SET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct byte_set {
    uint64_t at[4];
} byte_set;

static inline bool byte_set_has(const byte_set *b, uint32_t value)
{
    return b->at[value / 64] >> value % 64 & 1;
}
static inline void byte_set_include(byte_set *b, uint8_t value)
{
    b->at[value / 64] |= UINT64_C(1) << value % 64;
}
static inline byte_set byte_set_only(uint8_t value)
{
    byte_set one = {{0}};
    byte_set_include(&one, value);
    return one;
}
static inline byte_set byte_set_both(const byte_set *a, const byte_set *b)
{
    byte_set c;
    for (int i = 0; i < 4; i++)
        c.at[i] = a->at[i] & b->at[i];
    return c;
}
uint32_t byte_set_size(const byte_set *b);
/* The next one behind `value`, and around: letters come first. False: around. There is one. */
bool byte_set_next(const byte_set *b, uint8_t *value);

extern const byte_set byte_set_digits, byte_set_hex_digits;
/* Several values, all of them digits. */
bool byte_set_is_digit(const byte_set *b);

#endif
