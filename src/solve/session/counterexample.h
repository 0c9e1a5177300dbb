/* What the evaluator cannot judge in a model, above all quantifiers over many values: everything that the model
 * says is put into the assertion, and an engine looks for values that break it. That there are none confirms the
 * model; no engine's word on the quantifier itself is needed. */
#ifndef TANDEM_SOLVE_SESSION_COUNTEREXAMPLE_H
#define TANDEM_SOLVE_SESSION_COUNTEREXAMPLE_H

#include "engine/engine.h"
#include "solve/limits.h"

typedef enum counterexample {
    COUNTEREXAMPLE_NONE,  /* all assertions hold in the model */
    COUNTEREXAMPLE_FOUND, /* one does not, by the evaluator, or by the engine (*broken) */
    COUNTEREXAMPLE_OPEN   /* could not tell */
} counterexample;

/* `m` is complete (check_model) and not circular. `seconds` for all questions; 0: no limit. */
counterexample counterexample_find(const term_model *m, const engine_config *config,
                                   const solve_limits *limits, double seconds,
                                   const term_id *assertions, size_t n, term_id *broken);

#endif
