#include "runtime/boxes/confine.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#ifdef __aarch64__
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#else
#define THIS_MACHINE AUDIT_ARCH_X86_64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(what) BPF_STMT(BPF_RET | BPF_K, what)
#define ALLOW(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), ANSWER(SECCOMP_RET_ALLOW)

/* System calls of another machine's numbering end the process; then the number is looked at. */
#define START                                                            \
    LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_MACHINE, 1, 0), \
        ANSWER(SECCOMP_RET_KILL_PROCESS), LOAD(nr)
#define ALLOW_MEMORY \
    ALLOW(brk), ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(madvise), ALLOW(mprotect)

static bool install(struct sock_filter *filter, size_t n)
{
    const struct sock_fprog program = {(unsigned short)n, filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

void tandem_plain_signals(void)
{
    sigset_t none;
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

bool tandem_confine_strictly(void)
{
    static struct sock_filter filter[] = {
        START,
        ALLOW_MEMORY,
        ALLOW(sysinfo), /* qsort asks how much memory there is */
        ALLOW(rt_sigreturn),
        ALLOW(exit),
        ALLOW(exit_group),
        ANSWER(SECCOMP_RET_TRAP),
    };
    return install(filter, sizeof(filter) / sizeof(*filter));
}

bool tandem_confine(void)
{
    static struct sock_filter filter[] = {
        START,
        ALLOW_MEMORY,
        ALLOW(recvfrom),
        ALLOW(sendto),
        ALLOW(setitimer),
        ALLOW(futex),
        ALLOW(sysinfo), /* qsort asks how much memory there is */
        ALLOW(rt_sigreturn),
        ALLOW(rt_sigprocmask), /* these are for abort */
        ALLOW(getpid),
        ALLOW(gettid),
        ALLOW(tgkill),
        ALLOW(restart_syscall),
        ALLOW(exit),
        ALLOW(exit_group),
        ANSWER(SECCOMP_RET_KILL_PROCESS),
    };
    return install(filter, sizeof(filter) / sizeof(*filter));
}
