#include "box/bind/imports.h"

#include <elf.h>
#include <link.h>
#include <stddef.h>

#if defined(__x86_64__) || defined(__aarch64__)

/* The dynamic section of an open library; the linker has made its addresses absolute. */
typedef struct imports {
    const ElfW(Sym) * symbols;
    const char *names;
    const ElfW(Rela) * plain, *calls;
    size_t plain_bytes, calls_bytes;
} imports;

static imports imports_of(const struct link_map *map)
{
    imports m = {0};
    for (const ElfW(Dyn) *d = map->l_ld; d && d->d_tag != DT_NULL; d++) {
        void *address = (void *)d->d_un.d_ptr; /* NOLINT: what the format has */
        switch (d->d_tag) {
        case DT_SYMTAB:
            m.symbols = address;
            break;
        case DT_STRTAB:
            m.names = address;
            break;
        case DT_RELA:
            m.plain = address;
            break;
        case DT_RELASZ:
            m.plain_bytes = d->d_un.d_val;
            break;
        case DT_JMPREL:
            m.calls = address;
            break;
        case DT_PLTRELSZ:
            m.calls_bytes = d->d_un.d_val;
            break;
        default:
            break;
        }
    }
    return m;
}

void imports_each(const struct link_map *map,
                  void (*each)(void *context, const char *name, void **slot), void *context)
{
    imports m = imports_of(map);
    const ElfW(Rela) * tables[] = {m.plain, m.calls};
    size_t bytes[] = {m.plain_bytes, m.calls_bytes};
    for (size_t t = 0; t < 2 && m.symbols && m.names; t++)
        for (size_t i = 0; tables[t] && i < bytes[t] / sizeof **tables; i++) {
            const ElfW(Sym) *symbol = &m.symbols[ELF64_R_SYM(tables[t][i].r_info)];
            if (symbol->st_shndx == SHN_UNDEF)
                each(context, m.names + symbol->st_name,
                     (void **)(map->l_addr + tables[t][i].r_offset)); /* NOLINT */
        }
}

#else

void imports_each(const struct link_map *map,
                  void (*each)(void *context, const char *name, void **slot), void *context)
{
    (void)map, (void)each, (void)context;
}

#endif
