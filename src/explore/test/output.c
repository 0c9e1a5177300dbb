#include "explore/test/output.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"

static strbuf path_of(const explore_output *o, const char *format, uint32_t number)
{
    strbuf path = STRBUF_INIT;
    char name[64];
    snprintf(name, sizeof name, format, number);
    strbuf_printf(&path, "%s/%s", o->folder, name);
    return path;
}

static bool make(const explore_output *o, const char *name, char **error)
{
    strbuf path = path_of(o, name, 0);
    bool good = folder_make(path.text, error);
    strbuf_free(&path);
    return good;
}

/* One more than the largest number among the names in a folder; half-made things are removed. */
static uint32_t next_number(const explore_output *o, const char *name)
{
    strbuf path = path_of(o, name, 0);
    uint32_t next = 0;
    DIR *d = opendir(path.text);
    for (struct dirent *one; d && (one = readdir(d));) {
        char *end;
        unsigned long number = strtoul(one->d_name, &end, 10);
        if (end == one->d_name || number >= UINT32_MAX)
            continue;
        if (*end) {
            strbuf left = STRBUF_INIT;
            strbuf_printf(&left, "%s/%s", path.text, one->d_name);
            if (!strcmp(end, ".new"))
                folder_remove(left.text);
            strbuf_free(&left);
        } else if (number >= next) {
            next = (uint32_t)number + 1;
        }
    }
    if (d)
        closedir(d);
    strbuf_free(&path);
    return next;
}

bool output_open(explore_output *o, const char *folder, const char *program, char **error)
{
    const char *base = strrchr(program, '/');
    *o = (explore_output){.folder = base_strdup(folder),
                          .program = base_strdup(base ? base + 1 : program),
                          .path = realpath(program, NULL)};
    if (!make(o, "tests", error) || !make(o, "ktest", error) || !make(o, "findings", error)) {
        output_close(o);
        return false;
    }
    o->n_tests = next_number(o, "tests");
    o->n_findings = next_number(o, "findings");
    o->n_aside = next_number(o, "aside");
    return true;
}

void output_close(explore_output *o)
{
    free(o->folder);
    free(o->program);
    free(o->path);
    *o = (explore_output){0};
}

/* The test as it stands on disk. */
static void complete(const explore_output *o, const explore_test *t, explore_test *whole)
{
    explore_test_copy(whole, t);
    for (size_t i = 0; i < whole->args.n; i++)
        strbuf_free(&whole->args.at[i]);
    vec_clear(&whole->args);
    for (size_t i = 0; i < o->n_args; i++)
        explore_test_add_arg(whole, o->args[i], strlen(o->args[i]));
    for (size_t i = 0; i < t->args.n; i++)
        explore_test_add_arg(whole, t->args.at[i].text, t->args.at[i].n);
}

bool output_add_test(explore_output *o, const explore_test *t)
{
    explore_test whole;
    complete(o, t, &whole);
    strbuf path = path_of(o, "tests/%06u", o->n_tests);
    strbuf ktest = path_of(o, "ktest/%06u.ktest", o->n_tests);
    bool good = explore_test_write(&whole, path.text) &&
                explore_test_write_ktest(&whole, o->program, ktest.text);
    o->n_tests += good;
    explore_test_free(&whole);
    strbuf_free(&path);
    strbuf_free(&ktest);
    return good;
}

bool output_add_aside(explore_output *o, const explore_test *t)
{
    char *error = NULL;
    strbuf path = path_of(o, "aside/%04u", o->n_aside);
    explore_test whole;
    complete(o, t, &whole);
    bool good = make(o, "aside", &error) && explore_test_write(&whole, path.text);
    explore_test_free(&whole);
    o->n_aside += good;
    free(error);
    strbuf_free(&path);
    return good;
}

bool output_add_finding(explore_output *o, const explore_test *t, const char *what)
{
    explore_test whole;
    complete(o, t, &whole);
    strbuf path = path_of(o, "findings/%04u", o->n_findings);
    bool good = explore_test_write(&whole, path.text);
    size_t n = path.n;
    strbuf_puts(&path, "/what");
    good = good && folder_write(path.text, what, strlen(what));
    path.n = n;
    strbuf_puts(&path, "/input.ktest");
    good = good && explore_test_write_ktest(&whole, o->program, path.text);
    path.n = n;
    strbuf_puts(&path, "/reproduce.sh");
    good =
        good && explore_test_write_script(&whole, o->path ? o->path : o->program, what, path.text);
    o->n_findings += good;
    explore_test_free(&whole);
    strbuf_free(&path);
    return good;
}

void output_add_coverage(explore_output *o, double seconds, uint64_t runs, uint64_t edges)
{
    strbuf path = path_of(o, "coverage.tsv", 0);
    bool is_new = access(path.text, F_OK);
    FILE *f = fopen(path.text, "a");
    if (f) {
        if (is_new)
            fputs("seconds\truns\ttests\tedges\n", f);
        fprintf(f, "%.3f\t%llu\t%u\t%llu\n", seconds, (unsigned long long)runs, o->n_tests,
                (unsigned long long)edges);
        fclose(f);
    }
    strbuf_free(&path);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Whether a folder is one test, and no folder of tests. */
static bool is_test(const char *path)
{
    static const char *const parts[] = {"argv", "stdin", "env", "files", "objects"};
    bool found = false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !found; i++) {
        strbuf name = STRBUF_INIT;
        strbuf_printf(&name, "%s/%s", path, parts[i]);
        found = !access(name.text, F_OK);
        strbuf_free(&name);
    }
    return found;
}

static size_t read_one(const char *path, void (*each)(void *context, const explore_test *t),
                       void *context)
{
    explore_test t;
    char *error = NULL;
    if (!explore_test_read_any(&t, path, &error)) {
        free(error);
        return 0;
    }
    each(context, &t);
    explore_test_free(&t);
    return 1;
}

static int usable(const struct dirent *d)
{
    size_t n = strlen(d->d_name);
    return d->d_name[0] != '.' && !(n > 4 && !strcmp(d->d_name + n - 4, ".new")) &&
           strcmp(d->d_name, "README.txt");
}

/* A folder of results has its tests below. */
static bool has_tests_below(const char *path, strbuf *below)
{
    struct stat info;
    strbuf_printf(below, "%s/tests", path);
    return !stat(below->text, &info) && S_ISDIR(info.st_mode);
}

size_t output_each_test(const char *path, void (*each)(void *context, const explore_test *t),
                        void *context)
{
    struct stat info;
    if (stat(path, &info))
        return 0;
    if (!S_ISDIR(info.st_mode) || is_test(path))
        return read_one(path, each, context);
    strbuf below = STRBUF_INIT;
    struct dirent **names = NULL;
    if (has_tests_below(path, &below))
        path = below.text;
    int n = scandir(path, &names, usable, alphasort);
    size_t read = 0;
    for (int i = 0; i < n; i++) {
        strbuf one = STRBUF_INIT;
        strbuf_printf(&one, "%s/%s", path, names[i]->d_name);
        read += read_one(one.text, each, context);
        strbuf_free(&one);
        free(names[i]);
    }
    free(names);
    strbuf_free(&below);
    return read;
}

void output_each_finding(const explore_output *o,
                         void (*each)(void *context, uint32_t number, const char *what),
                         void *context)
{
    for (uint32_t i = 0; i < o->n_findings; i++) {
        strbuf path = path_of(o, "findings/%04u/what", i), text = STRBUF_INIT;
        if (file_read(path.text, &text))
            each(context, i, text.text);
        strbuf_free(&path);
        strbuf_free(&text);
    }
}
