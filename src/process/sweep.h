/* Ending descendants of the calling process, for the janitor: all of them, those that slipped away,
 * and those that are too many. Orphans must come to the caller (PR_SET_CHILD_SUBREAPER). Allocates
 * nothing: it is needed most where there is no memory. */
#ifndef TANDEM_PROCESS_SWEEP_H
#define TANDEM_PROCESS_SWEEP_H

#include <sys/types.h>

/* A program and what it started may be so many processes. */
enum { SWEEP_MOST_PROCESSES = 512 };

typedef struct sweep_watch {
    pid_t command;        /* the child that is to live */
    unsigned rounds;      /* looks so far */
    unsigned long before; /* processes of the system when they were last counted */
} sweep_watch;

/* Ends and reaps every descendant, until there is none. */
void sweep_all(void);
/* One look, to be called many times a second; cheap unless something is wrong. Ends orphans whose
 * process group has no leader any more or is their own, with all below them, and programs that are
 * more processes than SWEEP_MOST_PROCESSES. */
void sweep_look(sweep_watch *watch);

#endif
