/* Texts with their length in front ("5:hello,"), in one of the same kind; a long one after three others has no room. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int text(const char **p, const char *end, size_t *size)
{
    size_t n = 0;
    const char *at = *p;
    if (at == end || *at < '0' || *at > '9')
        return 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++)
        n = n * 10 + (size_t)(*at - '0');
    if (at == end || *at != ':' || n >= (size_t)(end - at - 1) || at[1 + n] != ',')
        return 0;
    *p = at + 1;
    *size = n;
    return 1;
}
int main(void)
{
    char in[64];
    const char *p = in, *end = in + fread(in, 1, sizeof in, stdin);
    size_t all, size;
    if (!text(&p, end, &all) || p + all + 1 != end)
        return 1;
    end = p + all;
    for (int k = 0; p < end; k++) {
        if (!text(&p, end, &size))
            return 1;
        if (k == 3) {
            char *key = malloc(10);
            memcpy(key, p, size);
            printf("%c\n", *key);
            free(key);
        }
        p += size + 1;
    }
    return 0;
}
