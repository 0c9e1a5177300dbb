/* Maximum by an if without else. */
#include "sides.h"
int main(void)
{
    char in[16] = "";
    input(in, sizeof in);
    int32_t most = 2000000000, v = (int32_t)word(in);
    if (C(1, v > most))
        most = v;
    if (C(2, most == 2147483647))
        most = -1;
    printf("%d\n", most);
    return 0;
}
