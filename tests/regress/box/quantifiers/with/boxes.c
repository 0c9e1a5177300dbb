#include <stdbool.h>
#include <stdint.h>
uint8_t twice(uint8_t x)
{
    return (uint8_t)(2 * x & 15);
}
int64_t square(int64_t n)
{
    return n * n;
}
uint32_t mix(uint32_t x)
{
    return x * 2654435761u;
}
uint64_t stir(uint64_t x)
{
    x ^= x >> 31;
    return x * 0x9e3779b97f4a7c15u;
}
