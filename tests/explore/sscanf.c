#include <stdio.h>

#include "reach.h"

int main(int argc, char **argv)
{
    int a, b;
    if (argc < 2)
        REACH(0);
    int n = sscanf(argv[1], "%d,%d", &a, &b);
    if (n < 1)
        REACH(1);
    if (n == 1) {
        if (a == 17)
            REACH(2);
        REACH(3);
    }
    if (a == 12 && b == 34)
        REACH(4);
    REACH(5);
}
