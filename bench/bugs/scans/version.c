/* A version of three numbers and a letter. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64], letter;
    unsigned major, minor, patch;
    if (!fgets(line, sizeof line, stdin) ||
        sscanf(line, "v%u.%u.%u%c", &major, &minor, &patch, &letter) != 4)
        return 1;
    if (major > 99 || minor > 99 || patch > 99 || letter < 'a' || letter > 'c')
        return 1;
    unsigned key = major * 10000 + minor * 100 + patch;
    if (key < 314159 || key > 314161)
        return 1;
    char *letters = calloc(2, 1);
    letters[letter - 'a'] = 1;
    free(letters);
    return 0;
}
