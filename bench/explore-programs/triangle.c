/* --sym-args 3 3 8 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    double side[3];
    if (argc != 4) {
        fprintf(stderr, "three sides are needed\n");
        return 2;
    }
    for (int i = 0; i < 3; i++) {
        side[i] = atof(argv[i + 1]);
        if (!(side[i] > 0) || isinf(side[i])) {
            fprintf(stderr, "%s: no length\n", argv[i + 1]);
            return 2;
        }
    }
    for (int i = 0; i < 3; i++)
        for (int k = i + 1; k < 3; k++)
            if (side[k] < side[i]) {
                double swap = side[i];
                side[i] = side[k];
                side[k] = swap;
            }
    if (side[0] + side[1] <= side[2]) {
        puts("not a triangle");
        return 1;
    }
    if (side[0] == side[2])
        puts("equilateral");
    else if (side[0] == side[1] || side[1] == side[2])
        puts("isosceles");
    double half = (side[0] + side[1] + side[2]) / 2;
    double area = sqrt(half * (half - side[0]) * (half - side[1]) * (half - side[2]));
    double angle =
        acos((side[0] * side[0] + side[1] * side[1] - side[2] * side[2]) / (2 * side[0] * side[1]));
    double degrees = angle * 180 / acos(-1);
    if (fabs(degrees - 90) < 1e-6)
        puts("right");
    else
        puts(degrees > 90 ? "obtuse" : "acute");
    if (floor(area) == area)
        puts("its area is whole");
    printf("%g\n", area);
    return 0;
}
