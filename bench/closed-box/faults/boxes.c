/* Boxes that crash, hang, exit, flood, lie and give replies outside their sort. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* crashes on half of its inputs */
uint32_t crash_odd(uint32_t x)
{
    if (x & 1)
        abort();
    return x * 3;
}

/* reads through a null pointer below 256 */
uint16_t null_low(uint16_t x)
{
    const volatile uint16_t *volatile p = x < 256 ? NULL : &x;
    return *p ^ 0x5a5a;
}

/* the processor's own division: a signal for y = 0 */
uint32_t divide(uint32_t x, uint32_t y)
{
    volatile uint32_t divisor = y;
    return x / divisor;
}

/* does not come back for 63, 127, 191, … */
uint16_t hang_63(uint16_t x)
{
    volatile bool forever = x % 64 == 63;
    while (forever)
        ;
    return x / 64;
}

/* ends the process for even inputs */
uint8_t exit_even(uint8_t x)
{
    if (x % 2 == 0)
        exit(0);
    return (uint8_t)(x + 100);
}

/* allocates without end above 1,000 */
uint16_t greedy(uint16_t x)
{
    while (x > 1000) {
        char *more = malloc(1 << 24);
        if (!more)
            abort();
        memset(more, 1, 1 << 24);
    }
    return (uint16_t)(2 * x);
}

/* runs out of stack above 1,000 */
static uint32_t descend(uint32_t x, volatile char *above)
{
    volatile char here[256];
    here[0] = *above;
    return x > 1000 ? descend(x, here) + here[0] : x;
}

uint32_t deep(uint32_t x)
{
    volatile char top = 0;
    return descend(x, &top) + 7;
}

/* writes on standard output and standard error with every call */
uint32_t shout(uint32_t x)
{
    printf("sat\nunsat\nshout(%u)\n", x);
    fprintf(stderr, "shout(%u)\n", x);
    fflush(stdout);
    return x ^ 0xff;
}

/* a bool that is 2 from 128 on */
uint8_t odd_bool(uint8_t x)
{
    return x >= 128 ? 2 : x % 5 == 0;
}

/* four bits, but five of them come back from 8 on */
uint8_t five_bits(uint8_t x)
{
    return x >= 8 ? 16 + x : 15 - x;
}

/* answers differently every time */
uint16_t liar(uint16_t x)
{
    static uint16_t calls;
    return (uint16_t)(x + 2 * calls++);
}

/* answers by what the clock says, in microseconds */
uint8_t clock_liar(uint8_t x)
{
    usleep(1);
    uint64_t ticks = __builtin_ia32_rdtsc();
    return (uint8_t)(x ^ ticks ^ ticks >> 8 ^ ticks >> 16);
}

/* honest but slow: about a millisecond a call */
uint16_t slow(uint16_t x)
{
    usleep(1000);
    return (uint16_t)(x * 7);
}

/* writes far behind its buffer when the first byte is 0 */
uint8_t scribble(uint8_t *a)
{
    if (a[0] == 0)
        *(volatile uint8_t *)(a + (1 << 30)) = 1;
    return (uint8_t)(a[0] + a[1]);
}

/* crashes except in a window of 16 */
uint32_t narrow(uint32_t x)
{
    if (x - 0x1230 >= 16)
        abort();
    return x - 0x1230;
}
