#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "explore/target/jail_impl.h"

enum { NOBODY = 65534, FIRST_TEMPORARY = 61184, TEMPORARY = 65520 - FIRST_TEMPORARY };

/* A run may fill it: what is in it is removed before the next one. */
static const char SIZE[] = "size=256m,nr_inodes=16k,mode=755";

static bool mount_own(const char *path)
{
    if (geteuid() || unshare(CLONE_NEWNS))
        return false;
    return !mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) &&
           !mount("tandem", path, "tmpfs", MS_NOSUID | MS_NODEV, SIZE);
}

/* Nobody has files and processes on some systems. Where only the user stands between a program and
 * other processes it is one of those that nobody has: of the numbers that are given out for a while
 * only, one without a process. */
static uid_t user_for(jail_kind kind)
{
    if (geteuid())
        return geteuid();
    uid_t user = FIRST_TEMPORARY + (uid_t)getpid() % TEMPORARY;
    for (int i = 0; kind == JAIL_FILTER && i < TEMPORARY; i++) {
        if (!jail_count_tasks(user))
            return user;
        user = user + 1 < FIRST_TEMPORARY + TEMPORARY ? user + 1 : FIRST_TEMPORARY;
    }
    return NOBODY;
}

bool jail_scratch_make(jail_scratch *s, jail_kind kind)
{
    *s = (jail_scratch){.path = folder_temporary(), .user = user_for(kind)};
    if (!s->path)
        return false;
    s->mounted = mount_own(s->path);
    return !chmod(s->path, 0755);
}

void jail_scratch_remove(jail_scratch *s)
{
    if (!s->path)
        return;
    if (s->mounted)
        umount2(s->path, MNT_DETACH);
    folder_remove(s->path);
    free(s->path);
    s->path = NULL;
}
