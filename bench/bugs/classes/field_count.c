/* A count of records, each with its kind and length, and the sum of all that at the end. The fourth name has no room. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    unsigned char in[64];
    size_t n = fread(in, 1, sizeof in, stdin), at = 2;
    if (n < 4 || in[0] != 'R')
        return 1;
    unsigned sum = 0;
    for (size_t i = 0; i + 1 < n; i++)
        sum += in[i];
    if ((sum & 255) != in[n - 1])
        return 1;
    char **names = malloc(3 * sizeof *names);
    int known = 0;
    for (unsigned k = 0; k < in[1]; k++) {
        if (n - 1 - at < 2 || in[at + 1] > n - 1 - at - 2)
            return 1;
        unsigned size = in[at + 1];
        if (in[at] == 'n') {
            if (size < 3)
                return 1;
            names[known] = (char *)in + at + 2;
            known++;
        } else if (in[at] != 'v' || !known) {
            return 1;
        }
        at += 2 + size;
    }
    if (at != n - 1)
        return 1;
    printf("%d\n", known);
    free(names);
    return 0;
}
