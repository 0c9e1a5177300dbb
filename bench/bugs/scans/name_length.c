/* A name of exactly as many letters as there is room for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64], name[41];
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "name:%40[a-z]", name) != 1)
        return 1;
    char *copy = malloc(23);
    size_t n = strlen(name);
    if (n < 24)
        puts(strcpy(copy, name));
    free(copy);
    return 0;
}
