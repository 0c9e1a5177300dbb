/* The solver runner: one solver on one file, with limits, and what came of it.
 *
 * Stands on process/process.h, so that whatever a solver does (hang, flood, fork, grow, die) ends
 * within its limits and leaves nothing behind. Used by bench and by the jobs that test solvers. */
#ifndef TANDEM_SOLVER_RUNNER_H
#define TANDEM_SOLVER_RUNNER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "smtlib/script/answers.h"
#include "solver/solver_command.h"

/* RUNNER_VERDICT(id, name) */
#define RUNNER_VERDICTS(RUNNER_VERDICT)                                                         \
    RUNNER_VERDICT(SAT, "sat")                                                                  \
    RUNNER_VERDICT(UNSAT, "unsat")                                                              \
    RUNNER_VERDICT(UNKNOWN, "unknown")                                                          \
    RUNNER_VERDICT(TIMEOUT, "timeout") /* over the wall or CPU limit, or the solver said so */  \
    RUNNER_VERDICT(MEMOUT, "memout")   /* over the memory limit, or the solver said so */       \
    RUNNER_VERDICT(CRASH, "crash")     /* a signal, or a broken assertion of the solver */      \
    RUNNER_VERDICT(ERROR, "error")     /* an error before the answer, no answer, or no start */ \
    RUNNER_VERDICT(STOPPED, "stopped") /* the interrupt flag was raised */

typedef enum runner_verdict {
#define RUNNER_VERDICT(id, name) RUNNER_##id,
    RUNNER_VERDICTS(RUNNER_VERDICT)
#undef RUNNER_VERDICT
        RUNNER_VERDICT_COUNT
} runner_verdict;

const char *runner_verdict_name(runner_verdict v);
/* False: no such verdict. */
bool runner_verdict_read(const char *name, runner_verdict *v);

/* 0: no limit. Memory and CPU are those of the whole process group. */
typedef struct runner_limits {
    double wall_seconds;
    double cpu_seconds;
    uint64_t memory_bytes; /* resident */
} runner_limits;

typedef struct runner_result {
    runner_verdict verdict;
    double wall, cpu; /* seconds */
    uint64_t memory;  /* peak resident bytes */
    int status;       /* exit code, or 128 + signal */
    bool not_run;     /* it could not be started, which says nothing about the solver */
    int signal;       /* what ended it by itself; 0: none, or it was us */
    answer_list answers;
    char *output;  /* all of its standard output if it was asked for, else NULL */
    char *errors;  /* and of its standard error */
    char *stack;   /* where it crashed, if that is known: "f < g < h"; else NULL */
    char *excerpt; /* one line that explains the verdict; "" for an answer */
} runner_result;

typedef struct runner_job {
    const solver_command *command;
    const char *file;
    runner_limits limits;
    size_t checks;    /* answers that the file asks for; fewer are no verdict; 0: one */
    bool want_output; /* fill in runner_result.output and .errors */
    const volatile sig_atomic_t *interrupt; /* may be NULL */
} runner_job;

/* Runs it and fills in the result, always. With several checks the verdict is unknown if one answer
 * is, else the last answer. May be called from several threads. */
void runner_run(const runner_job *job, runner_result *result);
void runner_result_free(runner_result *result);

#endif
