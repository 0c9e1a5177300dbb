/* A shift by as much as the input says. */
#include <stdint.h>
#include <stdio.h>
int main(void)
{
    int c, shift = 0;
    uint32_t value = 0;
    do {
        c = getchar();
        if (c == EOF)
            return 1;
        value |= (uint32_t)(c & 0x7f) << shift;
        shift += 7;
    } while (c & 0x80);
    printf("%u\n", value);
    return 0;
}
