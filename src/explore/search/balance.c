#include "explore/search/balance.h"

#include <math.h>

static const explore_limits *limits_of(const explore_balance *b)
{
    return LIMITS_OR(b->limits, explore_limits_default);
}

static double half_life(double all)
{
    return all / 10 > 2 ? all / 10 : 2;
}

void balance_note(explore_balance *b, balance_side side, double seconds, double gain)
{
    if (seconds <= 0)
        return;
    double keep = exp2(-seconds / half_life(b->side[side].all));
    b->side[side].seconds = b->side[side].seconds * keep + seconds;
    b->side[side].gain = b->side[side].gain * keep + gain;
    b->side[side].all += seconds;
}

static double rate(const explore_balance *b, balance_side side)
{
    const explore_limits *l = limits_of(b);
    return (b->side[side].gain + l->share_prior_gain) /
           (b->side[side].seconds + l->share_prior_seconds);
}

double balance_share(const explore_balance *b)
{
    double mutation = rate(b, BALANCE_MUTATION), solver = rate(b, BALANCE_SOLVER);
    double share = 1 / (1 + pow(solver / mutation, limits_of(b)->share_power));
    double least = limits_of(b)->share_least;
    return share < least ? least : share > 1 - least ? 1 - least : share;
}
