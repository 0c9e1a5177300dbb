/* Calls one at a time: SMT says what each should give, and inputs that make it give that are looked
 * for call by call, which is much easier than all together. */
#ifndef TANDEM_SOLVE_NEAR_TARGETS_H
#define TANDEM_SOLVE_NEAR_TARGETS_H

#include "solve/near/question.h"

typedef struct near_targets {
    /* Whether the question can hold with boxes uninterpreted, and then what q->results are; `more` has
     * to hold, too. */
    bool (*propose)(void *context, question *q, const term_vec *more, value_id *targets);
    void *context;
    uint64_t seed;
    uint64_t effort; /* executions for one call */
    uint64_t rounds; /* proposals */
} near_targets;

/* True: q->values satisfies the question. */
bool targets_try(question *q, const near_targets *t);

#endif
