#include "runtime/host/ktest.h"

#include "runtime/core/state.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    const uint8_t *at, *end; /* the objects that are left */
    uint32_t n;
    bool opened;
} file;

/* A number, the highest byte first; the file is over where there is none. */
static uint32_t take_number(void)
{
    uint32_t n = 0;
    if (file.end - file.at < 4) {
        file.at = file.end;
        file.n = 0;
        return 0;
    }
    for (int i = 0; i < 4; i++)
        n = n << 8 | *file.at++;
    return n;
}

static const uint8_t *take_bytes(uint32_t *n)
{
    *n = take_number();
    if ((size_t)(file.end - file.at) < *n)
        *n = (uint32_t)(file.end - file.at);
    const uint8_t *bytes = file.at;
    file.at += *n;
    return bytes;
}

static void read_head(void)
{
    if (file.end - file.at < 5 || memcmp(file.at, "KTEST", 5) != 0)
        return;
    file.at += 5;
    uint32_t n, version = take_number(), args = take_number();
    while (args-- && file.at < file.end)
        take_bytes(&n);
    if (version >= 2) {
        take_number();
        take_number();
    }
    file.n = take_number();
}

static void open_file(void)
{
    const char *path = getenv("KTEST_FILE");
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    struct stat st;
    file.opened = true;
    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
        uint8_t *bytes = tandem_alloc((size_t)st.st_size + 1);
        ssize_t n = bytes ? read(fd, bytes, (size_t)st.st_size) : -1;
        file.at = bytes;
        file.end = bytes + (n > 0 ? n : 0);
        read_head();
    }
    if (fd >= 0)
        close(fd);
}

const uint8_t *tandem_ktest_object(const char *name, size_t *bytes)
{
    if (!file.opened)
        open_file();
    while (file.n) {
        uint32_t length, n;
        const uint8_t *found = take_bytes(&length), *data = take_bytes(&n);
        file.n -= file.n > 0;
        if (length == strlen(name) && !memcmp(found, name, length)) {
            *bytes = n;
            return data;
        }
    }
    return NULL;
}

bool tandem_ktest_has(const char *name)
{
    size_t bytes;
    if (!file.opened)
        open_file();
    const uint8_t *at = file.at;
    uint32_t n = file.n;
    bool found = tandem_ktest_object(name, &bytes) != NULL;
    file.at = at;
    file.n = n;
    return found;
}
