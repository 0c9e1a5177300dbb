/* What one box gives goes to the next. */
#include <stdlib.h>
#include <string.h>

#include "reach.h"

int main(int argc, char **argv)
{
    if (argc < 2)
        REACH(0);
    int n = abs(atoi(argv[1]));
    char *at = strchr("0123456789abcdef", n & 127);
    if (n == 321)
        REACH(1);
    {
        if (at && *at == 'b')
            REACH(2);
        REACH(3);
    }
}
