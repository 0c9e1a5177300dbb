/* What a search learns from measurements. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "race/search_impl.h"

static int compare_doubles(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return a < b ? -1 : a > b;
}

static double median(const double *values, size_t n)
{
    double *sorted = base_alloc(n * sizeof *sorted);
    memcpy(sorted, values, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_doubles);
    double m = sorted[n / 2];
    free(sorted);
    return m;
}

double learn_normal(const race *r)
{
    const race_state *s = r->state;
    return s->fresh.n ? fmax(median(s->fresh.at, s->fresh.n), 0) : 0;
}

/* Without this a construct that is in most random inputs could never be seen to make one slow. */
void learn_fresh(race *r, const formula *f, double score)
{
    race_state *s = r->state;
    int against = s->fresh.n ? race_compare(&r->config.rules, score, learn_normal(r)) : 0;
    vec_push(&s->fresh, score);
    if (!against || r->config.algorithm != RACE_BANDIT)
        return;
    grammar_count(r->grammar, f, s->before);
    for (size_t i = 0; i < r->agent->n; i++)
        if (s->before[i] > 0)
            agent_reward(r->agent, i, against > 0, search_limits(r)->fresh_weight);
}

/* Besides the construct that was put in, with less weight, all others answer that
 * there are more or fewer of now: what two constructs do together shows when one of them goes. */
void learn_mutation(race *r, const formula *before, const formula *now, size_t arm, int change)
{
    race_state *s = r->state;
    if (!change) {
        r->ties++;
        agent_tie(r->agent, arm);
        if (search_limits(r)->tie_weight > 0)
            agent_reward(r->agent, arm, false, search_limits(r)->tie_weight);
        return;
    }
    agent_reward(r->agent, arm, change > 0, 1);
    grammar_count(r->grammar, before, s->before);
    grammar_count(r->grammar, now, s->after);
    double others = 0;
    for (size_t i = 0; i < r->agent->n; i++)
        others += i != arm && s->before[i] != s->after[i];
    for (size_t i = 0; i < r->agent->n; i++)
        if (i != arm && s->before[i] != s->after[i])
            agent_reward(r->agent, i, (s->after[i] > s->before[i]) == (change > 0),
                         search_limits(r)->others_weight / others);
}

void learn_refusal(race *r, size_t arm, bool invalid)
{
    r->refused.at[arm] = invalid ? r->refused.at[arm] + 1 : 0;
    if (r->refused.at[arm] < search_limits(r)->refused)
        return;
    grammar_disable(r->grammar, arm);
    r->agent->arms[arm].off = true;
}
