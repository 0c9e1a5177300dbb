/* Ctrl-C in the long commands: the first one (or SIGTERM) raises a flag, and the command ends in
 * order with what it has; a second one ends everything. */
#ifndef TANDEM_CLI_INTERRUPT_H
#define TANDEM_CLI_INTERRUPT_H

#include <signal.h>

void interrupt_watch(void);
/* The number of the signal that came; 0: none. */
const volatile sig_atomic_t *interrupt_flag(void);
/* The exit code after an interrupt; `otherwise` when there was none. */
int interrupt_code(int otherwise);

#endif
