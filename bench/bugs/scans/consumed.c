/* How much was read is where it goes on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64];
    int first, second, used;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "%d+%n", &first, &used) != 1)
        return 1;
    if (first < 1000 || first > 9999 || sscanf(line + used, "%d=", &second) != 1)
        return 1;
    if (second < 1000 || second > 9999)
        return 1;
    char *table = calloc(12345, 1);
    if (first + second <= 12345)
        table[first + second] = 1;
    free(table);
    return 0;
}
