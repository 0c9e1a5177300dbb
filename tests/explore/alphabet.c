/* Four calls that see one byte each: their tables fit together in one way only. */
#include <string.h>

#include "reach.h"

int main(int argc, char **argv)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned value = 0;
    if (argc < 2)
        REACH(0);
    for (int i = 0; i < 4; i++) {
        const char *at = strchr(alphabet, argv[1][i]);
        if (!at || !*at)
            REACH(1);
        value = value << 6 | (unsigned)(at - alphabet);
    }
    if (value == 0x9c4f1b)
        REACH(2);
    REACH(3);
}
