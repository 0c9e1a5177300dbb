/* A number with a fraction. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64];
    double angle;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "turn %lf", &angle) != 1)
        return 1;
    if (angle < 359.5 || angle >= 360)
        return 1;
    char *degrees = calloc(360, 1);
    degrees[(int)(angle + 0.5)] = 1;
    free(degrees);
    return 0;
}
