/* A colour in hexadecimal: its parts add up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64];
    unsigned red, green, blue;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "#%2x%2x%2x", &red, &green, &blue) != 3)
        return 1;
    if (red <= green || green <= blue)
        return 1;
    char *sums = calloc(3, 251);
    unsigned sum = red + green + blue;
    if (sum < 754)
        sums[sum] = 1;
    free(sums);
    return 0;
}
