#include "runtime/host/libraries.h"

#include "runtime/core/modules.h"

#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The program itself has no name here, and what comes from the kernel no path. */
static int put_library(struct dl_phdr_info *info, size_t bytes, void *data)
{
    const int *fd = data;
    if (*info->dlpi_name != '/')
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_LOAD && tandem_modules_in(info->dlpi_addr + p->p_vaddr, p->p_memsz))
            return 0;
    }
    size_t n = strlen(info->dlpi_name) + 1;
    return write(*fd, info->dlpi_name, n) != (ssize_t)n;
}

bool tandem_libraries_describe(const char *folder)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof(path), "%s/libraries", folder);
    if (length < 0 || (size_t)length >= sizeof(path))
        return false;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool good = fd >= 0 && !dl_iterate_phdr(put_library, &fd);
    if (fd >= 0)
        close(fd);
    return good;
}
