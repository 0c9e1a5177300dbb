#include <stdlib.h>

#include "reach.h"

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n == 4711)
        REACH(1);
    if (n < -1000)
        REACH(2);
    if (n > 100000 && n % 7 == 3)
        REACH(3);
    REACH(0);
}
