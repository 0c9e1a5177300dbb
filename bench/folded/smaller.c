/* Minimum of two numbers, then of three. */
#include "sides.h"
int main(void)
{
    char in[16] = "";
    input(in, sizeof in);
    uint32_t a = word(in), b = word(in + 4) | 0xfff00000, c = word(in + 8) & 0xff;
    uint32_t least = C(1, a < b) ? a : b;
    least = C(2, c < least) ? c : least;
    printf("%u\n", least);
    return 0;
}
