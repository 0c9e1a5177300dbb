/* Checking a model: is it true of the assertions, by our own evaluator?
 *
 * Underspecified applications without a value are first asked of the engine (get-value); what is
 * still open is replaced by fresh variables, and a fresh engine is asked whether any value would
 * do. */
#ifndef TANDEM_SOLVE_CHECK_H
#define TANDEM_SOLVE_CHECK_H

#include "engine/engine.h"
#include "term/eval.h"

typedef enum check_verdict { CHECK_TRUE, CHECK_FALSE, CHECK_UNDETERMINED } check_verdict;

typedef struct check_result {
    check_verdict verdict;
    eval_reason why;   /* of CHECK_UNDETERMINED */
    term_id assertion; /* the first that is false or undetermined */
} check_result;

/* Completes the model in place (defaults for what it leaves out, values of underspecified
 * applications). `e` may be NULL: then nothing is asked. */
check_result check_model(term_model *m, engine *e, const term_id *assertions, size_t n);

#endif
