#include "race/evaluate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"

bool race_run(race *r, journal *j, const race_budget *budget,
              void (*tick)(void *context, const race *r), void *context)
{
    double start = j->solver_seconds;
    while ((!budget->steps || r->steps < budget->steps) &&
           (budget->seconds <= 0 || j->solver_seconds - start < budget->seconds) &&
           (budget->deadline <= 0 || clock_wall() < budget->deadline)) {
        if (!race_step(r))
            return false;
        if (tick)
            tick(context, r);
    }
    return true;
}

/* The best input of a race becomes one of the evaluation. */
static void take_best(race_evaluation *e, race_algorithm a, race *r)
{
    race_input input = {0};
    if (r->best.n) {
        input = r->best.at[0];
        r->best.at[0].text = NULL; /* handed over */
        r->best.at[0].times = NULL;
    }
    vec_push(&e->inputs[a], input);
}

static bool run_one(race_evaluation *e, const race_config *config, journal *j, race_algorithm a,
                    uint64_t repetition, grammar *g, void (*tick)(void *context, const race *r),
                    void *context)
{
    race_config own = *config;
    own.algorithm = a;
    own.seed = hash_mix(config->seed, repetition);
    own.measure = journal_measure;
    own.context = j;
    race *r = race_new(g, &own);
    bool good = race_run(r, j, &e->budget, tick, context);
    if (good) {
        e->margins[a][repetition] = race_margin(r, e->best);
        take_best(e, a, r);
    }
    race_free(r);
    return good;
}

bool race_evaluate(race_evaluation *e, const race_config *config, journal *j,
                   grammar *(*grammar_of)(void *context), void *context,
                   void (*tick)(void *context, const race *r))
{
    for (int a = 0; a < RACE_ALGORITHM_COUNT; a++)
        e->margins[a] = base_alloc_zero(e->repetitions, sizeof **e->margins);
    for (uint64_t i = 0; i < e->repetitions; i++)
        for (int a = 0; a < RACE_ALGORITHM_COUNT; a++) {
            grammar *g = grammar_of(context);
            term_bank *b = g->bank;
            bool good = run_one(e, config, j, (race_algorithm)a, i, g, tick, context);
            grammar_free(g);
            bank_free(b);
            if (!good)
                return false;
        }
    return true;
}

void race_evaluation_free(race_evaluation *e)
{
    for (int a = 0; a < RACE_ALGORITHM_COUNT; a++) {
        free(e->margins[a]);
        for (size_t i = 0; i < e->inputs[a].n; i++) {
            free(e->inputs[a].at[i].text);
            free(e->inputs[a].at[i].times);
        }
        vec_free(&e->inputs[a]);
    }
}

double race_evaluation_sum(const race_evaluation *e, race_algorithm a, double *error)
{
    double sum = 0, squares = 0, n = (double)e->repetitions;
    for (uint64_t i = 0; i < e->repetitions; i++)
        sum += e->margins[a][i];
    for (uint64_t i = 0; i < e->repetitions; i++)
        squares += pow(e->margins[a][i] - sum / n, 2);
    *error = n > 1 ? sqrt(squares / (n - 1) * n) : 0;
    return sum;
}
