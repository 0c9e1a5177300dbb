/* --sym-stdin 32 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 };

static int ascending(const void *x, const void *y)
{
    int a = *(const int *)x, b = *(const int *)y;
    return (a > b) - (a < b);
}

int main(void)
{
    int numbers[MOST], n = 0;
    char line[40];
    while (n < MOST && fgets(line, sizeof line, stdin)) {
        int value;
        if (sscanf(line, "%d", &value) != 1) {
            fprintf(stderr, "no number: %s", line);
            return 1;
        }
        numbers[n++] = value;
    }
    if (n < 2) {
        fprintf(stderr, "too few\n");
        return 1;
    }
    qsort(numbers, (size_t)n, sizeof *numbers, ascending);
    for (int i = 1; i < n; i++)
        if (numbers[i] == numbers[i - 1]) {
            printf("twice: %d\n", numbers[i]);
            return 3;
        }
    int key = 17;
    if (bsearch(&key, numbers, (size_t)n, sizeof *numbers, ascending))
        puts("17 is there");
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += numbers[i];
    printf("median %d, mean %g\n", numbers[n / 2], (double)sum / n);
    if (numbers[0] < 0 && numbers[n - 1] > 0)
        puts("both signs");
    if (numbers[n - 1] - numbers[0] > 100)
        puts("a wide range");
    return 0;
}
