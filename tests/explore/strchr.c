#include <string.h>

#include "reach.h"

int main(int argc, char **argv)
{
    if (argc < 2)
        REACH(0);
    char *colon = strchr(argv[1], ':');
    if (!colon)
        REACH(1);
    if (colon - argv[1] == 3)
        REACH(2);
    {
        if (strrchr(argv[1], ':') != colon)
            REACH(3);
        REACH(4);
    }
}
