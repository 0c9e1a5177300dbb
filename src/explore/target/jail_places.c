#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "explore/target/jail_impl.h"
#include "runtime/abi.h"

const char *const jail_place_names[] = {TANDEM_PLACE_NAMES};
_Static_assert(sizeof jail_place_names / sizeof *jail_place_names == JAIL_PLACES &&
                   (int)JAIL_PLACES <= (int)TANDEM_PLACES,
               "one for each bit");

enum { PATH_BYTES = 4096 };
static const char SIZE[] = "size=64m,nr_inodes=8k,mode=1777";

/* The folders above it. */
static bool make_way(const char *path)
{
    char part[PATH_BYTES];
    size_t n = strlen(path);
    if (n >= sizeof part)
        return false;
    memcpy(part, path, n + 1);
    for (char *slash = part; (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        if (mkdir(part, 0755) && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return true;
}

/* The working folder, at its path again where something was mounted over it. */
static bool show_again(const char *folder)
{
    struct stat now, before;
    if (stat(".", &before))
        return false;
    if (!stat(folder, &now) && now.st_ino == before.st_ino && now.st_dev == before.st_dev)
        return true;
    return make_way(folder) && (!mkdir(folder, 0755) || errno == EEXIST) &&
           !mount(".", folder, NULL, MS_BIND, NULL);
}

bool jail_make_places(const char *folder, unsigned *places)
{
    int before = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    mode_t mask = umask(0);
    bool good = !chdir(folder);
    for (size_t i = 0; i < JAIL_PLACES && good; i++)
        if (*places >> i & 1 &&
            mount("tandem", jail_place_names[i], "tmpfs", MS_NOSUID | MS_NODEV, SIZE))
            *places &= ~(1u << i); /* there is no such folder */
    good = good && show_again(folder);
    umask(mask);
    if (before >= 0) {
        good &= !fchdir(before);
        close(before);
    }
    return good;
}
