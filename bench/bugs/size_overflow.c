/* Count times size is more than 32 bits. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    uint32_t head[3];
    if (fread(head, 4, 3, stdin) != 3 || head[0] != 0x31474d49)
        return 1;
    uint32_t width = head[1], height = head[2], bytes = width * height * 4;
    if (!width || !height || bytes > 1 << 20)
        return 1;
    unsigned char *pixels = malloc(bytes);
    if (!pixels)
        return 1;
    for (uint32_t y = 0; y < height && y < 4; y++)
        for (uint32_t x = 0; x < width && x < 4096; x++)
            pixels[((size_t)y * width + x) * 4] = (unsigned char)x;
    free(pixels);
    return 0;
}
