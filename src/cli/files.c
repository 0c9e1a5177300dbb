#include "cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "cli/cli.h"

bool cli_read_file(const char *command, const char *path, strbuf *text)
{
    int f = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    bool good = f >= 0 && io_read_rest(f, text);
    if (!good)
        cli_complain(command, "cannot read %s: %s", path, strerror(errno));
    if (f > STDIN_FILENO)
        close(f);
    return good;
}

bool cli_may_read(const char *command, const char *path)
{
    if (!access(path, R_OK))
        return true;
    cli_complain(command, "cannot read %s: %s", path, strerror(errno));
    return false;
}

/* Of the file that is there, or of a new one. */
static mode_t permissions(const char *path)
{
    struct stat info;
    if (!stat(path, &info))
        return info.st_mode & 07777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Devices and pipes are written to as they are. */
static bool is_special(const char *path)
{
    struct stat info;
    return !stat(path, &info) && !S_ISREG(info.st_mode);
}

static bool write_special(const char *path, const strbuf *text)
{
    int f = open(path, O_WRONLY | O_CLOEXEC);
    bool good = f >= 0 && io_write_all(f, text->text, text->n);
    return f >= 0 && !close(f) && good;
}

static bool replace(const char *path, const strbuf *text)
{
    strbuf temporary = STRBUF_INIT;
    char *real = realpath(path, NULL); /* a link stays a link */
    const char *target = real ? real : path;
    strbuf_printf(&temporary, "%s.XXXXXX", target);
    int f = mkstemp(temporary.text);
    bool good = f >= 0 && io_write_all(f, text->text, text->n) && !fchmod(f, permissions(target));
    if (f >= 0)
        good = !close(f) && good;
    good = good && !rename(temporary.text, target);
    int error = errno;
    if (!good && f >= 0)
        unlink(temporary.text);
    strbuf_free(&temporary);
    free(real);
    errno = error;
    return good;
}

bool cli_write_file(const char *command, const char *path, const strbuf *text)
{
    if (is_special(path) ? write_special(path, text) : replace(path, text))
        return true;
    cli_complain(command, "cannot write %s: %s", path, strerror(errno));
    return false;
}

bool cli_may_write(const char *command, const char *path)
{
    if (is_special(path))
        return true;
    strbuf temporary = STRBUF_INIT;
    char *real = realpath(path, NULL);
    strbuf_printf(&temporary, "%s.XXXXXX", real ? real : path);
    int f = mkstemp(temporary.text);
    if (f < 0)
        cli_complain(command, "cannot write %s: %s", path, strerror(errno));
    else
        unlink(temporary.text);
    if (f >= 0)
        close(f);
    strbuf_free(&temporary);
    free(real);
    return f >= 0;
}
