/* Calls of boxes at fixed arguments: their values are known then, and the rest of the question is
 * one for SMT. */
#ifndef TANDEM_SOLVE_NEAR_FIXED_H
#define TANDEM_SOLVE_NEAR_FIXED_H

#include "solve/near/question.h"

/* Asks an SMT engine whether all of the terms can hold; then q->values is what it says. */
typedef struct near_smt {
    bool (*solve)(void *context, question *q, const term_id *terms, size_t n);
    void *context;
} near_smt;

/* Appends all values of the call (every box of its group that the question has), and what they are
 * when its arguments are these. False: it has none there. */
bool fixed_values(question *q, term_id call, const uint64_t *row, term_vec *from, term_vec *to);
/* Looks for an answer with the call at these arguments, `row`: the arguments, and for each the bits
 * that matter; the others are free, first of all. Other calls are uninterpreted meanwhile. True:
 * q->values satisfies the question, which was confirmed. */
bool fixed_solve(question *q, const near_smt *smt, term_id call, const uint64_t *row);
/* The same with every call at the arguments that it has now. */
bool fixed_solve_all(question *q, const near_smt *smt);

#endif
