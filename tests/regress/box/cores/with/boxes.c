#include <stdint.h>
uint32_t half(uint32_t x)
{
    return x / 2;
}
