#include "process/janitor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/folder.h"

enum { FIRST_UNUSED = 4, GRACE_MICROSECONDS = 100000 };

/* Waits until nobody holds the other end of the pipe. */
static void watch(int end, const char *folder)
{
    char byte;
    ssize_t n;
    setsid();
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    dup2(end, FIRST_UNUSED - 1);
    close_range(FIRST_UNUSED, ~0u, 0);
    for (int standard = 0; standard < FIRST_UNUSED - 1; standard++)
        close(standard);
    do
        n = read(FIRST_UNUSED - 1, &byte, 1);
    while (n < 0 && errno == EINTR);
    if (n == 0) {
        usleep(GRACE_MICROSECONDS); /* those who write there are ending too */
        folder_remove(folder);
    }
    _exit(0);
}

int janitor_hire(const char *folder)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return -1;
    pid_t child = fork();
    if (child == 0) { /* the second fork makes it nobody's child */
        close(ends[1]);
        if (fork() == 0)
            watch(ends[0], folder);
        _exit(0);
    }
    close(ends[0]);
    if (child > 0)
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            continue;
    if (child > 0)
        return ends[1];
    close(ends[1]);
    return -1;
}

void janitor_dismiss(int janitor)
{
    if (janitor < 0)
        return;
    ssize_t written = write(janitor, "", 1);
    (void)written; /* a janitor who is gone needs no word */
    close(janitor);
}
