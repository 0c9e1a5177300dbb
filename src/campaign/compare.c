#include "campaign/compare.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#define LEAST_SECONDS 1e-3 /* below that a clock says little */

/* P(X <= k or X >= n - k) of n fair coins, k <= n / 2. */
static double sign_test(size_t n, size_t k)
{
    double sum = 0;
    for (size_t i = 0; i <= k; i++)
        sum += exp(lgamma((double)n + 1) - lgamma((double)i + 1) - lgamma((double)(n - i) + 1) -
                   (double)n * log(2));
    return fmin(1, 2 * sum);
}

static int by_size(const void *a, const void *b)
{
    double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return (x > y) - (x < y);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of differences that are not 0; sorts them. */
static double signed_rank_test(double *differences, size_t n)
{
    enum { FEWEST = 6 };
    double above = 0, ties = 0, count = (double)n;
    if (n < FEWEST)
        return 1;
    qsort(differences, n, sizeof *differences, by_size);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && fabs(differences[end]) == fabs(differences[i]);)
            end++;
        double same = (double)(end - i), rank = (double)(i + end + 1) / 2;
        ties += same * same * same - same;
        for (size_t k = i; k < end; k++)
            above += differences[k] > 0 ? rank : 0;
    }
    double mean = count * (count + 1) / 4;
    double variance = count * (count + 1) * (2 * count + 1) / 24 - ties / 48;
    double z = (fabs(above - mean) - 0.5) / sqrt(variance);
    return z <= 0 ? 1 : fmin(1, erfc(z / sqrt(2)));
}

compare_result compare_runs(const results_pair *pairs, size_t n)
{
    compare_result r = {.files = n, .ratio = 1, .p_solved = 1, .p_times = 1};
    double *logs = base_alloc_zero(n + 1, sizeof *logs);
    size_t unequal = 0;
    for (size_t i = 0; i < n; i++) {
        bool before = pairs[i].before >= 0, after = pairs[i].after >= 0;
        r.gained += after && !before;
        r.lost += before && !after;
        if (before && after)
            logs[r.both++] =
                log(fmax(pairs[i].after, LEAST_SECONDS) / fmax(pairs[i].before, LEAST_SECONDS));
    }
    if (r.gained + r.lost)
        r.p_solved = sign_test(r.gained + r.lost, r.gained < r.lost ? r.gained : r.lost);
    if (r.both) {
        qsort(logs, r.both, sizeof *logs, by_value);
        r.ratio = exp((logs[(r.both - 1) / 2] + logs[r.both / 2]) / 2);
        for (size_t i = 0; i < r.both; i++)
            if (logs[i] != 0)
                logs[unequal++] = logs[i];
        r.p_times = signed_rank_test(logs, unequal);
    }
    free(logs);
    return r;
}
