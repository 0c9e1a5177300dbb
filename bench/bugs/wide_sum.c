/* 128 bits: compared with a number, and shifted by what is read. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    unsigned __int128 v = 0;
    int c, n = 0;
    while ((c = getchar()) != EOF && n++ < 16)
        v = v << 8 | (unsigned)c;
    unsigned __int128 wanted = (unsigned __int128)0x0123456789abcdef << 64 | 0x8899aabbccddeeff;
    int *cells = calloc(4, sizeof *cells);
    if (v == wanted)
        cells[4] = 1;
    printf("%d\n", cells[0]);
    free(cells);
    return 0;
}
