#include "box/bind/compile_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "base/text.h"
#include "base/vec.h"

enum { MOST_ENTRIES = 1000, LARGEST_FILE = 64 << 20, KEPT_SECONDS = 24 * 3600 };
#define FIRST_LINE "tandem-boxes 1\n"

/* Variables that change what the compiler does. */
static const char *const VARIABLES[] = {"CPATH",
                                        "C_INCLUDE_PATH",
                                        "LIBRARY_PATH",
                                        "COMPILER_PATH",
                                        "GCC_EXEC_PREFIX",
                                        "GCC_COMPARE_DEBUG",
                                        "SOURCE_DATE_EPOCH",
                                        "LD_RUN_PATH",
                                        "DEPENDENCIES_OUTPUT",
                                        "SUNPRO_DEPENDENCIES",
                                        "CCC_OVERRIDE_OPTIONS"};

/* ---- Files ----------------------------------------------------------------------------------- */

/* The content of a regular file of moderate size; false when there is none. */
static bool read_file(const char *path, strbuf *out, struct stat *info)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    strbuf_clear(out);
    if (file < 0)
        return false;
    bool good = !fstat(file, info) && S_ISREG(info->st_mode) && info->st_size <= LARGEST_FILE;
    while (good && out->n <= LARGEST_FILE) {
        ssize_t n = read(file, strbuf_reserve(out, 1 << 16), 1 << 16);
        if (n < 0 && errno == EINTR)
            continue;
        good = n >= 0;
        if (n <= 0)
            break;
        out->n += (size_t)n;
        out->text[out->n] = '\0';
    }
    close(file);
    return good;
}

static void mix(uint64_t hash[2], const void *bytes, size_t n)
{
    uint64_t h = hash_bytes(bytes, n);
    hash[0] = hash_mix(hash[0], h);
    hash[1] = hash_mix(hash_mix(hash[1], h) ^ n, UINT64_C(0x2545f4914f6cdd1d));
    for (size_t i = 0; i < n; i++) /* a second function, independent of the first */
        hash[1] = (hash[1] ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
}

/* What cannot be kept: its object depends on the moment. */
static bool is_dated(const char *text)
{
    return strstr(text, "__DATE__") || strstr(text, "__TIME__") || strstr(text, "__TIMESTAMP__");
}

static char *entry_path(const char *folder, const uint64_t hash[2], const char *end)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/%016" PRIx64 "%016" PRIx64 "%s", folder, hash[0], hash[1], end);
    return strbuf_detach(&path);
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* The program that a word names, as the shell would find it: which file, and which version of it.
 */
static void mix_program(uint64_t hash[2], const char *name)
{
    char *path = io_find_program(name), *real = path ? realpath(path, NULL) : NULL;
    struct stat info;
    if (real && !stat(real, &info)) {
        mix(hash, real, strlen(real));
        mix(hash, &info.st_size, sizeof info.st_size);
        mix(hash, &info.st_mtim.tv_sec, sizeof info.st_mtim.tv_sec);
        mix(hash, &info.st_mtim.tv_nsec, sizeof info.st_mtim.tv_nsec);
    }
    free(real);
    free(path);
}

static double wall_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

compile_key compile_cache_key(const char *source, const char *const *argv)
{
    compile_key key = {.started = wall_time()};
    char *real = realpath(source, NULL);
    strbuf content = STRBUF_INIT;
    struct stat info;
    key.usable = real && read_file(real, &content, &info) && !is_dated(content.text);
    if (key.usable) {
        mix(key.hash, real, strlen(real));
        mix(key.hash, content.text, content.n);
        mix_program(key.hash, argv[0]);
        for (size_t i = 0; argv[i]; i++)
            mix(key.hash, argv[i], strlen(argv[i]));
        for (size_t i = 0; i < sizeof VARIABLES / sizeof *VARIABLES; i++) {
            const char *value = getenv(VARIABLES[i]);
            mix(key.hash, value ? value : "", value ? strlen(value) + 1 : 0);
        }
    }
    strbuf_free(&content);
    free(real);
    return key;
}

/* ---- Looking up ------------------------------------------------------------------------------ */

/* "HASH HASH PATH\n": whether the file still has that content. The next line, or NULL. */
static char *check_line(char *line)
{
    char *end = strchr(line, '\n'), *path = NULL;
    uint64_t wanted[2], hash[2] = {0};
    if (!end)
        return NULL;
    *end = '\0';
    wanted[0] = strtoull(line, &path, 16);
    wanted[1] = strtoull(path, &path, 16);
    strbuf content = STRBUF_INIT;
    struct stat info;
    bool same = *path == ' ' && read_file(path + 1, &content, &info);
    if (same)
        mix(hash, content.text, content.n);
    strbuf_free(&content);
    return same && hash[0] == wanted[0] && hash[1] == wanted[1] ? end + 1 : NULL;
}

char *compile_cache_find(const compile_key *key)
{
    char *folder = key->usable ? folder_cache("boxes", false) : NULL;
    if (!folder)
        return NULL;
    char *list = entry_path(folder, key->hash, ".list"), *object = NULL;
    strbuf text = STRBUF_INIT;
    struct stat info;
    if (read_file(list, &text, &info) && text_begins(text.text, FIRST_LINE)) {
        char *line = text.text + strlen(FIRST_LINE);
        while (line && *line)
            line = check_line(line);
        if (line)
            object = entry_path(folder, key->hash, ".so");
    }
    if (object) { /* in use: not to be removed for a while */
        utimensat(AT_FDCWD, object, NULL, 0);
        utimensat(AT_FDCWD, list, NULL, 0);
    }
    strbuf_free(&text);
    free(list);
    free(folder);
    return object;
}

/* ---- Storing --------------------------------------------------------------------------------- */

/* Adds "HASH HASH PATH" for a file; `before`: it must not have changed since. */
static bool add_line(strbuf *list, const char *path, const char *name, double before)
{
    strbuf content = STRBUF_INIT;
    struct stat info;
    uint64_t hash[2] = {0};
    bool good = read_file(path, &content, &info) && !strchr(name, '\n') && *name == '/';
    double changed = (double)info.st_mtim.tv_sec + (double)info.st_mtim.tv_nsec * 1e-9;
    if (good && before)
        good = changed < before && (text_begins(path, "/usr/") || !is_dated(content.text));
    if (good) {
        mix(hash, content.text, content.n);
        strbuf_printf(list, "%016" PRIx64 " %016" PRIx64 " %s\n", hash[0], hash[1], name);
    }
    strbuf_free(&content);
    return good;
}

/* The next name in a rule for make; false at the end. */
static bool next_dependency(const char **at, strbuf *name)
{
    const char *p = *at;
    strbuf_clear(name);
    while (*p == ' ' || *p == '\n' || (*p == '\\' && p[1] == '\n'))
        p += *p == '\\' ? 2 : 1;
    for (; *p && *p != ' ' && *p != '\n'; p++) {
        if ((*p == '\\' && (p[1] == ' ' || p[1] == '#' || p[1] == '\\')) ||
            (*p == '$' && p[1] == '$'))
            p++;
        strbuf_putc(name, *p);
    }
    *at = p;
    return name->n;
}

/* Lines for all that was included. */
static bool add_dependencies(strbuf *list, const char *dependencies, double before)
{
    strbuf rule = STRBUF_INIT, name = STRBUF_INIT;
    struct stat info;
    bool good = read_file(dependencies, &rule, &info);
    const char *at = good ? strstr(rule.text, ": ") : NULL;
    good = at;
    for (at += good ? 2 : 0; good && next_dependency(&at, &name);) {
        char *real = realpath(name.text, NULL);
        good = real && add_line(list, real, real, before);
        free(real);
    }
    strbuf_free(&rule);
    strbuf_free(&name);
    return good;
}

/* Writes to the side, then renames: at every moment there is the old file, the new one or none. */
static bool put_file(const char *folder, const char *path, const char *bytes, size_t n)
{
    strbuf side = STRBUF_INIT;
    strbuf_printf(&side, "%s/side-%ld-XXXXXX", folder, (long)getpid());
    int file = mkostemp(side.text, O_CLOEXEC);
    bool good = file >= 0;
    if (good) {
        close(file);
        good = folder_write(side.text, bytes, n) && !rename(side.text, path);
        if (!good)
            unlink(side.text);
    }
    strbuf_free(&side);
    return good;
}

typedef struct sweep {
    size_t entries;
    time_t now;
    bool full;
} sweep;

/* Removes what was not used for a day when there is too much, and what killed runs left. */
static void sweep_one(void *context, const char *path)
{
    sweep *s = context;
    struct stat info;
    s->entries++;
    if (lstat(path, &info) || s->now - info.st_mtime < KEPT_SECONDS)
        return;
    if (s->full || strstr(path, "/side-"))
        unlink(path);
}

static void tidy(const char *folder)
{
    sweep s = {.now = time(NULL)};
    folder_each(folder, sweep_one, &s);
    if (s.entries > MOST_ENTRIES) {
        s.full = true;
        folder_each(folder, sweep_one, &s);
    }
}

void compile_cache_store(const compile_key *key, const char *source, const char *const *argv,
                         const char *object, const char *dependencies)
{
    if (!key->usable)
        return;
    compile_key now = compile_cache_key(source, argv); /* was it changed meanwhile? */
    char *folder = folder_cache("boxes", true);
    if (!now.usable || memcmp(now.hash, key->hash, sizeof now.hash) || !folder) {
        free(folder);
        return;
    }
    char *kept = entry_path(folder, key->hash, ".so"),
         *entry = entry_path(folder, key->hash, ".list");
    strbuf list = STRBUF_INIT, content = STRBUF_INIT;
    struct stat info;
    strbuf_puts(&list, FIRST_LINE);
    if (read_file(object, &content, &info) && add_line(&list, object, kept, 0) &&
        add_dependencies(&list, dependencies, key->started) &&
        put_file(folder, kept, content.text, content.n))
        put_file(folder, entry, list.text, list.n);
    tidy(folder);
    strbuf_free(&list);
    strbuf_free(&content);
    free(kept);
    free(entry);
    free(folder);
}
