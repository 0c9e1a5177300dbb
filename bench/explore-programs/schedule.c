/* --sym-args 1 3 12 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int parse_when(const char *text, time_t now, time_t *when)
{
    struct tm tm;
    gmtime_r(&now, &tm);
    if (!strcmp(text, "now")) {
        *when = now;
        return 0;
    }
    if (*text == '+') {
        char *end;
        long n = strtol(text + 1, &end, 10);
        switch (*end) {
        case 's':
            *when = now + n;
            return 0;
        case 'm':
            *when = now + n * 60;
            return 0;
        case 'h':
            *when = now + n * 3600;
            return 0;
        default:
            return -1;
        }
    }
    char *rest = strptime(text, "%H:%M", &tm);
    if (!rest || *rest)
        return -1;
    tm.tm_sec = 0;
    *when = timegm(&tm);
    if (*when < now)
        *when += 24 * 3600;
    return 0;
}

int main(int argc, char **argv)
{
    time_t now = 1000000000, when, until;
    if (argc < 2)
        return 2;
    if (parse_when(argv[1], now, &when)) {
        fprintf(stderr, "%s: when is that?\n", argv[1]);
        return 1;
    }
    struct tm tm;
    gmtime_r(&when, &tm);
    if (tm.tm_wday == 0)
        puts("on a sunday");
    if (tm.tm_mday != 9)
        puts("another day");
    if (argc > 2) {
        if (parse_when(argv[2], when, &until) || until < when) {
            fprintf(stderr, "%s: when does it end?\n", argv[2]);
            return 1;
        }
        double hours = difftime(until, when) / 3600;
        if (hours > 8)
            puts("long");
        if (argc > 3 && hours * atof(argv[3]) > 1000)
            puts("expensive");
    }
    return 0;
}
