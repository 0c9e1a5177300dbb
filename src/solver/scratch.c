#include "solver/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/strbuf.h"

static bool fail(scratch *s, const char *what, char **error)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "cannot write a formula for the solver (%s): %s", what,
                  strerror(errno));
    *error = strbuf_detach(&message);
    scratch_close(s);
    return false;
}

/* A folder of the user's own below `parent`; false when it is not, or cannot be. */
static bool own_folder(const char *parent, strbuf *path)
{
    strbuf_clear(path);
    strbuf_printf(path, "%s/tandem-%lu", parent, (unsigned long)geteuid());
    if (mkdir(path->text, 0700) && errno != EEXIST)
        return false;
    struct stat info;
    if (lstat(path->text, &info) || !S_ISDIR(info.st_mode) || info.st_uid != geteuid()) {
        errno = EACCES;
        return false;
    }
    return !access(path->text, W_OK);
}

static bool find_folder(strbuf *path)
{
    const char *wanted = getenv("TMPDIR");
    return own_folder("/dev/shm", path) || (wanted && own_folder(wanted, path)) ||
           own_folder("/tmp", path);
}

/* A new file that no sweep takes away: it is locked as long as we live, also against a sweep that
 * comes between its creation and the lock. */
static int create_locked(const strbuf *folder, strbuf *path)
{
    for (unsigned long i = 0;; i++) {
        strbuf_clear(path);
        strbuf_printf(path, "%s/%ld-%lu.smt2", folder->text, (long)getpid(), i);
        int descriptor = open(path->text, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
        if (descriptor < 0 && errno == EEXIST)
            continue;
        if (descriptor < 0)
            return -1;
        bool swept = flock(descriptor, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
        struct stat info;
        if (!swept && !fstat(descriptor, &info) && info.st_nlink)
            return descriptor;
        close(descriptor);
    }
}

static bool open_named(scratch *s, char **error)
{
    strbuf folder = STRBUF_INIT, path = STRBUF_INIT;
    bool good = find_folder(&folder);
    if (good)
        s->descriptor = create_locked(&folder, &path);
    if (s->descriptor < 0)
        fail(s, folder.text, error);
    else
        s->path = strbuf_detach(&path);
    strbuf_free(&folder);
    strbuf_free(&path);
    return s->descriptor >= 0;
}

/* The path names us and not the child: whatever a solver starts can open it, and nothing has to be
 * inherited. */
static bool open_nameless(scratch *s, char **error)
{
    s->descriptor = memfd_create("formula.smt2", MFD_CLOEXEC);
    if (s->descriptor < 0)
        return fail(s, "memory", error);
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "/proc/%ld/fd/%d", (long)getpid(), s->descriptor);
    s->path = strbuf_detach(&path);
    return true;
}

bool scratch_open(scratch *s, const char *text, size_t n, bool named, char **error)
{
    *s = (scratch){.descriptor = -1, .named = named};
    if (!(named ? open_named(s, error) : open_nameless(s, error)))
        return false;
    return io_write_all(s->descriptor, text, n) || fail(s, s->path, error);
}

void scratch_close(scratch *s)
{
    if (s->named && s->path)
        unlink(s->path);
    if (s->descriptor >= 0)
        close(s->descriptor);
    free(s->path);
    *s = (scratch){.descriptor = -1};
}

void scratch_sweep(void)
{
    strbuf folder = STRBUF_INIT;
    DIR *all = find_folder(&folder) ? opendir(folder.text) : NULL;
    for (struct dirent *entry; all && (entry = readdir(all));) {
        if (entry->d_name[0] == '.')
            continue;
        int descriptor =
            openat(dirfd(all), entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (descriptor >= 0 && !flock(descriptor, LOCK_EX | LOCK_NB))
            unlinkat(dirfd(all), entry->d_name, 0);
        if (descriptor >= 0)
            close(descriptor);
    }
    if (all)
        closedir(all);
    strbuf_free(&folder);
}
