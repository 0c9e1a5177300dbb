/* A program that is confined with all its children, and the process that watches over them.
 *
 * The guard is a process of ours: it starts the program in the sandbox and waits. A call that the
 * filter does not let through arrives at the guard before anything has happened. A few it answers
 * itself: /dev/null may be opened for writing, and processes may signal themselves and others of
 * their group. For any other the guard ends the whole group, itself included, and leaves the call's
 * number behind: whatever the program had said by then does not count. */
#ifndef TANDEM_SANDBOX_GUARD_H
#define TANDEM_SANDBOX_GUARD_H

#include "sandbox/sandbox.h"

/* In memory that the guard and the supervisor share. */
typedef struct guard_report {
    volatile int refused; /* number of the refused call + 1; 0: none */
    volatile int broken;  /* the sandbox could not be set up */
} guard_report;

/* In a fresh process that leads its process group, with the program's standard descriptors in place:
 * runs argv in the sandbox; returns its exit status, or ends by the signal that ended it. */
int guard_run(const sandbox *s, char *const *argv, char *const *environment, guard_report *report);

#endif
