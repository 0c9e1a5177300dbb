#include "instrument/embedded.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file.h"
#include "instrument/elf_file.h"

#define SECTION ".tandem_bc"
#define LINKED ".tandem_so"
#define LETTERS "TANDEMBC"
#define EARLY_LETTERS "TANDEMEB"

/* Where a record begins: its bytes, and in *n how many; NULL: none does. */
static const char *record_at(const char *at, size_t room, const char *letters, size_t *n)
{
    uint64_t length;
    if (room < 16 || memcmp(at, letters, 8))
        return NULL;
    memcpy(&length, at + 8, 8);
    *n = length;
    return length <= room - 16 ? at + 16 : NULL;
}

static size_t padded(size_t n)
{
    return 16 + (n + 7) / 8 * 8;
}

/* The bytes of the section with this name; NULL: there is none. */
static const char *find_section(const elf_file *elf, const char *name, size_t *n)
{
    for (size_t i = 0; i < elf->sections.n; i++)
        if (!strcmp(elf->sections.at[i].name, name)) {
            *n = elf->sections.at[i].n;
            return elf->sections.at[i].bytes;
        }
    return NULL;
}

/* The early one of an object follows the other. */
static bool read_records(const char *at, size_t n, ir_each_module each, void *context)
{
    bool any = false;
    size_t step;
    for (size_t i = 0; at && i + 16 <= n; i += step) {
        ir_carried c = {0};
        step = 8; /* padding */
        c.bitcode = record_at(at + i, n - i, LETTERS, &c.n);
        if (!c.bitcode)
            continue;
        step = padded(c.n);
        size_t next = i + step < n ? i + step : n;
        c.early = record_at(at + next, n - next, EARLY_LETTERS, &c.n_early);
        if (c.early)
            step += padded(c.n_early);
        if (each)
            each(context, &c);
        any = true;
    }
    return any;
}

bool ir_embedded_bitcode(const char *path, ir_each_module each, void *context, char **error)
{
    strbuf file = STRBUF_INIT;
    const char *message = NULL;
    elf_file elf = {0};
    if (!file_read(path, &file))
        message = strerror(errno);
    else if (!elf_file_open(&elf, &file))
        message = "not an executable or object of 64 bits";
    size_t n = 0;
    const char *section = find_section(&elf, SECTION, &n);
    if (!message && !read_records(section, n, each, context))
        message = "it was not compiled by tandem-cc (no bitcode in it)";
    if (message)
        *error = base_strdup(message);
    elf_file_close(&elf);
    strbuf_free(&file);
    return !message;
}

/* ---- Shared objects */

void ir_linked_put(strbuf *assembly, const char *path)
{
    strbuf_puts(assembly, ".section .note.GNU-stack,\"\",@progbits\n"
                          ".section " LINKED ",\"\",@progbits\n");
    do
        strbuf_printf(assembly, ".byte %u\n", (unsigned char)*path);
    while (*path++);
}

void ir_linked_read(const char *program, text_list *paths)
{
    strbuf file = STRBUF_INIT;
    elf_file elf = {0};
    size_t n = 0;
    if (file_read(program, &file) && elf_file_open(&elf, &file)) {
        const char *at = find_section(&elf, LINKED, &n), *end = at + n;
        for (; at && at < end && memchr(at, 0, (size_t)(end - at)); at += strlen(at) + 1)
            vec_push(paths, base_strdup(at));
    }
    elf_file_close(&elf);
    strbuf_free(&file);
}
