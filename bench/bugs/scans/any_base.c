/* Numbers of any base, as in C. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64];
    int from, to;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "%i,%i", &from, &to) != 2)
        return 1;
    if (line[0] != '0' || from < 0x7f00 || to != from + 0x102)
        return 1;
    char *page = calloc(256, 1);
    if (from < 0x8000)
        page[to - from] = 1;
    free(page);
    return 0;
}
