#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "cc/steps.h"

/* The first of the two that is there, relative to the folder of this program; "": neither. */
static char *find_beside(const char *first, const char *second)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    strbuf path = STRBUF_INIT;
    const char *const places[] = {first, second};
    for (int i = 0; n > 0 && i < 2; i++) {
        self[n] = 0;
        strbuf_clear(&path);
        strbuf_printf(&path, "%.*s/%s", (int)(strrchr(self, '/') - self), self, places[i]);
        if (!access(path.text, R_OK))
            return strbuf_detach(&path);
    }
    strbuf_clear(&path);
    return strbuf_detach(&path);
}

/* As it is built, or where it is installed. */
char *cc_runtime_path(void)
{
    return find_beside("libtandem_rt.a", "../" TANDEM_LIBRARY_FOLDER "/libtandem_rt.a");
}

char *cc_include_path(void)
{
    char *header = find_beside("../include/klee/klee.h", "../../include/klee/klee.h");
    char *end = strstr(header, "/klee/klee.h");
    if (end)
        *end = 0;
    return header;
}
