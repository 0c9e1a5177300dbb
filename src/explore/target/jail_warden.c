#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "explore/target/jail_impl.h"

static void on_child(int signal)
{
    (void)signal;
}

/* Reaps; true while the program runs. */
static bool reap(pid_t program)
{
    for (pid_t ended; (ended = waitpid(-1, NULL, WNOHANG)) > 0;)
        if (ended == program)
            return false;
    return true;
}

static void tell(int commands, jail_report r)
{
    ssize_t sent = send(commands, &r, sizeof r, MSG_NOSIGNAL);
    (void)sent; /* if nobody is there any more the next recv says so */
}

/* Whether the jail stands around the program: it says so by closing its end. */
static jail_report await_program(int report)
{
    jail_report r = {0};
    ssize_t n;
    do
        n = read(report, &r, sizeof r);
    while (n < 0 && errno == EINTR);
    close(report);
    return n == (ssize_t)sizeof r ? r : (jail_report){0};
}

static void kill_all(jail_kind kind, pid_t program)
{
    if (kind == JAIL_NAMESPACES)
        jail_kill_others(program);
    else
        jail_kill_descendants(program);
}

/* Commands are process groups to kill, or 0; answered by one byte. The end of the socket is the end
 * of the jail. */
static void serve(jail_kind kind, pid_t program, int commands)
{
    while (reap(program)) {
        int32_t group;
        ssize_t n = recv(commands, &group, sizeof group, 0);
        if (n < 0 && errno == EINTR)
            continue;
        if (n != (ssize_t)sizeof group)
            break;
        if (group > 1)
            kill(-group, SIGKILL);
        else
            kill_all(kind, program);
        reap(program);
        if (send(commands, "", 1, MSG_NOSIGNAL) != 1)
            break;
    }
}

static _Noreturn void guard(const jail_config *c, jail_inside inside, int commands)
{
    struct sigaction action = {.sa_handler = on_child};
    int report[2];
    sigaction(SIGCHLD, &action, NULL); /* waiting for a command ends when a child does */
    if (pipe2(report, O_CLOEXEC)) {
        tell(commands, (jail_report){"a pipe", errno});
        _exit(125);
    }
    pid_t program = fork();
    if (!program)
        jail_become_program(c, inside, report[1]);
    int why = errno;
    close(report[1]);
    close(c->descriptors[0]);
    close(c->descriptors[1]);
    jail_report r = program < 0 ? (jail_report){"a process", why} : await_program(report[0]);
    tell(commands, r);
    if (!r.step)
        serve(c->kind, program, commands);
    if (c->kind != JAIL_NAMESPACES)
        jail_kill_descendants(0);
    else if (program > 0)
        kill(program, SIGKILL);
    _exit(0);
}

/* What else this process's parent has open is none of ours: the ends of other jails' sockets, which
 * say that it lives. */
static void close_others(const jail_config *c, int commands)
{
    unsigned from = STDERR_FILENO + 1, first;
    int kept[] = {commands, c->descriptors[0], c->descriptors[1]};
    do {
        first = ~0u;
        for (int i = 0; i < 3; i++)
            if (kept[i] >= 0 && (unsigned)kept[i] >= from && (unsigned)kept[i] < first)
                first = (unsigned)kept[i];
        if (first > from)
            close_range(from, first - (first != ~0u), 0);
        from = first + 1;
    } while (first != ~0u);
}

/* In a namespace of processes all of them end with the first. Elsewhere the warden has to outlive
 * us for as long as it takes to end them: it sees the end of the socket. */
_Noreturn void jail_warden(const jail_config *c, int commands)
{
    char mapped;
    if (recv(commands, &mapped, 1, 0) != 1)
        _exit(125);
    close_others(c, commands);
    jail_inside inside = {.program = c->path ? open(c->path, O_PATH | O_CLOEXEC) : -1,
                          .places = c->places};
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    setsid();
    if (c->kind == JAIL_NAMESPACES) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (!jail_close_mounts(c, &inside.places)) {
            tell(commands, (jail_report){"read-only mounts", errno});
            _exit(125);
        }
    } else {
        signal(SIGHUP, SIG_IGN);
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    }
    guard(c, inside, commands);
}
