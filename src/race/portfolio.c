/* What the bandit does in a step.
 *
 * Where random inputs are slow now and then, whatever they are made of, nothing is quicker than to
 * try many of them. Where slowness has to be built up, trying them never ends, and work on one
 * input is what leads there. Which of these a pair of solvers is does not show before something
 * slow is found, so both get their share until then, and so do children of what was slowest. What
 * is slow deserves most of the work; and once nothing is left to gain, what remains is to learn
 * from it. */
#include "race/search_impl.h"

bool portfolio_is_slow(const race *r, double score)
{
    const race_rules *rules = &r->config.rules;
    double clear =
        rules->objective == RACE_TIME ? search_limits(r)->clearly * 2 * rules->timeout : 0;
    return race_compare(rules, score, learn_normal(r) + clear) > 0;
}

strategy portfolio_choose(race *r)
{
    const race_state *s = r->state;
    const race_limits *l = search_limits(r);
    if (r->config.algorithm != RACE_BANDIT || s->fresh.n < search_limits(r)->opening ||
        !s->population.n || s->reached || s->autopsy.phase != AUTOPSY_NONE)
        return STRATEGY_WORK;
    bool slow = portfolio_is_slow(r, s->population.at[0].score);
    if (rng_unit(&r->rng) >= (slow ? l->aside_slow : l->aside_ordinary))
        return STRATEGY_WORK;
    if (rng_unit(&r->rng) < l->cross && s->elite.n)
        return STRATEGY_CROSS;
    return rng_unit(&r->rng) < l->plain ? STRATEGY_PLAIN : STRATEGY_LEARNED;
}
