/* A card number with the right check digit, then atoi of a part of it. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[32];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t n = strcspn(line, "\n");
    line[n] = 0;
    if (n != 12)
        return 1;
    int sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (!isdigit((unsigned char)line[n - 1 - i]))
            return 1;
        int d = line[n - 1 - i] - '0';
        if (i & 1)
            d = d * 2 > 9 ? d * 2 - 9 : d * 2;
        sum += d;
    }
    if (sum % 10)
        return 1;
    char *branches = calloc(700, 1);
    int branch = atoi(line + 8) / 10;
    if (branch < 701)
        branches[branch] = 1;
    free(branches);
    return 0;
}
