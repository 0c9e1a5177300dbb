/* What runs tell of where they broke. The folder is theirs: there may be anything under the name.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "explore/target/target_impl.h"

enum { MOST_BYTES = 1 << 16 };

static strbuf path_of(const explore_target *t)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/broken", t->control.text);
    return path;
}

void target_forget_broken(const explore_target *t)
{
    strbuf path = path_of(t);
    struct stat info;
    if (!lstat(path.text, &info) && S_ISDIR(info.st_mode))
        folder_remove(path.text);
    else
        unlink(path.text);
    strbuf_free(&path);
}

void target_broken(const explore_target *t, strbuf *text)
{
    strbuf path = path_of(t);
    struct stat info;
    int f = open(path.text, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (f >= 0 && !fstat(f, &info) && S_ISREG(info.st_mode)) {
        ssize_t n = read(f, strbuf_reserve(text, MOST_BYTES), MOST_BYTES);
        text->n += n > 0 ? (size_t)n : 0;
        text->text[text->n] = 0;
    }
    if (f >= 0)
        close(f);
    strbuf_free(&path);
}
