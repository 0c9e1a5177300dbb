/* Memory, time and members of process groups and families, as /proc tells it. */
#ifndef TANDEM_PROCESS_GROUP_H
#define TANDEM_PROCESS_GROUP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Resident bytes of one process; with `anonymous`, without files and shared memory. 0: gone. */
uint64_t group_resident_one(pid_t pid, bool anonymous);
/* The same for the family of a group: its processes and all that descend from them, also where they
 * made groups of their own. Looks at every process of the system. */
uint64_t group_resident(pid_t group, bool anonymous);
/* Has the process no children, as far as it is quick to tell? Others of its group may be there all the same. */
bool group_is_alone(pid_t pid);
/* CPU seconds of the family and of its waited-for children. */
double group_cpu(pid_t group);
/* The same where it is quick: false when the process has children, or the system does not tell. */
bool group_cpu_alone(pid_t pid, double *seconds);
/* SIGKILL to the family. */
void group_kill(pid_t group);
/* CPU seconds that a process has used, in steps of the system's clock. */
double group_cpu_one(pid_t pid);
/* What RLIMIT_DATA counts, of the calling process. */
uint64_t group_own_data(void);

#endif
