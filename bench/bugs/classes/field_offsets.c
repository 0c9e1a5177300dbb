/* A table of offsets in front of its records, which fill the rest without a gap; the names in three of them are joined. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    unsigned char in[64];
    size_t n = fread(in, 1, sizeof in, stdin);
    if (n < 4 || in[0] != 'T' || in[1] != 'B')
        return 1;
    unsigned count = in[2], size = in[3], at = 4 + count;
    if (size != n || count > 6 || at > n)
        return 1;
    char *all = malloc(16);
    unsigned used = 0;
    for (unsigned k = 0; k < count; k++) {
        unsigned from = in[4 + k], to = k + 1 < count ? in[5 + k] : size;
        if (from != at || to > n || to < from + 3 || in[from] != 'a' + k)
            return 1;
        if (k < 2 && to - from > 6)
            return 1;
        memcpy(all + used, in + from + 1, to - from - 1);
        used += to - from - 1;
        at = to;
        if (used > 10 && k < 2)
            return 1;
    }
    printf("%u\n", used);
    free(all);
    return 0;
}
