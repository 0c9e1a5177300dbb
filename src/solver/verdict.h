/* From how a solver's run ended and what it printed to a verdict. */
#ifndef TANDEM_SOLVER_VERDICT_H
#define TANDEM_SOLVER_VERDICT_H

#include "solver/runner.h"

/* How the run ended, before anything is made of its output. */
typedef enum run_end {
    END_ANSWER, /* the reply is complete, and the solver waits for the next formula */
    END_EXIT,   /* it ended by itself */
    END_WALL,
    END_CPU,
    END_MEMORY,
    END_FLOOD,
    END_INTERRUPT
} run_end;

/* Fills in verdict, excerpt and answers; status, signal and CPU time are there already. */
void verdict_decide(runner_result *r, run_end end, const runner_limits *limits, size_t checks,
                    const char *out, const char *err);
/* A run that did not begin. */
void verdict_failed(runner_result *r, const char *why);
/* The signal that ended it, also when a shell tells of it by its exit code; 0: none. */
int verdict_signal(const runner_result *r);
/* A signal of a program that is at fault, not one that came from outside. */
bool verdict_is_fault(int signal);
/* The text on one line of bounded length; the caller's to free. */
char *verdict_line(const char *text);

#endif
