/* strncpy leaves the end out when there is no room for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64], *field = malloc(12);
    if (!fgets(line, sizeof line, stdin) || strncmp(line, "id:", 3))
        return 1;
    line[strcspn(line, "\n")] = 0;
    strncpy(field, line + 3, 12);
    size_t n = strlen(field);
    free(field);
    return n > 5;
}
