/* strtod: a reading between two bounds. */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    static int histogram[50];
    char line[32], *end;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    double t = strtod(line, &end);
    if (end == line || (*end != '\n' && *end) || !(t >= 36.5 && t < 41.6))
        return 1;
    histogram[(int)((t - 36.5) * 10)]++;
    printf("%d\n", histogram[0]);
    return 0;
}
