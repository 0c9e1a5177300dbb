/* A process that may compute and nothing else: closed boxes are called again in such ones, so that
 * a function that turns out to do more than compute does no harm and gives no answer. */
#ifndef TANDEM_RUNTIME_BOXES_CONFINE_H
#define TANDEM_RUNTIME_BOXES_CONFINE_H

#include <stdbool.h>

/* From here on any system call but those for memory, for messages on open sockets and for ending
 * kills the process (SIGSYS). False: the kernel cannot do it, and nothing has changed. */
bool tandem_confine(void);
/* The same for a function that is tried: only memory is left to it. Other calls raise SIGSYS, which
 * may be caught. */
bool tandem_confine_strictly(void);
/* No handlers and no blocked signals any more: those are the program's. */
void tandem_plain_signals(void);

#endif
