#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
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
