#include "cli/solve/solve_files.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "box/bind/named_library.h"
#include "cli/cli.h"
#include "cli/watch.h"

bool solve_libraries_there(const char *const *libraries, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *name = libraries[i];
        if (named_library_is_file(name) && access(name, R_OK)) {
            cli_complain("solve", "--lib %s: %s", name, strerror(errno));
            return false;
        }
    }
    return true;
}

bool solve_headers_there(const char *const *headers, size_t n, bool confined,
                         const sandbox_grants *may)
{
    box_config config = {.headers = headers,
                         .n_headers = (uint32_t)n,
                         .sandbox_off = !confined,
                         .may = *may,
                         .interrupt = watch_interrupt()};
    const char *missing = boxes_missing_header(&config);
    if (missing)
        cli_complain("solve",
                     "--header %s: there is no such file, here or among the system's headers",
                     missing);
    return !missing;
}

bool solve_read_operators(const char *path, strbuf *text)
{
    if (!path)
        return true;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool good = file >= 0 && io_read_rest(file, text);
    if (!good)
        cli_complain("solve", "--operators %s: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    return good;
}
