/* The kernel's dispatch of system calls to user space (Linux 5.11), for C libraries that do not know it. */
#ifndef TANDEM_RUNTIME_CORE_DISPATCH_H
#define TANDEM_RUNTIME_CORE_DISPATCH_H

#include <sys/prctl.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#endif
enum {
    TANDEM_DISPATCH_OFF,
    TANDEM_DISPATCH_ON,
    /* what the byte says that the kernel looks at */
    TANDEM_DISPATCH_ALLOW = 0,
    TANDEM_DISPATCH_BLOCK = 1
};

#endif
