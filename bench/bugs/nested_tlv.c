/* Tag, length, value; the values of tag 5 are such again. The inner length is not checked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned total;
static void inner(const unsigned char *p, size_t n)
{
    size_t at = 0;
    while (at + 2 <= n) {
        unsigned tag = p[at], length = p[at + 1];
        if (tag == 0x42)
            for (unsigned i = 0; i < length; i++)
                total += p[at + 2 + i];
        at += 2 + length;
    }
}
int main(void)
{
    unsigned char in[48];
    size_t n = fread(in, 1, sizeof in, stdin), at = 2;
    if (n < 4 || in[0] != 'T' || in[1] != 'L')
        return 1;
    while (at + 2 <= n) {
        unsigned tag = in[at], length = in[at + 1];
        if (at + 2 + length > n)
            return 1;
        if (tag == 5) {
            unsigned char *copy = malloc(length ? length : 1);
            memcpy(copy, in + at + 2, length);
            inner(copy, length);
            free(copy);
        }
        at += 2 + length;
    }
    printf("%u\n", total);
    return 0;
}
