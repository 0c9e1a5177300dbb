#include "process/dying.h"

#include <stdatomic.h>
#include <stddef.h>
#include <sys/wait.h>

enum { ROOM = 64 };

static _Atomic(pid_t) dying[ROOM]; /* 0: free */

bool dying_add(pid_t pid)
{
    for (size_t i = 0; i < ROOM; i++) {
        pid_t none = 0;
        if (atomic_compare_exchange_strong(&dying[i], &none, pid))
            return true;
    }
    return false;
}

void dying_reap(void)
{
    for (size_t i = 0; i < ROOM; i++) {
        pid_t pid = atomic_load(&dying[i]) ? atomic_exchange(&dying[i], 0) : 0;
        /* ECHILD: a fork of ours has the table as well, but not the children */
        if (pid && waitpid(pid, NULL, WNOHANG) == 0)
            dying_add(pid);
    }
}
