#include "process/janitor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/folder.h"
#include "process/sweep.h"

#define ROUND_NANOSECONDS 50000000 /* between looks at what has grown */
enum { PARENT_DIED = SIGUSR1 };

/* What the waiting process hands on. */
static const int handed_on[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGWINCH};

static void close_all_but(int kept)
{
    if (kept > 0)
        close_range(0, (unsigned)kept - 1, 0);
    close_range((unsigned)kept + 1, ~0u, 0);
}

static void be_adopter(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

/* Ends as a process with that status did. */
static _Noreturn void end_like(int status)
{
    if (WIFSIGNALED(status)) {
        struct rlimit none = {0, 0};
        sigset_t all;
        setrlimit(RLIMIT_CORE, &none); /* the dump, if any, is there already */
        signal(WTERMSIG(status), SIG_DFL);
        sigfillset(&all);
        kill(getpid(), WTERMSIG(status)); /* waits: all signals are blocked */
        sigprocmask(SIG_UNBLOCK, &all, NULL);
        _exit(128 + WTERMSIG(status));
    }
    _exit(WEXITSTATUS(status));
}

/* ---- The janitor ----------------------------------------------------------------------------- */

/* Takes the ends of all children that have ended; true when the command is one of them. */
static bool reap(pid_t command, int *status)
{
    int one;
    bool ended = false;
    for (pid_t pid; (pid = waitpid(-1, &one, WNOHANG)) > 0;)
        if (pid == command) {
            *status = one;
            ended = true;
        }
    return ended;
}

/* `word` goes to the waiting process: the command's status when all is clean. */
static _Noreturn void be_janitor(pid_t waiting, pid_t command, int word)
{
    sigset_t news;
    sigemptyset(&news);
    sigaddset(&news, SIGCHLD);
    sigaddset(&news, PARENT_DIED);
    close_all_but(word);
    if (chdir("/")) /* not to be in the way where the command was started */
        _exit(127);
    sweep_watch watch = {.command = command};
    int status = SIGKILL;
    while (!reap(command, &status) && getppid() == waiting) {
        struct timespec round = {.tv_nsec = ROUND_NANOSECONDS};
        sigtimedwait(&news, NULL, &round);
        sweep_look(&watch);
        if (watch.rounds == 1)
            folder_remove_dead(); /* of others; a short run has better things to do */
    }
    sweep_all();
    folder_remove_dead();
    ssize_t written = write(word, &status, sizeof status);
    (void)written; /* nobody is there to hear it when the waiting process was killed */
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

/* ---- The waiting process --------------------------------------------------------------------- */

/* Stops with the command, so that a shell sees it, and goes on with it. */
static void stop_too(pid_t command)
{
    kill(command, SIGTSTP);
    raise(SIGSTOP);
    kill(command, SIGCONT);
}

static _Noreturn void be_waiting(pid_t janitor, pid_t command, int word, const sigset_t *blocked)
{
    int status = SIGKILL, end;
    siginfo_t info;
    close_all_but(word);
    be_adopter();
    for (;;) {
        if (waitpid(janitor, &end, WNOHANG) == janitor)
            break;
        int number = sigwaitinfo(blocked, &info);
        if (number == SIGTSTP)
            stop_too(command);
        for (size_t i = 0; i < sizeof handed_on / sizeof *handed_on; i++)
            if (number == handed_on[i])
                kill(command, number);
    }
    if (read(word, &status, sizeof status) == sizeof status)
        end_like(status);
    sweep_all(); /* the janitor was killed, found no memory, or its word did not come through */
    folder_remove_dead();
    if (WIFEXITED(end))
        status = end;
    end_like(status);
}

/* ---- Dividing -------------------------------------------------------------------------------- */

/* In the command's process: as if nothing had been. */
static void be_command(pid_t janitor, pid_t group, const sigset_t *old)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != janitor)
        _exit(127);
    setpgid(0, group);
    sigprocmask(SIG_SETMASK, old, NULL);
}

/* In the janitor: starts the command and tells the waiting process its pid. Returns in the command. */
static void start_command(pid_t waiting, pid_t group, int word, const sigset_t *old)
{
    pid_t janitor = getpid();
    setpgid(0, 0); /* what ends the whole group does not end the janitor */
    prctl(PR_SET_PDEATHSIG, PARENT_DIED);
    be_adopter();
    pid_t command = getppid() == waiting ? fork() : -1;
    if (command == 0) {
        close(word);
        be_command(janitor, group, old);
        return;
    }
    if (command < 0 || write(word, &command, sizeof command) != sizeof command) {
        if (command > 0)
            kill(command, SIGKILL);
        while (command > 0 && waitpid(command, NULL, 0) < 0 && errno == EINTR)
            continue;
        _exit(127);
    }
    be_janitor(waiting, command, word);
}

void janitor_guard(void)
{
    sigset_t blocked, old;
    int word[2];
    if (pipe2(word, O_CLOEXEC))
        return;
    sigfillset(&blocked); /* faults of our own are not held back by this */
    sigprocmask(SIG_SETMASK, &blocked, &old);
    pid_t waiting = getpid(), group = getpgrp(), command = -1;
    pid_t janitor = fork();
    if (janitor == 0) {
        close(word[0]);
        start_command(waiting, group, word[1], &old);
        return;
    }
    close(word[1]);
    if (janitor > 0 && read(word[0], &command, sizeof command) == sizeof command)
        be_waiting(janitor, command, word[0], &blocked);
    if (janitor > 0) /* no second process: go on without a janitor */
        while (waitpid(janitor, NULL, 0) < 0 && errno == EINTR)
            continue;
    close(word[0]);
    sigprocmask(SIG_SETMASK, &old, NULL);
}
