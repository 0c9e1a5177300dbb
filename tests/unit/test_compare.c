/* Two runs of a benchmark compared: known values of the tests, and differences that are none. */
#include "test.h"

#include <math.h>

#include "base/rng.h"
#include "campaign/compare.h"

static bool near(double x, double y)
{
    return fabs(x - y) < 0.005;
}

TEST(solved_or_not)
{
    results_pair pairs[20];
    for (size_t i = 0; i < 20; i++)
        pairs[i] = (results_pair){i < 10 ? 1 : -1, i < 2 ? -1 : 1};
    compare_result r = compare_runs(pairs, 20); /* 10 gained, 2 lost: 2 (1 + 12 + 66) / 4096 */
    CHECK(r.gained == 10 && r.lost == 2 && r.both == 8);
    CHECK_MSG(near(r.p_solved, 0.0386), "%g", r.p_solved);
    CHECK(r.ratio == 1 && r.p_times == 1);
}

TEST(times)
{
    results_pair pairs[10]; /* all twice as fast: W = 0 of 10, p = 0.0059 with the correction */
    for (size_t i = 0; i < 10; i++)
        pairs[i] =
            (results_pair){1.0 + (double)i / 7, (1.0 + (double)i / 7) * (0.45 + 0.01 * (double)i)};
    compare_result r = compare_runs(pairs, 10);
    CHECK(r.both == 10 && near(r.ratio, 0.495));
    CHECK_MSG(near(r.p_times, 0.0059), "%g", r.p_times);
    r = compare_runs(pairs, 3);
    CHECK(r.p_times == 1); /* too few */
    r = compare_runs(NULL, 0);
    CHECK(!r.files && r.ratio == 1 && r.p_solved == 1);
}

/* Where there is no difference, one in twenty is below 0.05. */
TEST(chance_is_chance)
{
    rng random;
    rng_seed(&random, 3);
    int below = 0;
    for (int round = 0; round < 400; round++) {
        results_pair pairs[40];
        for (size_t i = 0; i < 40; i++)
            pairs[i] = (results_pair){0.1 + (double)rng_below(&random, 1000) / 500,
                                      0.1 + (double)rng_below(&random, 1000) / 500};
        below += compare_runs(pairs, 40).p_times < 0.05;
    }
    CHECK_MSG(below >= 8 && below <= 36, "%d of 400", below);
}
