#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "explore/target/jail_impl.h"

enum { MOST_PROCESSES = 400, FIRST_KEPT = 3, HIGH = 64 };

static _Noreturn void give_up(int report, const char *step)
{
    jail_report r = {step, errno};
    ssize_t written = write(report, &r, sizeof r);
    (void)written; /* the warden is gone, then */
    _exit(126);
}

static void limit(int what, rlim_t most)
{
    struct rlimit l = {most, most}, now;
    if (!getrlimit(what, &now) && now.rlim_max != RLIM_INFINITY && now.rlim_max < most)
        l.rlim_cur = l.rlim_max = now.rlim_max;
    setrlimit(what, &l);
}

/* What the program prints, where it is let. */
static int open_output(const char *folder, const char *name)
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/%s", folder, name);
    return n < (int)sizeof path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0644) : -1;
}

/* The standard streams and those that are kept; no others but the report and the program, which move. */
static int put_descriptors(const jail_config *c, int report, int *program)
{
    int null = open("/dev/null", O_RDWR);
    int files[] = {null, c->path ? open_output(c->folder, "out") : null,
                   c->path ? open_output(c->folder, "err") : null};
    for (int i = 0; i < 3; i++)
        dup2(files[i] < 0 ? null : files[i], i);
    /* All high first, as one may stand where the other is to go. */
    int a = fcntl(c->descriptors[0], F_DUPFD, HIGH), b = fcntl(c->descriptors[1], F_DUPFD, HIGH);
    report = fcntl(report, F_DUPFD, HIGH);
    *program = fcntl(*program, F_DUPFD_CLOEXEC, HIGH);
    dup2(a, FIRST_KEPT);
    dup2(b, FIRST_KEPT + 1);
    dup2(report, FIRST_KEPT + 2);
    fcntl(FIRST_KEPT + 2, F_SETFD, FD_CLOEXEC);
    if (*program >= 0)
        *program = dup3(*program, FIRST_KEPT + 3, O_CLOEXEC);
    close_range(FIRST_KEPT + (*program < 0 ? 3 : 4), ~0u, 0);
    return FIRST_KEPT + 2;
}

/* In a namespace of users, or as a user of its own, the program's processes are the only ones that
 * count; else those of the user come on top. */
static void limit_processes(const jail_config *c, bool shared)
{
    bool alone = c->kind == JAIL_NAMESPACES || !shared;
    limit(RLIMIT_NPROC, MOST_PROCESSES + (alone ? 0 : jail_count_tasks(geteuid())));
    limit(RLIMIT_CORE, 0);
}

static void confine(const jail_config *c, bool shared, unsigned places, int report)
{
    int landlock = jail_landlock();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        give_up(report, "no new privileges");
    if (c->kind == JAIL_OFF)
        return;
    errno = ENOSYS;
    if (c->kind == JAIL_FILTER && !landlock)
        give_up(report, "Landlock");
    if (c->kind == JAIL_FILTER && shared && landlock < JAIL_LANDLOCK_SIGNALS)
        give_up(report, "Landlock that keeps signals in (Linux 6.12)");
    if (landlock && !jail_restrict(c->folder, places, landlock) && c->kind == JAIL_FILTER)
        give_up(report, "Landlock"); /* namespaces do without */
    if (!jail_filter_calls(c->kind, shared, landlock))
        give_up(report, "a filter of system calls");
}

/* The first line of what it printed is why a program does not start. */
static _Noreturn void not_started(bool other_user)
{
    int why = errno;
    dprintf(STDERR_FILENO, "%s%s\n", strerror(why),
            why == EACCES && other_user ? " (under root it runs as another user: others have to be "
                                          "allowed to read and execute it)"
                                        : "");
    _exit(127);
}

_Noreturn void jail_become_program(const jail_config *c, jail_inside inside, int report)
{
    bool shared = geteuid() != 0; /* other processes of the same user run elsewhere */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    report = put_descriptors(c, report, &inside.program);
    if (!shared && (setgroups(0, NULL) || setgid(c->user) || setuid(c->user)))
        give_up(report, "an ordinary user");
    limit_processes(c, shared);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* again: changing the user forgets it */
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    confine(c, shared, inside.places, report);
    if (!c->path)
        _exit(0);
    char *argv[] = {(char *)c->path, NULL};
    if (!chdir(c->folder)) {
        execve(c->path, argv, c->envp);
        syscall(SYS_execveat, inside.program, "", argv, c->envp, AT_EMPTY_PATH);
    }
    not_started(!shared);
}
