/* Hours, minutes and seconds: the last second of the day has no room. */
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char line[64];
    int hours, minutes, seconds;
    if (!fgets(line, sizeof line, stdin) ||
        sscanf(line, "%d:%d:%d", &hours, &minutes, &seconds) != 3)
        return 1;
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 60)
        return 1;
    char *day = calloc(86400, 1);
    day[hours * 3600 + minutes * 60 + seconds] = 1;
    free(day);
    return 0;
}
