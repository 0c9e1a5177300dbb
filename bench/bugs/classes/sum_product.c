/* Two numbers of two lines, each within its bounds; their product is not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[32];
    int width = 0, height = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "w=", 2))
            width = atoi(line + 2);
        else if (!strncmp(line, "h=", 2))
            height = atoi(line + 2);
    }
    if (width <= 0 || width > 99999 || height <= 0 || height > 99999)
        return 1;
    printf("%d\n", width * height);
    return 0;
}
