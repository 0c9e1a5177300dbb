/* Eight letters make five bytes, which are compared one after the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    static const char all[] = "abcdefghijklmnopqrstuvwxyz234567";
    char line[32];
    unsigned char out[24];
    unsigned long long bits = 0;
    int n = 0, made = 0;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    for (; line[n] && line[n] != '\n'; n++) {
        const char *at = strchr(all, line[n]);
        if (!at)
            return 1;
        bits = bits << 5 | (unsigned long long)(at - all);
        if (n % 8 == 7)
            for (int k = 4; k >= 0; k--)
                out[made++] = (unsigned char)(bits >> 8 * k);
    }
    if (made != 5)
        return 1;
    static const char wanted[] = "open:";
    for (int i = 0; i < 5; i++)
        if (out[i] != (unsigned char)wanted[i])
            return 1;
    char *room = malloc(4);
    memcpy(room, out, (size_t)made);
    fwrite(room, 1, 4, stdout);
    free(room);
    return 0;
}
