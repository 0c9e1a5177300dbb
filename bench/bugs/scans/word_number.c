/* A word and a number behind it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64], word[16];
    int n;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "%15s %d", word, &n) != 2)
        return 1;
    if (strcmp(word, "offset") || n < 0 || n > 4096)
        return 1;
    char *table = calloc(4096, 1);
    table[n] = 1;
    free(table);
    return 0;
}
