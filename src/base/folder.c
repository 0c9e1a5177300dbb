#include "base/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io.h"
#include "base/strbuf.h"

char *folder_temporary(void)
{
    const char *parent = getenv("TMPDIR");
    strbuf name = STRBUF_INIT;
    strbuf_printf(&name, "%s/tandem-XXXXXX", parent && *parent == '/' ? parent : "/tmp");
    if (mkdtemp(name.text))
        return strbuf_detach(&name);
    int error = errno;
    strbuf_free(&name);
    errno = error;
    return NULL;
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info, (void)kind, (void)place;
    remove(path);
    return 0;
}

void folder_remove(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

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
