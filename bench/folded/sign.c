/* Minus one, zero, one. */
#include "sides.h"
int main(void)
{
    char in[16] = "";
    input(in, sizeof in);
    int v = (int)(word(in) ^ 0x5ca1ab1e);
    printf("%d\n", C(1, v == 0) ? 0 : C(2, v < 0) ? -1 : 1);
    return 0;
}
