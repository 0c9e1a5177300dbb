/* A table-driven checksum. */
#include <stdint.h>
#include <stdio.h>

static uint32_t table[256];

static uint32_t crc(const unsigned char *p, size_t n)
{
    uint32_t c = 0xffffffff;
    for (size_t i = 0; i < n; i++)
        c = table[(c ^ p[i]) & 0xff] ^ c >> 8;
    return ~c;
}

int main(void)
{
    static unsigned char data[1 << 16];
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
    uint32_t sum = 0;
    for (int round = 0; round < 4000; round++) {
        data[round & 0xffff] += (unsigned char)round;
        sum += crc(data, sizeof data);
    }
    printf("%08x\n", sum);
    return 0;
}
