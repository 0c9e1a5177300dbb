/* Slots by number: what was given back stays in its slot. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64];
    int *slots[16] = {0};
    for (int i = 0; i < 16; i++)
        slots[i] = calloc(1, sizeof(int));
    free(slots[11]);
    if (!fgets(line, sizeof line, stdin) || strncmp(line, "use ", 4))
        return 1;
    unsigned char *text = (unsigned char *)line;
    unsigned key = text[4] * 251u + text[5] * 17u + text[6];
    if (key % 4 == 1)
        return 1;
    int *one = slots[(key >> 7) % 16];
    *one += 1;
    printf("%d\n", *one);
    return 0;
}
