/* A number that is kept within bounds. */
#include "sides.h"
static int clamp(int v)
{
    return C(1, v < -1000000000) ? -1000000000 : C(2, v > 2000000000) ? 2000000000 : v;
}
int main(void)
{
    char in[16] = "";
    input(in, sizeof in);
    printf("%d\n", clamp((int)word(in)));
    return 0;
}
