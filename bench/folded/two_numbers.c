/* Two returned numbers. */
#include "sides.h"
static int grade(uint32_t w)
{
    if (C(1, w == 0x6b21f00d))
        return 3;
    return 4;
}
int main(void)
{
    char in[16];
    return input(in, sizeof in) < 4 ? 0 : grade(word(in));
}
