/* Functions with parameters that a synthesiser looks for. boxes.def says the same in SMT-LIB. */
#include <stdint.h>

uint16_t affine(uint16_t a, uint16_t b, uint16_t x)
{
    return (uint16_t)((uint32_t)a * x + b);
}

uint32_t quadratic(uint32_t a, uint32_t b, uint32_t c, uint32_t x)
{
    return (a * x + b) * x + c;
}

/* `n` bits of v from bit `from` on */
uint32_t bitfield(uint32_t v, uint32_t from, uint32_t n)
{
    if (from > 31)
        return 0;
    v >>= from;
    return n > 31 ? v : v & ((1u << n) - 1);
}

/* a bucket among 16 for a key of 16 bits */
uint8_t bucket(uint16_t multiplier, uint16_t key)
{
    return (uint8_t)((uint16_t)((uint32_t)multiplier * key) >> 12);
}

/* an arithmetic unit with eight operations */
uint8_t alu(uint8_t op, uint8_t a, uint8_t b)
{
    switch (op) {
    case 0:
        return (uint8_t)(a + b);
    case 1:
        return (uint8_t)(a - b);
    case 2:
        return a & b;
    case 3:
        return a | b;
    case 4:
        return a ^ b;
    case 5:
        return b < 8 ? (uint8_t)(a << b) : 0;
    case 6:
        return b < 8 ? a >> b : 0;
    default:
        return (uint8_t)(a * b);
    }
}

/* encryption of a nibble: two rounds with the halves of an 8-bit key */
uint8_t cipher4(uint8_t key, uint8_t text)
{
    static const uint8_t box[16] = {14, 4, 13, 1, 2, 15, 11, 8, 3, 10, 6, 12, 5, 9, 0, 7};
    return box[box[text ^ (key >> 4)] ^ (key & 15)];
}

/* a machine with 8 states that reads symbols 0 to 3; the lock opens in state 7 */
uint8_t lock_step(uint8_t state, uint8_t symbol)
{
    static const uint8_t next[8][4] = {{0, 1, 0, 0}, {0, 1, 2, 0}, {3, 1, 0, 0}, {0, 1, 0, 4},
                                       {5, 1, 0, 0}, {0, 1, 6, 0}, {0, 7, 0, 0}, {7, 7, 7, 7}};
    return next[state][symbol];
}

/* a machine whose state keeps its lowest bit */
uint8_t even_step(uint8_t state, uint8_t symbol)
{
    return (uint8_t)(state + 2 * symbol + 2) & 15;
}

/* a fixed-point blend: (a * (256 - t) + b * t) / 256 */
uint8_t blend(uint8_t t, uint8_t a, uint8_t b)
{
    return (uint8_t)((a * (256u - t) + b * (unsigned)t) >> 8);
}

/* 1 when the weighted sum of four bits reaches the threshold */
uint8_t threshold(uint8_t w0, uint8_t w1, uint8_t w2, uint8_t t, uint8_t bits)
{
    unsigned sum = (bits & 1 ? w0 : 0u) + (bits & 2 ? w1 : 0u) + (bits & 4 ? w2 : 0u);
    return sum >= t;
}

/* one's position after a magic multiplication: used to find de Bruijn constants */
uint8_t debruijn_slot(uint8_t magic, uint8_t bit)
{
    return (uint8_t)((uint8_t)(magic << bit) >> 5);
}

/* division by multiplication: (x * m) >> s in 16 bits */
uint16_t magic_div(uint16_t m, uint16_t s, uint16_t x)
{
    return s > 15 ? 0 : (uint16_t)((uint16_t)((uint32_t)x * m) >> s);
}
