/* The files of tests: folders, links and permissions as well as bytes. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "explore/test/test.h"

enum { PERMISSIONS = 07777, LINK_BYTES = 4096 };

/* A name without empty parts, "." and "..". */
static bool is_relative(const char *name)
{
    for (;;) {
        size_t n = strcspn(name, "/");
        if (!n || (name[0] == '.' && (n == 1 || (n == 2 && name[1] == '.'))))
            return false;
        if (!name[n])
            return true;
        name += n + 1;
    }
}

/* Everything above the last part is a folder of the test: a link there could lead anywhere. */
static bool has_folders(const explore_test *t, const char *name)
{
    for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
        size_t n = (size_t)(slash - name), i = 0;
        while (i < t->files.n && !(S_ISDIR(t->files.at[i].mode) && t->files.at[i].name.n == n &&
                                   !memcmp(t->files.at[i].name.text, name, n)))
            i++;
        if (i == t->files.n)
            return false;
    }
    return true;
}

/* Never through a link, which could lead anywhere. */
static bool set_permissions(const test_blob *b, const char *path)
{
    struct stat info;
    if (!b->mode || S_ISLNK(b->mode) || lstat(path, &info) || S_ISLNK(info.st_mode))
        return true;
    return !chmod(path, b->mode & PERMISSIONS) || errno == EACCES || errno == EPERM;
}

/* The first of several entries with one name is the one that counts, except that a folder comes
 * before all others: names below it rely on it. */
static bool make_entry(const test_blob *b, const char *path)
{
    struct stat info;
    if (S_ISDIR(b->mode))
        return !mkdir(path, 0777) || errno == EEXIST;
    if (!lstat(path, &info))
        return true;
    if (S_ISLNK(b->mode))
        return !symlink(b->bytes.n ? b->bytes.text : ".", path);
    return folder_write(path, b->bytes.text, b->bytes.n);
}

bool explore_test_put_files(const explore_test *t, const char *folder, uid_t owner)
{
    strbuf path = STRBUF_INIT;
    bool good = true;
    /* Folders from the front, as each stands behind the one above it; the rest; then permissions
     * from the back, as a folder may be closed to us afterwards. */
    for (int pass = 0; pass < 3; pass++) {
        for (size_t i = 0; i < t->files.n && good; i++) {
            const test_blob *b = &t->files.at[pass == 2 ? t->files.n - 1 - i : i];
            if (!is_relative(b->name.text) || !has_folders(t, b->name.text) ||
                (pass < 2 && S_ISDIR(b->mode) != (pass == 0)))
                continue;
            strbuf_clear(&path);
            strbuf_printf(&path, "%s/%s", folder, b->name.text);
            if (pass < 2)
                good = make_entry(b, path.text) &&
                       (owner == geteuid() || !lchown(path.text, owner, owner));
            else
                good = set_permissions(b, path.text);
        }
    }
    int error = errno;
    strbuf_free(&path);
    errno = error;
    return good;
}

static bool get_entry(explore_test *t, const char *path, const char *name, const struct stat *info)
{
    strbuf bytes = STRBUF_INIT;
    bool good = true;
    if (S_ISLNK(info->st_mode)) {
        ssize_t n = readlink(path, strbuf_reserve(&bytes, LINK_BYTES), LINK_BYTES);
        if (n > 0) {
            bytes.n = (size_t)n;
            bytes.text[n] = '\0';
        }
        good = n > 0;
    } else if (S_ISREG(info->st_mode)) {
        good = file_read(path, &bytes);
    }
    bool usual =
        S_ISREG(info->st_mode) && (info->st_mode & 0600) == 0600 && !(info->st_mode & 0111);
    if (good)
        explore_test_add_entry(t, name, usual ? 0 : info->st_mode, bytes.text, bytes.n);
    strbuf_free(&bytes);
    return good;
}

/* The entries of one folder, in the order of their names; folders are read when their turn in the
 * list of the test comes. `below` is "" or ends with a slash. */
static bool get_folder(explore_test *t, const char *root, const char *below)
{
    struct dirent **entries;
    strbuf path = STRBUF_INIT, name = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s", root, below);
    int n = scandir(path.text, &entries, NULL, alphasort);
    bool good = n >= 0 || errno == ENOENT || errno == EACCES;
    for (int i = 0; i < n; i++) {
        struct stat info;
        strbuf_clear(&name);
        strbuf_printf(&name, "%s%s", below, entries[i]->d_name);
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/%s", root, name.text);
        if (good && is_relative(name.text) && t->files.n < TEST_MOST_FILES &&
            !lstat(path.text, &info) &&
            (S_ISDIR(info.st_mode) || S_ISREG(info.st_mode) || S_ISLNK(info.st_mode)))
            good = get_entry(t, path.text, name.text, &info);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    strbuf_free(&path);
    strbuf_free(&name);
    return good;
}

bool explore_test_get_files(explore_test *t, const char *folder)
{
    strbuf root = STRBUF_INIT, below = STRBUF_INIT;
    strbuf_printf(&root, "%s/files", folder);
    size_t first = t->files.n;
    bool good = get_folder(t, root.text, "");
    for (size_t i = first; i < t->files.n && good; i++) {
        if (!S_ISDIR(t->files.at[i].mode))
            continue;
        strbuf_clear(&below);
        strbuf_printf(&below, "%s/", t->files.at[i].name.text);
        good = get_folder(t, root.text, below.text);
    }
    int error = errno;
    strbuf_free(&below);
    strbuf_free(&root);
    errno = error;
    return good;
}
