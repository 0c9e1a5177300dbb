#include <stdint.h>
#include <time.h>
/* Uses the processor for some milliseconds. */
static void work(clock_t milliseconds)
{
    clock_t end = clock() + milliseconds * (CLOCKS_PER_SEC / 1000);
    while (clock() < end)
        ;
}
uint32_t half_hangs(uint32_t x)
{
    while (x & 1)
        ;
    return x * 2654435761u;
}
uint8_t slow_there(uint8_t x)
{
    if (x == 77)
        work(150);
    return (uint8_t)(x * 7);
}
uint8_t hangs_there(uint8_t x)
{
    while (x == 77)
        ;
    return (uint8_t)(x * 7);
}
