/* Measuring for a search: again when it matters, and the best inputs are kept. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "race/search_impl.h"

void search_free_input(race_input *input)
{
    free(input->text);
    free(input->times);
}

static bool answered(const race_time *time)
{
    return time->verdict == RUNNER_SAT || time->verdict == RUNNER_UNSAT;
}

/* Where times count, an input on which a reference failed, or was given up, is none to keep. */
static bool references_answered(const race_rules *rules, const race_time *times)
{
    for (size_t i = rules->n_targets; i < rules->n_solvers; i++)
        if (!answered(&times[i]))
            return rules->objective != RACE_TIME;
    return true;
}

bool search_saturated(const race *r)
{
    return race_saturated(&r->config.rules, r->state->times, r->state->quickest);
}

/* Inserts by score; an input that was kept before is not kept again. */
static void keep(race *r, const formula *f, double score)
{
    const race_rules *rules = &r->config.rules;
    if ((r->best.n == r->config.keep && score <= vec_last(&r->best).score) ||
        !references_answered(rules, r->state->times))
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
                        .saturated = search_saturated(r)};
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

/* What was spent, and the quickest answer of the slowest reference. */
static void account(race *r, const race_time *times)
{
    const race_rules *rules = &r->config.rules;
    double slowest = 0;
    r->measured++;
    for (size_t i = 0; i < rules->n_solvers; i++)
        r->seconds += times[i].seconds;
    for (size_t i = rules->n_targets; i < rules->n_solvers; i++) {
        if (!answered(&times[i]))
            return;
        slowest = fmax(slowest, times[i].seconds);
    }
    if (r->state->quickest <= 0 || slowest < r->state->quickest)
        r->state->quickest = slowest;
}

/* A gain that decides is measured again; a run at its limit need not be. */
static bool measure_again(race *r, const formula *f, double *score)
{
    const race_rules *rules = &r->config.rules;
    if (!r->config.measure(r->config.context, r->grammar->bank, f, NULL, r->state->again))
        return false;
    account(r, r->state->again);
    r->repeated++;
    double second = race_score(rules, r->state->again);
    if (isnan(second))
        return true;
    search_merge(rules, r->state->times, r->state->again);
    *score = race_score(rules, r->state->times);
    return true;
}

/* ---- What need not be measured --------------------------------------------------------------- */

static bool may_prune(const race *r)
{
    bool algorithm = r->config.prune == PRUNE_ALL ||
                     (r->config.prune == PRUNE_BANDIT && r->config.algorithm == RACE_BANDIT);
    return algorithm && r->config.rules.objective == RACE_TIME;
}

/* The best that an input can score on which the references were not run. */
static double bound(const race *r)
{
    const race_rules *rules = &r->config.rules;
    double targets = INFINITY;
    for (size_t i = 0; i < rules->n_targets; i++)
        targets = fmin(targets, race_par2(rules, &r->state->times[i], true));
    return targets - r->state->quickest;
}

/* What an input costs that all solvers were run on, if the targets or the references had come
 * first: the others are not needed when the first are quick, or fail. */
static void compare_orders(race *r, double least)
{
    const race_rules *rules = &r->config.rules;
    race_state *s = r->state;
    double targets = 0, references = 0;
    bool failed = false;
    for (size_t i = 0; i < rules->n_targets; i++)
        targets += s->times[i].seconds;
    for (size_t i = rules->n_targets; i < rules->n_solvers; i++) {
        references += s->times[i].seconds;
        failed |= !answered(&s->times[i]);
    }
    s->targets_first += targets + (bound(r) < least ? 0 : references);
    s->references_first += references + (failed ? 0 : targets);
}

static bool references_were_run(const race *r)
{
    return race_was_run(&r->state->times[r->config.rules.n_targets]);
}

outcome search_measure(race *r, const formula *f, double incumbent, double least, double *score)
{
    const race_rules *rules = &r->config.rules;
    race_state *s = r->state;
    race_need need = {least, s->quickest, s->references_first < s->targets_first};
    bool prune = may_prune(r) && least > -INFINITY;
    if (!r->config.measure(r->config.context, r->grammar->bank, f, prune ? &need : NULL, s->times))
        return STOPPED;
    account(r, s->times);
    *score = race_score(rules, s->times);
    if (isnan(*score)) {
        r->invalid++;
        return INVALID;
    }
    if (prune && !references_were_run(r))
        *score = bound(r);
    if (!prune)
        compare_orders(r, incumbent);
    for (uint32_t i = 1; i < r->config.measurements && !at_limit(rules, s->times) &&
                         race_compare(rules, *score, incumbent) > 0;
         i++)
        if (!measure_again(r, f, score))
            return STOPPED;
    keep(r, f, *score);
    s->reached |= search_saturated(r);
    return MEASURED;
}
