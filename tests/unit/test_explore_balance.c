#include "explore/search/balance.h"

#include <math.h>

#include "test.h"

TEST(begins_even)
{
    explore_balance b = {0};
    CHECK(fabs(balance_share(&b) - 0.5) < 1e-9);
}

/* Lets both sides work for `seconds` as the share says, with constant rates of gain. */
static double settle(explore_balance *b, double seconds, double solver, double mutation)
{
    for (double t = 0; t < seconds; t += 0.25) {
        double share = balance_share(b);
        balance_note(b, BALANCE_MUTATION, 0.25 * share, 0.25 * share * mutation);
        balance_note(b, BALANCE_SOLVER, 0.25 * (1 - share), 0.25 * (1 - share) * solver);
    }
    return balance_share(b);
}

TEST(follows_the_gain)
{
    explore_balance b = {0};
    CHECK(settle(&b, 10, 1, 100) > 0.8);
    CHECK(settle(&b, 60, 10, 0) < 0.2); /* what was good once is forgotten */
    CHECK(settle(&b, 120, 0, 10) > 0.8);
}

TEST(neither_starves)
{
    explore_balance b = {0};
    CHECK(settle(&b, 1000, 0, 1e6) <= 0.875);
    explore_balance c = {0};
    CHECK(settle(&c, 1000, 1e6, 0) >= 0.125);
}

TEST(dry_on_both_sides_is_even)
{
    explore_balance b = {0};
    settle(&b, 20, 5, 300);
    double share = settle(&b, 600, 0, 0);
    CHECK(share > 0.2 && share < 0.8);
}

TEST(no_time_is_no_news)
{
    explore_balance b = {0};
    balance_note(&b, BALANCE_MUTATION, 0, 50);
    CHECK(fabs(balance_share(&b) - 0.5) < 1e-9);
}
