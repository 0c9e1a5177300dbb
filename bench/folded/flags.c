/* Bits that are set by comparisons. */
#include "sides.h"
int main(void)
{
    char in[16] = "";
    input(in, sizeof in);
    unsigned flags = 0;
    if (C(1, in[0] == '-'))
        flags |= 1;
    if (C(2, in[1] == 'v'))
        flags |= 2;
    if (C(3, word(in + 4) == 0x0badcafe))
        flags |= 4;
    printf("%u\n", flags);
    return 0;
}
