/* Autopsies, their first half: which constructs can be taken out? See search_impl.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "race/mutate.h"
#include "race/search_impl.h"

static individual *body_of(race *r)
{
    return &r->state->population.at[0];
}

/* In any order: groups should not be those of the grammar. */
static void shuffle(rng *r, vec_u32 *list)
{
    for (size_t i = list->n; i > 1; i--) {
        size_t k = rng_below(r, i);
        uint32_t other = list->at[k];
        list->at[k] = list->at[i - 1];
        list->at[i - 1] = other;
    }
}

static double belief(const race *r, uint32_t arm)
{
    const agent_arm *a = &r->agent->arms[arm];
    return (a->successes + 1) / (a->successes + a->failures + 2);
}

/* What is least believed of comes first: a group without any culprit can go as a whole. */
static void order_by_belief(const race *r, vec_u32 *list)
{
    for (size_t i = 1; i < list->n; i++) {
        uint32_t one = list->at[i];
        size_t k = i;
        for (; k && belief(r, list->at[k - 1]) > belief(r, one); k--)
            list->at[k] = list->at[k - 1];
        list->at[k] = one;
    }
}

/* Those convicted last come first; how many of them are suspects again? */
static size_t put_convicts_first(autopsy *a)
{
    size_t first = 0;
    for (size_t i = 0; i < a->suspects.n; i++)
        for (size_t k = 0; k < a->convicts.n; k++)
            if (a->suspects.at[i] == a->convicts.at[k]) {
                uint32_t other = a->suspects.at[first];
                a->suspects.at[first++] = a->suspects.at[i];
                a->suspects.at[i] = other;
                break;
            }
    return first;
}

bool autopsy_begin(race *r)
{
    race_state *s = r->state;
    autopsy *a = &s->autopsy;
    if (!s->population.n || !s->fresh.n)
        return false;
    a->normal = learn_normal(r);
    if (!body_of(r)->saturated && race_compare(&r->config.rules, body_of(r)->score, a->normal) <= 0)
        return false;
    a->normal = fmin(a->normal, 0); /* random inputs may be slow, too */
    /* As slow as before: this part of the way from what is normal to what it was. A body at the
     * limit counts twice (PAR-2), and is to become one that can still get slower. */
    const race_limits *l = search_limits(r);
    double part = body_of(r)->saturated ? l->still_slow_saturated : l->still_slow;
    a->threshold = a->normal + part * (body_of(r)->score - a->normal);
    a->steps = (uint32_t)l->removals;
    a->suspects.n = 0;
    grammar_count(r->grammar, &body_of(r)->formula, s->before);
    for (size_t i = 0; i < r->agent->n; i++) {
        a->present[i] = s->before[i] > 0;
        if (a->present[i])
            vec_push(&a->suspects, (uint32_t)i);
    }
    if (!a->suspects.n)
        return false;
    shuffle(&r->rng, &a->suspects);
    order_by_belief(r, &a->suspects);
    size_t known = put_convicts_first(a);
    a->group = known;
    a->groups = 2;
    a->phase = known && known < a->suspects.n ? AUTOPSY_HYPOTHESIS : AUTOPSY_REMOVALS;
    if (a->phase == AUTOPSY_REMOVALS)
        a->group = 0;
    return true;
}

/* The suspects whose turn it is; false: no group of any size is left. */
static bool next_group(autopsy *a, size_t *first, size_t *end)
{
    if (a->phase == AUTOPSY_HYPOTHESIS) { /* all but those known from before */
        *first = a->group;
        *end = a->suspects.n;
        return true;
    }
    if (a->groups > a->suspects.n)
        a->groups = a->suspects.n;
    if (a->group >= a->groups) {
        if (a->groups >= a->suspects.n)
            return false;
        a->groups = a->groups * 2 < a->suspects.n ? a->groups * 2 : a->suspects.n;
        a->group = 0;
    }
    *first = a->suspects.n * a->group / a->groups;
    *end = a->suspects.n * (a->group + 1) / a->groups;
    return true;
}

/* They can go: acquitted, and out of the body. */
static void acquit(race *r, size_t first, size_t end, const individual *without)
{
    autopsy *a = &r->state->autopsy;
    for (size_t i = first; i < end; i++)
        agent_reward(r->agent, a->suspects.at[i], false, search_limits(r)->acquittal_weight);
    memmove(&a->suspects.at[first], &a->suspects.at[end],
            (a->suspects.n - end) * sizeof *a->suspects.at);
    a->suspects.n -= end - first;
    formula_free(&body_of(r)->formula);
    *body_of(r) = *without;
}

/* Which groups are next, after one could go or could not. */
static void go_on(autopsy *a, bool gone)
{
    if (a->phase == AUTOPSY_HYPOTHESIS) {
        a->phase = AUTOPSY_REMOVALS;
        a->groups = gone ? a->suspects.n : 2;
        a->group = 0;
    } else if (gone) {
        a->groups = a->groups > 2 ? a->groups - 1 : 2;
        a->group = 0;
    } else {
        a->group++;
    }
}

static void convict(race *r)
{
    autopsy *a = &r->state->autopsy;
    a->convicts.n = 0;
    for (size_t i = 0; i < a->suspects.n; i++) { /* each alone was indispensable */
        agent_reward(r->agent, a->suspects.at[i], true, search_limits(r)->conviction_weight);
        vec_push(&a->convicts, a->suspects.at[i]);
    }
}

/* Takes suspects out of the body; *slow: it is slow without them, too. */
static outcome try_without(race *r, size_t first, size_t end, bool *slow)
{
    autopsy *a = &r->state->autopsy;
    bool *out = base_alloc_zero(r->agent->n, sizeof *out);
    for (size_t i = first; i < end; i++)
        out[a->suspects.at[i]] = true;
    outcome o = INVALID;
    individual without = {0};
    *slow = false;
    if (mutate_without(r->grammar, &r->rng, &body_of(r)->formula, out, a->present,
                       &without.formula)) {
        o = search_measure(r, &without.formula, body_of(r)->score, a->threshold, &without.score);
        *slow = o == MEASURED && without.score >= a->threshold;
        without.saturated = *slow && search_saturated(r);
        if (*slow)
            acquit(r, first, end, &without);
        else
            formula_free(&without.formula);
    }
    free(out);
    return o;
}

static outcome remove_group(race *r)
{
    autopsy *a = &r->state->autopsy;
    size_t first, end;
    bool slow;
    if (!next_group(a, &first, &end)) {
        convict(r);
        autopsy_begin_doses(r);
        return a->phase == AUTOPSY_NONE ? INVALID : autopsy_step(r);
    }
    outcome o = try_without(r, first, end, &slow);
    if (o == STOPPED)
        return o;
    go_on(a, slow);
    if (!--a->steps || !a->suspects.n)
        autopsy_begin_doses(r);
    return o;
}

outcome autopsy_step(race *r)
{
    switch (r->state->autopsy.phase) {
    case AUTOPSY_SHRINKING:
        return autopsy_shrink(r);
    case AUTOPSY_DOSES:
        return autopsy_dose(r);
    default:
        return remove_group(r);
    }
}
