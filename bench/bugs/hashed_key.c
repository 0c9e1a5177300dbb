/* A key that is known by its hash only. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[32];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    line[strcspn(line, "\n")] = 0;
    uint32_t hash = 5381;
    for (const char *c = line; *c; c++)
        hash = hash * 33 ^ (unsigned char)*c;
    int *slot = malloc(sizeof *slot * 3);
    for (int i = 0; i < 3; i++)
        slot[i] = i;
    int found = slot[hash == 0x7c9a1e3b ? 3 : 1];
    free(slot);
    return found == 77;
}
