#include <string.h>

#include "reach.h"

int main(int argc, char **argv)
{
    if (argc < 2)
        REACH(0);
    if (strcmp(argv[1], "secret") == 0)
        REACH(1);
    if (strncmp(argv[1], "--key=", 6) == 0) {
        if (strcasecmp(argv[1] + 6, "abc") == 0)
            REACH(2);
        REACH(3);
    }
    REACH(4);
}
