#include "solver/crash/unwind_table.h"

#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Encodings that linkers use: a pointer, a count, and a table of offsets from the header. */
enum { POINTER_SELF_4 = 0x1b, COUNT_4 = 0x03, TABLE_HEADER_4 = 0x3b };

typedef struct table_header {
    uint8_t version, pointer_encoding, count_encoding, table_encoding;
    int32_t pointer;
    uint32_t count;
} table_header;

typedef struct table_entry {
    int32_t function, description; /* from the header's address */
} table_entry;

static bool read_at(int memory, uint64_t address, void *to, size_t n)
{
    return pread(memory, to, n, (off_t)address) == (ssize_t)n;
}

/* The address of the header of the table; 0: there is none. */
static uint64_t find_header(int memory, uint64_t start)
{
    Elf64_Ehdr elf;
    if (!read_at(memory, start, &elf, sizeof elf) || memcmp(elf.e_ident, ELFMAG, SELFMAG) ||
        elf.e_ident[EI_CLASS] != ELFCLASS64 || elf.e_phentsize != sizeof(Elf64_Phdr))
        return 0;
    uint64_t header = 0, lowest = UINT64_MAX;
    for (unsigned i = 0; i < elf.e_phnum; i++) {
        Elf64_Phdr part;
        if (!read_at(memory, start + elf.e_phoff + i * sizeof part, &part, sizeof part))
            return 0;
        if (part.p_type == PT_LOAD && part.p_vaddr < lowest)
            lowest = part.p_vaddr;
        if (part.p_type == PT_GNU_EH_FRAME)
            header = part.p_vaddr;
    }
    return header && lowest != UINT64_MAX ? start + (header - lowest) : 0;
}

/* The last function that begins at or before the address. */
static uint64_t search(int memory, uint64_t header, uint32_t count, uint64_t address)
{
    uint64_t found = address;
    for (uint32_t low = 0, high = count; low < high;) {
        uint32_t middle = low + (high - low) / 2;
        table_entry e;
        if (!read_at(memory, header + sizeof(table_header) + middle * sizeof e, &e, sizeof e))
            return address;
        uint64_t function = header + (uint64_t)(int64_t)e.function;
        if (function > address) {
            high = middle;
        } else {
            found = function;
            low = middle + 1;
        }
    }
    return found;
}

uint64_t unwind_table_function(pid_t process, uint64_t start, uint64_t address)
{
    char path[32];
    snprintf(path, sizeof path, "/proc/%ld/mem", (long)process);
    int memory = open(path, O_RDONLY | O_CLOEXEC);
    if (memory < 0)
        return address;
    table_header h;
    uint64_t header = find_header(memory, start), found = address;
    if (header && read_at(memory, header, &h, sizeof h) && h.version == 1 &&
        h.pointer_encoding == POINTER_SELF_4 && h.count_encoding == COUNT_4 &&
        h.table_encoding == TABLE_HEADER_4)
        found = search(memory, header, h.count, address);
    close(memory);
    return found;
}
