/* Measuring for a search: again when it matters, and the best inputs are kept. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "race/search_impl.h"

#define QUICK 0.6     /* of the limit: a reference that takes longer has lost */
#define QUICK_TIMES 4 /* of its quickest answer: so long it may take in any case */
#define INSTANT 0.1   /* of the limit */

void search_free_input(race_input *input)
{
    free(input->text);
    free(input->times);
}

/* The references were late, and the targets were not run. */
static bool is_lost(const race_rules *rules, const race_time *times)
{
    for (size_t i = 0; i < rules->n_targets; i++)
        if (times[i].verdict != RUNNER_UNKNOWN || times[i].seconds > 0)
            return false;
    return true;
}

/* Inserts by score; an input that was kept before is not kept again. */
static void keep(race *r, const formula *f, double score)
{
    const race_rules *rules = &r->config.rules;
    if ((r->best.n == r->config.keep && score <= vec_last(&r->best).score) ||
        is_lost(rules, r->state->times))
        return;
    strbuf text = STRBUF_INIT;
    formula_print(r->grammar->bank, f, DIALECT_STANDARD, NULL, NULL, &text);
    for (size_t i = 0; i < r->best.n; i++)
        if (!strcmp(r->best.at[i].text, text.text)) {
            strbuf_free(&text);
            return;
        }
    race_input input = {.text = strbuf_detach(&text),
                        .score = score,
                        .step = r->steps,
                        .saturated = race_saturated(rules, r->state->times)};
    size_t size = rules->n_solvers * sizeof *input.times;
    input.times = base_alloc(size);
    memcpy(input.times, r->state->times, size);
    if (r->best.n == r->config.keep) {
        search_free_input(&vec_last(&r->best));
        r->best.n--;
    }
    size_t at = r->best.n;
    vec_push(&r->best, input);
    for (; at && r->best.at[at - 1].score < score; at--)
        r->best.at[at] = r->best.at[at - 1];
    r->best.at[at] = input;
}

static bool at_limit(const race_rules *rules, const race_time *times)
{
    for (size_t i = 0; i < rules->n_targets; i++)
        if (times[i].verdict != RUNNER_TIMEOUT && times[i].verdict != RUNNER_MEMOUT)
            return false;
    return true;
}

void search_merge(const race_rules *rules, race_time *times, const race_time *again)
{
    for (size_t i = 0; i < rules->n_solvers; i++) {
        bool target = i < rules->n_targets;
        if (race_par2(rules, &again[i], target) < race_par2(rules, &times[i], target))
            times[i] = again[i];
    }
}

/* A gain that decides is measured again; a run at its limit need not be. */
static bool measure_again(race *r, const formula *f, double *score)
{
    const race_rules *rules = &r->config.rules;
    if (!r->config.measure(r->config.context, r->grammar->bank, f, 0, r->state->again))
        return false;
    r->measured++;
    r->repeated++;
    double second = race_score(rules, r->state->again);
    if (isnan(second))
        return true;
    search_merge(rules, r->state->times, r->state->again);
    *score = race_score(rules, r->state->times);
    return true;
}

/* How long the bandit waits for the references. An input on which they are slow is not what a race
 * looks for, and costs the time of many others; and what cannot be better than the best any more
 * need not be measured at all. */
static double quick_enough(const race *r)
{
    const race_rules *rules = &r->config.rules;
    double limit = rules->timeout, quick = QUICK * limit;
    if (r->config.algorithm != RACE_BANDIT || rules->objective != RACE_TIME)
        return 0;
    if (r->state->quickest > 0)
        quick = fmax(quick, QUICK_TIMES * r->state->quickest);
    double hope = 2 * limit - (r->best.n ? r->best.at[0].score : 0);
    return fmin(limit, fmin(quick, fmax(hope, INSTANT * limit)));
}

/* The quickest answer of the slowest reference. */
static void note_quickest(race *r)
{
    const race_rules *rules = &r->config.rules;
    double slowest = 0;
    for (size_t i = rules->n_targets; i < rules->n_solvers; i++)
        slowest = fmax(slowest, race_par2(rules, &r->state->times[i], false));
    if (r->state->quickest <= 0 || slowest < r->state->quickest)
        r->state->quickest = slowest;
}

outcome search_measure(race *r, const formula *f, double incumbent, double *score)
{
    const race_rules *rules = &r->config.rules;
    if (!r->config.measure(r->config.context, r->grammar->bank, f, quick_enough(r),
                           r->state->times))
        return STOPPED;
    r->measured++;
    note_quickest(r);
    *score = race_score(rules, r->state->times);
    if (isnan(*score)) {
        r->invalid++;
        return INVALID;
    }
    for (uint32_t i = 1; i < r->config.measurements && !at_limit(rules, r->state->times) &&
                         race_compare(rules, *score, incumbent) > 0;
         i++)
        if (!measure_again(r, f, score))
            return STOPPED;
    keep(r, f, *score);
    return MEASURED;
}
