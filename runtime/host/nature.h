/* The clock and the random bytes that a program sees: the system's; in every run the same; or inputs (tandem_nature). Functions of
 * that are ours for all of the program, its libraries too. Not for what the kernel does by its own clock (timers, times of
 * files), nor for what is read from /dev/urandom. */
#ifndef TANDEM_RUNTIME_HOST_NATURE_H
#define TANDEM_RUNTIME_HOST_NATURE_H

#include "runtime/core/state.h"

/* A run begins, with what the request says. */
void tandem_nature_start(void);
/* The system's clocks, for the runtime itself. */
uint64_t tandem_nature_ms(void);     /* since some time, by a system call */
uint64_t tandem_nature_utc_ms(void); /* without one */

#endif
