#include "cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"

bool cli_read_file(const char *command, const char *path, strbuf *text)
{
    enum { CHUNK = 1 << 16 };
    int f = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    ssize_t n = f < 0 ? -1 : 1;
    while (n > 0 || (n < 0 && f >= 0 && errno == EINTR)) {
        n = read(f, strbuf_reserve(text, CHUNK), CHUNK);
        text->n += n > 0 ? (size_t)n : 0;
    }
    if (n < 0)
        cli_complain(command, "cannot read %s: %s", path, strerror(errno));
    else
        text->text[text->n] = 0;
    if (f > STDIN_FILENO)
        close(f);
    return n == 0;
}

bool cli_may_read(const char *command, const char *path)
{
    if (!access(path, R_OK))
        return true;
    cli_complain(command, "cannot read %s: %s", path, strerror(errno));
    return false;
}

static bool write_all(int f, const strbuf *text)
{
    for (size_t done = 0; done < text->n;) {
        ssize_t n = write(f, text->text + done, text->n - done);
        if (n <= 0 && errno != EINTR)
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
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
    bool good = f >= 0 && write_all(f, text);
    return f >= 0 && !close(f) && good;
}

static bool replace(const char *path, const strbuf *text)
{
    strbuf temporary = STRBUF_INIT;
    char *real = realpath(path, NULL); /* a link stays a link */
    const char *target = real ? real : path;
    strbuf_printf(&temporary, "%s.XXXXXX", target);
    int f = mkstemp(temporary.text);
    bool good = f >= 0 && write_all(f, text) && !fchmod(f, permissions(target));
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
