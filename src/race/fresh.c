/* New random inputs.
 *
 * Those of a bandit that has learned something have the size at which solvers begin to differ:
 * larger after some on which all are quick, smaller after one on which the references are not. Half
 * of them are made of what it would choose. */
#include <math.h>
#include <string.h>

#include "race/search_impl.h"
#include "race/seeds/transform.h"

enum { LEVEL_LEAST = -1, LEVEL_MOST = 2 };

/* Constructs are used as often as the bandit would choose them. */
static void weigh(race *r, const double *weights)
{
    grammar *g = r->grammar;
    for (size_t i = 0; i < g->constructs.n; i++) {
        term_op op = g->constructs.at[i].op;
        const agent_arm *arm = &r->agent->arms[i];
        if (op)
            g->weights[op] =
                weights[op] * agent_draw_beta(&r->rng, arm->successes + 1, arm->failures + 1);
    }
}

/* So many times smaller or larger than the grammar says. */
static void choose_size(race *r, uint32_t *assertions, uint32_t *depth)
{
    int level = r->state->level;
    *assertions = r->grammar->assertions;
    *depth = r->grammar->depth;
    for (; level > 0; level--)
        if (rng_one_in(&r->rng, 2))
            *assertions *= 2;
        else
            ++*depth;
    for (; level < 0; level++)
        if (*assertions > 1 && (*depth == 1 || rng_one_in(&r->rng, 2)))
            --*assertions;
        else if (*depth > 1)
            --*depth;
}

static void generate(race *r, bool learned, formula *f)
{
    grammar *g = r->grammar;
    if (g->seeds.n && rng_one_in(&r->rng, search_limits(r)->seeded_one_in)) {
        transform_seed(g, &r->rng, f);
        return;
    }
    if (!learned) {
        grammar_generate(g, &r->rng, f);
        return;
    }
    uint32_t assertions, depth;
    double weights[OP_COUNT];
    memcpy(weights, g->weights, sizeof weights);
    if (rng_one_in(&r->rng, 2))
        weigh(r, weights);
    choose_size(r, &assertions, &depth);
    grammar_generate_sized(g, &r->rng, assertions, depth, f);
    memcpy(g->weights, weights, sizeof weights);
}

bool fresh_hopeless(const race *r, double score)
{
    return r->config.rules.objective == RACE_TIME && score <= -r->config.rules.timeout;
}

static void adapt_level(race *r, double score)
{
    race_state *s = r->state;
    if (fresh_hopeless(r, score)) {
        s->level -= s->level > LEVEL_LEAST;
        s->easy = 0;
    } else if (race_compare(&r->config.rules, score, learn_normal(r)) > 0) {
        s->easy = 0;
    } else if (++s->easy >= search_limits(r)->larger_after) {
        s->level += s->level < LEVEL_MOST;
        s->easy = 0;
    }
}

static outcome measure_fresh(race *r, bool learned, double least, individual *one)
{
    double best = r->best.n ? r->best.at[0].score : 0;
    generate(r, learned, &one->formula);
    outcome o = search_measure(r, &one->formula, best, least, &one->score);
    if (o != MEASURED) {
        formula_free(&one->formula);
        return o;
    }
    one->saturated = search_saturated(r);
    if (one->score >= least)
        elite_consider(r, &one->formula, one->score);
    adapt_level(r, one->score);
    learn_fresh(r, &one->formula, one->score);
    return o;
}

outcome fresh_begin(race *r)
{
    individual one;
    bool learned =
        r->config.algorithm == RACE_BANDIT && r->state->fresh.n >= search_limits(r)->opening;
    double least = -INFINITY; /* a search starts from it, and should know where it stands */
    if (r->config.algorithm == RACE_RANDOM && r->best.n)
        least = r->best.at[0].score;
    outcome o = measure_fresh(r, learned, least, &one);
    if (o == MEASURED)
        vec_push(&r->state->population, one);
    return o;
}

outcome fresh_aside(race *r, bool learned)
{
    individual one;
    double least = learn_normal(r);
    outcome o = measure_fresh(r, learned, least, &one);
    if (o == MEASURED)
        search_aside(r, &one, least);
    return o;
}
