/* A number of lines, then each with its length in hexadecimal digits; the fifth has no place in an array. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int digit(int c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
int main(void)
{
    char in[65];
    size_t n = fread(in, 1, sizeof in - 1, stdin), at;
    in[n] = 0;
    if (strncmp(in, "lines ", 6) || in[6] < '0' || in[6] > '9' || in[7] != '\n')
        return 1;
    int count = in[6] - '0', *sizes = malloc(4 * sizeof *sizes);
    at = 8;
    for (int k = 0; k < count; k++) {
        if (n - at < 4 || digit(in[at]) < 0 || digit(in[at + 1]) < 0 || in[at + 2] != ' ')
            return 1;
        size_t size = (size_t)(digit(in[at]) * 16 + digit(in[at + 1]));
        at += 3;
        if (size >= n - at || in[at + size] != '\n' || size < 2 || in[at] != '#')
            return 1;
        at += size + 1;
    }
    if (at != n)
        return 1;
    for (int k = 0; k < count; k++)
        sizes[k] = k;
    printf("%d\n", sizes[0]);
    free(sizes);
    return 0;
}
