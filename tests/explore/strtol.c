#include <errno.h>
#include <stdlib.h>

#include "reach.h"

int main(int argc, char **argv)
{
    char *end;
    if (argc < 2)
        REACH(0);
    errno = 0;
    long n = strtol(argv[1], &end, 0);
    if (errno == ERANGE) {
        if (n > 0)
            REACH(1);
        REACH(2);
    }
    if (end == argv[1])
        REACH(3);
    if (*end == 'k')
        REACH(4);
    if (*end)
        REACH(5);
    {
        if (n == 65536)
            REACH(6);
        REACH(7);
    }
}
