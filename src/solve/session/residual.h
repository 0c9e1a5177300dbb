/* What is left of assertions when everything the model says has been put in: formulas over the
 * unknown values of underspecified applications (x/0, fp.to_ubv of NaN, …). A fresh engine is asked
 * whether any values would make them true. */
#ifndef TANDEM_SOLVE_SESSION_RESIDUAL_H
#define TANDEM_SOLVE_SESSION_RESIDUAL_H

#include "engine/engine.h"
#include "solve/limits.h"

typedef enum residual_answer {
    RESIDUAL_FOUND,      /* values were found and added to the model */
    RESIDUAL_IMPOSSIBLE, /* no values make the assertions true */
    RESIDUAL_OPEN        /* could not tell */
} residual_answer;

/* `config` says how to make the engine. */
residual_answer residual_solve(term_model *m, const engine_config *config,
                               const solve_limits *limits, const term_id *assertions, size_t n);

#endif
