#include "race/agent.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

bool agent_kind_read(const char *name, agent_kind *kind)
{
    static const char *const names[] = {"thompson", "ucb", "egreedy", "random"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) {
            *kind = (agent_kind)i;
            return true;
        }
    return false;
}

agent *agent_new(agent_kind kind, size_t arms, double decay, const race_limits *limits)
{
    agent *a = base_alloc_zero(1, sizeof *a);
    a->kind = kind;
    a->decay = decay;
    a->epsilon = LIMITS_OR(limits, race_limits_default)->epsilon;
    a->tie_doubt = LIMITS_OR(limits, race_limits_default)->tie_doubt;
    a->rank_by_mean = LIMITS_OR(limits, race_limits_default)->rank_by_mean;
    a->n = arms;
    a->arms = base_alloc_zero(arms, sizeof *a->arms);
    return a;
}

void agent_free(agent *a)
{
    if (!a)
        return;
    free(a->arms);
    free(a);
}

/* ---- Distributions --------------------------------------------------------------------------- */

/* A standard normal, by the polar method. */
static double draw_normal(rng *r)
{
    double x, y, s;
    do {
        x = 2 * rng_unit(r) - 1;
        y = 2 * rng_unit(r) - 1;
        s = x * x + y * y;
    } while (s >= 1 || s == 0);
    return x * sqrt(-2 * log(s) / s);
}

/* Gamma(shape, 1) for shape >= 1, by Marsaglia and Tsang's method. */
static double draw_gamma(rng *r, double shape)
{
    double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x = draw_normal(r), v = 1 + c * x;
        if (v <= 0)
            continue;
        v = v * v * v;
        double u = rng_unit(r);
        if (u > 0 && log(u) < 0.5 * x * x + d - d * v + d * log(v))
            return d * v;
    }
}

double agent_draw_beta(rng *r, double a, double b)
{
    double x = draw_gamma(r, a), y = draw_gamma(r, b);
    return x / (x + y);
}

/* ---- Choosing -------------------------------------------------------------------------------- */

static double pulls_of_all(const agent *a)
{
    double n = 0;
    for (size_t i = 0; i < a->n; i++)
        n += a->arms[i].successes + a->arms[i].failures + a->tie_doubt * a->arms[i].ties;
    return n;
}

static double value_of(const agent *a, const agent_arm *arm, double all, rng *r)
{
    double failures = arm->failures + a->tie_doubt * arm->ties, n = arm->successes + failures;
    switch (a->kind) {
    case AGENT_THOMPSON:
        return agent_draw_beta(r, arm->successes + 1, failures + 1);
    case AGENT_UCB:
        return n > 0 ? arm->successes / n + sqrt(2 * log(all + 1) / n) : INFINITY;
    case AGENT_EGREEDY:
        return (arm->successes + 1) / (n + 2);
    case AGENT_RANDOM:
        break;
    }
    return 0;
}

size_t agent_choose(agent *a, rng *r)
{
    bool blind = a->kind == AGENT_RANDOM || (a->kind == AGENT_EGREEDY && rng_unit(r) < a->epsilon);
    double all = pulls_of_all(a), best = -1;
    size_t chosen = SIZE_MAX;
    uint64_t equal = 0;
    for (size_t i = 0; i < a->n; i++) {
        if (a->arms[i].off)
            continue;
        double value = blind ? 0 : value_of(a, &a->arms[i], all, r);
        if (value > best)
            equal = 0;
        else if (value < best)
            continue;
        best = value;
        if (rng_one_in(r, ++equal)) /* ties are drawn */
            chosen = i;
    }
    return chosen;
}

static void forget(agent *a)
{
    for (size_t i = 0; a->decay < 1 && i < a->n; i++) {
        a->arms[i].successes *= a->decay;
        a->arms[i].failures *= a->decay;
        a->arms[i].ties *= a->decay;
    }
}

void agent_tie(agent *a, size_t arm)
{
    a->arms[arm].ties++;
}

void agent_reward(agent *a, size_t arm, bool success, double weight)
{
    forget(a);
    if (success)
        a->arms[arm].successes += weight;
    else
        a->arms[arm].failures += weight;
}

/* ---- What was learned ------------------------------------------------------------------------ */

/* The incomplete beta integral by Simpson's rule: the posterior is smooth, and this is for a table
 * that people read. */
static double cumulate(double a, double b, double x)
{
    enum { STEPS = 400 };
    double log_norm = lgamma(a + b) - lgamma(a) - lgamma(b), sum = 0, h = x / STEPS;
    for (int i = 0; i <= STEPS; i++) {
        double t = h * i;
        double density = 0;
        if ((t > 0 || a == 1) && (t < 1 || b == 1))
            density =
                exp(log_norm + (a > 1 ? (a - 1) * log(t) : 0) + (b > 1 ? (b - 1) * log1p(-t) : 0));
        sum += density * (i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2);
    }
    return sum * h / 3;
}

static double quantile(double a, double b, double p)
{
    double low = 0, high = 1;
    for (int i = 0; i < 40; i++) {
        double middle = (low + high) / 2;
        if (cumulate(a, b, middle) < p)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

agent_belief agent_believe(const agent *a, size_t arm)
{
    double s = a->arms[arm].successes + 1, f = a->arms[arm].failures + 1;
    return (agent_belief){s / (s + f), quantile(s, f, 0.025), quantile(s, f, 0.975)};
}

typedef struct rank {
    double low, evidence;
    size_t arm;
    bool last;
} rank;

static int compare_ranks(const void *x, const void *y)
{
    const rank *a = x, *b = y;
    if (a->last != b->last)
        return a->last ? 1 : -1;
    if (a->low != b->low)
        return a->low > b->low ? -1 : 1;
    if (a->evidence != b->evidence)
        return a->evidence > b->evidence ? -1 : 1;
    return a->arm < b->arm ? -1 : 1;
}

void agent_rank(const agent *a, size_t *order)
{
    rank *ranks = base_alloc((a->n + 1) * sizeof *ranks);
    for (size_t i = 0; i < a->n; i++) {
        const agent_arm *arm = &a->arms[i];
        double evidence = arm->successes + arm->failures;
        agent_belief belief = agent_believe(a, i);
        double worth = a->rank_by_mean ? belief.mean : belief.low;
        ranks[i] = (rank){evidence > 0 ? worth : 0, evidence, i, arm->off || evidence == 0};
    }
    qsort(ranks, a->n, sizeof *ranks, compare_ranks);
    for (size_t i = 0; i < a->n; i++)
        order[i] = ranks[i].arm;
    free(ranks);
}
