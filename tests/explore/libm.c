#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reach.h"

int main(void)
{
    float x;
    if (read(0, &x, sizeof x) != sizeof x)
        REACH(0);
    if (isnan(x))
        REACH(1);
    double y = sqrt(x);
    if (y > 12.0 && y < 12.5)
        REACH(2);
    if (floor(x) == -3.0)
        REACH(3);
    if (sin(x) > 0.99)
        REACH(4);
    REACH(5);
}
