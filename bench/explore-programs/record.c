/* --sym-stdin 40 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct header {
    char magic[4];
    uint8_t version, flags;
    uint16_t length;
    uint32_t check;
};

static uint32_t adler(const unsigned char *data, size_t n)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < n; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static int show_name(const unsigned char *data, size_t n)
{
    const unsigned char *end = memchr(data, 0, n);
    if (!end)
        return -1;
    if (!memcmp(data, "root", 4) && end == data + 4)
        puts("the root entry");
    else
        printf("entry of %d bytes\n", (int)(end - data));
    return 0;
}

int main(void)
{
    struct header h;
    unsigned char data[28];
    if (fread(&h, sizeof h, 1, stdin) != 1 || memcmp(h.magic, "REC\x01", 4)) {
        fprintf(stderr, "not a record\n");
        return 1;
    }
    if (h.version < 2 || h.version > 3) {
        fprintf(stderr, "version %d\n", h.version);
        return 1;
    }
    if (h.length > sizeof data || fread(data, 1, h.length, stdin) != h.length) {
        fprintf(stderr, "too short\n");
        return 1;
    }
    if (h.flags & 1) {
        if (h.version < 3) {
            fprintf(stderr, "version 2 has no checksums\n");
            return 1;
        }
        if (adler(data, h.length) != h.check) {
            fprintf(stderr, "damaged\n");
            return 3;
        }
        puts("checked");
    }
    for (size_t at = 0; at + 2 <= h.length;) {
        size_t n = data[at + 1];
        if (at + 2 + n > h.length)
            return 4;
        if (data[at] == 'N' && show_name(data + at + 2, n))
            return 5;
        if (data[at] == 'E')
            break;
        at += 2 + n;
    }
    return 0;
}
