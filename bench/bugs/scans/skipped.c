/* Words that are skipped, and a share in per cent. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64];
    int share;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "%*s %*[a-z] %d%%", &share) != 1)
        return 1;
    if (share < 0 || share > 1000)
        return 1;
    char *bar = calloc(1000, 1);
    bar[share] = '#';
    free(bar);
    return 0;
}
