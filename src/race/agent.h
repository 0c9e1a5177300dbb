/* Bandits: which construct to try next, learned from rewards. */
#ifndef TANDEM_RACE_AGENT_H
#define TANDEM_RACE_AGENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"
#include "race/limits/limits.h"

typedef enum agent_kind { AGENT_THOMPSON, AGENT_UCB, AGENT_EGREEDY, AGENT_RANDOM } agent_kind;

bool agent_kind_read(const char *name, agent_kind *kind);

/* An arm: Beta(successes + 1, failures + 1). Counts are not whole numbers when evidence is weighed
 * or decays. */
typedef struct agent_arm {
    double successes, failures;
    size_t pulls;
    double ties; /* pulls that made no difference: no evidence, but a reason to pull others first */
    bool off;
} agent_arm;

typedef struct agent {
    agent_kind kind;
    double decay;      /* what old evidence keeps at each reward, 1: everything */
    double epsilon;    /* of AGENT_EGREEDY */
    double tie_doubt;  /* a tie, as a failure, where the next arm is chosen */
    bool rank_by_mean; /* and not by the lower end of what is believed */
    size_t n;
    agent_arm *arms;
} agent;

/* `limits`: NULL: the defaults. */
agent *agent_new(agent_kind kind, size_t arms, double decay, const race_limits *limits);
void agent_free(agent *a);
/* The arm to pull; SIZE_MAX when all are off. */
size_t agent_choose(agent *a, rng *r);
/* Evidence about an arm, of that weight (1: a pull of its own). */
void agent_reward(agent *a, size_t arm, bool success, double weight);

/* A pull that made no difference. */
void agent_tie(agent *a, size_t arm);

/* Posterior mean, and the interval that holds 95 % of the posterior. */
typedef struct agent_belief {
    double mean, low, high;
} agent_belief;
agent_belief agent_believe(const agent *a, size_t arm);
/* Arms by the lower end of their interval, best first: what is certain goes before what had luck
 * once. Those that are off or were never tried come last. `order` has room for all. */
void agent_rank(const agent *a, size_t *order);

/* A draw from Beta(a, b), both at least 1. */
double agent_draw_beta(rng *r, double a, double b);

#endif
