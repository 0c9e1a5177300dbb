/* Tests as folders. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "explore/test/test.h"

static bool write_part(const strbuf *folder, const char *name, const strbuf *bytes)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s", folder->text, name);
    bool good = folder_write(path.text, bytes->text, bytes->n);
    strbuf_free(&path);
    return good;
}

static bool write_texts(const strbuf *folder, const char *name, const strbuf *texts, size_t n)
{
    strbuf all = STRBUF_INIT;
    for (size_t i = 0; i < n; i++) {
        strbuf_add(&all, texts[i].text, texts[i].n);
        strbuf_putc(&all, 0);
    }
    bool good = write_part(folder, name, &all);
    strbuf_free(&all);
    return good;
}

/* A file name of what a program called an object. */
static void plain_name(strbuf *out, size_t number, const strbuf *name)
{
    strbuf_printf(out, "%03zu-", number);
    for (size_t i = 0; i < name->n && i < 64; i++)
        strbuf_putc(out, isalnum((unsigned char)name->text[i]) ? name->text[i] : '_');
}

static bool write_files(const strbuf *folder, const explore_test *t)
{
    if (!t->files.n)
        return true;
    strbuf below = STRBUF_INIT;
    strbuf_printf(&below, "%s/files", folder->text);
    bool good = !mkdir(below.text, 0777) && explore_test_put_files(t, below.text, geteuid());
    strbuf_free(&below);
    return good;
}

static bool write_objects(const strbuf *folder, const test_blob *objects, size_t n)
{
    if (!n)
        return true;
    strbuf below = STRBUF_INIT, file = STRBUF_INIT;
    strbuf_printf(&below, "%s/objects", folder->text);
    bool good = !mkdir(below.text, 0777);
    for (size_t i = 0; i < n && good; i++) {
        strbuf_clear(&file);
        plain_name(&file, i, &objects[i].name);
        good = write_part(&below, file.text, &objects[i].bytes);
    }
    strbuf_free(&file);
    strbuf_free(&below);
    return good;
}

static bool write_failures(const strbuf *folder, const explore_test *t)
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "%u %u\n", t->max_fail, t->fail_seed);
    bool good = !t->max_fail || write_part(folder, "fail", &text);
    strbuf_free(&text);
    return good;
}

bool explore_test_write(const explore_test *t, const char *folder)
{
    strbuf made = STRBUF_INIT;
    strbuf_printf(&made, "%s.new", folder);
    folder_remove(made.text);
    bool good = !mkdir(made.text, 0777) && write_texts(&made, "argv", t->args.at, t->args.n) &&
                (!t->has_stdin || write_part(&made, "stdin", &t->input)) &&
                write_failures(&made, t) &&
                (!t->has_env || write_texts(&made, "env", t->env.at, t->env.n)) &&
                write_files(&made, t) && write_objects(&made, t->objects.at, t->objects.n);
    if (good && rename(made.text, folder)) {
        folder_remove(folder);
        good = !rename(made.text, folder);
    }
    int error = errno;
    if (!good)
        folder_remove(made.text);
    strbuf_free(&made);
    errno = error;
    return good;
}

typedef struct reading {
    explore_test *test;
    int error;
} reading;

static void read_object(void *context, const char *path)
{
    reading *r = context;
    strbuf bytes = STRBUF_INIT;
    const char *name = strrchr(path, '/') + 1;
    if (!file_read(path, &bytes))
        r->error = errno;
    else
        explore_test_add_object(r->test, strlen(name) > 4 ? name + 4 : name, bytes.text, bytes.n);
    strbuf_free(&bytes);
}

/* 1: read, 0: not there, -1: errno says why not. */
static int read_part(const char *folder, const char *name, strbuf *bytes)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s", folder, name);
    int result = file_read(path.text, bytes) ? 1 : errno == ENOENT ? 0 : -1;
    strbuf_free(&path);
    return result;
}

static void read_failures(explore_test *t, const char *folder)
{
    strbuf text = STRBUF_INIT;
    if (read_part(folder, "fail", &text) <= 0 ||
        sscanf(text.text, "%u %u", &t->max_fail, &t->fail_seed) != 2)
        t->max_fail = t->fail_seed = 0;
    strbuf_free(&text);
}

static int read_texts(explore_test *t, const char *folder, const char *name, bool env)
{
    strbuf bytes = STRBUF_INIT;
    int found = read_part(folder, name, &bytes);
    for (size_t at = 0; found > 0 && at < bytes.n; at += strnlen(bytes.text + at, bytes.n - at) + 1)
        if (env)
            explore_test_add_env(t, bytes.text + at, bytes.n - at);
        else
            explore_test_add_arg(t, bytes.text + at, bytes.n - at);
    strbuf_free(&bytes);
    return found;
}

static int read_objects(explore_test *t, const char *folder)
{
    strbuf path = STRBUF_INIT;
    reading r = {.test = t};
    strbuf_printf(&path, "%s/objects", folder);
    folder_each(path.text, read_object, &r);
    strbuf_free(&path);
    errno = r.error;
    return r.error ? -1 : 1;
}

bool explore_test_read(explore_test *t, const char *folder, char **error)
{
    explore_test_init(t);
    int input = read_part(folder, "stdin", &t->input), env = 0;
    bool good = input >= 0 && read_texts(t, folder, "argv", false) >= 0 &&
                (env = read_texts(t, folder, "env", true)) >= 0 &&
                explore_test_get_files(t, folder) && read_objects(t, folder) >= 0;
    if (good) {
        t->has_stdin = input > 0;
        t->has_env = env > 0;
        read_failures(t, folder);
        return true;
    }
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "%s: %s", folder, strerror(errno));
    *error = strbuf_detach(&message);
    explore_test_free(t);
    return false;
}
