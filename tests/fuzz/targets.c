#include "fuzz/targets.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/folder.h"

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = base_alloc(size + 1);
    for (size_t i = 0; i < size; i++)
        text[i] = data[i] ? (char)data[i] : ' ';
    text[size] = '\0';
    return text;
}

const char *fuzz_file(const uint8_t *data, size_t size)
{
    static int file = -1;
    static char path[64];
    if (file < 0) {
        file = memfd_create("fuzz", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    MUST(!ftruncate(file, 0) && pwrite(file, data, size, 0) == (ssize_t)size);
    return path;
}

static char *folder;

static void remove_folder(void)
{
    folder_remove(folder);
    free(folder);
}

const char *fuzz_folder(void)
{
    if (!folder) {
        char name[] = "/dev/shm/tandem-fuzz-XXXXXX";
        folder = mkdtemp(name) ? base_strdup(name) : folder_temporary();
        MUST(folder);
        atexit(remove_folder);
    }
    return folder;
}
