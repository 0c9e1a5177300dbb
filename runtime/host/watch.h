/* Watched runs: does the program try to change what lies outside its folder?
 *
 * In the jail nothing comes of that, which lets everything else be read only. But a test is also run by
 * others, elsewhere: one that removes the files of a user there is no gift. The server is the
 * run's tracer; system calls that change files stop there, also those of programs that the run
 * starts, and it looks whether this user could have changed the file if the system had let it. */
#ifndef TANDEM_RUNTIME_HOST_WATCH_H
#define TANDEM_RUNTIME_HOST_WATCH_H

#include "runtime/core/state.h"

#include <sys/resource.h>
#include <sys/types.h>

/* In the child, before the program starts. False: it cannot be watched. */
bool tandem_watch_begin(void);
/* In the server: waits for the end of the run, as wait4 does, and sets `outside` in the shared
 * memory. A run is ended at the first such attempt. */
int tandem_watch(pid_t child, struct rusage *used);

#endif
