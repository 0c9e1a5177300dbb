/* A key and a value, taken apart by sets of characters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64], key[16], value[32];
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "%15[^=]=%31[^\n]", key, value) != 2)
        return 1;
    if (strcmp(key, "depth"))
        return 1;
    int depth = atoi(value);
    if (depth < 0 || depth > 777)
        return 1;
    char *stack = calloc(777, 1);
    stack[depth] = 1;
    free(stack);
    return 0;
}
