/* Pairs of digits that are looked up; what they make is compared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int nibble(char c)
{
    static const char all[] = "0123456789ABCDEF";
    const char *at = memchr(all, c, 16);
    return at ? (int)(at - all) : -1;
}
int main(void)
{
    char line[64];
    unsigned char key[8];
    size_t n = 0;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    for (size_t i = 0; nibble(line[i]) >= 0 && nibble(line[i + 1]) >= 0 && n < sizeof key; i += 2)
        key[n++] = (unsigned char)(nibble(line[i]) << 4 | nibble(line[i + 1]));
    if (n != 6 || memcmp(key, "k3y!zz", 6))
        return 1;
    char *copy = malloc(5);
    memcpy(copy, key, n);
    fwrite(copy, 1, 5, stdout);
    free(copy);
    return 0;
}
