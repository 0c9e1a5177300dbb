/* What the text decodes to is compared; then the room is too small. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int digit(int c)
{
    static const char all[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c ? strchr(all, c) : NULL;
    return at ? (int)(at - all) : -1;
}
int main(void)
{
    char line[64], out[48];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t n = strcspn(line, "\n"), made = 0;
    unsigned bits = 0, held = 0;
    for (size_t i = 0; i < n && line[i] != '='; i++) {
        int d = digit(line[i]);
        if (d < 0)
            return 1;
        bits = bits << 6 | (unsigned)d;
        held += 6;
        if (held >= 8) {
            held -= 8;
            out[made++] = (char)(bits >> held);
        }
    }
    if (made < 8 || memcmp(out, "admin:99", 8))
        return 1;
    char *user = malloc(8);
    strcpy(user, "admin:99");
    puts(user);
    free(user);
    return 0;
}
