/* The oracle programs that the files of corpora/delphi name, all in one: what it answers depends on
 * the name it is called by (links to it are made by tests/cli/delphi.sh).
 *
 *     isprime issquare istriangle      Int -> Bool
 *     bitsumhelperbinaryN              x & (x - 1) on N bits
 *     add10binary add8bitsbinary       x + 10 on 32 bits, x + y on 8 bits
 *     udivtotalN uremtotalN            division of N bits, with a value at 0
 *
 * Called with arguments it answers once, as Delphi wants it; with --persistent it answers line by
 * line, unless ORACLE_ONE_SHOT is set. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_prime(long long n)
{
    for (long long i = 2; i * i <= n; i++)
        if (n % i == 0)
            return false;
    return n >= 2;
}

static bool is_square(long long n)
{
    long long i = 1;
    while (i * i < n)
        i++;
    return n > 0 && i * i == n;
}

static bool is_triangle(long long n)
{
    long long sum = 0, i = 0;
    while (sum < n)
        sum += ++i;
    return n > 0 && sum == n;
}

/* The number at the end of a name, its width. */
static unsigned width_of(const char *name)
{
    return (unsigned)atoi(name + strcspn(name, "0123456789"));
}

static int answer(const char *name, char **args, int n)
{
    uint64_t a = n > 0 ? strtoull(args[0], NULL, 10) : 0,
             b = n > 1 ? strtoull(args[1], NULL, 10) : 0;
    unsigned width = width_of(name);
    uint64_t mask = width && width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX, result;
    if (!strncmp(name, "is", 2)) {
        long long number = n > 0 ? atoll(args[0]) : 0;
        bool truth = !strcmp(name, "isprime")    ? is_prime(number)
                     : !strcmp(name, "issquare") ? is_square(number)
                                                 : is_triangle(number);
        return puts(truth ? "true" : "false") < 0;
    }
    if (!strncmp(name, "bitsum", 6))
        result = a & (a - 1);
    else if (!strcmp(name, "add10binary"))
        width = 32, mask = UINT32_MAX, result = a + 10;
    else if (!strncmp(name, "add", 3))
        result = a + b;
    else if (!strncmp(name, "udivtotal", 9))
        result = b ? a / b : mask;
    else if (!strncmp(name, "uremtotal", 9))
        result = b ? a % b : a;
    else
        return 1;
    return printf("(_ bv%llu %u)\n", (unsigned long long)(result & mask), width) < 0;
}

static int serve(const char *name)
{
    char line[512], *args[4];
    puts("tandem-oracle 1");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        int n = 0;
        char *word = strtok(line, " \n"); /* "call" */
        while (word && n < 4 && (word = strtok(NULL, " \n")))
            args[n++] = word;
        if (answer(name, args, n))
            puts("error");
        fflush(stdout);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];
    if (argc == 2 && !strcmp(argv[1], "--persistent"))
        return getenv("ORACLE_ONE_SHOT") ? 1 : serve(name);
    return answer(name, argv + 1, argc - 1);
}
