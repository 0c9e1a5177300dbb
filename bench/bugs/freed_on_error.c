/* The error path frees what the caller frees again. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int parse(char *text, int *value)
{
    if (strncmp(text, "key=", 4))
        return 0;
    if (text[4] == '=') {
        free(text);
        return 0;
    }
    *value = text[4];
    return 1;
}
int main(void)
{
    char *text = calloc(1, 4096);
    int value = 0;
    fgets(text, 32, stdin);
    if (!parse(text, &value))
        value = -1;
    free(text);
    return value != -1;
}
