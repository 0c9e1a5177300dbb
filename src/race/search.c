#include "race/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "race/mutate.h"
#include "race/search_impl.h"

enum {
    DEFAULT_PATIENCE = 20,
    DEFAULT_KEEP = 20,
    POPULATION = 12,
    CHOICE_TRIES = 20,
    SEEDS_MOST = 8,
    FRESH_ONE_IN = 3,
    ORDINARY = 5,
    GRAFT_ONE_IN = 3,
    OPENING = 8
};

static const char *const algorithm_names[] = {"bandit", "random", "mutation", "genetic"};

const char *race_algorithm_name(race_algorithm a)
{
    return algorithm_names[a];
}

bool race_algorithm_read(const char *name, race_algorithm *a)
{
    for (size_t i = 0; i < sizeof algorithm_names / sizeof *algorithm_names; i++)
        if (!strcmp(algorithm_names[i], name)) {
            *a = (race_algorithm)i;
            return true;
        }
    return false;
}

race *race_new(grammar *g, const race_config *config)
{
    race *r = base_alloc_zero(1, sizeof *r);
    r->config = *config;
    r->grammar = g;
    if (!r->config.patience)
        r->config.patience = DEFAULT_PATIENCE;
    if (!r->config.keep)
        r->config.keep = DEFAULT_KEEP;
    agent_kind kind = config->algorithm == RACE_BANDIT ? config->agent : AGENT_RANDOM;
    r->agent = agent_new(kind, g->constructs.n, config->decay > 0 ? config->decay : 1);
    for (size_t i = 0; i < g->constructs.n; i++)
        r->agent->arms[i].off = !g->constructs.at[i].on;
    vec_resize(&r->refused, g->constructs.n);
    rng_seed(&r->rng, config->seed);
    r->state = base_alloc_zero(1, sizeof *r->state);
    r->state->mark = bank_mark(g->bank);
    r->state->before = base_alloc_zero(g->constructs.n, sizeof(double));
    r->state->after = base_alloc_zero(g->constructs.n, sizeof(double));
    r->state->times = base_alloc_zero(config->rules.n_solvers, sizeof *r->state->times);
    r->state->again = base_alloc_zero(config->rules.n_solvers, sizeof *r->state->again);
    return r;
}

void search_clear(race *r)
{
    race_state *s = r->state;
    for (size_t i = 0; i < s->population.n; i++)
        formula_free(&s->population.at[i].formula);
    s->population.n = 0;
    bank_release(r->grammar->bank, &s->mark);
    s->idle = 0;
    s->autopsied = false;
}

void race_free(race *r)
{
    if (!r)
        return;
    for (size_t i = 0; i < r->state->seeds.n; i++)
        formula_free(&r->state->seeds.at[i].formula);
    vec_free(&r->state->seeds);
    search_clear(r);
    vec_free(&r->state->population);
    vec_free(&r->state->fresh);
    free(r->state->times);
    free(r->state->again);
    free(r->state->before);
    free(r->state->after);
    vec_free(&r->state->autopsy.suspects);
    free(r->state);
    for (size_t i = 0; i < r->best.n; i++)
        search_free_input(&r->best.at[i]);
    vec_free(&r->best);
    vec_free(&r->margins);
    vec_free(&r->refused);
    agent_free(r->agent);
    free(r);
}

double race_margin(const race *r, size_t n)
{
    n = n < r->best.n ? n : r->best.n;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += r->best.at[i].score;
    return n ? sum / (double)n : 0;
}

/* ---- Steps -------------------------------------------------------------------------------------
 */

/* A new random input in an empty population. */
static outcome begin(race *r)
{
    formula f;
    double score;
    grammar_generate(r->grammar, &r->rng, &f);
    outcome o = search_measure(r, &f, r->best.n ? r->best.at[0].score : 0, &score);
    if (o != MEASURED) {
        formula_free(&f);
        return o;
    }
    learn_fresh(r, &f, score);
    individual one = {f, score, race_saturated(&r->config.rules, r->state->times)};
    vec_push(&r->state->population, one);
    return o;
}

/* Chooses a construct that fits somewhere and puts it in. */
static bool propose(race *r, const formula *from, formula *to, size_t *arm)
{
    for (int i = 0; i < CHOICE_TRIES; i++) {
        *arm = agent_choose(r->agent, &r->rng);
        if (*arm == SIZE_MAX)
            return false;
        if (mutate(r->grammar, &r->rng, from, *arm, to))
            return true;
    }
    return false;
}

static void restart(race *r)
{
    r->restarts++;
    r->state->autopsy.phase = AUTOPSY_NONE;
    search_clear(r);
}

/* Gives the input up: for an autopsy first, if it is worth one. */
static void give_up(race *r)
{
    if (r->config.algorithm != RACE_BANDIT || r->state->autopsied || !autopsy_begin(r))
        restart(r);
}

/* The input becomes a seed; its terms stay. */
static void keep_seed(race *r)
{
    race_state *s = r->state;
    individual seed = s->population.at[0];
    formula_copy(&seed.formula, &s->population.at[0].formula);
    s->mark = bank_mark(r->grammar->bank);
    if (s->seeds.n < SEEDS_MOST) {
        vec_push(&s->seeds, seed);
        return;
    }
    individual *old = &s->seeds.at[rng_below(&r->rng, SEEDS_MOST)];
    formula_free(&old->formula);
    *old = seed;
}

/* Starts from a seed; false: a random input is to be tried. */
static bool begin_from_seed(race *r)
{
    race_state *s = r->state;
    if (!s->seeds.n || rng_one_in(&r->rng, FRESH_ONE_IN))
        return false;
    individual from = s->seeds.at[rng_below(&r->rng, s->seeds.n)], one = from;
    formula_copy(&one.formula, &from.formula);
    vec_push(&s->population, one);
    s->autopsied = true;
    return true;
}

/* Now and then the bandit's construct comes with all that is below it, from the input itself or
 * from a seed. What that does is no evidence: too much changes at once. */
static bool propose_graft(race *r, const formula *from, formula *to)
{
    race_state *s = r->state;
    if (r->config.algorithm != RACE_BANDIT || !rng_one_in(&r->rng, GRAFT_ONE_IN))
        return false;
    const formula *donor = from;
    if (s->seeds.n && rng_one_in(&r->rng, 2))
        donor = &s->seeds.at[rng_below(&r->rng, s->seeds.n)].formula;
    for (int i = 0; i < CHOICE_TRIES; i++) {
        size_t arm = agent_choose(r->agent, &r->rng);
        if (arm != SIZE_MAX && mutate_graft(r->grammar, &r->rng, from, donor, arm, to))
            return true;
    }
    return false;
}

/* The bandit begins with the best of a few random inputs, which also show what is normal. */
static outcome open_race(race *r)
{
    race_state *s = r->state;
    outcome o = begin(r);
    if (s->population.n < 2)
        return o;
    size_t worse = s->population.at[1].score > s->population.at[0].score ? 0 : 1;
    formula_free(&s->population.at[worse].formula);
    s->population.at[0] = s->population.at[1 - worse];
    s->population.n = 1;
    return o;
}

/* Bandit and mutation: one input that changes when that is better. */
static outcome climb(race *r)
{
    race_state *s = r->state;
    if (r->config.algorithm == RACE_BANDIT && s->fresh.n < OPENING)
        return open_race(r);
    if (!s->population.n && !begin_from_seed(r))
        return begin(r);
    individual *now = &s->population.at[0];
    formula next;
    size_t arm = SIZE_MAX;
    double score;
    bool grafted = propose_graft(r, &now->formula, &next);
    if (!grafted && !propose(r, &now->formula, &next, &arm)) {
        restart(r);
        return begin(r);
    }
    if (!grafted)
        r->agent->arms[arm].pulls++;
    outcome o = search_measure(r, &next, now->score, &score);
    if (o == STOPPED) {
        formula_free(&next);
        return o;
    }
    if (!grafted)
        learn_refusal(r, arm, o == INVALID);
    int change = o == MEASURED ? race_compare(&r->config.rules, score, now->score) : 0;
    if (o == MEASURED && r->config.algorithm == RACE_BANDIT && !grafted)
        learn_mutation(r, &now->formula, &next, arm, change);
    s->idle = change > 0 ? 0 : s->idle + 1;
    bool saturated = o == MEASURED && race_saturated(&r->config.rules, s->times);
    if (saturated && r->config.algorithm == RACE_BANDIT)
        keep_seed(r);                   /* one step before the limit */
    if (o == MEASURED && change >= 0) { /* sideways, too: what helps only with others comes first */
        formula_free(&now->formula);
        *now = (individual){next, change > 0 ? score : fmax(score, now->score), saturated};
    } else {
        formula_free(&next);
    }
    return o;
}

static size_t tournament(race *r)
{
    enum { ENTRANTS = 3 };
    size_t best = rng_below(&r->rng, r->state->population.n);
    for (int i = 1; i < ENTRANTS; i++) {
        size_t other = rng_below(&r->rng, r->state->population.n);
        if (r->state->population.at[other].score > r->state->population.at[best].score)
            best = other;
    }
    return best;
}

/* A child of two winners of tournaments takes the place of the worst, if it is better. */
static outcome breed(race *r)
{
    race_state *s = r->state;
    if (s->population.n < POPULATION)
        return begin(r);
    formula crossed, child;
    size_t arm;
    double score;
    mutate_cross(r->grammar, &r->rng, &s->population.at[tournament(r)].formula,
                 &s->population.at[tournament(r)].formula, &crossed);
    if (rng_one_in(&r->rng, 2) && propose(r, &crossed, &child, &arm))
        formula_free(&crossed);
    else
        child = crossed;
    outcome o = search_measure(r, &child, r->best.n ? r->best.at[0].score : 0, &score);
    size_t worst = 0;
    for (size_t i = 1; i < s->population.n; i++)
        if (s->population.at[i].score < s->population.at[worst].score)
            worst = i;
    if (o == MEASURED && score > s->population.at[worst].score) {
        formula_free(&s->population.at[worst].formula);
        s->population.at[worst] = (individual){child, score, false};
        s->idle = 0;
    } else {
        formula_free(&child);
        s->idle++;
    }
    return o;
}

/* Nothing to gain any more, or nothing gained for long. */
static bool exhausted(const race *r)
{
    const race_state *s = r->state;
    uint32_t patience = r->config.patience;
    switch (r->config.algorithm) {
    case RACE_BANDIT:
    case RACE_MUTATION:
        if (!s->population.n)
            return false;
        if (race_compare(&r->config.rules, s->population.at[0].score, learn_normal(r)) <= 0)
            patience = 1 + patience / ORDINARY; /* not slow: another may be */
        return s->idle >= patience || s->population.at[0].saturated;
    case RACE_RANDOM:
        return false;
    case RACE_GENETIC:
        return s->idle >= patience * POPULATION;
    }
    return false;
}

static outcome search_step(race *r)
{
    switch (r->config.algorithm) {
    case RACE_BANDIT:
    case RACE_MUTATION:
        return climb(r);
    case RACE_RANDOM:
        search_clear(r);
        return begin(r);
    case RACE_GENETIC:
        return breed(r);
    }
    return STOPPED;
}

/* What an autopsy leaves is small and still slow: the search goes on from there, unless nothing is
 * left to gain. */
static outcome examine(race *r)
{
    outcome o = autopsy_step(r);
    if (r->state->autopsy.phase == AUTOPSY_NONE) {
        r->state->idle = 0;
        r->state->autopsied = true;
        if (!r->state->population.at[0].saturated)
            keep_seed(r);
    }
    return o;
}

bool race_step(race *r)
{
    bool dead = r->state->autopsy.phase != AUTOPSY_NONE;
    outcome o = dead ? examine(r) : search_step(r);
    if (o == STOPPED)
        return false;
    r->steps++;
    vec_push(&r->margins, r->best.n ? r->best.at[0].score : 0);
    if (r->state->autopsy.phase == AUTOPSY_NONE && exhausted(r))
        give_up(r);
    return true;
}
