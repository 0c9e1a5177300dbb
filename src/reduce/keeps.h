/* Checks for the reducer that stand on solvers: what must stay true of a formula. */
#ifndef TANDEM_REDUCE_KEEPS_H
#define TANDEM_REDUCE_KEEPS_H

#include "campaign/judge.h"
#include "reduce/reduce.h"

/* The finding stays: the same kind, by the same solver, with the same signature; confirmed as
 * judge_confirm does it (for soundness: by other solvers or our evaluator, since the expectation of
 * the original says nothing about a smaller formula). */
typedef struct keeps_finding {
    const finding *finding;
    solver *const *solvers;
    size_t n;
    const judge_limits *limits;
} keeps_finding;
reduce_verdict keeps_finding_check(void *context, term_bank *b, const formula *candidate);

/* Reduces a confirmed finding and fills in `reduced`; its state becomes REDUCED. */
void keeps_reduce(finding *f, solver *const *solvers, size_t n, const judge_limits *limits,
                  double seconds);

#endif
