#include "store/store_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
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

int store_lock_take(const char *path)
{
    for (int i = 0; i < ATTEMPTS; i++) {
        int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor < 0)
            return -1;
        bool locked = !flock(descriptor, LOCK_EX | LOCK_NB);
        if (locked && is_current(path, descriptor))
            return descriptor;
        int reason = locked ? EWOULDBLOCK : errno;
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

void store_lock_drop(const char *path, int descriptor)
{
    unlink(path);
    close(descriptor);
}
