/* Lines "name: value"; the value has to have five digits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64];
    long port = 0;
    while (fgets(line, sizeof line, stdin)) {
        char *colon = strchr(line, ':');
        if (!colon)
            return 1;
        *colon = 0;
        if (!strcmp(line, "port"))
            port = strtol(colon + 1, NULL, 10);
    }
    if (port < 1 || port > 65536)
        return 1;
    unsigned char *used = calloc(65536 / 8, 1);
    used[port / 8] |= 1;
    free(used);
    return 0;
}
