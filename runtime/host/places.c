#include "runtime/host/places.h"

#include "runtime/core/state.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = {TANDEM_PLACE_NAMES};
enum { PLACES = sizeof(names) / sizeof(*names), DEEPEST = 64 };

static struct timespec last[PLACES]; /* when something came or went, as far as we know */

/* The folder itself; false: it is not ours. */
static bool find(size_t i, struct stat *folder)
{
    const tandem_shared *s = tandem_rt.shared;
    return s && s->places[i] && stat(names[i], folder) == 0 && folder->st_dev != s->places[i];
}

bool tandem_places_hold(const struct stat *folder)
{
    struct stat own;
    for (size_t i = 0; i < PLACES; i++)
        if (find(i, &own) && own.st_dev == folder->st_dev)
            return true;
    return false;
}

bool tandem_places_have(const struct stat *file)
{
    struct stat own;
    for (size_t i = 0; i < PLACES; i++)
        if (find(i, &own) && own.st_dev == file->st_dev)
            return own.st_ino != file->st_ino;
    return false;
}

bool tandem_places_touched(void)
{
    struct stat own;
    bool touched = false;
    for (size_t i = 0; i < PLACES; i++)
        if (find(i, &own) && memcmp(&own.st_mtim, &last[i], sizeof(last[i])) != 0) {
            last[i] = own.st_mtim;
            touched = true;
        }
    return touched;
}

void tandem_places_empty(void)
{
    struct stat own;
    for (size_t i = 0; i < PLACES; i++) {
        int fd = find(i, &own) ? open(names[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
        if (fd < 0)
            continue;
        tandem_folder_empty(fd);
        if (fstat(fd, &own) == 0)
            last[i] = own.st_mtim;
        close(fd);
    }
}

/* Whether our folder lies below that entry of the place. */
static bool leads_to_us(const char *place, const char *entry)
{
    size_t n = strlen(place), more = strlen(entry);
    const char *us = tandem_rt.folder ? tandem_rt.folder : "";
    return strncmp(us, place, n) == 0 && us[n] == '/' && strncmp(us + n + 1, entry, more) == 0 &&
           (us[n + 1 + more] == '/' || us[n + 1 + more] == '\0');
}

/* What the jail shows of other folders was there before, and is of their device. */
static bool has_entries(const char *place, dev_t device)
{
    DIR *d = opendir(place);
    struct stat info;
    bool has = false;
    for (struct dirent *e; d && !has && (e = readdir(d));)
        has = strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 &&
              fstatat(dirfd(d), e->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
              info.st_dev == device && !leads_to_us(place, e->d_name);
    if (d)
        closedir(d);
    return has;
}

bool tandem_places_left(void)
{
    struct stat own;
    bool left = false;
    for (size_t i = 0; i < PLACES && !left; i++)
        left = find(i, &own) && has_entries(names[i], own.st_dev);
    return left;
}

/* ---- Removing -------------------------------------------------------------------------------- */

static void empty_to(int folder, dev_t device, int depth)
{
    struct stat info;
    int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    for (struct dirent *e; d && (e = readdir(d));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ||
            fstatat(folder, e->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 || info.st_dev != device ||
            unlinkat(folder, e->d_name, 0) == 0)
            continue;
        int below = depth < DEEPEST
                        ? openat(folder, e->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
                        : -1;
        if (below >= 0) {
            fchmod(below, 0700);
            empty_to(below, device, depth + 1);
            close(below);
        }
        unlinkat(folder, e->d_name, AT_REMOVEDIR);
    }
    if (d)
        closedir(d);
    else if (fd >= 0)
        close(fd);
}

void tandem_folder_empty(int folder)
{
    struct stat info;
    if (fstat(folder, &info) == 0)
        empty_to(folder, info.st_dev, 0);
}
