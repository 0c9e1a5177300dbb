#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"

bool file_read(const char *path, strbuf *text)
{
    int f = open(path, O_RDONLY | O_CLOEXEC);
    if (f < 0)
        return false;
    bool good = io_read_rest(f, text);
    int reason = errno;
    close(f);
    errno = reason;
    return good;
}

static bool write_to(const char *path, const strbuf *text)
{
    int f = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (f < 0)
        return false;
    if (io_write_all(f, text->text, text->n))
        return !close(f);
    int reason = errno;
    close(f);
    errno = reason;
    return false;
}

bool file_write(const char *path, const strbuf *text)
{
    struct stat there;
    if (!stat(path, &there) && !S_ISREG(there.st_mode))
        return write_to(path, text);
    strbuf temporary = STRBUF_INIT;
    strbuf_printf(&temporary, "%s.new", path);
    bool good = write_to(temporary.text, text) && !rename(temporary.text, path);
    int reason = errno;
    if (!good)
        unlink(temporary.text);
    errno = reason;
    strbuf_free(&temporary);
    return good;
}
