#include "base/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/strbuf.h"

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info, (void)kind, (void)place;
    remove(path);
    return 0;
}

/* A folder that its owner may not look into becomes one that is; the walk ends then, to begin again. */
static int open_up(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)place;
    bool closed = kind == FTW_DNR || (kind == FTW_D && (info->st_mode & S_IRWXU) != S_IRWXU);
    return closed && !fchmodat(AT_FDCWD, path, S_IRWXU, AT_SYMLINK_NOFOLLOW);
}

void folder_remove(const char *path)
{
    enum { MOST_CLOSED = 10000 };
    struct stat info;
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    if (lstat(path, &info) || !S_ISDIR(info.st_mode))
        return;
    for (int i = 0; i < MOST_CLOSED && nftw(path, open_up, 16, FTW_PHYS) > 0; i++)
        continue;
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* ---- Temporary folders: PREFIX, system, pid, its start, six letters ----------------------------- */

#define PREFIX "tandem-run-"

static const char *temporary_parent(void)
{
    const char *parent = getenv("TMPDIR");
    return parent && *parent == '/' ? parent : "/tmp";
}

/* Pids mean something on this machine, since it was started, and among those that see each other. */
static uint32_t system_id(void)
{
    char text[64] = "";
    struct stat namespace = {0};
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t n = file < 0 ? 0 : read(file, text, sizeof text);
    if (file >= 0)
        close(file);
    stat("/proc/self/ns/pid", &namespace);
    return hash_fold(hash_mix(hash_bytes(text, n > 0 ? (size_t)n : 0), namespace.st_ino));
}

/* When the process was started, in ticks; 0: there is no such process. */
static unsigned long long start_of(long pid)
{
    char path[48], text[1024];
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[n > 0 ? n : 0] = '\0';
    const char *behind = strrchr(text, ')'); /* the name may hold anything */
    char state;
    unsigned long long start;
    if (!behind || sscanf(behind + 1,
                          " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d "
                          "%*d %llu",
                          &state, &start) != 2)
        return 0;
    return strchr("ZXx", state) ? 0 : start;
}

char *folder_temporary(void)
{
    strbuf name = STRBUF_INIT;
    long pid = (long)getpid();
    strbuf_printf(&name, "%s/" PREFIX "%08x-%ld-%llu-XXXXXX", temporary_parent(), system_id(), pid,
                  start_of(pid));
    if (mkdtemp(name.text))
        return strbuf_detach(&name);
    int error = errno;
    strbuf_free(&name);
    errno = error;
    return NULL;
}

/* A temporary folder whose process is gone. */
static bool is_dead(const char *name, uint32_t here)
{
    unsigned system;
    long pid;
    unsigned long long start;
    int end = 0;
    if (sscanf(name, PREFIX "%8x-%ld-%llu-%n", &system, &pid, &start, &end) != 3 ||
        strlen(name + end) != strlen("XXXXXX"))
        return false;
    return system == here && start && start_of(pid) != start;
}

void folder_remove_dead(void)
{
    const char *parent = temporary_parent();
    uint32_t here = system_id();
    DIR *folder = opendir(parent);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        struct stat info;
        char path[PATH_MAX]; /* nothing of ours allocates: the janitor may find no memory */
        if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) || !is_dead(entry->d_name, here))
            continue;
        int n = snprintf(path, sizeof path, "%s/%s", parent, entry->d_name);
        if (n < (int)sizeof path && !lstat(path, &info) && S_ISDIR(info.st_mode) &&
            info.st_uid == getuid())
            folder_remove(path);
    }
    if (folder)
        closedir(folder);
}

/* ---- Files ------------------------------------------------------------------------------------ */

bool folder_write(const char *path, const void *bytes, size_t n)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    bool good = io_write_all(file, bytes, n);
    int error = errno;
    if (close(file))
        return false;
    errno = error;
    return good;
}

static int is_file(const struct dirent *entry)
{
    return entry->d_type == DT_REG || entry->d_type == DT_UNKNOWN;
}

void folder_each(const char *path, void (*each)(void *context, const char *file), void *context)
{
    struct dirent **entries;
    int n = scandir(path, &entries, is_file, alphasort);
    for (int i = 0; i < n; i++) {
        strbuf file = STRBUF_INIT;
        strbuf_printf(&file, "%s/%s", path, entries[i]->d_name);
        each(context, file.text);
        strbuf_free(&file);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
}

bool folder_make(const char *path, char **error)
{
    char *copy = base_strdup(path);
    bool good = true;
    for (char *p = copy + 1; good; p++) {
        char c = *p;
        if (c && c != '/')
            continue;
        *p = '\0';
        good = !mkdir(copy, 0777) || errno == EEXIST;
        *p = c;
        if (!c)
            break;
    }
    struct stat info;
    good = good && !stat(path, &info);
    if (good && !S_ISDIR(info.st_mode)) {
        errno = ENOTDIR;
        good = false;
    }
    if (!good) {
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message, "cannot make the folder %s: %s", path, strerror(errno));
        *error = strbuf_detach(&message);
    }
    free(copy);
    return good;
}

char *folder_cache(const char *name, bool make)
{
    const char *parent = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    strbuf path = STRBUF_INIT;
    if (parent && *parent == '/')
        strbuf_puts(&path, parent);
    else if (home && *home == '/')
        strbuf_printf(&path, "%s/.cache", home);
    bool good = path.n;
    if (good && make)
        mkdir(path.text, 0700);
    const char *const below[] = {"tandem", name};
    for (size_t i = 0; i < 2 && good; i++) {
        struct stat info;
        strbuf_printf(&path, "/%s", below[i]);
        if (make)
            mkdir(path.text, 0700);
        good = !lstat(path.text, &info) && S_ISDIR(info.st_mode) && info.st_uid == geteuid() &&
               !(info.st_mode & 022);
    }
    if (good)
        return strbuf_detach(&path);
    strbuf_free(&path);
    return NULL;
}
