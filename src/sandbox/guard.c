#include "sandbox/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"

enum { STACK_BYTES = 1 << 18 };

typedef struct start {
    const sandbox *s;
    char *const *argv, *const *environment;
    pid_t guard;
    volatile int listener; /* number of the descriptor, in the table that both share; or -1 */
    volatile int failure;  /* of exec */
} start;

/* In a child that borrows our memory and our table of descriptors until it becomes the program. */
static int become_program(void *context)
{
    start *t = context;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != t->guard)
        _exit(127);
    t->listener = sandbox_enter_watched(t->s);
    if (t->listener >= 0) {
        execvpe(t->argv[0], t->argv, t->environment); /* a script without #! goes to the shell */
        t->failure = errno;
    }
    _exit(127);
}

/* ---- Calls that the filter did not let through ------------------------------------------------ */

/* Whether the call opens /dev/null. The answer is a descriptor of ours, so that a path that changes
 * after we looked changes nothing. */
static bool open_nothing(int listener, const struct seccomp_notif *n)
{
    static const char nothing[] = "/dev/null";
    char path[64], text[sizeof nothing];
    bool at = n->data.nr == SYS_openat;
    if (!at && n->data.nr != SYS_open)
        return false;
    snprintf(path, sizeof path, "/proc/%d/mem", (int)n->pid);
    int memory = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got =
        memory < 0 ? -1 : pread(memory, text, sizeof text, (off_t)n->data.args[at ? 1 : 0]);
    if (memory >= 0)
        close(memory);
    if (got != (ssize_t)sizeof text || memcmp(text, nothing, sizeof text) ||
        ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &n->id))
        return false;
    int flags = (int)n->data.args[at ? 2 : 1];
    int file = open(nothing, (flags & O_ACCMODE) | O_CLOEXEC);
    struct seccomp_notif_addfd give = {.id = n->id,
                                       .flags = SECCOMP_ADDFD_FLAG_SEND,
                                       .srcfd = (uint32_t)file,
                                       .newfd_flags = (uint32_t)(flags & O_CLOEXEC)};
    bool given = file >= 0 && ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &give) >= 0;
    if (file >= 0)
        close(file);
    return given;
}

/* Signals inside of the group, but not to us. */
static bool signal_inside(int listener, const struct seccomp_notif *n)
{
    if (n->data.nr != SYS_kill && n->data.nr != SYS_tgkill)
        return false;
    pid_t target = (pid_t)n->data.args[0];
    if (target <= 0 || target == getpid() || getpgid(target) != getpid())
        return false;
    struct seccomp_notif_resp go_on = {.id = n->id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    return !ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &go_on);
}

static void judge(int listener, guard_report *report)
{
    struct seccomp_notif n;
    memset(&n, 0, sizeof n);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &n))
        return; /* its caller has ended meanwhile */
    if (open_nothing(listener, &n) || signal_inside(listener, &n))
        return;
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &n.id))
        return;
    report->refused = n.data.nr + 1;
    kill(0, SIGKILL);
}

/* ---- Watching -------------------------------------------------------------------------------- */

static int end_as(int status)
{
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    struct rlimit none = {0};
    setrlimit(RLIMIT_CORE, &none);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
}

static int watch(pid_t child, int listener, guard_report *report)
{
    int end = (int)syscall(SYS_pidfd_open, child, 0), status = 0;
    for (;;) {
        struct pollfd watched[] = {{.fd = listener, .events = POLLIN},
                                   {.fd = end, .events = POLLIN}};
        poll(watched, 2, end < 0 ? 10 : -1);
        if (watched[0].revents & POLLIN)
            judge(listener, report);
        else if (watched[0].revents)
            listener = -1; /* nobody is left who could ask */
        if (waitpid(child, &status, WNOHANG) == child)
            return end_as(status);
    }
}

int guard_run(const sandbox *s, char *const *argv, char *const *environment, guard_report *report)
{
    start t = {.s = s, .argv = argv, .environment = environment, .guard = getpid(), .listener = -1};
    char *stack = base_alloc(STACK_BYTES);
    pid_t child = clone(become_program, stack + STACK_BYTES - 64,
                        CLONE_FILES | CLONE_VM | CLONE_VFORK | SIGCHLD, &t);
    if (child < 0 || t.listener < 0) {
        report->broken = 1;
        return 126;
    }
    if (t.failure) {
        dprintf(STDERR_FILENO, "%s: %s\n", argv[0], strerror(t.failure));
        return 127;
    }
    for (int i = 0; i <= STDERR_FILENO; i++)
        close(i);
    return watch(child, t.listener, report);
}
