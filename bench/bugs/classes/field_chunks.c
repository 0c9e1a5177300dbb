/* Chunks with a length and a CRC over type and content; a group holds chunks of its own. A palette in a group has room
 * for three colours. */
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
static unsigned get16(const unsigned char *p)
{
    return p[0] << 8 | p[1];
}
static int chunks(const unsigned char *p, size_t n, int depth)
{
    while (n) {
        if (n < 7)
            return 1;
        size_t size = get16(p);
        if (size > n - 7)
            return 1;
        uint32_t sum = (uint32_t)get16(p + 3 + size) << 16 | get16(p + 5 + size);
        if (crc(p + 2, size + 1) != sum)
            return 1;
        if (p[2] == 'G' && depth < 2) {
            if (chunks(p + 3, size, depth + 1))
                return 1;
        } else if (p[2] == 'P' && depth) {
            unsigned char *palette = malloc(9);
            if (size % 3)
                return 1;
            memcpy(palette, p + 3, size);
            printf("%d\n", palette[0]);
            free(palette);
        } else if (p[2] != 'N') {
            return 1;
        }
        p += 7 + size;
        n -= 7 + size;
    }
    return 0;
}
int main(void)
{
    unsigned char in[64];
    size_t n = fread(in, 1, sizeof in, stdin);
    if (n < 2 || in[0] != 0x89 || in[1] != 'C')
        return 1;
    return chunks(in + 2, n - 2, 0);
}
