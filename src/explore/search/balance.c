#include "explore/search/balance.h"

#include <math.h>

static const double LEAST_SHARE = 0.125;
/* What is believed of a side that had no time yet: an edge in two seconds. */
static const double PRIOR_GAIN = 0.5, PRIOR_SECONDS = 1;

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
    return (b->side[side].gain + PRIOR_GAIN) / (b->side[side].seconds + PRIOR_SECONDS);
}

double balance_share(const explore_balance *b)
{
    double mutation = rate(b, BALANCE_MUTATION), solver = rate(b, BALANCE_SOLVER);
    double share = mutation / (mutation + solver);
    return share < LEAST_SHARE ? LEAST_SHARE : share > 1 - LEAST_SHARE ? 1 - LEAST_SHARE : share;
}
