/* The sections of an ELF file of 64 bits in the order of bytes of this machine, read by libelf. Files
 * are not trusted: a section whose bytes are not all in the file has none. */
#ifndef TANDEM_INSTRUMENT_ELF_FILE_H
#define TANDEM_INSTRUMENT_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

typedef struct elf_section {
    const char *name; /* "": it has none */
    uint32_t type;    /* SHT_… */
    uint32_t link;    /* the number of a section that belongs to it */
    uint64_t flags;   /* SHF_… */
    uint64_t address;
    const char *bytes; /* NULL: nothing of it is in the file; not aligned */
    size_t n;          /* of the bytes */
} elf_section;

typedef struct elf_file {
    void *handle;
    VEC(elf_section) sections; /* by number; 0 is a section without anything */
} elf_file;

/* False when the text is no such file. It has to stay as long as the result is used. */
bool elf_file_open(elf_file *f, const strbuf *text);
void elf_file_close(elf_file *f);

#endif
