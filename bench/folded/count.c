/* A sum of comparisons. */
#include "sides.h"
int main(void)
{
    char in[16] = "";
    size_t n = input(in, sizeof in);
    int signs = 0;
    for (size_t i = 0; i < n && i < 6; i++)
        signs += C(1, in[i] == '~');
    if (C(2, signs == 4))
        puts("four");
    return signs;
}
