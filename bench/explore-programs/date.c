/* --sym-args 1 2 12 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const months[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                     "jul", "aug", "sep", "oct", "nov", "dec"};

static int is_leap(int year)
{
    return (year % 4 == 0 && year % 100) || year % 400 == 0;
}

static int days_of(int month, int year)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap(year));
}

static int parse(const char *text, int *year, int *month, int *day)
{
    char name[4], rest;
    if (sscanf(text, "%d-%d-%d%c", year, month, day, &rest) == 3)
        return 0;
    if (sscanf(text, "%d/%d/%d%c", month, day, year, &rest) == 3)
        return 0;
    if (sscanf(text, "%d %3s %d%c", day, name, year, &rest) == 3)
        for (int i = 0; i < 12; i++)
            if (!strcmp(name, months[i])) {
                *month = i + 1;
                return 0;
            }
    return -1;
}

static long number_of(int year, int month, int day)
{
    long n = 0;
    for (int y = 1900; y < year; y++)
        n += 365 + is_leap(y);
    for (int m = 1; m < month; m++)
        n += days_of(m, year);
    return n + day;
}

int main(int argc, char **argv)
{
    static const char *const week[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    long number[2] = {0, 0};
    for (int i = 1; i < argc && i < 3; i++) {
        int year, month, day;
        if (parse(argv[i], &year, &month, &day)) {
            fprintf(stderr, "%s: no date\n", argv[i]);
            return 1;
        }
        if (year < 1900 || year > 2100 || month < 1 || month > 12) {
            fprintf(stderr, "%s: out of range\n", argv[i]);
            return 1;
        }
        if (day < 1 || day > days_of(month, year)) {
            fprintf(stderr, "%s: no such day\n", argv[i]);
            return 1;
        }
        if (month == 2 && day == 29)
            puts("a leap day");
        number[i - 1] = number_of(year, month, day);
        printf("%s\n", week[number[i - 1] % 7]);
    }
    if (argc > 2) {
        long apart = labs(number[1] - number[0]);
        printf("%ld days apart\n", apart);
        if (apart == 7)
            puts("a week");
    }
    return 0;
}
