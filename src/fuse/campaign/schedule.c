#include "fuse/campaign/schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* Baselines and one-seed strategies get a smaller share of the units to begin with. */
static const double first_weights[FUSE_STRATEGY_COUNT] = {
    [FUSE_SAT] = 1,     [FUSE_UNSAT] = 1,       [FUSE_MIXED_SAT] = 0.6,   [FUSE_MIXED_UNSAT] = 0.6,
    [FUSE_CONCAT] = 1,  [FUSE_RECOMBINE] = 0.8, [FUSE_OPERATORS] = 1,     [FUSE_TYPED] = 0.8,
    [FUSE_ATOMS] = 1.5, [FUSE_PLANTED] = 2,     [FUSE_INCREMENTAL] = 0.3, [FUSE_BOXED] = 2,
    [FUSE_SMALL] = 1,
};

static bool has_seeds(const schedule *s, fuse_strategy strategy)
{
    switch (strategy) {
    case FUSE_SAT:
    case FUSE_RECOMBINE:
        return s->sat.n;
    case FUSE_UNSAT:
        return s->unsat.n;
    case FUSE_MIXED_SAT:
    case FUSE_MIXED_UNSAT:
        return s->sat.n && s->unsat.n;
    case FUSE_CONCAT:
    case FUSE_INCREMENTAL:
    case FUSE_BOXED:
        return s->sat.n || s->unsat.n;
    default:
        return s->any.n;
    }
}

/* Small seeds make formulas that solvers answer quickly and people can read. */
static double first_weight(const seed *s, const fuse_limits *l)
{
    double w = l->size_common / (double)(s->size + 1);
    return w > 1 ? 1 : w < l->weight_least ? l->weight_least : w;
}

schedule *schedule_new(const seed_set *seeds, size_t n_functions, unsigned strategies,
                       const fuse_limits *limits)
{
    schedule *s = base_alloc_zero(1, sizeof *s);
    s->seeds = seeds;
    s->limits = LIMITS_OR(limits, fuse_limits_default);
    s->n_functions = n_functions;
    s->by_seed = base_alloc(seeds->seeds.n * sizeof *s->by_seed);
    s->functions = base_alloc(n_functions * sizeof *s->functions);
    for (size_t i = 0; i < seeds->seeds.n; i++) {
        const seed *one = &seeds->seeds.at[i];
        s->by_seed[i] = first_weight(one, s->limits);
        if (one->quarantined)
            continue;
        vec_push(&s->any, (uint32_t)i);
        if (one->label == ANSWER_SAT)
            vec_push(&s->sat, (uint32_t)i);
        else if (one->label == ANSWER_UNSAT)
            vec_push(&s->unsat, (uint32_t)i);
    }
    for (size_t i = 0; i < n_functions; i++)
        s->functions[i] = 1;
    for (int i = 0; i < FUSE_STRATEGY_COUNT; i++)
        if (strategies & 1u << i && has_seeds(s, (fuse_strategy)i))
            s->strategies[i] = first_weights[i];
    return s;
}

void schedule_free(schedule *s)
{
    if (!s)
        return;
    free(s->by_seed);
    free(s->functions);
    vec_free(&s->sat);
    vec_free(&s->unsat);
    vec_free(&s->any);
    map_free(&s->behaviours);
    free(s);
}

bool schedule_possible(const schedule *s)
{
    for (int i = 0; i < FUSE_STRATEGY_COUNT; i++)
        if (s->strategies[i] > 0)
            return true;
    return false;
}

void schedule_encode(const schedule *s, strbuf *out)
{
    strbuf_add(out, (const char *)s->strategies, sizeof s->strategies);
    strbuf_add(out, (const char *)s->functions, s->n_functions * sizeof *s->functions);
    strbuf_add(out, (const char *)s->by_seed, s->seeds->seeds.n * sizeof *s->by_seed);
}

bool schedule_decode(schedule *s, const char *bytes, size_t n)
{
    size_t functions = s->n_functions * sizeof *s->functions;
    size_t seeds = s->seeds->seeds.n * sizeof *s->by_seed;
    if (n != sizeof s->strategies + functions + seeds)
        return false;
    memcpy(s->strategies, bytes, sizeof s->strategies);
    memcpy(s->functions, bytes + sizeof s->strategies, functions);
    memcpy(s->by_seed, bytes + sizeof s->strategies + functions, seeds);
    return true;
}

/* ---- Plans ----------------------------------------------------------------------------------- */

static fuse_strategy draw_strategy(const schedule *s, rng *r)
{
    double sum = 0;
    for (int i = 0; i < FUSE_STRATEGY_COUNT; i++)
        sum += s->strategies[i];
    double at = rng_unit(r) * sum;
    int last = 0;
    for (int i = 0; i < FUSE_STRATEGY_COUNT; i++) {
        if (s->strategies[i] <= 0)
            continue;
        last = i;
        at -= s->strategies[i];
        if (at < 0)
            break;
    }
    return (fuse_strategy)last;
}

/* By rejection: no table has to be kept for weights that change all the time. Should all be tiny,
 * the last one drawn will do. */
static size_t draw_seed(const schedule *s, rng *r, const vec_u32 *list)
{
    enum { DRAWS = 10000 };
    size_t place = 0;
    for (int i = 0; i < DRAWS; i++) {
        place = list->at[rng_below(r, list->n)];
        if (rng_unit(r) * s->limits->weight_most < s->by_seed[place])
            break;
    }
    return place;
}

/* Seeds without a common theory have few variables to fuse: a few more draws are cheap. */
static size_t draw_partner(const schedule *s, rng *r, const vec_u32 *list, size_t first)
{
    size_t place = first;
    for (uint64_t i = 0; i < s->limits->partner_draws; i++) {
        place = draw_seed(s, r, list);
        if (s->seeds->seeds.at[place].theories & s->seeds->seeds.at[first].theories)
            break;
    }
    return place;
}

void schedule_plan(const schedule *s, rng *r, fuse_plan *plan)
{
    const vec_u32 *first = &s->any, *second = &s->any;
    plan->strategy = draw_strategy(s, r);
    plan->function_weights = s->functions;
    switch (plan->strategy) {
    case FUSE_SAT:
    case FUSE_RECOMBINE:
        first = second = &s->sat;
        break;
    case FUSE_UNSAT:
        first = second = &s->unsat;
        break;
    case FUSE_MIXED_SAT:
    case FUSE_MIXED_UNSAT:
        first = &s->sat;
        second = &s->unsat;
        break;
    case FUSE_CONCAT:
    case FUSE_INCREMENTAL:
        first = s->sat.n && (!s->unsat.n || rng_one_in(r, 2)) ? &s->sat : &s->unsat;
        second = first;
        break;
    default:
        break;
    }
    plan->first = draw_seed(s, r, first);
    plan->second = draw_partner(s, r, second, plan->first);
}

void schedule_drop_function(schedule *s, size_t which)
{
    s->functions[which] = 0;
}

/* ---- Learning -------------------------------------------------------------------------------- */

void schedule_drop(schedule *s, size_t which)
{
    s->by_seed[which] = 0;
}

static void scale(const fuse_limits *l, double *weight, double factor)
{
    if (*weight <= 0) /* dropped */
        return;
    double w = *weight * factor;
    *weight = w > l->weight_most ? l->weight_most : w < l->weight_least ? l->weight_least : w;
}

/* What formulas do at this time says nothing of this one: at first all reach many new edges, and whoever came first would
 * be drawn ever more. The factor for its seeds and functions. */
static double learn_edges(schedule *s, const schedule_lesson *lesson)
{
    enum { MEMORY = 32 }; /* formulas that decide what is usual */
    double bits = log2(1 + (double)lesson->edges);
    s->usual = s->looked++ ? s->usual : bits;
    double factor = pow(s->limits->coverage_gain, bits - s->usual);
    s->usual += (bits - s->usual) / MEMORY;
    scale(s->limits, &s->strategies[lesson->strategy], factor);
    return factor > 1 ? sqrt(factor) : 1;
}

void schedule_learn(schedule *s, const schedule_lesson *lesson)
{
    bool is_new;
    map_insert(&s->behaviours, lesson->behaviour, &is_new);
    double factor = lesson->timeout ? s->limits->weight_loss : 1;
    factor *= is_new ? s->limits->weight_gain : 1;
    if (lesson->covered)
        factor *= learn_edges(s, lesson);
    if (factor == 1)
        return;
    scale(s->limits, &s->by_seed[lesson->first], factor);
    if (lesson->second != lesson->first)
        scale(s->limits, &s->by_seed[lesson->second], factor);
    for (size_t i = 0; i < lesson->n_functions; i++)
        if (lesson->functions[i] < s->n_functions)
            scale(s->limits, &s->functions[lesson->functions[i]], factor);
}
