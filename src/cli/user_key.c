#include "cli/user_key.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/strbuf.h"

bool user_state_folder(strbuf *path)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/')
        strbuf_printf(path, "%s/tandem", state);
    else if (home && *home == '/')
        strbuf_printf(path, "%s/.local/state/tandem", home);
    return path->n;
}

/* A key that others can read or write is nobody's secret. */
static bool read_key(const char *path, uint8_t key[SHA256_BYTES])
{
    struct stat info;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0)
        return false;
    bool good = !fstat(file, &info) && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
                !(info.st_mode & 077) && read(file, key, SHA256_BYTES) == SHA256_BYTES;
    close(file);
    return good;
}

/* Under another name first: whoever comes second finds a whole key. */
static void make_key(const char *path)
{
    uint8_t key[SHA256_BYTES];
    if (getrandom(key, sizeof key, 0) != (ssize_t)sizeof key)
        return;
    strbuf made = STRBUF_INIT;
    strbuf_printf(&made, "%s.XXXXXX", path);
    int file = mkostemp(made.text, O_CLOEXEC);
    if (file >= 0) {
        bool good = write(file, key, sizeof key) == (ssize_t)sizeof key;
        if (!close(file) && good && link(made.text, path) && errno != EEXIST)
            rename(made.text, path); /* a file system without links */
        unlink(made.text);
    }
    strbuf_free(&made);
}

static bool find_key(uint8_t key[SHA256_BYTES])
{
    strbuf path = STRBUF_INIT;
    char *error = NULL;
    bool good = user_state_folder(&path);
    if (good && access(path.text, F_OK) && !folder_make(path.text, &error)) {
        free(error);
        good = false;
    }
    strbuf_puts(&path, "/key");
    good = good && (read_key(path.text, key) || (make_key(path.text), read_key(path.text, key)));
    strbuf_free(&path);
    return good;
}

bool user_mark(const void *bytes, size_t n, char mark[USER_MARK_BYTES])
{
    uint8_t key[SHA256_BYTES], mac[SHA256_BYTES];
    if (!find_key(key))
        return false;
    sha256_hmac(key, bytes, n, mac);
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(mark + 2 * i, 3, "%02x", mac[i]);
    return true;
}
