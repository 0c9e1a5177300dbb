/* The files of tests: what is put into a folder is what is read back, and nothing leaves it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "explore/test/test.h"
#include "test.h"

static bool exists(const char *folder, const char *name)
{
    struct stat info;
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s", folder, name);
    bool there = !lstat(path.text, &info);
    strbuf_free(&path);
    return there;
}

static const test_blob *find(const explore_test *t, const char *name)
{
    for (size_t i = 0; i < t->files.n; i++)
        if (!strcmp(t->files.at[i].name.text, name))
            return &t->files.at[i];
    return NULL;
}

TEST(entries_of_all_kinds_come_back)
{
    explore_test t, back;
    char *error = NULL, *root = folder_temporary();
    strbuf folder = STRBUF_INIT;
    strbuf_printf(&folder, "%s/t", root);
    explore_test_init(&t);
    explore_test_add_arg(&t, "-x", 2);
    explore_test_add_file(&t, "plain", "a\0b", 3);
    explore_test_add_entry(&t, "d", S_IFDIR | 0755, "", 0);
    explore_test_add_entry(&t, "d/e", S_IFDIR | 0700, "", 0);
    explore_test_add_file(&t, "d/e/deep", "x", 1);
    explore_test_add_entry(&t, "link", S_IFLNK | 0777, "plain", 5);
    explore_test_add_entry(&t, "dangling", S_IFLNK | 0777, "nowhere", 7);
    explore_test_add_entry(&t, "script", S_IFREG | 0755, "#!", 2);
    explore_test_add_entry(&t, "fixed", S_IFREG | 0444, "r", 1);
    CHECK(explore_test_write(&t, folder.text));
    CHECK_MSG(explore_test_read(&back, folder.text, &error), "%s", error);
    CHECK(back.files.n == t.files.n);
    for (size_t i = 0; i < t.files.n; i++) {
        const test_blob *a = &t.files.at[i], *b = find(&back, a->name.text);
        CHECK_MSG(b, "%s is not there", a->name.text);
        CHECK(b->bytes.n == a->bytes.n && !memcmp(b->bytes.text, a->bytes.text, a->bytes.n));
        CHECK((a->mode & S_IFMT) == (b->mode & S_IFMT) || (!a->mode && !b->mode));
        CHECK(S_ISLNK(a->mode) || (a->mode & 0777) == (b->mode & 0777));
    }
    /* Written twice: the second replaces the first. */
    CHECK(explore_test_write(&back, folder.text));
    explore_test_free(&t);
    explore_test_free(&back);
    folder_remove(root);
    strbuf_free(&folder);
    free(root);
}

TEST(no_name_leads_out_of_the_folder)
{
    explore_test t;
    char *root = folder_temporary();
    strbuf inner = STRBUF_INIT;
    strbuf_printf(&inner, "%s/inner", root);
    CHECK(!mkdir(inner.text, 0777));
    explore_test_init(&t);
    static const char *const bad[] = {"../a",      "..",   ".",    "",   "/a",
                                      "d/../../a", "no/a", "d//a", "f/a"};
    explore_test_add_entry(&t, "d", S_IFDIR | 0755, "", 0);
    explore_test_add_file(&t, "f", "f", 1);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        explore_test_add_file(&t, bad[i], "out", 3);
    explore_test_add_entry(&t, "up", S_IFLNK | 0777, "..", 2);
    explore_test_add_file(&t, "up/a", "out", 3);
    CHECK(explore_test_put_files(&t, inner.text, geteuid()));
    CHECK(exists(inner.text, "d") && exists(inner.text, "f") && exists(inner.text, "up"));
    CHECK(!exists(root, "a") && !exists(inner.text, "a"));
    explore_test_free(&t);
    folder_remove(root);
    strbuf_free(&inner);
    free(root);
}

TEST(one_name_twice_is_one_file)
{
    explore_test t;
    char *root = folder_temporary();
    explore_test_init(&t);
    explore_test_add_entry(&t, "x", S_IFLNK | 0777, "/dev/null", 9);
    explore_test_add_file(&t, "x", "b", 1);
    explore_test_add_entry(&t, "x", S_IFDIR | 0755, "", 0);
    explore_test_add_entry(&t, "y", S_IFLNK | 0777, "nowhere", 7);
    explore_test_add_entry(&t, "y", S_IFREG | 0444, "b", 1);
    explore_test_add_entry(&t, "z", S_IFLNK | 0777, "fixed", 5);
    explore_test_add_entry(&t, "z", S_IFREG | 0444, "b", 1);
    explore_test_add_file(&t, "fixed", "b", 1);
    CHECK(explore_test_put_files(&t, root, geteuid()));
    CHECK(exists(root, "x"));
    struct stat info;
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/fixed", root);
    CHECK(!stat(path.text, &info) && (info.st_mode & 0200)); /* not changed through the link */
    strbuf_free(&path);
    explore_test_free(&t);
    folder_remove(root);
    free(root);
}
