/* Tests as .ktest files: "KTEST", then big-endian 32-bit numbers and counted byte strings: version,
 * arguments of the run, symbolic argvs, their length, objects (name, bytes). */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/text.h"
#include "explore/test/test.h"

enum { KTEST_VERSION = 3, KTEST_MOST = 1 << 16 };

static void put_number(strbuf *out, uint32_t n)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        strbuf_putc(out, (char)(n >> shift));
}

static void put_bytes(strbuf *out, const char *bytes, size_t n)
{
    put_number(out, (uint32_t)n);
    strbuf_add(out, bytes, n);
}

static void put_object(strbuf *out, const char *name, const strbuf *bytes, bool terminated)
{
    put_bytes(out, name, strlen(name));
    put_bytes(out, bytes->text, bytes->n + terminated);
}

bool explore_test_write_ktest(const explore_test *t, const char *program, const char *path)
{
    strbuf out = STRBUF_INIT;
    char name[32];
    strbuf_puts(&out, "KTEST");
    put_number(&out, KTEST_VERSION);
    put_number(&out, 1);
    put_bytes(&out, program, strlen(program));
    put_number(&out, 0);
    put_number(&out, 0);
    put_number(&out, (uint32_t)(t->args.n + t->files.n + t->has_stdin + t->objects.n));
    for (size_t i = 0; i < t->args.n; i++) {
        snprintf(name, sizeof name, "arg%02zu", i);
        put_object(&out, name, &t->args.at[i], true);
    }
    for (size_t i = 0; i < t->files.n; i++) {
        snprintf(name, sizeof name, "%.20s-data", t->files.at[i].name.text);
        put_object(&out, name, &t->files.at[i].bytes, false);
    }
    if (t->has_stdin)
        put_object(&out, "stdin", &t->input, false);
    for (size_t i = 0; i < t->objects.n; i++)
        put_object(&out, t->objects.at[i].name.text, &t->objects.at[i].bytes, false);
    bool good = folder_write(path, out.text, out.n);
    int error = errno;
    strbuf_free(&out);
    errno = error;
    return good;
}

typedef struct cursor {
    const char *at, *end;
    bool bad;
} cursor;

static uint32_t get_number(cursor *c)
{
    uint32_t n = 0;
    if (c->end - c->at < 4) {
        c->bad = true;
        return 0;
    }
    for (int i = 0; i < 4; i++)
        n = n << 8 | (unsigned char)*c->at++;
    return n;
}

static const char *get_bytes(cursor *c, uint32_t *n)
{
    *n = get_number(c);
    const char *bytes = c->at;
    if ((size_t)(c->end - c->at) < *n) {
        c->bad = true;
        *n = 0;
    }
    c->at += *n;
    return bytes;
}

static bool is_argument(const char *name)
{
    return text_begins(name, "arg") && name[3] &&
           strspn(name + 3, "0123456789") == strlen(name + 3);
}

static void add_object(explore_test *t, const char *name, const char *bytes, uint32_t n)
{
    size_t length = strlen(name);
    if (is_argument(name))
        explore_test_add_arg(t, bytes, n);
    else if (!strcmp(name, "stdin"))
        explore_test_set_input(t, bytes, n);
    else if (length == 6 && name[0] >= 'A' && name[0] <= 'Z' && !strcmp(name + 2, "data"))
        explore_test_add_file(t, (char[]){name[0], 0}, bytes, n);
    else if (strcmp(name, "model_version") && strcmp(name, "n_args") && !strstr(name, "-stat"))
        explore_test_add_object(t, name, bytes, n);
}

static bool read_objects(explore_test *t, cursor *c)
{
    uint32_t n;
    if (c->end - c->at < 5 || memcmp(c->at, "KTEST", 5))
        return false;
    c->at += 5;
    get_number(c);
    for (uint32_t left = get_number(c); left && !c->bad; left--)
        get_bytes(c, &n);
    get_number(c);
    get_number(c);
    uint32_t count = get_number(c);
    for (uint32_t i = 0; i < count && i < KTEST_MOST && !c->bad; i++) {
        const char *text = get_bytes(c, &n);
        char *name = base_strndup(text, n);
        const char *bytes = get_bytes(c, &n);
        if (!c->bad)
            add_object(t, name, bytes, n);
        free(name);
    }
    return !c->bad;
}

static char *complaint(const char *name, const char *what)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "%s: %s", name, what);
    return strbuf_detach(&message);
}

bool explore_test_parse_ktest(explore_test *t, const char *name, const void *bytes, size_t n,
                              char **error)
{
    cursor c = {.at = bytes, .end = (const char *)bytes + n};
    explore_test_init(t);
    if (read_objects(t, &c))
        return true;
    *error = complaint(name, "no .ktest file");
    explore_test_free(t);
    return false;
}

bool explore_test_read_ktest(explore_test *t, const char *path, char **error)
{
    strbuf file = STRBUF_INIT;
    explore_test_init(t);
    bool good = file_read(path, &file);
    if (!good)
        *error = complaint(path, strerror(errno));
    good = good && explore_test_parse_ktest(t, path, file.text, file.n, error);
    strbuf_free(&file);
    return good;
}
