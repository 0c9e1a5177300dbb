#include "race/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "race/mutate.h"
#include "race/search_impl.h"

enum { DEFAULT_PATIENCE = 20, DEFAULT_KEEP = 20 };

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

bool race_prune_read(const char *name, race_prune *p)
{
    static const char *const names[] = {"bandit", "all", "none"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) {
            *p = (race_prune)i;
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
    const race_limits *l = search_limits(r);
    agent_kind kind = config->algorithm == RACE_BANDIT ? config->agent : AGENT_RANDOM;
    r->agent = agent_new(kind, g->constructs.n, config->decay > 0 ? config->decay : 1, l);
    for (size_t i = 0; i < g->constructs.n; i++)
        r->agent->arms[i].off = !g->constructs.at[i].on;
    vec_resize(&r->refused, g->constructs.n);
    rng_seed(&r->rng, config->seed);
    r->state = base_alloc_zero(1, sizeof *r->state);
    r->state->mark = bank_mark(g->bank);
    r->state->before = base_alloc_zero(g->constructs.n, sizeof(double));
    r->state->after = base_alloc_zero(g->constructs.n, sizeof(double));
    r->state->manners = agent_new(AGENT_THOMPSON, CLIMB_MANNERS, 1, l);
    r->state->strides = base_alloc_zero(g->constructs.n, sizeof *r->state->strides);
    r->state->autopsy.present = base_alloc_zero(g->constructs.n, sizeof(bool));
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
    for (size_t i = 0; i < r->state->elite.n; i++)
        formula_free(&r->state->elite.at[i].formula);
    vec_free(&r->state->elite);
    search_clear(r);
    vec_free(&r->state->population);
    vec_free(&r->state->fresh);
    free(r->state->times);
    free(r->state->again);
    free(r->state->before);
    free(r->state->after);
    agent_free(r->state->manners);
    free(r->state->strides);
    free(r->state->autopsy.present);
    vec_free(&r->state->autopsy.suspects);
    vec_free(&r->state->autopsy.convicts);
    free(r->state);
    for (size_t i = 0; i < r->best.n; i++)
        search_free_input(&r->best.at[i]);
    vec_free(&r->best);
    vec_free(&r->margins);
    vec_free(&r->spent);
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

/* ---- Steps ----------------------------------------------------------------------------------- */

void search_restart(race *r)
{
    r->restarts++;
    r->state->autopsy.phase = AUTOPSY_NONE;
    search_clear(r);
}

/* Begins an autopsy of the input, if there is one for it; false: there is none. */
static bool begin_autopsy(race *r)
{
    const race_limits *l = search_limits(r);
    bool often = r->state->autopsy.spent * l->autopsy_part > r->steps + l->autopsy_allowed;
    return r->config.algorithm == RACE_BANDIT && l->autopsies && !r->state->autopsied && !often &&
           autopsy_begin(r);
}

/* Gives the input up: for an autopsy first, if it is worth one. */
static void give_up(race *r)
{
    if (!begin_autopsy(r))
        search_restart(r);
}

/* What is clearly slow is taken apart at once: what it is slow by is what to put more of in. */
static void look_into(race *r)
{
    const race_state *s = r->state;
    if (s->population.n && s->fresh.n >= search_limits(r)->opening &&
        portfolio_is_slow(r, s->population.at[0].score))
        begin_autopsy(r);
}

void search_aside(race *r, individual *one, double least)
{
    race_state *s = r->state;
    if (one->score < least ||
        race_compare(&r->config.rules, one->score, s->population.at[0].score) <= 0) {
        formula_free(&one->formula);
        return;
    }
    formula_free(&s->population.at[0].formula);
    s->population.at[0] = *one;
    s->autopsy.phase = AUTOPSY_NONE;
    s->autopsied = false;
    s->idle = 0;
}

static size_t tournament(race *r)
{
    size_t best = rng_below(&r->rng, r->state->population.n);
    for (uint64_t i = 1; i < search_limits(r)->entrants; i++) {
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
    if (s->population.n < search_limits(r)->population)
        return fresh_begin(r);
    formula crossed, child;
    size_t arm;
    double score;
    mutate_cross(r->grammar, &r->rng, &s->population.at[tournament(r)].formula,
                 &s->population.at[tournament(r)].formula, &crossed);
    if (rng_one_in(&r->rng, 2) && climb_propose(r, &crossed, &child, &arm))
        formula_free(&crossed);
    else
        child = crossed;
    size_t worst = 0;
    for (size_t i = 1; i < s->population.n; i++)
        if (s->population.at[i].score < s->population.at[worst].score)
            worst = i;
    outcome o = search_measure(r, &child, r->best.n ? r->best.at[0].score : 0,
                               s->population.at[worst].score, &score);
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
        if (r->config.algorithm == RACE_BANDIT && fresh_hopeless(r, s->population.at[0].score))
            return s->fresh.n >= search_limits(r)->opening;
        if (race_compare(&r->config.rules, s->population.at[0].score, learn_normal(r)) <= 0)
            patience =
                1 + patience / (uint32_t)search_limits(r)->ordinary; /* not slow: another may be */
        return s->idle >= patience || s->population.at[0].saturated;
    case RACE_RANDOM:
        return false;
    case RACE_GENETIC:
        return s->idle >= patience * search_limits(r)->population;
    }
    return false;
}

static outcome search_step(race *r)
{
    switch (r->config.algorithm) {
    case RACE_BANDIT:
    case RACE_MUTATION:
        return climb_step(r);
    case RACE_RANDOM:
        search_clear(r);
        return fresh_begin(r);
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
    r->state->autopsy.spent++;
    if (r->state->autopsy.phase == AUTOPSY_NONE) {
        r->state->idle = 0;
        r->state->autopsied = true;
        if (!r->state->population.at[0].saturated)
            climb_keep_seed(r);
    }
    return o;
}

static outcome work(race *r)
{
    return r->state->autopsy.phase != AUTOPSY_NONE ? examine(r) : search_step(r);
}

static outcome take_step(race *r)
{
    strategy chosen = portfolio_choose(r);
    switch (chosen) {
    case STRATEGY_WORK:
        return work(r);
    case STRATEGY_PLAIN:
    case STRATEGY_LEARNED:
        return fresh_aside(r, chosen == STRATEGY_LEARNED);
    case STRATEGY_CROSS:
        return elite_cross(r);
    }
    return STOPPED;
}

bool race_step(race *r)
{
    outcome o = take_step(r);
    if (o == STOPPED)
        return false;
    r->steps++;
    vec_push(&r->margins, r->best.n ? r->best.at[0].score : 0);
    vec_push(&r->spent, r->seconds);
    if (r->state->autopsy.phase == AUTOPSY_NONE) {
        if (exhausted(r))
            give_up(r);
        else
            look_into(r);
    }
    return true;
}
