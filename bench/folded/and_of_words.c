/* a && b as a number, of words. */
#include "sides.h"
int main(void)
{
    char in[16] = "";
    size_t n = input(in, sizeof in);
    int both = n >= 8 && C(1, word(in) == 0x12345678) && C(2, word(in + 4) == 0x9abcdef0);
    printf("%d\n", both);
    return 0;
}
