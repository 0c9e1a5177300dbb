/* --sym-args 1 1 24 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *at;
static const char *error;

static double sum(void);

static void skip(void)
{
    while (isspace((unsigned char)*at))
        at++;
}

static double call(const char *name, double x)
{
    if (!strcmp(name, "sqrt"))
        return sqrt(x);
    if (!strcmp(name, "abs"))
        return fabs(x);
    if (!strcmp(name, "ln"))
        return log(x);
    error = "unknown function";
    return 0;
}

static double atom(void)
{
    skip();
    if (*at == '(') {
        at++;
        double x = sum();
        skip();
        if (*at != ')')
            error = "missing )";
        else
            at++;
        return x;
    }
    if (*at == '-') {
        at++;
        return -atom();
    }
    if (isalpha((unsigned char)*at)) {
        char name[8] = "";
        size_t n = 0;
        for (; isalpha((unsigned char)*at); at++)
            if (n + 1 < sizeof name)
                name[n++] = *at;
        return call(name, atom());
    }
    char *end;
    double x = strtod(at, &end);
    if (end == at)
        error = "a number is missing";
    at = end;
    return x;
}

static double product(void)
{
    double x = atom();
    for (;;) {
        skip();
        if (*at == '*') {
            at++;
            x *= atom();
        } else if (*at == '/') {
            at++;
            double y = atom();
            if (y == 0)
                error = "division by zero";
            x /= y;
        } else {
            return x;
        }
    }
}

static double sum(void)
{
    double x = product();
    for (;;) {
        skip();
        if (*at != '+' && *at != '-')
            return x;
        x = *at++ == '+' ? x + product() : x - product();
    }
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    at = argv[1];
    double x = sum();
    if (*at && !error)
        error = "something follows";
    if (error) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    if (isnan(x))
        puts("not a number");
    else if (isinf(x))
        puts("too large");
    else
        printf("%g\n", x);
    return 0;
}
