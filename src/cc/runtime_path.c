#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "cc/steps.h"

/* Beside the program (as it is built), or where it is installed. */
char *cc_runtime_path(void)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    strbuf path = STRBUF_INIT;
    if (n > 0) {
        self[n] = 0;
        char *slash = strrchr(self, '/');
        *slash = 0;
        strbuf_printf(&path, "%s/libtandem_rt.a", self);
        if (!access(path.text, R_OK))
            return strbuf_detach(&path);
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/../%s/libtandem_rt.a", self, TANDEM_LIBRARY_FOLDER);
        if (!access(path.text, R_OK))
            return strbuf_detach(&path);
    }
    strbuf_clear(&path);
    return strbuf_detach(&path);
}
