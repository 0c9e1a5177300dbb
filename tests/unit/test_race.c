/* Races against synthetic solvers, whose time is a known function of the constructs in the input:
 * is the culprit found, and is the bandit better than the baselines? */
#include "synthetic.h"
#include "test.h"

enum { STEPS = 300, SEEDS = 20, NEEDED = 19, COMPARED = 3 };
#define CEILING 0.05 /* the noise of the reference, when all inputs are at the limit */

/* Everything about one crime: the ranking for all seeds, the margins of the baselines for some, as
 * they are far apart. */
static void try_crime(const crime *c)
{
    int convicted = 0;
    double margins[4] = {0};
    uint64_t seeds = test_count(SEEDS), compared = test_count(COMPARED);
    for (uint64_t seed = 0; seed < seeds; seed++) {
        for (int a = 0; a < (seed < compared ? 4 : 1); a++) {
            synthetic_result result;
            CHECK(synthetic_race(c, (race_algorithm)a, seed,
                                 &(synthetic_budget){STEPS, 0, PRUNE_BANDIT}, &result));
            margins[a] += seed < compared ? result.best_ten : 0;
            convicted += a == RACE_BANDIT && synthetic_convicted(c, &result);
        }
    }
    int needed = (int)(seeds - seeds * (SEEDS - NEEDED) / SEEDS);
    CHECK_MSG(convicted >= needed, "%d of %d", convicted, (int)seeds);
    for (int a = 1; a < 4; a++) /* at the limit they may be equal */
        CHECK_MSG(margins[0] >= margins[a] - CEILING * (double)compared, "%s: %g, bandit: %g",
                  race_algorithm_name((race_algorithm)a), margins[a] / (double)compared,
                  margins[0] / (double)compared);
}

TEST(one_culprit)
{
    try_crime(&(crime){"FP64", CRIME_ONE, "fp.div", NULL, 2.2, 0, 0, 0});
}

TEST(one_culprit_rounding_mode)
{
    try_crime(&(crime){"FP64", CRIME_ONE, "RTP", NULL, 2.2, 0.1, 0, 0});
}

TEST(one_culprit_with_noise)
{
    try_crime(&(crime){"FP64", CRIME_ONE, "fp.isNormal", NULL, 2.2, 0.2, 0, 0});
}

TEST(one_culprit_that_costs_little)
{
    try_crime(&(crime){"BV", CRIME_ONE, "bvurem", NULL, 0.5, 0.1, 0, 0});
}

TEST(two_culprits_together)
{
    try_crime(&(crime){"BV", CRIME_TOGETHER, "bvudiv", "bvmul", 2.2, 0.1, 0, 0});
}

TEST(two_culprits_together_in_strings)
{
    try_crime(&(crime){"Strings", CRIME_TOGETHER, "str.replace", "re.*", 2.2, 0.1, 0, 0});
}

TEST(a_culprit_below_another)
{
    try_crime(&(crime){"FP16", CRIME_BELOW, "fp.div", "fp.rem", 2.2, 0.1, 0, 0});
}

TEST(a_culprit_below_another_in_strings)
{
    try_crime(&(crime){"Strings", CRIME_BELOW, "str.len", "str.substr", 2.2, 0.1, 0, 0});
}

TEST(a_culprit_below_another_in_bit_vectors)
{
    try_crime(&(crime){"BV", CRIME_BELOW, "bvmul", "concat", 2.2, 0.1, 0, 0});
}

/* Within 100 inputs: what is slow has to be taken apart when it is met, and a construct has to be tried below those
 * that it matters below. */
TEST(culprits_below_others_are_named_early)
{
    static const crime crimes[] = {
        {"FP16", CRIME_BELOW, "fp.rem", "distinct", 2.2, 0.1, 0, 0},
        {"FP64", CRIME_BELOW, "RNE", "fp.neg", 2.2, 0.1, 0, 0},
        {"BV", CRIME_BELOW, "bvsmod", "bvneg", 2.2, 0.1, 0, 0},
        {"Strings", CRIME_BELOW, "str.at", "<=", 2.2, 0.1, 0, 0},
        {"Int,Arrays", CRIME_BELOW, "select", "abs", 2.2, 0.1, 0, 0},
    };
    enum { CRIMES = sizeof crimes / sizeof *crimes, EACH = 4, MISSED = 3 };
    int convicted = 0;
    for (int i = 0; i < CRIMES * EACH; i++) {
        synthetic_result result;
        CHECK(synthetic_race(&crimes[i / EACH], RACE_BANDIT, (uint64_t)i % EACH,
                             &(synthetic_budget){100, 0, PRUNE_BANDIT}, &result));
        convicted += synthetic_convicted(&crimes[i / EACH], &result);
    }
    CHECK_MSG(convicted >= CRIMES * EACH - MISSED, "%d of %d", convicted, CRIMES * EACH);
}

/* Some inputs are slow whatever they are made of, and the reference fails on others: there is
 * little to learn, and the bandit must not be worse than trying random inputs for the same time. */
static void try_chance(double luck, double failing)
{
    crime c = {"Strings", CRIME_BELOW, "str.len", "str.substr", 0.4, 0.1, luck, failing};
    synthetic_budget budget = {UINT64_MAX, 16 * SYNTHETIC_TIMEOUT, PRUNE_BANDIT};
    double margins[4] = {0};
    uint64_t seeds = test_count(SEEDS);
    for (uint64_t seed = 0; seed < seeds; seed++)
        for (int a = 0; a < 4; a++) {
            synthetic_result result;
            CHECK(synthetic_race(&c, (race_algorithm)a, seed, &budget, &result));
            margins[a] += result.best;
        }
    for (int a = 1; a < 4 && seeds == SEEDS; a++)
        CHECK_MSG(margins[0] >= margins[a] - CEILING * (double)seeds, "%s: %g, bandit: %g",
                  race_algorithm_name((race_algorithm)a), margins[a] / (double)seeds,
                  margins[0] / (double)seeds);
}

TEST(slow_by_chance)
{
    try_chance(0.1, 0);
}

TEST(slow_by_chance_and_failing_references)
{
    try_chance(0.05, 0.5);
}

TEST(rarely_slow_by_chance)
{
    try_chance(0.01, 0.1);
}
