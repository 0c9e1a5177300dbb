/* Autopsies, their second half: what does more of a construct do? See search_impl.h. */
#include <math.h>

#include "race/mutate.h"
#include "race/search_impl.h"

static individual *body_of(race *r)
{
    return &r->state->population.at[0];
}

static void begin_doses(race *r)
{
    autopsy *a = &r->state->autopsy;
    a->phase = body_of(r)->saturated ? AUTOPSY_NONE : AUTOPSY_DOSES;
    a->dose = 0;
    for (size_t i = 0; i < AUTOPSY_DOSED; i++)
        a->risen[i] = 0;
}

void autopsy_begin_doses(race *r)
{
    autopsy *a = &r->state->autopsy;
    a->phase = AUTOPSY_NONE;
    if (!a->suspects.n || a->suspects.n > search_limits(r)->dosed)
        return;
    a->steps = (uint32_t)search_limits(r)->shrinks;
    if (body_of(r)->saturated)
        a->phase = AUTOPSY_SHRINKING;
    else
        begin_doses(r);
}

outcome autopsy_shrink(race *r)
{
    autopsy *a = &r->state->autopsy;
    individual less = {0};
    outcome o = INVALID;
    if (mutate_smaller(r->grammar, &r->rng, &body_of(r)->formula, &less.formula)) {
        o = search_measure(r, &less.formula, body_of(r)->score, a->threshold, &less.score);
        if (o == MEASURED && less.score >= a->threshold) {
            less.saturated = search_saturated(r);
            formula_free(&body_of(r)->formula);
            *body_of(r) = less;
        } else {
            formula_free(&less.formula);
        }
    }
    if (o != STOPPED && (!--a->steps || !body_of(r)->saturated))
        begin_doses(r);
    return o;
}

/* Those that answered to more of them did it. When none did, the doses say nothing: they may need
 * each other. */
static void judge_doses(race *r)
{
    const autopsy *a = &r->state->autopsy;
    const race_limits *l = search_limits(r);
    uint32_t risen = 0;
    for (size_t i = 0; i < a->suspects.n; i++)
        risen += a->risen[i];
    for (size_t i = 0; risen && i < a->suspects.n; i++) {
        agent_reward(r->agent, a->suspects.at[i], true, l->dose_weight * a->risen[i]);
        agent_reward(r->agent, a->suspects.at[i], false,
                     /* it may be its place, or that it needs another */
                     l->dose_weight * l->missed_weight * (double)(l->doses_each - a->risen[i]));
    }
}

outcome autopsy_dose(race *r)
{
    autopsy *a = &r->state->autopsy;
    size_t which = a->dose % a->suspects.n;
    formula more;
    double score, body = body_of(r)->score;
    outcome o = INVALID;
    for (size_t i = 0; i < r->agent->n; i++)
        a->present[i] = false;
    for (size_t i = 0; i < a->suspects.n; i++)
        a->present[a->suspects.at[i]] = true;
    if (mutate_dose(r->grammar, &r->rng, &body_of(r)->formula, a->suspects.at[which], a->present,
                    &more)) {
        o = search_measure(r, &more, body, body, &score);
        if (o == MEASURED)
            a->risen[which] += race_compare(&r->config.rules, score, body) > 0 &&
                               score - body >= search_limits(r)->rise * (body - a->normal);
        formula_free(&more);
    }
    if (o != STOPPED && ++a->dose == search_limits(r)->doses_each * a->suspects.n) {
        judge_doses(r);
        a->phase = AUTOPSY_NONE;
    }
    return o;
}
