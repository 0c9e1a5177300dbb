#include "runtime/core/elf.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    tandem_range *objects; /* by base */
    size_t n;
    uintptr_t shift; /* of addresses against the file */
    bool started;
} elf;

static int by_base(const void *a, const void *b)
{
    uintptr_t x = ((const tandem_range *)a)->base, y = ((const tandem_range *)b)->base;
    return (x > y) - (x < y);
}

/* The first object that the linker tells of is the executable. */
static int take_first(struct dl_phdr_info *info, size_t bytes, void *data)
{
    elf.shift = info->dlpi_addr;
    return 1;
}

static bool inside(size_t offset, size_t bytes, size_t size)
{
    return offset <= size && bytes <= size - offset;
}

static void take_symbols(const char *file, size_t size, const ElfW(Shdr) * s)
{
    if (!inside(s->sh_offset, s->sh_size, size))
        return;
    const ElfW(Sym) *symbols = (const void *)(file + s->sh_offset);
    size_t n = s->sh_size / sizeof(*symbols), data = 0;
    for (size_t i = 0; i < n; i++)
        data += ELF64_ST_TYPE(symbols[i].st_info) == STT_OBJECT;
    elf.objects = tandem_alloc((data + 1) * sizeof(*elf.objects));
    for (size_t i = 0; elf.objects && i < n; i++)
        if (ELF64_ST_TYPE(symbols[i].st_info) == STT_OBJECT && symbols[i].st_size &&
            symbols[i].st_shndx != SHN_UNDEF)
            elf.objects[elf.n++] =
                (tandem_range){elf.shift + symbols[i].st_value, symbols[i].st_size};
    if (elf.n)
        qsort(elf.objects, elf.n, sizeof(*elf.objects), by_base);
}

static void take_sections(const char *file, size_t size)
{
    const ElfW(Ehdr) *h = (const void *)file;
    if (size < sizeof(*h) || memcmp(h->e_ident, ELFMAG, SELFMAG) != 0 ||
        !inside(h->e_shoff, h->e_shnum * sizeof(ElfW(Shdr)), size))
        return;
    const ElfW(Shdr) *sections = (const void *)(file + h->e_shoff);
    const ElfW(Shdr) *symbols = NULL;
    for (size_t i = 0; i < h->e_shnum; i++) {
        const ElfW(Shdr) *s = &sections[i];
        if (s->sh_type == SHT_SYMTAB || (s->sh_type == SHT_DYNSYM && !symbols))
            symbols = s;
    }
    if (symbols)
        take_symbols(file, size, symbols);
}

void tandem_elf_start(void)
{
    if (elf.started)
        return;
    elf.started = true;
    dl_iterate_phdr(take_first, NULL);
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd >= 0 && fstat(fd, &st) == 0 && st.st_size > 0) {
        void *file = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (file != MAP_FAILED) {
            take_sections(file, (size_t)st.st_size);
            munmap(file, (size_t)st.st_size);
        }
    }
    if (fd >= 0)
        close(fd);
}

bool tandem_elf_object(uintptr_t address, tandem_range *r)
{
    size_t low = 0, high = elf.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (elf.objects[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || address - elf.objects[low - 1].base >= elf.objects[low - 1].bytes)
        return false;
    *r = elf.objects[low - 1];
    return true;
}
