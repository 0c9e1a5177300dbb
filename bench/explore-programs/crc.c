/* --sym-stdin 32 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t crc32(const unsigned char *data, size_t n)
{
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < n; i++) {
        crc ^= data[i];
        for (int k = 0; k < 8; k++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
    return ~crc;
}

static unsigned fletcher(const unsigned char *data, size_t n)
{
    unsigned a = 0, b = 0;
    for (size_t i = 0; i < n; i++) {
        a = (a + data[i]) % 255;
        b = (b + a) % 255;
    }
    return b << 8 | a;
}

/* "NAME HEX DATA": HEX is the checksum of DATA. */
int main(void)
{
    char line[40];
    if (!fgets(line, sizeof line, stdin))
        return 2;
    line[strcspn(line, "\n")] = 0;
    char *hex = strchr(line, ' ');
    if (!hex)
        return 2;
    *hex++ = 0;
    char *end;
    unsigned long wanted = strtoul(hex, &end, 16);
    if (end == hex || *end != ' ')
        return 2;
    const unsigned char *data = (const unsigned char *)end + 1;
    size_t n = strlen(end + 1);
    if (!strcmp(line, "sum")) {
        unsigned long all = 0;
        for (size_t i = 0; i < n; i++)
            all += data[i];
        if (all == wanted)
            puts("sum: good");
        return all != wanted;
    }
    if (!strcmp(line, "fletcher")) {
        if (fletcher(data, n) == wanted)
            puts("fletcher: good");
        return fletcher(data, n) != wanted;
    }
    if (!strcmp(line, "crc")) {
        if (n == 4 && crc32(data, n) == wanted)
            puts("crc: good");
        return crc32(data, n) != wanted;
    }
    fprintf(stderr, "unknown checksum\n");
    return 2;
}
