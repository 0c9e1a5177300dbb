/* Comparing the searches: repetitions of each at the same budget. */
#ifndef TANDEM_RACE_EVALUATE_H
#define TANDEM_RACE_EVALUATE_H

#include "race/journal.h"
#include "race/search.h"

enum { RACE_ALGORITHM_COUNT = 4 };

typedef struct race_budget {
    uint64_t steps;  /* inputs; 0: no limit */
    double seconds;  /* CPU time of solvers; 0: no limit */
    double deadline; /* clock_wall; 0: none */
} race_budget;

/* Runs a race to the end of its budget; false: it was stopped before. `tick` may be NULL. */
bool race_run(race *r, journal *j, const race_budget *budget,
              void (*tick)(void *context, const race *r), void *context);

typedef struct race_evaluation {
    uint64_t repetitions;
    race_budget budget;
    size_t best; /* inputs of a run that count; the paper: 1 */
    /* Results: by algorithm, then by repetition. */
    double *margins[RACE_ALGORITHM_COUNT];    /* mean score of the best inputs of a run */
    race_inputs inputs[RACE_ALGORITHM_COUNT]; /* the best input of each run */
} race_evaluation;

/* All algorithms with the configuration of `config` (its algorithm and seed are set here), in an
 * order that spreads them over the time. `grammar_of` makes a grammar for each run. False: stopped.
 */
bool race_evaluate(race_evaluation *e, const race_config *config, journal *j,
                   grammar *(*grammar_of)(void *context), void *context,
                   void (*tick)(void *context, const race *r));
void race_evaluation_free(race_evaluation *e);
/* The sum of an algorithm's margins, and the standard error of that sum. */
double race_evaluation_sum(const race_evaluation *e, race_algorithm a, double *error);

#endif
