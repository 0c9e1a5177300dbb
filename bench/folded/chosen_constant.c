/* c ? constant : constant. */
#include "sides.h"
int main(void)
{
    char in[16] = "";
    input(in, sizeof in);
    int price = C(1, word(in) == 0x21706974) ? 17 : 25;
    printf("%d\n", price);
    return 0;
}
