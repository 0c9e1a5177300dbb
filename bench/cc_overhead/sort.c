/* Heap sort, with a comparison by pointer. */
#include <stdio.h>
#include <stdlib.h>

typedef int compare(const int *a, const int *b);

static int by_value(const int *a, const int *b)
{
    return (*a > *b) - (*a < *b);
}

static void sift(int *a, size_t i, size_t n, compare *c)
{
    for (size_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && c(&a[child], &a[child + 1]) < 0)
            child++;
        if (c(&a[i], &a[child]) >= 0)
            return;
        int t = a[i];
        a[i] = a[child];
        a[child] = t;
    }
}

static void sort(int *a, size_t n, compare *c)
{
    for (size_t i = n / 2; i-- > 0;)
        sift(a, i, n, c);
    for (size_t i = n; i-- > 1;) {
        int t = a[0];
        a[0] = a[i];
        a[i] = t;
        sift(a, 0, i, c);
    }
}

int main(int argc, char **argv)
{
    enum { N = 200000 };
    int *a = malloc(N * sizeof *a);
    unsigned long long sum = 0;
    for (unsigned round = 0; round < 6; round++) {
        unsigned x = 12345 + round;
        for (size_t i = 0; i < N; i++)
            a[i] = (int)((x = x * 1103515245u + 12345u) >> 8);
        sort(a, N, by_value);
        for (size_t i = 0; i < N; i++)
            sum = sum * 31 + (unsigned)a[i];
    }
    printf("%llu\n", sum);
    free(a);
    return 0;
}
