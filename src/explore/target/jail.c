#include "explore/target/jail.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/mount.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOBODY = 65534, MOST_PROCESSES = 400, FIRST_KEPT = 3 };

/* sys/mount.h and linux/mount.h cannot both be included. */
int mount(const char *source, const char *target, const char *type, unsigned long flags,
          const void *data);
enum { BIND = 4096, RECURSIVE = 16384, PRIVATE = 1 << 18 };

uid_t jail_user(void)
{
    return geteuid() ? geteuid() : NOBODY;
}

/* ---- The warden ------------------------------------------------------------------------------ */

static void write_text(const char *path, const char *text)
{
    int f = open(path, O_WRONLY | O_CLOEXEC);
    if (f < 0)
        return;
    ssize_t written = write(f, text, strlen(text));
    (void)written;
    close(f);
}

/* The users of a new user namespace, which also makes the limit of processes its own: all of them,
 * or only the one that we are. From outside. */
static void map_users(pid_t pid)
{
    char path[64], line[64];
    bool root = !geteuid();
    snprintf(path, sizeof path, "/proc/%d/setgroups", pid);
    if (!root)
        write_text(path, "deny");
    snprintf(path, sizeof path, "/proc/%d/uid_map", pid);
    snprintf(line, sizeof line, "%u %u %u", geteuid(), geteuid(), root ? 1u << 31 : 1);
    write_text(path, line);
    snprintf(path, sizeof path, "/proc/%d/gid_map", pid);
    snprintf(line, sizeof line, "%u %u %u", root ? 0 : getegid(), root ? 0 : getegid(),
             root ? 1u << 31 : 1);
    write_text(path, line);
}

/* Everything read-only, but the folder. False: not done. */
static bool close_mounts(const char *folder)
{
    struct mount_attr closed = {.attr_set = MOUNT_ATTR_RDONLY},
                      open_again = {.attr_clr = MOUNT_ATTR_RDONLY};
    if (mount("none", "/", NULL, RECURSIVE | PRIVATE, NULL) ||
        mount(folder, folder, NULL, BIND, NULL))
        return false;
    mount("proc", "/proc", "proc", 0, NULL);
    return !syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &closed, sizeof closed) &&
           !syscall(SYS_mount_setattr, AT_FDCWD, folder, 0, &open_again, sizeof open_again);
}

static void limit(int what, rlim_t most)
{
    struct rlimit l = {most, most};
    setrlimit(what, &l);
}

/* What the program prints, where it is let. */
static int open_output(const char *folder, const char *name)
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/%s", folder, name);
    return n < (int)sizeof path ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0644) : -1;
}

static _Noreturn void become_program(const jail_config *c)
{
    int files[] = {open("/dev/null", O_RDWR), open_output(c->folder, "out"),
                   open_output(c->folder, "err")};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int i = 0; i < 3; i++)
        dup2(files[i] < 0 ? files[0] : files[i], i);
    /* Both high first, as one may stand where the other is to go. */
    int a = fcntl(c->descriptors[0], F_DUPFD, 64), b = fcntl(c->descriptors[1], F_DUPFD, 64);
    dup2(a, FIRST_KEPT);
    dup2(b, FIRST_KEPT + 1);
    close_range(FIRST_KEPT + 2, ~0u, 0);
    int program = open(c->path, O_PATH | O_CLOEXEC); /* while folders above it can be entered */
    limit(RLIMIT_CORE, 0);
    if (!geteuid() && (setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY)))
        _exit(126);
    limit(RLIMIT_NPROC, MOST_PROCESSES);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* again: changing the user forgets it */
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    char *argv[] = {(char *)c->path, NULL};
    if (!chdir(c->folder)) {
        execve(c->path, argv, c->envp);
        syscall(SYS_execveat, program, "", argv, c->envp, AT_EMPTY_PATH);
    }
    _exit(127);
}

/* All processes of this namespace but the warden and the program. */
static void kill_others(pid_t program)
{
    DIR *all = opendir("/proc");
    for (struct dirent *one; all && (one = readdir(all));) {
        int pid = atoi(one->d_name);
        if (pid > 1 && pid != program)
            kill(pid, SIGKILL);
    }
    if (all)
        closedir(all);
}

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

/* Commands are process groups to kill, or 0; answered by one byte. */
static _Noreturn void guard(const jail_config *c, int commands, bool closed)
{
    struct sigaction action = {.sa_handler = on_child};
    sigaction(SIGCHLD, &action, NULL); /* waiting for a command ends when a child does */
    pid_t program = fork();
    if (!program)
        become_program(c);
    close(c->descriptors[0]);
    close(c->descriptors[1]);
    while (program > 0 && reap(program)) {
        int32_t group;
        ssize_t n = recv(commands, &group, sizeof group, 0);
        if (n < 0 && errno == EINTR)
            continue;
        if (n != (ssize_t)sizeof group)
            break;
        if (group > 1)
            kill(-group, SIGKILL);
        else if (closed)
            kill_others(program);
        reap(program);
        if (send(commands, "", 1, MSG_NOSIGNAL) != 1)
            break;
    }
    if (program > 0)
        kill(program, SIGKILL);
    _exit(0);
}

static _Noreturn void warden(const jail_config *c, int commands, bool closed)
{
    char mapped;
    if (recv(commands, &mapped, 1, 0) != 1)
        _exit(125);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    setsid();
    if (!closed)
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    else if (!close_mounts(c->folder))
        _exit(125);
    guard(c, commands, closed);
}

/* ---- The outside ----------------------------------------------------------------------------- */

static pid_t fork_into(unsigned long spaces)
{
    return (pid_t)syscall(SYS_clone, spaces | SIGCHLD, NULL, NULL, NULL, NULL);
}

static bool start(jail *j, const jail_config *c, bool closed)
{
    int pair[2];
    unsigned long spaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWNET;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
        return false;
    pid_t pid = fork_into(closed ? spaces : 0);
    if (!pid) {
        close(pair[0]);
        warden(c, pair[1], closed);
    }
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        return false;
    }
    if (closed)
        map_users(pid);
    ssize_t sent = send(pair[0], "", 1, MSG_NOSIGNAL);
    (void)sent; /* if it has ended already the next question says so */
    *j = (jail){.warden = pid, .socket = pair[0], .closed = closed};
    jail_kill(j, 0);
    if (j->warden)
        return true;
    errno = EPERM;
    return false;
}

bool jail_start(jail *j, const jail_config *config)
{
    *j = (jail){0};
    return start(j, config, true) || start(j, config, false);
}

void jail_kill(jail *j, pid_t group)
{
    int32_t command = group;
    char reply;
    if (!j->warden)
        return;
    struct timeval patience = {.tv_sec = 5};
    setsockopt(j->socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (send(j->socket, &command, sizeof command, MSG_NOSIGNAL) != (ssize_t)sizeof command ||
        recv(j->socket, &reply, 1, 0) != 1)
        jail_end(j);
}

bool jail_alive(jail *j)
{
    if (j->warden && waitpid(j->warden, NULL, WNOHANG) == j->warden) {
        close(j->socket);
        *j = (jail){0};
    }
    return j->warden;
}

void jail_end(jail *j)
{
    if (!j->warden)
        return;
    kill(j->warden, SIGKILL);
    waitpid(j->warden, NULL, 0);
    close(j->socket);
    *j = (jail){0};
}
