/* A way that nobody can go, which only those know who know strcmp. */
#include <string.h>

#include "reach.h"

int main(int argc, char **argv)
{
    if (argc < 2)
        REACH(0);
    if (strcmp(argv[1], "-") != 0)
        REACH(1);
    if (argv[1][0] == '?')
        REACH(2);
    REACH(3);
}
