/* --sym-args 1 2 9 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char digits[] = "ivxlcdm";
static const int worth[] = {1, 5, 10, 50, 100, 500, 1000};

static void write_roman(int n, char *out)
{
    static const char *const text[] = {"m",  "cm", "d",  "cd", "c",  "xc", "l",
                                       "xl", "x",  "ix", "v",  "iv", "i"};
    static const int value[] = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    *out = 0;
    for (int i = 0; i < 13; i++)
        for (; n >= value[i]; n -= value[i])
            strcat(out, text[i]);
}

static int read_roman(const char *text)
{
    int sum = 0, last = 0;
    char lower[16], again[32];
    if (strlen(text) >= sizeof lower)
        return -1;
    for (size_t i = 0; i <= strlen(text); i++)
        lower[i] = (char)tolower((unsigned char)text[i]);
    for (size_t i = strlen(lower); i-- > 0;) {
        const char *at = strchr(digits, lower[i]);
        if (!at)
            return -1;
        int value = worth[at - digits];
        sum += value < last ? -value : value;
        last = value;
    }
    if (sum < 1)
        return -2;
    write_roman(sum, again);
    return strcmp(again, lower) ? -2 : sum;
}

int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 1; i < argc; i++) {
        int n = isdigit((unsigned char)argv[i][0]) ? atoi(argv[i]) : read_roman(argv[i]);
        if (n == -1) {
            fprintf(stderr, "%s: no number\n", argv[i]);
            return 1;
        }
        if (n == -2) {
            fprintf(stderr, "%s: not as it is written\n", argv[i]);
            return 1;
        }
        sum += n;
    }
    if (sum > 3999) {
        fprintf(stderr, "too large\n");
        return 1;
    }
    char text[64];
    write_roman(sum, text);
    puts(text);
    if (!strcmp(text, "mcmxc"))
        puts("that year");
    return 0;
}
