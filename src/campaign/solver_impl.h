/* Inside of the solvers under test: what the three modes share. */
#ifndef TANDEM_CAMPAIGN_SOLVER_IMPL_H
#define TANDEM_CAMPAIGN_SOLVER_IMPL_H

#include "campaign/await.h"
#include "campaign/solver.h"

struct solver {
    char *text;    /* as it was given */
    char *command; /* without the mode, and with what the program needs to read our files */
    char *name, *version;
    smt_dialect dialect;
    solver_mode mode;
    bool by_suffix; /* it may want a file whose name ends with .smt2 */
    /* Modes that keep a process: */
    process *child;
    runner_limits limits; /* that the child was started with */
    uint64_t asked;       /* formulas that it has been given */
};

void solver_ask_process(solver *s, const solver_question *q, runner_result *result);

#endif
