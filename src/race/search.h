/* The searches: a bandit, and the baselines it is compared with, over one generator and one way of
 * measuring.
 *
 * A search proposes inputs and is told what they took; it knows no solver. A step measures one
 * input. Everything but the times follows from the seed. */
#ifndef TANDEM_RACE_SEARCH_H
#define TANDEM_RACE_SEARCH_H

#include "race/agent.h"
#include "race/grammar.h"
#include "race/score.h"

typedef enum race_algorithm {
    RACE_BANDIT,   /* mutation with the construct that a bandit chooses */
    RACE_RANDOM,   /* a new random input each time */
    RACE_MUTATION, /* mutation with a random construct, kept when better */
    RACE_GENETIC   /* a population, crossed and mutated */
} race_algorithm;

/* Who leaves solvers out where they cannot change what counts. */
typedef enum race_prune { PRUNE_BANDIT, PRUNE_ALL, PRUNE_NONE } race_prune;
bool race_prune_read(const char *name, race_prune *p);

const char *race_algorithm_name(race_algorithm a);
bool race_algorithm_read(const char *name, race_algorithm *a);

/* An input that is kept. */
typedef struct race_input {
    char *text; /* SMT-LIB, standard */
    double score;
    uint64_t step;
    race_time *times; /* one for each solver */
    bool saturated;
} race_input;

typedef struct race_config {
    race_algorithm algorithm;
    agent_kind agent;
    double decay;
    race_prune prune;
    race_rules rules;
    uint64_t seed;
    uint32_t patience;     /* steps without a gain after which the search starts anew; 0: 30 */
    uint32_t measurements; /* of a gain, before it is believed; the best of them counts */
    size_t keep;           /* best inputs that are kept; 0: 20 */
    race_measure *measure;
    void *context;
} race_config;

typedef VEC(race_input) race_inputs;

typedef struct race {
    race_config config;
    grammar *grammar;
    agent *agent;
    rng rng;
    uint64_t steps, measured, repeated, invalid, restarts, ties;
    race_inputs best;      /* by descending score */
    VEC(double) margins;   /* best score after each step */
    VEC(double) spent;     /* CPU seconds of solvers, after each step */
    double seconds;        /* of solvers so far */
    VEC(uint32_t) refused; /* by construct: errors in a row right after it was put in */
    struct race_state *state;
} race;

/* The grammar stays the caller's. */
race *race_new(grammar *g, const race_config *config);
void race_free(race *r);
/* One input; false: measuring was stopped. */
bool race_step(race *r);
/* The mean score of the best `n` inputs (fewer when there are not so many); 0: none. */
double race_margin(const race *r, size_t n);

#endif
