/* Numbers of 64 bits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64];
    long offset;
    unsigned long size;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "%ld %lu", &offset, &size) != 2)
        return 1;
    if (offset >= 0 || offset < -5000000000 || size < 5000000000)
        return 1;
    unsigned long at = size + (unsigned long)offset;
    char *data = calloc(100, 1);
    if (at == 123)
        data[at] = 1;
    free(data);
    return 0;
}
