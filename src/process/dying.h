/* Killed children that the kernel is still busy with: it needs a tenth of a second and more to take
 * gigabytes from one, and no one has to wait for that. Their ends are looked for when the next
 * child starts or ends. It is the kernel that has one table of children for the whole process, so
 * this is one too; threads may use it at once. */
#ifndef TANDEM_PROCESS_DYING_H
#define TANDEM_PROCESS_DYING_H

#include <stdbool.h>
#include <sys/types.h>

/* Leaves a killed child to dying_reap; false when there is no room: then wait for it yourself. */
bool dying_add(pid_t pid);
/* Forgets those that have ended. */
void dying_reap(void);

#endif
