/* The elite: the best inputs of the bandit, which have children.
 *
 * Crossing combines what made two inputs slow without knowing what that was. */
#include <math.h>

#include "race/mutate.h"
#include "race/search_impl.h"

/* What is faster than normal has nothing to pass on. */
static double least_of(const race *r)
{
    return race_worse(&r->config.rules, learn_normal(r));
}

static size_t find_worst(const race_state *s)
{
    size_t worst = 0;
    for (size_t i = 1; i < s->elite.n; i++)
        if (s->elite.at[i].score < s->elite.at[worst].score)
            worst = i;
    return worst;
}

void elite_consider(race *r, const formula *f, double score)
{
    race_state *s = r->state;
    if (r->config.algorithm != RACE_BANDIT || score < least_of(r))
        return;
    individual one = {.score = score};
    if (s->elite.n < search_limits(r)->elite) {
        vec_push(&s->elite, one);
    } else {
        size_t worst = find_worst(s);
        if (score <= s->elite.at[worst].score)
            return;
        formula_free(&s->elite.at[worst].formula);
        s->elite.at[worst] = s->elite.at[s->elite.n - 1];
        s->elite.at[s->elite.n - 1] = one;
    }
    formula_copy(&s->elite.at[s->elite.n - 1].formula, f);
    s->mark = bank_mark(r->grammar->bank); /* its terms stay */
}

/* The best of a few. */
static const formula *choose_parent(race *r)
{
    const race_state *s = r->state;
    size_t best = rng_below(&r->rng, s->elite.n);
    for (uint64_t i = 1; i < search_limits(r)->elite_entrants; i++) {
        size_t other = rng_below(&r->rng, s->elite.n);
        if (s->elite.at[other].score > s->elite.at[best].score)
            best = other;
    }
    return &s->elite.at[best].formula;
}

outcome elite_cross(race *r)
{
    race_state *s = r->state;
    formula crossed;
    individual child = {0};
    size_t arm;
    const formula *mother = choose_parent(r), *father = choose_parent(r);
    mutate_cross(r->grammar, &r->rng, mother, father, &crossed);
    if (rng_one_in(&r->rng, 2) && climb_propose(r, &crossed, &child.formula, &arm))
        formula_free(&crossed);
    else
        child.formula = crossed;
    double best = r->best.n ? r->best.at[0].score : 0;
    double least = fmax(least_of(r), s->elite.at[find_worst(s)].score);
    outcome o = search_measure(r, &child.formula, best, least, &child.score);
    if (o != MEASURED) {
        formula_free(&child.formula);
        return o;
    }
    child.saturated = search_saturated(r);
    if (child.score >= least)
        elite_consider(r, &child.formula, child.score);
    search_aside(r, &child, least);
    return o;
}
