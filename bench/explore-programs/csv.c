/* --sym-args 0 1 4 --sym-stdin 48 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *field(char **at)
{
    char *start = *at, *to = start, *from = start;
    if (!start)
        return NULL;
    if (*from == '"') {
        from++;
        while (*from && !(*from == '"' && from[1] != '"')) {
            if (*from == '"')
                from++;
            *to++ = *from++;
        }
        if (*from == '"')
            from++;
        *at = *from == ',' ? from + 1 : NULL;
        *to = 0;
        return start;
    }
    char *comma = strchr(start, ',');
    *at = comma ? comma + 1 : NULL;
    if (comma)
        *comma = 0;
    return start;
}

int main(int argc, char **argv)
{
    int column = argc > 1 ? atoi(argv[1]) : 1;
    if (column < 1 || column > 9) {
        fprintf(stderr, "no such column\n");
        return 2;
    }
    char line[64];
    double sum = 0, largest = 0;
    int rows = 0, bad = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        char *at = line, *text = NULL;
        for (int i = 0; i < column; i++)
            if (!(text = field(&at)))
                break;
        if (!text) {
            bad++;
            continue;
        }
        char *end;
        double value = strtod(text, &end);
        if (end == text || *end) {
            bad++;
            continue;
        }
        if (value < 0)
            fprintf(stderr, "negative: %g\n", value);
        if (!rows++ || value > largest)
            largest = value;
        sum += value;
    }
    if (!rows)
        return 1;
    printf("%d rows, mean %g, largest %g\n", rows, sum / rows, largest);
    if (bad > rows)
        puts("most rows are bad");
    return sum > 1000;
}
