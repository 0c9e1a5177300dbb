/* What a sandboxed worker may not do: reach the network, change the file system, harm other
 * processes. A system call filter, installed by the process itself and inherited by its children;
 * refused calls fail with EPERM, so that the box goes on as on a machine without these things. */
#ifndef TANDEM_BOX_WORKER_SANDBOX_H
#define TANDEM_BOX_WORKER_SANDBOX_H

#include <stdbool.h>

/* False when this system has no such filters. For good: there is no way back. */
bool sandbox_enter(void);

#endif
