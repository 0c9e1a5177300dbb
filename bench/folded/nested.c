/* Choices in a choice. */
#include "sides.h"
static double rate(int kind, int old)
{
    return C(1, kind == 'x') ? (C(2, old == 'y') ? 0.5 : 0.25) : (C(3, old == 'z') ? 2 : 1);
}
int main(void)
{
    char in[16] = "";
    input(in, sizeof in);
    printf("%g\n", rate(in[2], in[3]));
    return 0;
}
