/* A date of fixed widths: leap years have one day more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    char line[64];
    int year, month, day;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "%4d-%2d-%2d", &year, &month, &day) != 3)
        return 1;
    if (year < 1900 || year > 2099 || month < 1 || month > 12 || day < 1 || day > 31)
        return 1;
    int leap = year % 4 == 0 && year % 100 != 0;
    char *days = calloc(365, 1);
    int at = before[month - 1] + day - 1 + (leap && month > 2);
    if (at < 366)
        days[at] = 1;
    free(days);
    return 0;
}
