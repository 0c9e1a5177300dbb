/* A signed sum that is too large. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64];
    int total = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "add ", 4))
            total += atoi(line + 4);
        else
            return 1;
    }
    return total == 12345;
}
