/* The example of the paper on deferred concretization (IFSE, listing 1). */
#include <string.h>

#include "reach.h"

static int parse_option(int argc, char **argv)
{
    if (argc == 2) {
        if (strcmp(argv[1], "--physical") == 0)
            return 'P';
        if (strcmp(argv[1], "--logical") == 0)
            return 'L';
    }
    return -1;
}

int main(int argc, char **argv)
{
    switch (parse_option(argc, argv)) {
    case 'P':
        REACH(1);
    case 'L':
        REACH(2);
    default:
        REACH(0);
    }
}
