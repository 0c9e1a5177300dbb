#include <stdint.h>
static uint64_t stir(uint64_t x)
{
    x ^= x >> 31;
    x *= 0x7fb5d329728ea185u;
    x ^= x >> 27;
    return x * 0x81dadef4bc2dd44du;
}
uint32_t of_int(int64_t x)
{
    return (uint32_t)(stir((uint64_t)x) >> 32);
}
uint32_t of_word(uint32_t x)
{
    return (uint32_t)(stir(x) >> 32);
}
uint32_t of_text(const char *text)
{
    uint64_t x = 7;
    for (; *text; text++)
        x = stir(x + (unsigned char)*text);
    return (uint32_t)(x >> 32);
}
