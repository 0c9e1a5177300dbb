#include "campaign/suite.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "base/text.h"

static char *describe(const char *what, const char *path, int reason)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "%s %s", what, path);
    if (reason)
        strbuf_printf(&message, ": %s", strerror(reason));
    return strbuf_detach(&message);
}

/* Only files of operands before this one can be there already. */
static bool has_file(const suite *s, size_t before, const char *path)
{
    for (size_t i = 0; i < before; i++)
        if (!strcmp(s->at[i].path, path))
            return true;
    return false;
}

static bool add_file(suite *s, size_t before, const char *path, char **error)
{
    if (has_file(s, before, path))
        return true;
    strbuf text = STRBUF_INIT;
    bool good = file_read(path, &text);
    if (good) {
        suite_file file = {.path = base_strdup(path)};
        suite_expect_text(&file, text.text);
        suite_expect_path(&file);
        vec_push(s, file);
    } else {
        *error = describe("cannot read", path, errno);
    }
    strbuf_free(&text);
    return good;
}

/* Puts the paths of scripts below `folders` into `files`; folders found go to the end of the list,
 * which is the queue. Links to folders are not followed: they may lead in circles. */
static bool list_folder(const char *folder, text_list *folders, text_list *files, char **error)
{
    DIR *d = opendir(folder);
    if (!d) {
        *error = describe("cannot read", folder, errno);
        return false;
    }
    for (struct dirent *entry; (entry = readdir(d));) {
        if (entry->d_name[0] == '.')
            continue;
        strbuf path = STRBUF_INIT;
        strbuf_printf(&path, "%s%s%s", folder, text_ends(folder, "/") ? "" : "/", entry->d_name);
        struct stat info, target;
        if (!lstat(path.text, &info) && S_ISDIR(info.st_mode))
            vec_push(folders, strbuf_detach(&path));
        else if (text_ends(path.text, ".smt2") && !stat(path.text, &target) &&
                 S_ISREG(target.st_mode))
            vec_push(files, strbuf_detach(&path));
        strbuf_free(&path);
    }
    closedir(d);
    return true;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool add_folder(suite *s, const char *path, char **error)
{
    text_list folders = {0}, files = {0};
    vec_push(&folders, base_strdup(path));
    bool good = true;
    size_t before = s->n;
    for (size_t i = 0; good && i < folders.n; i++)
        good = list_folder(folders.at[i], &folders, &files, error);
    if (good && !files.n) {
        *error = describe("no .smt2 file below", path, 0);
        good = false;
    }
    if (files.n)
        qsort(files.at, files.n, sizeof *files.at, compare_paths);
    for (size_t i = 0; good && i < files.n; i++)
        good = add_file(s, before, files.at[i], error);
    text_list_free(&folders);
    text_list_free(&files);
    return good;
}

bool suite_add(suite *s, const char *path, char **error)
{
    struct stat info;
    if (stat(path, &info)) {
        *error = describe("cannot read", path, errno);
        return false;
    }
    return S_ISDIR(info.st_mode) ? add_folder(s, path, error) : add_file(s, s->n, path, error);
}

void suite_free(suite *s)
{
    for (size_t i = 0; i < s->n; i++) {
        free(s->at[i].path);
        vec_free(&s->at[i].expected);
    }
    vec_free(s);
}
