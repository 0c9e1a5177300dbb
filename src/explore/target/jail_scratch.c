#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "explore/target/jail.h"

/* A run may fill it: what is in it is removed before the next one. */
static const char SIZE[] = "size=256m,nr_inodes=16k,mode=755";

static bool mount_own(const char *path)
{
    if (geteuid() || unshare(CLONE_NEWNS))
        return false;
    return !mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) &&
           !mount("tandem", path, "tmpfs", MS_NOSUID | MS_NODEV, SIZE);
}

bool jail_scratch_make(jail_scratch *s)
{
    *s = (jail_scratch){.path = folder_temporary()};
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
