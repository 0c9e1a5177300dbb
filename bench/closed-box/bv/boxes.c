/* Bit-vector functions that were taken out of their formulas. boxes.def says the same in SMT-LIB.
 */
#include <stdint.h>

uint32_t mul32(uint32_t a, uint32_t b)
{
    return a * b;
}

uint16_t mul16(uint16_t a, uint16_t b)
{
    return (uint16_t)((uint32_t)a * b);
}

uint8_t mul4(uint8_t a, uint8_t b)
{
    return (uint8_t)(a * b) & 15;
}

uint32_t mulhi32(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b >> 32);
}

uint8_t popcount8(uint8_t x)
{
    uint8_t n = 0;
    for (; x; x &= (uint8_t)(x - 1))
        n++;
    return n;
}

uint8_t popcount32(uint32_t x)
{
    uint8_t n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

uint8_t parity32(uint32_t x)
{
    uint8_t p = 0;
    for (; x; x >>= 1)
        p ^= x & 1;
    return p;
}

uint8_t gcd8(uint8_t a, uint8_t b)
{
    while (b) {
        uint8_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

uint16_t gcd16(uint16_t a, uint16_t b)
{
    while (b) {
        uint16_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

/* 4 bits, and gcd(0, 0) = 0 */
uint8_t gcd4(uint8_t a, uint8_t b)
{
    return gcd8(a, b);
}

uint8_t isqrt16(uint16_t x)
{
    uint32_t r = 0;
    while ((r + 1) * (r + 1) <= x)
        r++;
    return (uint8_t)r;
}

/* the root of 8 bits, in 4 bits */
uint8_t isqrt8(uint8_t x)
{
    return isqrt16(x);
}

/* one byte into CRC-8 with polynomial x^8 + x^2 + x + 1 */
uint8_t crc8(uint8_t crc, uint8_t byte)
{
    crc ^= byte;
    for (int i = 0; i < 8; i++)
        crc = (uint8_t)(crc & 0x80 ? crc << 1 ^ 0x07 : crc << 1);
    return crc;
}

/* one byte into the CRC-32 of Ethernet, without the final inversion */
uint32_t crc32_byte(uint32_t crc, uint8_t byte)
{
    crc ^= byte;
    for (int i = 0; i < 8; i++)
        crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    return crc;
}

/* one byte into FNV-1a */
uint32_t fnv1a(uint32_t hash, uint8_t byte)
{
    return (hash ^ byte) * 16777619u;
}

/* the finaliser of a well-known hash: a bijection that looks like noise */
uint32_t fmix32(uint32_t h)
{
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    h ^= h >> 16;
    return h;
}

uint8_t bitrev8(uint8_t x)
{
    uint8_t r = 0;
    for (int i = 0; i < 8; i++)
        r = (uint8_t)(r << 1 | (x >> i & 1));
    return r;
}

/* leading zeros; 32 for 0 */
uint8_t clz32(uint32_t x)
{
    uint8_t n = 0;
    for (uint32_t bit = 0x80000000u; bit && !(x & bit); bit >>= 1)
        n++;
    return n;
}

/* the S-box of a 4-bit block cipher */
uint8_t sbox4(uint8_t x)
{
    static const uint8_t table[16] = {12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2};
    return table[x];
}

/* two rounds of a toy cipher on 8 bits: both halves through the S-box, then rotated by 3 */
uint8_t round8(uint8_t x, uint8_t key)
{
    x ^= key;
    x = (uint8_t)(sbox4(x >> 4) << 4 | sbox4(x & 15));
    return (uint8_t)(x << 3 | x >> 5);
}

uint8_t sat_add4(uint8_t a, uint8_t b)
{
    return a + b > 15 ? 15 : (uint8_t)(a + b);
}

uint16_t xorshift16(uint16_t x)
{
    x ^= (uint16_t)(x << 7);
    x ^= x >> 9;
    x ^= (uint16_t)(x << 8);
    return x;
}

/* one step of a Galois register */
uint16_t lfsr16(uint16_t x)
{
    return (uint16_t)(x & 1 ? x >> 1 ^ 0xb400 : x >> 1);
}

uint32_t lcg32(uint32_t x)
{
    return x * 1664525u + 1013904223u;
}

uint32_t gray32(uint32_t x)
{
    return x ^ x >> 1;
}

/* bits of x and y, interleaved: x in the even places */
uint32_t morton16(uint16_t x, uint16_t y)
{
    uint32_t r = 0;
    for (int i = 0; i < 16; i++)
        r |= (uint32_t)(x >> i & 1) << 2 * i | (uint32_t)(y >> i & 1) << (2 * i + 1);
    return r;
}

/* the least power of two that is not below x; 0 when there is none */
uint32_t next_pow2(uint32_t x)
{
    uint32_t p = 1;
    while (p && p < x)
        p <<= 1;
    return p;
}

uint32_t rotl32(uint32_t x, uint32_t n)
{
    n &= 31;
    return n ? x << n | x >> (32 - n) : x;
}

/* 3 to the power x, modulo the prime 251 */
uint8_t pow3_mod251(uint8_t x)
{
    unsigned r = 1;
    for (; x; x--)
        r = r * 3 % 251;
    return (uint8_t)r;
}

uint64_t mix64(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    return x;
}

/* 16 bytes, least significant first: the byte-wise sum */
uint8_t bytesum128(const uint8_t *x)
{
    uint8_t sum = 0;
    for (int i = 0; i < 16; i++)
        sum = (uint8_t)(sum + x[i]);
    return sum;
}

/* days since 1 March of year 0 for a day of the Gregorian calendar; months count from March = 0 */
uint32_t days(uint16_t year, uint8_t month, uint8_t day)
{
    return 365u * year + year / 4 - year / 100 + year / 400 + (153u * month + 2) / 5 + day - 1;
}

/* is the decimal number well formed after Luhn? digits in nibbles, the check digit lowest */
_Bool luhn(uint32_t digits)
{
    unsigned sum = 0;
    for (int i = 0; i < 8; i++, digits >>= 4) {
        unsigned d = digits & 15;
        if (i % 2 == 1)
            d = 2 * d > 9 ? 2 * d - 9 : 2 * d;
        sum += d;
    }
    return sum % 10 == 0;
}
