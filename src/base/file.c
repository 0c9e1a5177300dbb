#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

bool file_read(const char *path, strbuf *text)
{
    enum { CHUNK = 1 << 16 };
    int f = open(path, O_RDONLY | O_CLOEXEC);
    if (f < 0)
        return false;
    ssize_t n;
    while ((n = read(f, strbuf_reserve(text, CHUNK), CHUNK)) > 0 || (n < 0 && errno == EINTR))
        text->n += n > 0 ? (size_t)n : 0;
    text->text[text->n] = '\0';
    int reason = errno;
    close(f);
    errno = reason;
    return n == 0;
}
