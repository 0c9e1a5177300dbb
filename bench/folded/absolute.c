/* Absolute value by hand, and one that is remarkable. */
#include "sides.h"
int main(void)
{
    char in[16] = "";
    input(in, sizeof in);
    int v = (int)(word(in) >> 4) - 0x0ff00000;
    if (C(1, v < 0))
        v = -v;
    printf("%s\n", C(2, v == 123456) ? "that" : "no");
    return 0;
}
