/* What must stay true of a script while it is reduced: a command of the user's that ends with 0, or
 * something that solvers do.
 *
 * The predicate looks at the original first and remembers what it saw (who answered what, the
 * signature of the crash), so that one defect does not turn into another on the way. */
#ifndef TANDEM_REDUCE_CHECK_PREDICATE_H
#define TANDEM_REDUCE_CHECK_PREDICATE_H

#include "reduce/formula/reduce.h"
#include "solver/solver.h"

/* PREDICATE(id, name, argument, solvers needed, help): an argument in brackets may be left out. */
#define PREDICATES(PREDICATE)                                                                      \
    PREDICATE(DIFFER, "differ", "", 2, "one solver says sat and another unsat, as for FILE")       \
    PREDICATE(ANSWER, "answer", "=WORD", 1,                                                        \
              "the first solver's verdict: sat, unsat, unknown, timeout, memout, crash or error")  \
    PREDICATE(CRASH, "crash", "[=TEXT]", 1,                                                        \
              "the first solver crashes, TEXT in its output; without TEXT: as it does for FILE")   \
    PREDICATE(PRINTS, "prints", "=TEXT", 1, "the first solver prints TEXT, on either output")      \
    PREDICATE(MODEL, "wrong-model", "", 1,                                                         \
              "the first solver says sat with a model that makes an assertion false, certainly")   \
    PREDICATE(SLOWER, "slower", "=TIME|=2x", 1,                                                    \
              "the first solver does not answer within TIME, or needs twice the CPU time of each " \
              "other (2x, 1.5x, …), and all the others answer")

typedef struct predicate predicate;

typedef struct predicate_config {
    const char *command;        /* the user's, as in solver_command.h; or NULL, and: */
    const char *const *solvers; /* their commands */
    size_t n_solvers;
    const char *const *checks; /* "name" or "name=argument"; all must hold. None: differ or crash */
    size_t n_checks;
    /* Of each run. Without a wall time, looking at the original has a minute, and all others ten
     * times what that took, but at least a second. */
    runner_limits limits;
    const reduce_limits *bounds; /* NULL: the defaults */
    size_t jobs;                 /* scripts looked at the same time; 0: one */
    const volatile sig_atomic_t *interrupt;
} predicate_config;

/* What is wrong with the checks, whatever the solvers are; NULL: nothing (else the caller frees). */
char *predicate_misuse(const predicate_config *config);
/* NULL with *error set (caller frees). What the config points to must outlive the predicate. */
predicate *predicate_new(const predicate_config *config, char **error);
void predicate_free(predicate *p);
/* How scripts are best written for the solvers. */
smt_dialect predicate_dialect(const predicate *p);
/* Looks at the original; false with *why set (caller frees) when the predicate does not hold. */
bool predicate_learn(predicate *p, const char *text, size_t n, char **why);
/* Does it hold for the script? STOP after an interrupt. */
reduce_verdict predicate_holds(predicate *p, const strbuf *script);
/* The same for several scripts (not more than `jobs`). Those behind the first for which it holds
 * are given up, and their verdicts mean nothing. */
void predicate_hold(predicate *p, const strbuf *scripts, size_t n, reduce_verdict *verdicts);

#endif
