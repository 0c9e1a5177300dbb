/* A reader of chunks: kind, length, bytes, and a sum over them. Static buffers: it leaves something. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static uint8_t palette[256 * 3], rows[64 * 64];
static unsigned width, height, n_colors;

static uint32_t sum_of(const uint8_t *data, size_t n)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < n; i++) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static int read_chunk(uint8_t kind, const uint8_t *data, size_t n)
{
    switch (kind) {
    case 'H':
        if (n < 2 || !data[0] || !data[1] || data[0] > 64 || data[1] > 64)
            return 0;
        width = data[0];
        height = data[1];
        return 1;
    case 'P':
        if (n % 3 || n > sizeof palette)
            return 0;
        memcpy(palette, data, n);
        n_colors = (unsigned)(n / 3);
        return 1;
    case 'D':
        if (!width || n > (size_t)width * height)
            return 0;
        for (size_t i = 0; i < n; i++)
            if (data[i] >= n_colors)
                return 0;
        memcpy(rows, data, n);
        return 1;
    case 'E':
        return n == 0;
    default:
        return kind >= 'a' && kind <= 'z';
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    size_t at = 0;
    while (n - at >= 6) {
        size_t length = data[at + 1];
        uint32_t sum;
        if (length > n - at - 6)
            return 0;
        memcpy(&sum, data + at + 2 + length, sizeof sum);
        if (sum != sum_of(data + at + 2, length) || !read_chunk(data[at], data + at + 2, length))
            return 0;
        at += 6 + length;
    }
    return 0;
}
