/* Checking a model: is it true of the assertions, by our own evaluator?
 *
 * Underspecified applications without a value are first asked of the engine (get-value); what is
 * still open is replaced by fresh variables, and a fresh engine is asked whether any value would
 * do. */
#ifndef TANDEM_SOLVE_SESSION_CHECK_H
#define TANDEM_SOLVE_SESSION_CHECK_H

#include "engine/engine.h"
#include "solve/limits.h"
#include "term/eval/eval.h"

typedef enum check_verdict { CHECK_TRUE, CHECK_FALSE, CHECK_UNDETERMINED } check_verdict;

typedef struct check_result {
    check_verdict verdict;
    eval_reason why;   /* of CHECK_UNDETERMINED */
    term_id assertion; /* the first that is false or undetermined; 0: the model is circular */
} check_result;

/* Completes the model in place (defaults for what it leaves out, values of underspecified
 * applications). `e` is the engine in which the model was found, `fresh` says how to make another
 * one; either may be NULL: then it is not asked. `limits` NULL: the defaults. */
check_result check_model(term_model *m, engine *e, const engine_config *fresh,
                         const solve_limits *limits, const term_id *assertions, size_t n);
/* The value of a term in such a model, with the same questions to `e` (may be NULL) where operators
 * are underspecified; 0 when there is none. `calls` (may be NULL) has the evaluator's callback for
 * functions that are code. */
value_id check_value(term_model *m, engine *e, const eval_config *calls, const solve_limits *limits,
                     term_id t);
/* Is there a forall or exists in the terms or in the definitions that they use? */
bool check_has_quantifier(const term_bank *b, const term_id *terms, size_t n);
/* The same of what libz3 knows less about than its theory says (finite sets, bags, transcendental
 * functions): an unsat is as good as any, a sat rests on nothing but the check. */
bool check_has_stand_in(const term_bank *b, const term_id *terms, size_t n);

#endif
