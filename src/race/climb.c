/* The climbers: bandit and mutation. */
#include <math.h>

#include "race/mutate.h"
#include "race/search_impl.h"

static bool is_bandit(const race *r)
{
    return r->config.algorithm == RACE_BANDIT;
}

/* ---- Seeds ----------------------------------------------------------------------------------- */

void climb_keep_seed(race *r)
{
    race_state *s = r->state;
    individual seed = s->population.at[0];
    formula_copy(&seed.formula, &s->population.at[0].formula);
    s->mark = bank_mark(r->grammar->bank);
    if (s->seeds.n < search_limits(r)->seeds) {
        vec_push(&s->seeds, seed);
        return;
    }
    individual *old = &s->seeds.at[rng_below(&r->rng, s->seeds.n)];
    formula_free(&old->formula);
    *old = seed;
}

/* Starts from a seed; false: a random input is to be tried. */
static bool begin_from_seed(race *r)
{
    race_state *s = r->state;
    if (!s->seeds.n || rng_one_in(&r->rng, search_limits(r)->fresh_one_in))
        return false;
    individual from = s->seeds.at[rng_below(&r->rng, s->seeds.n)], one = from;
    formula_copy(&one.formula, &from.formula);
    vec_push(&s->population, one);
    s->autopsied = true;
    return true;
}

/* The bandit begins with the best of a few random inputs, which also show what is normal. */
static outcome open_race(race *r)
{
    race_state *s = r->state;
    outcome o = fresh_begin(r);
    if (s->population.n < 2)
        return o;
    size_t worse = s->population.at[1].score > s->population.at[0].score ? 0 : 1;
    formula_free(&s->population.at[worse].formula);
    s->population.at[0] = s->population.at[1 - worse];
    s->population.n = 1;
    return o;
}

/* ---- Proposals ------------------------------------------------------------------------------- */

/* A change of the input. */
typedef struct proposal {
    formula formula;
    climb_manner manner;
    size_t arm;
    uint32_t stride;
} proposal;

bool climb_propose(race *r, const formula *from, formula *to, size_t *arm)
{
    for (uint64_t i = 0; i < search_limits(r)->choice_tries; i++) {
        *arm = agent_choose(r->agent, &r->rng);
        if (*arm == SIZE_MAX)
            return false;
        uint32_t times = is_bandit(r) ? 1 + r->state->strides[*arm] : 1;
        if (mutate(r->grammar, &r->rng, from, *arm, times, to))
            return true;
    }
    return false;
}

/* The bandit's construct comes with all that is below it, so often as its stride says. */
static bool propose_graft(race *r, const formula *from, const formula *donor, proposal *p)
{
    for (uint64_t i = 0; i < search_limits(r)->choice_tries; i++) {
        p->arm = agent_choose(r->agent, &r->rng);
        if (p->arm != SIZE_MAX &&
            mutate_graft(r->grammar, &r->rng, from, donor, p->arm, &p->formula))
            return true;
    }
    return false;
}

static bool propose(race *r, const formula *from, proposal *p)
{
    race_state *s = r->state;
    if (is_bandit(r) && search_limits(r)->grafts) {
        p->manner = (climb_manner)agent_choose(s->manners, &r->rng);
        const formula *donor = from;
        if (p->manner == CLIMB_GRAFT && s->seeds.n)
            donor = &s->seeds.at[rng_below(&r->rng, s->seeds.n)].formula;
        if (p->manner != CLIMB_INSERT && propose_graft(r, from, donor, p))
            return true;
    }
    p->manner = CLIMB_INSERT;
    return climb_propose(r, from, &p->formula, &p->arm);
}

/* ---- Learning -------------------------------------------------------------------------------- */

/* What gained is tried in larger numbers, what lost in ones: a step should be as large as what can
 * still be seen to help. */
static void adapt(race *r, const proposal *p, int change)
{
    race_state *s = r->state;
    uint32_t *stride = &s->strides[p->arm];
    const agent_arm *arm = &r->agent->arms[p->arm];
    if (change)
        agent_reward(s->manners, p->manner, change > 0, 1);
    else
        agent_tie(s->manners, p->manner);
    if (p->manner != CLIMB_INSERT)
        return;
    if (change > 0 || (!change && arm->successes > arm->failures))
        *stride = *stride ? 2 * *stride : 1;
    else if (change < 0)
        *stride /= 2;
    if (*stride > search_limits(r)->stride)
        *stride = (uint32_t)search_limits(r)->stride;
}

/* What a graft does is no evidence about constructs: too much changes at once. */
static void learn(race *r, const proposal *p, outcome o, int change)
{
    if (p->manner == CLIMB_INSERT)
        learn_refusal(r, p->arm, o == INVALID);
    if (o != MEASURED || !is_bandit(r))
        return;
    if (p->manner == CLIMB_INSERT)
        learn_mutation(r, &r->state->population.at[0].formula, &p->formula, p->arm, change);
    adapt(r, p, change);
}

outcome climb_step(race *r)
{
    race_state *s = r->state;
    if (is_bandit(r) && s->fresh.n < search_limits(r)->opening)
        return open_race(r);
    if (!s->population.n && !begin_from_seed(r))
        return fresh_begin(r);
    individual *now = &s->population.at[0];
    proposal p;
    if (!propose(r, &now->formula, &p)) {
        search_restart(r);
        return fresh_begin(r);
    }
    double score;
    r->agent->arms[p.arm].pulls += p.manner == CLIMB_INSERT;
    outcome o =
        search_measure(r, &p.formula, now->score, race_worse(&r->config.rules, now->score), &score);
    if (o == STOPPED) {
        formula_free(&p.formula);
        return o;
    }
    int change = o == MEASURED ? race_compare(&r->config.rules, score, now->score) : 0;
    learn(r, &p, o, change);
    s->idle = change > 0 ? 0 : s->idle + 1;
    if (change > 0)
        elite_consider(r, &p.formula, score);
    bool saturated = o == MEASURED && search_saturated(r);
    if (saturated && is_bandit(r))
        climb_keep_seed(r);             /* one step before the limit */
    if (o == MEASURED && change >= 0) { /* sideways, too: what helps only with others comes first */
        formula_free(&now->formula);
        *now = (individual){p.formula, fmax(score, now->score), saturated};
    } else {
        formula_free(&p.formula);
    }
    return o;
}
