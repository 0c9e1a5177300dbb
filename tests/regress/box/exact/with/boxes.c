#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>

/* CRC-16 of the four bytes. */
uint16_t sum16(uint32_t x)
{
    uint16_t h = 0xffff;
    for (int i = 0; i < 32; i++) {
        uint16_t bit = (uint16_t)((x >> i ^ h) & 1);
        h = (uint16_t)(h >> 1);
        h = (uint16_t)(bit ? h ^ 0xa001 : h);
    }
    return h;
}

/* Never even. */
uint8_t odd8(uint8_t x)
{
    uint8_t h = (uint8_t)(x * 75u);
    h ^= (uint8_t)(h >> 3);
    return h | 1;
}

/* Whether a file can be written: 1 where the box may do what programs do. */
uint8_t writes(uint8_t x)
{
    char name[] = "tandem-box-?";
    name[11] = (char)('a' + x % 26);
    int f = open(name, O_CREAT | O_WRONLY, 0600);
    if (f < 0)
        return 0;
    close(f);
    unlink(name);
    return 1;
}
