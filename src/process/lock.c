#include "process/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Workers of a campaign that was killed hold the lock until they have died as well. */
enum { ATTEMPTS = 20, PAUSE_MILLISECONDS = 50 };

/* Whether the path still names this file: the holder before us may have removed it. */
static bool is_current(const char *path, int descriptor)
{
    struct stat ours, named;
    return !fstat(descriptor, &ours) && !stat(path, &named) && ours.st_ino == named.st_ino &&
           ours.st_dev == named.st_dev;
}

/* Who we are, in one line. What the file said of an earlier holder goes. */
static void sign(int descriptor)
{
    char command[1000], date[40];
    strbuf line = STRBUF_INIT;
    time_t now = time(NULL);
    struct tm local;
    int self = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t n = self < 0 ? 0 : read(self, command, sizeof command);
    if (self >= 0)
        close(self);
    localtime_r(&now, &local);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &local);
    strbuf_printf(&line, "process %d, since %s:", (int)getpid(), date);
    for (ssize_t i = 0; i < n; i += (ssize_t)strnlen(command + i, (size_t)(n - i)) + 1)
        strbuf_printf(&line, " %.*s", (int)(n - i), command + i);
    if (ftruncate(descriptor, 0) || pwrite(descriptor, line.text, line.n, 0) < 0)
        errno = 0; /* the lock holds all the same */
    strbuf_free(&line);
}

static void read_holder(int descriptor, strbuf *holder)
{
    char line[1200];
    ssize_t n = pread(descriptor, line, sizeof line, 0);
    strbuf_clear(holder);
    for (ssize_t i = 0; i < n; i++)
        strbuf_putc(holder, (unsigned char)line[i] < ' ' || line[i] == 127 ? '?' : line[i]);
}

int lock_take(const char *path, strbuf *holder)
{
    for (int i = 0; i < ATTEMPTS; i++) {
        int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor < 0)
            return -1;
        bool locked = !flock(descriptor, LOCK_EX | LOCK_NB);
        int reason = locked ? EWOULDBLOCK : errno;
        if (locked && is_current(path, descriptor)) {
            sign(descriptor);
            return descriptor;
        }
        if (!locked)
            read_holder(descriptor, holder);
        close(descriptor);
        errno = reason;
        if (reason != EWOULDBLOCK)
            return -1;
        if (!locked)
            nanosleep(&(struct timespec){.tv_nsec = PAUSE_MILLISECONDS * 1000000L}, NULL);
        errno = reason;
    }
    return -1;
}

void lock_drop(const char *path, int descriptor)
{
    unlink(path);
    close(descriptor);
}
