/* A count of records, each with a length and a CRC over kind and content; a group holds records of its own. Names in a group have room for
 * eleven bytes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t crc(const unsigned char *p, size_t n)
{
    uint32_t c = 0xffffffff;
    while (n--) {
        c ^= *p++;
        for (int k = 0; k < 8; k++)
            c = c >> 1 ^ (0xedb88320 & -(c & 1));
    }
    return ~c;
}

/* The length of a record that is right; 0: it is not. */
static size_t record(const unsigned char *p, size_t n)
{
    uint32_t sum;
    if (n < 7)
        return 0;
    size_t size = (size_t)p[0] << 8 | p[1];
    if (size > n - 7)
        return 0;
    memcpy(&sum, p + 3 + size, 4);
    return crc(p + 2, size + 1) == sum ? size + 7 : 0;
}

static int group(const unsigned char *p, size_t n)
{
    char *names = malloc(11);
    size_t used = 0;
    for (size_t all; n; p += all, n -= all) {
        all = record(p, n);
        if (!all || p[2] != 'n')
            return 1;
        for (size_t i = 0; i + 7 < all; i++)
            names[used++] = (char)p[3 + i];
    }
    printf("%zu\n", used);
    free(names);
    return 0;
}

int main(void)
{
    unsigned char in[96];
    size_t n = fread(in, 1, sizeof in, stdin), at = 2;
    if (n < 2 || in[0] != 'R')
        return 1;
    for (unsigned k = 0; k < in[1]; k++) {
        size_t all = record(in + at, n - at);
        if (!all || (in[at + 2] != 'g' && in[at + 2] != '-'))
            return 1;
        if (in[at + 2] == 'g' && group(in + at + 3, all - 7))
            return 1;
        at += all;
    }
    return at != n;
}
