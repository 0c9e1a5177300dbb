/* Without closed boxes, but hard for SMT: the remainder of a number that is read from text. */
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    int n = atoi(argv[1]);
    if (n > 1000 && n % 97 == 3)
        return 2;
    return 0;
}
