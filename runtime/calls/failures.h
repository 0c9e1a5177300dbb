/* Injected failures: in runs with max_fail some calls of the program find that the system refuses
 * (failing.def). The kernel hands system calls back to us (syscall user dispatch) while such a call
 * is under way, so that also what libc does inside of it fails, and nothing in between is faked. */
#ifndef TANDEM_RUNTIME_CALLS_FAILURES_H
#define TANDEM_RUNTIME_CALLS_FAILURES_H

#include "runtime/core/state.h"

/* At the start of a run; where the kernel cannot do it nothing will fail. */
void tandem_failures_start(void);
/* Is this the call that fails? Then until tandem_failure_over its first system call does. */
bool tandem_failure_begin(const char *name);
void tandem_failure_over(void);

#endif
