#include "instrument/embedded.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file.h"
#include "instrument/elf_file.h"

#define SECTION ".tandem_bc"
#define LETTERS "TANDEMBC"

/* The section's bytes; NULL: there is none. */
static const char *find_section(const elf_file *elf, size_t *n)
{
    for (size_t i = 0; i < elf->sections.n; i++)
        if (!strcmp(elf->sections.at[i].name, SECTION)) {
            *n = elf->sections.at[i].n;
            return elf->sections.at[i].bytes;
        }
    return NULL;
}

static bool read_records(const char *at, size_t n,
                         void (*each)(void *context, const char *bitcode, size_t n), void *context)
{
    bool any = false;
    for (size_t i = 0; at && i + 16 <= n; i += 8) {
        if (memcmp(at + i, LETTERS, 8))
            continue; /* padding */
        uint64_t length;
        memcpy(&length, at + i + 8, 8);
        if (length > n - i - 16)
            break;
        each(context, at + i + 16, length);
        any = true;
        i += 8 + (length + 7) / 8 * 8;
    }
    return any;
}

bool ir_embedded_bitcode(const char *path,
                         void (*each)(void *context, const char *bitcode, size_t n), void *context,
                         char **error)
{
    strbuf file = STRBUF_INIT;
    const char *message = NULL;
    elf_file elf = {0};
    if (!file_read(path, &file))
        message = strerror(errno);
    else if (!elf_file_open(&elf, &file))
        message = "not an executable or object of 64 bits";
    size_t n = 0;
    const char *section = find_section(&elf, &n);
    if (!message && !read_records(section, n, each, context))
        message = "it was not compiled by tandem-cc (no bitcode in it)";
    if (message)
        *error = base_strdup(message);
    elf_file_close(&elf);
    strbuf_free(&file);
    return !message;
}
