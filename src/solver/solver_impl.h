/* Inside of the solvers under test: what the three modes share. */
#ifndef TANDEM_SOLVER_SOLVER_IMPL_H
#define TANDEM_SOLVER_SOLVER_IMPL_H

#include "solver/await.h"
#include "solver/family.h"
#include "solver/solver.h"

struct solver {
    char *text;     /* as it was given */
    family *family; /* NULL: a program that we do not know */
    char *command;  /* for one formula: without the mode, and with what the program needs */
    char *name, *version;
    char *kin; /* its family's name; of a program that we do not know: its own without a version */
    text_list refused; /* logics that it turned out to refuse */
    smt_dialect dialect;
    solver_mode mode;
    bool only_pipe; /* a program that we do not know, which is kept: it reads from a pipe */
    bool by_suffix; /* it may want a file whose name ends with .smt2 */
    /* Modes that keep a process: */
    char **words; /* what to start; NULL: libz3 in a fork */
    bool once;    /* a new one for each formula all the same */
    process *child;
    uint64_t memory_bytes;                  /* the limit that it was started with */
    const volatile sig_atomic_t *interrupt; /* and this */
    uint64_t asked;                         /* formulas that it has been given */
};

void solver_ask_process(solver *s, const solver_question *q, runner_result *result);
void solver_ask_kept(solver *s, const solver_question *q, runner_result *result);

#endif
