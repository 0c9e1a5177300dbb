/* Reads a text on standard input, and as often as the argument says parses, prints and drops it: work for the library cJSON. */
#include <stdio.h>
#include <stdlib.h>

#include "cJSON.h"

int main(int argc, char **argv)
{
    static char text[1 << 20];
    size_t n = fread(text, 1, sizeof text - 1, stdin), bytes = 0;
    text[n] = 0;
    for (int i = argc > 1 ? atoi(argv[1]) : 1; i > 0; i--) {
        cJSON *value = cJSON_Parse(text);
        char *printed = value ? cJSON_Print(value) : NULL;
        for (char *c = printed; c && *c; c++)
            bytes++;
        free(printed);
        cJSON_Delete(value);
    }
    printf("%zu\n", bytes);
    return 0;
}
