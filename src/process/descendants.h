/* The processes below another one, in memory of a fixed size: for the janitor, who has to end them
 * also where there is no memory to be had. Nothing here allocates. */
#ifndef TANDEM_PROCESS_DESCENDANTS_H
#define TANDEM_PROCESS_DESCENDANTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { DESCENDANTS_MOST = 8192 };

typedef struct descendant {
    pid_t pid, group;
    uint32_t above; /* index of its parent, which is smaller; its own: a child of the root */
    pid_t owner;    /* for the caller; 0 at first */
    bool still;     /* stopped, or has ended */
    bool chosen;    /* for the caller; false at first */
} descendant;

/* About 300 kB: one at a time, on the stack. */
typedef struct descendants {
    uint32_t n; /* when it is DESCENDANTS_MOST, there may be others */
    descendant at[DESCENDANTS_MOST];
    uint16_t places[2 * DESCENDANTS_MOST]; /* by pid: index + 1; 0: free */
} descendants;

/* All descendants of `root`, as /proc tells it. */
void descendants_find(pid_t root, descendants *found);

#endif
