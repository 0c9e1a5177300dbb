/* Two numbers of four hexadecimal digits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64];
    unsigned low, high;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "%4x:%4x", &low, &high) != 2)
        return 1;
    if ((low ^ high) != 0xbeef)
        return 1;
    char *table = calloc(0xff00, 1);
    table[high < 0xff00 ? high : 0] = 1;
    if (low > 0x1000 && low < 0x1010)
        table[0xff00 + low % 4] = 1;
    free(table);
    return 0;
}
