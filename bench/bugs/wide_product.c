/* 128 bits: a product that has to come out. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    uint64_t in[2];
    if (fread(in, 8, 2, stdin) != 2)
        return 1;
    unsigned __int128 product = (unsigned __int128)in[0] * 0x9e3779b97f4a7c15u + in[1];
    if ((uint64_t)(product >> 64) != 0x1234567 || (uint64_t)product != 0xfeedfacecafebeef)
        return 1;
    char *one = malloc(8);
    one[in[0] & 15 ? 8 : 9] = 1;
    free(one);
    return 0;
}
