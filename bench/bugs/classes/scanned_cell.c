/* A row and a column, and one row too many. */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char line[48];
    int row, column;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "cell %d,%d", &row, &column) != 2)
        return 1;
    if (row < 0 || row > 10 || column < 0 || column > 16)
        return 1;
    unsigned char *cells = calloc(17, 10);
    int at = row * 17 + column;
    if (at <= 170)
        cells[at] = 1;
    free(cells);
    return 0;
}
