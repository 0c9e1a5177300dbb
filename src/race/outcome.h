/* What came of a whole race, as bytes: a race of many machines is many races with seeds of their own, brought together.
 * Both ends are the same version of this program, but the reader trusts nothing. */
#ifndef TANDEM_RACE_OUTCOME_H
#define TANDEM_RACE_OUTCOME_H

#include "judge/finding.h"
#include "race/search.h"

typedef struct race_outcome {
    double margin;         /* mean score of the best inputs, as many as were asked for */
    double solver_seconds; /* CPU time of solvers */
    uint64_t steps, measured, repeated, invalid, restarts, ties;
    race_inputs best;
    VEC(agent_arm) arms;   /* evidence about constructs */
    VEC(finding) findings; /* solvers that contradicted each other */
} race_outcome;

void race_outcome_free(race_outcome *o);
/* Everything but the findings, which are the caller's to add; `best`: inputs whose mean score is the margin. */
void race_outcome_of(const race *r, size_t best, double solver_seconds, race_outcome *o);
void race_outcome_put(const race_outcome *o, size_t n_solvers, strbuf *out);
/* False: it is damaged, and *o is empty. */
bool race_outcome_read(const char *bytes, size_t n, size_t n_solvers, race_outcome *o);
/* Adds it to a race that measured nothing itself: inputs by score, evidence, numbers. Inputs are handed over. False: it is of
 * another grammar. */
bool race_outcome_add(race *into, race_outcome *o);

#endif
