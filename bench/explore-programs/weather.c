/* --sym-args 2 3 8 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int temperature(const char *text, double *celsius)
{
    char *end;
    errno = 0;
    double x = strtod(text, &end);
    if (end == text || errno == ERANGE)
        return -1;
    switch (toupper((unsigned char)*end)) {
    case 0:
    case 'C':
        *celsius = x;
        break;
    case 'F':
        *celsius = (x - 32) * 5 / 9;
        break;
    case 'K':
        *celsius = x - 273.15;
        break;
    default:
        return -1;
    }
    return *end && end[1] ? -1 : *celsius < -273.15 ? -2 : 0;
}

int main(int argc, char **argv)
{
    double t, wind = 0;
    if (argc < 3)
        return 2;
    switch (temperature(argv[1], &t)) {
    case -1:
        fprintf(stderr, "no temperature\n");
        return 2;
    case -2:
        fprintf(stderr, "below absolute zero\n");
        return 2;
    }
    int humidity = atoi(argv[2]);
    if (humidity < 0 || humidity > 100) {
        fprintf(stderr, "no humidity\n");
        return 2;
    }
    if (argc > 3)
        wind = strtod(argv[3], NULL);
    double dew = t;
    if (humidity > 0) {
        double g = log(humidity / 100.0) + 17.62 * t / (243.12 + t);
        dew = 243.12 * g / (17.62 - g);
    }
    if (wind > 5 && t < 10) {
        double chill = 13.12 + 0.6215 * t - 11.37 * pow(wind, 0.16) + 0.3965 * t * pow(wind, 0.16);
        printf("feels like %.1f\n", round(chill * 10) / 10);
        if (chill < -30)
            puts("stay at home");
    }
    if (fabs(t - dew) < 0.5)
        puts("fog");
    else if (dew > 20)
        puts("muggy");
    if (rint(t) == 0)
        puts("freezing");
    return isnan(dew);
}
