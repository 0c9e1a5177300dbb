#include <fcntl.h>
#include <linux/mount.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "explore/target/jail_impl.h"

/* sys/mount.h and linux/mount.h cannot both be included. */
int mount(const char *source, const char *target, const char *type, unsigned long flags,
          const void *data);
enum { BIND = 4096, RECURSIVE = 16384, PRIVATE = 1 << 18 };

static void write_text(const char *path, const char *text)
{
    int f = open(path, O_WRONLY | O_CLOEXEC);
    if (f < 0)
        return;
    ssize_t written = write(f, text, strlen(text));
    (void)written;
    close(f);
}

/* A user namespace also makes the limit of processes its own: all users, or only the one that we
 * are. */
void jail_map_users(pid_t pid)
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

bool jail_close_mounts(const jail_config *config, unsigned *places)
{
    const char *folder = config->folder;
    struct mount_attr closed = {.attr_set = MOUNT_ATTR_RDONLY},
                      open_again = {.attr_clr = MOUNT_ATTR_RDONLY};
    if (mount("none", "/", NULL, RECURSIVE | PRIVATE, NULL) ||
        (*places && !jail_make_places(config, places)) || mount(folder, folder, NULL, BIND, NULL))
        return false;
    mount("proc", "/proc", "proc", 0, NULL);
    if (syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE, &closed, sizeof closed))
        return false;
    for (size_t i = 0; i < JAIL_PLACES; i++)
        if (*places >> i & 1 && syscall(SYS_mount_setattr, AT_FDCWD, jail_place_names[i], 0,
                                        &open_again, sizeof open_again))
            return false;
    return !syscall(SYS_mount_setattr, AT_FDCWD, folder, 0, &open_again, sizeof open_again);
}
