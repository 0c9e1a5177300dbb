/* Where a program is when it crashes: it is run once more under a tracer of ours, which reads its
 * stack when the fatal signal comes. For crashes that leave no message. */
#ifndef TANDEM_SOLVER_CRASH_CRASH_STACK_H
#define TANDEM_SOLVER_CRASH_CRASH_STACK_H

#include "base/strbuf.h"
#include "solver/runner.h"

/* Adds "f < g < h", the innermost function first. False, and nothing is added: it did not crash
 * this time, someone sent it the signal, or the system does not let us look. */
bool crash_stack(char *const *argv, const runner_limits *limits,
                 const volatile sig_atomic_t *interrupt, strbuf *out);

#endif
