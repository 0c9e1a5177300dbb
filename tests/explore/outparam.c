#include "reach.h"

int thirdparty_decode(const char *text, int *value);

int main(int argc, char **argv)
{
    int value;
    if (argc < 2)
        REACH(0);
    if (thirdparty_decode(argv[1], &value))
        REACH(1);
    {
        if (value == 5000)
            REACH(2);
        REACH(3);
    }
}
