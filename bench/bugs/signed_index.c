/* Characters are signed. */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    unsigned *counts = calloc(128, sizeof *counts);
    char in[16];
    size_t n = fread(in, 1, sizeof in, stdin);
    if (n < 3 || in[0] != '%' || in[1] != 'u')
        return 1;
    for (size_t i = 2; i < n; i++)
        counts[(int)in[i]]++;
    printf("%u\n", counts['a']);
    free(counts);
    return 0;
}
