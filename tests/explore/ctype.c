#include <ctype.h>
#include <stdlib.h>

#include "reach.h"

int main(int argc, char **argv)
{
    if (argc < 2)
        REACH(0);
    unsigned char c = (unsigned char)argv[1][0];
    if (isdigit(c)) {
        if (abs((signed char)argv[1][1]) == 100)
            REACH(1);
        REACH(2);
    }
    if (toupper(c) == 'Q')
        REACH(3);
    REACH(4);
}
