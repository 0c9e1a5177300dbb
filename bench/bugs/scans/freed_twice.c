/* Two slots that were given are freed: they may be one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64];
    void *slots[64];
    for (int i = 0; i < 64; i++)
        slots[i] = malloc(24);
    if (!fgets(line, sizeof line, stdin) || strlen(line) < 8)
        return 1;
    unsigned char *text = (unsigned char *)line;
    unsigned first = (text[0] ^ text[1] * 3u ^ text[2] * 5u) % 64;
    unsigned second = (text[3] + text[4] * 7u + text[5] * 11u) % 64;
    if (text[6] != (first ^ 0x5a))
        return 1;
    free(slots[first]);
    free(slots[second]);
    return 0;
}
