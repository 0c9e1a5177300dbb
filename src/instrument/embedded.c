#include "instrument/embedded.h"

#include <elf.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file.h"

#define SECTION ".tandem_bc"
#define LETTERS "TANDEMBC"

/* A piece of the file; NULL when it is not all there. The file is not trusted. */
static const char *piece(const strbuf *file, uint64_t offset, uint64_t n)
{
    return offset <= file->n && n <= file->n - offset ? file->text + offset : NULL;
}

static bool read_header(const strbuf *file, uint64_t index, const Elf64_Ehdr *h, Elf64_Shdr *out)
{
    uint64_t offset = h->e_shoff + index * h->e_shentsize;
    const char *at = h->e_shentsize >= sizeof *out && offset >= h->e_shoff
                         ? piece(file, offset, sizeof *out)
                         : NULL;
    if (at)
        memcpy(out, at, sizeof *out);
    return at != NULL;
}

static bool has_name(const strbuf *file, const Elf64_Shdr *names, uint32_t name)
{
    const char *text = name < names->sh_size && names->sh_size - name >= sizeof SECTION
                           ? piece(file, names->sh_offset + name, sizeof SECTION)
                           : NULL;
    return text && !memcmp(text, SECTION, sizeof SECTION);
}

/* The section's bytes; NULL: there is none. */
static const char *find_section(const strbuf *file, size_t *n)
{
    Elf64_Ehdr h;
    Elf64_Shdr names, s;
    const char *start = piece(file, 0, sizeof h);
    if (!start)
        return NULL;
    memcpy(&h, start, sizeof h);
    if (!read_header(file, h.e_shstrndx, &h, &names))
        return NULL;
    for (uint64_t i = 0; i < h.e_shnum; i++)
        if (read_header(file, i, &h, &s) && has_name(file, &names, s.sh_name)) {
            *n = s.sh_size;
            return piece(file, s.sh_offset, s.sh_size);
        }
    return NULL;
}

static bool is_elf(const strbuf *file)
{
    static const char start[] = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB};
    return file->n > sizeof start && !memcmp(file->text, start, sizeof start);
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
    if (!file_read(path, &file))
        message = strerror(errno);
    else if (!is_elf(&file))
        message = "not an executable or object of 64 bits";
    size_t n = 0;
    const char *section = message ? NULL : find_section(&file, &n);
    if (!message && !read_records(section, n, each, context))
        message = "it was not compiled by tandem-cc (no bitcode in it)";
    if (message)
        *error = base_strdup(message);
    strbuf_free(&file);
    return !message;
}
