/* The lead byte says how many follow, whether they are there or not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    unsigned char in[32];
    size_t n = fread(in, 1, sizeof in, stdin), wide = 0;
    unsigned char *text = malloc(n ? n : 1);
    memcpy(text, in, n);
    for (size_t i = 0; i < n;) {
        unsigned c = text[i++];
        unsigned more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
        for (; more; more--, i++)
            if ((text[i] & 0xc0) != 0x80)
                break;
        wide += c >= 0xc0;
    }
    free(text);
    return wide > 3;
}
