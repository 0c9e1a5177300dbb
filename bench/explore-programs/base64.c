/* --sym-args 1 1 16 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int decode(const char *text, unsigned char *out)
{
    int n = 0, bits = 0;
    unsigned value = 0;
    size_t length = strlen(text);
    if (length % 4)
        return -1;
    for (; *text && *text != '='; text++) {
        const char *at = strchr(alphabet, *text);
        if (!at)
            return -2;
        value = value << 6 | (unsigned)(at - alphabet);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            out[n++] = (unsigned char)(value >> bits);
        }
    }
    if (strspn(text, "=") != strlen(text) || strlen(text) > 2)
        return -3;
    return n;
}

int main(int argc, char **argv)
{
    unsigned char out[64] = {0};
    if (argc < 2)
        return 2;
    int n = decode(argv[1], out);
    switch (n) {
    case -1:
        fprintf(stderr, "the length is no multiple of 4\n");
        return 1;
    case -2:
        fprintf(stderr, "a character that is no base64\n");
        return 1;
    case -3:
        fprintf(stderr, "bad padding\n");
        return 1;
    }
    char *colon = memchr(out, ':', (size_t)n);
    if (!colon) {
        puts("no password");
        return 3;
    }
    *colon = 0;
    if (!strcmp((char *)out, "admin")) {
        puts(strcmp(colon + 1, "open") ? "wrong password" : "welcome");
        return 0;
    }
    printf("unknown user, password of %zu bytes\n", strlen(colon + 1));
    return 4;
}
