/* The first byte says how long the record is; what was read may be less. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    unsigned char in[64];
    size_t n = fread(in, 1, sizeof in, stdin);
    if (n < 4 || in[0] != 0xa7)
        return 1;
    unsigned char *record = malloc(n - 2);
    memcpy(record, in + 2, n - 2);
    unsigned sum = 0;
    for (unsigned i = 0; i < in[1]; i++)
        sum += record[i];
    printf("%u\n", sum);
    free(record);
    return 0;
}
