#include "base/io.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"

bool io_write_all(int descriptor, const void *bytes, size_t n)
{
    const char *at = bytes;
    while (n) {
        ssize_t written = write(descriptor, at, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (!written)
            errno = ENOSPC;
        if (written <= 0)
            return false;
        at += written;
        n -= (size_t)written;
    }
    return true;
}

bool io_read_exactly(int descriptor, void *bytes, size_t n)
{
    char *at = bytes;
    while (n) {
        ssize_t got = read(descriptor, at, n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        n -= (size_t)got;
    }
    return true;
}

bool io_read_rest(int descriptor, strbuf *text)
{
    enum { CHUNK = 1 << 16 };
    ssize_t n;
    while ((n = read(descriptor, strbuf_reserve(text, CHUNK), CHUNK)) > 0 ||
           (n < 0 && errno == EINTR))
        text->n += n > 0 ? (size_t)n : 0;
    text->text[text->n] = '\0';
    return n == 0;
}

bool io_is_program(const char *path)
{
    struct stat info;
    return !stat(path, &info) && S_ISREG(info.st_mode) && !access(path, X_OK);
}

char *io_find_program(const char *name)
{
    if (strchr(name, '/'))
        return io_is_program(name) ? base_strdup(name) : NULL;
    if (!*name)
        return NULL;
    const char *path = getenv("PATH");
    if (!path)
        path = "/bin:/usr/bin";
    strbuf candidate = STRBUF_INIT;
    while (path) {
        size_t n = strcspn(path, ":");
        strbuf_clear(&candidate);
        strbuf_printf(&candidate, "%.*s/%s", n ? (int)n : 1, n ? path : ".", name);
        if (io_is_program(candidate.text))
            return strbuf_detach(&candidate);
        path = path[n] ? path + n + 1 : NULL;
    }
    strbuf_free(&candidate);
    return NULL;
}

bool io_has_program(const char *name)
{
    char *found = io_find_program(name);
    free(found);
    return found;
}
