/* Ctrl-C in the long commands: the first one (or SIGTERM) raises a flag, and the command ends in
 * order with what it has; a second one ends everything. */
#ifndef TANDEM_CLI_INTERRUPT_H
#define TANDEM_CLI_INTERRUPT_H

#include <signal.h>

/* Seconds in which signals are one: Ctrl-C goes to all processes of the terminal, and the one that waits
 * for us hands it on besides. */
#define INTERRUPT_ONE_ACTION 0.1

void interrupt_watch(void);
/* Raises the flag, as Ctrl-C does, after so many seconds: for limits that end whatever is under way.
 * Until interrupt_go_on, which takes this flag back, and no other. */
void interrupt_after(double seconds);
void interrupt_go_on(void);
/* The number of the signal that came (SIGALRM: the time is over); 0: none. */
const volatile sig_atomic_t *interrupt_flag(void);
/* The exit code after an interrupt; `otherwise` when there was none but the end of the time. */
int interrupt_code(int otherwise);

#endif
