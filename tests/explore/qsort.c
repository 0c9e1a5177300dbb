#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reach.h"

static int compare(const void *a, const void *b)
{
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

int main(void)
{
    unsigned char x[4];
    if (read(0, x, sizeof x) != sizeof x)
        REACH(0);
    qsort(x, sizeof x, 1, compare);
    if (x[0] == 'c' && x[3] == 'q')
        REACH(1);
    if (x[1] == x[2])
        REACH(2);
    REACH(3);
}
