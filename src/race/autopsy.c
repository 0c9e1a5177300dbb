/* Autopsies: see search_impl.h. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "race/mutate.h"
#include "race/search_impl.h"

#define VERDICT_WEIGHT 1.0 /* of a removal, against the pull of a bandit */
#define DOSE_WEIGHT 1.0
#define MISSED_WEIGHT \
    0.25 /* of a dose without effect, where others of the same had one: its place */
/* As slow as before: this part of the way from what is normal to what it was. A body at the limit
 * counts twice (PAR-2), and is to become one that can still get slower. */
#define STILL_SLOW 0.5
#define STILL_SLOW_SATURATED 0.2
enum { REMOVALS_MOST = 30, DOSES_EACH = 3 };

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

bool autopsy_begin(race *r)
{
    race_state *s = r->state;
    autopsy *a = &s->autopsy;
    double normal = learn_normal(r);
    if (!s->population.n || !s->fresh.n ||
        race_compare(&r->config.rules, body_of(r)->score, normal) <= 0)
        return false;
    double part = body_of(r)->saturated ? STILL_SLOW_SATURATED : STILL_SLOW;
    *a = (autopsy){.suspects = a->suspects,
                   .groups = 2,
                   .steps = REMOVALS_MOST,
                   .threshold = normal + part * (body_of(r)->score - normal)};
    a->suspects.n = 0;
    grammar_count(r->grammar, &body_of(r)->formula, s->before);
    for (size_t i = 0; i < r->agent->n; i++)
        if (s->before[i] > 0)
            vec_push(&a->suspects, (uint32_t)i);
    shuffle(&r->rng, &a->suspects);
    a->phase = a->suspects.n ? AUTOPSY_REMOVALS : AUTOPSY_NONE;
    return a->suspects.n > 0;
}

/* ---- Removals ----------------------------------------------------------------------------------
 */

/* The suspects whose turn it is; false: no group of any size is left. */
static bool next_group(autopsy *a, size_t *first, size_t *end)
{
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
        agent_reward(r->agent, a->suspects.at[i], false, VERDICT_WEIGHT);
    memmove(&a->suspects.at[first], &a->suspects.at[end],
            (a->suspects.n - end) * sizeof *a->suspects.at);
    a->suspects.n -= end - first;
    a->groups = a->groups > 2 ? a->groups - 1 : 2;
    a->group = 0;
    formula_free(&body_of(r)->formula);
    *body_of(r) = *without;
}

/* What is left is small; can more of it be told apart? */
static void begin_doses(race *r)
{
    autopsy *a = &r->state->autopsy;
    bool few = a->suspects.n && a->suspects.n <= AUTOPSY_DOSED;
    a->phase = few && !body_of(r)->saturated ? AUTOPSY_DOSES : AUTOPSY_NONE;
}

static void convict(race *r)
{
    const autopsy *a = &r->state->autopsy;
    for (size_t i = 0; i < a->suspects.n; i++) /* each alone was indispensable */
        agent_reward(r->agent, a->suspects.at[i], true, VERDICT_WEIGHT);
}

static outcome remove_group(race *r)
{
    autopsy *a = &r->state->autopsy;
    size_t first, end;
    if (!next_group(a, &first, &end)) {
        convict(r);
        begin_doses(r);
        return INVALID;
    }
    bool *out = base_alloc_zero(r->agent->n, sizeof *out);
    for (size_t i = first; i < end; i++)
        out[a->suspects.at[i]] = true;
    outcome o = INVALID;
    individual without = {0};
    bool slow = false;
    if (mutate_without(r->grammar, &r->rng, &body_of(r)->formula, out, &without.formula)) {
        o = search_measure(r, &without.formula, body_of(r)->score, &without.score);
        slow = o == MEASURED && without.score >= a->threshold;
        without.saturated = slow && race_saturated(&r->config.rules, r->state->times);
        if (slow)
            acquit(r, first, end, &without);
        else
            formula_free(&without.formula);
    }
    free(out);
    a->group += !slow;
    if (o != STOPPED && (!--a->steps || !a->suspects.n))
        begin_doses(r);
    return o;
}

/* ---- Doses -------------------------------------------------------------------------------------
 */

/* Those that answered to more of them did it. When none did, the doses say nothing: they may need
 * each other. */
static void judge_doses(race *r)
{
    const autopsy *a = &r->state->autopsy;
    uint32_t risen = 0;
    for (size_t i = 0; i < a->suspects.n; i++)
        risen += a->risen[i];
    for (size_t i = 0; risen && i < a->suspects.n; i++) {
        agent_reward(r->agent, a->suspects.at[i], true, DOSE_WEIGHT * a->risen[i]);
        agent_reward(r->agent, a->suspects.at[i], false,
                     DOSE_WEIGHT * (DOSES_EACH - a->risen[i]) * (a->risen[i] ? MISSED_WEIGHT : 1));
    }
}

static outcome give_dose(race *r)
{
    autopsy *a = &r->state->autopsy;
    size_t which = a->dose % a->suspects.n;
    formula more;
    double score;
    outcome o = INVALID;
    if (mutate_dose(r->grammar, &r->rng, &body_of(r)->formula, a->suspects.at[which], &more)) {
        o = search_measure(r, &more, body_of(r)->score, &score);
        if (o == MEASURED)
            a->risen[which] += race_compare(&r->config.rules, score, body_of(r)->score) > 0;
        formula_free(&more);
    }
    if (o != STOPPED && ++a->dose == DOSES_EACH * a->suspects.n) {
        judge_doses(r);
        a->phase = AUTOPSY_NONE;
    }
    return o;
}

outcome autopsy_step(race *r)
{
    return r->state->autopsy.phase == AUTOPSY_DOSES ? give_dose(r) : remove_group(r);
}
