/* long double: a scaled number between two others. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    uint32_t in[2];
    if (fread(in, 4, 2, stdin) != 2)
        return 1;
    long double x = (long double)in[0] * 0.25L + in[1];
    char *cells = calloc(16, 1);
    if (x > 3000000000.5L && x < 3000000001.0L)
        cells[16] = 1;
    printf("%d\n", cells[0]);
    free(cells);
    return 0;
}
